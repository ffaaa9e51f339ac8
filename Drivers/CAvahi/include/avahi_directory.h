#ifndef COMPANION_AVAHI_DIRECTORY_H
#define COMPANION_AVAHI_DIRECTORY_H

#include <stdbool.h>
#include <stdint.h>

/* The Avahi daemon's directory of services on the local network, over its client library, which is only looked for when
 * it is opened: a machine without it has no directory. One thread uses it; only avahi_directory_wake is for others. */
struct avahi_directory;

/* The most services that are announced at a time; slots count from 0. */
#define AVAHI_DIRECTORY_SLOTS 64

/* What has happened. */
enum avahi_directory_event_kind {
    AVAHI_DIRECTORY_RUNNING = 1,     /* the daemon can be used */
    AVAHI_DIRECTORY_BUSY = 2,        /* the daemon settles its own name: what was announced is to be announced anew */
    AVAHI_DIRECTORY_GONE = 3,        /* the daemon is gone: close, and open again later */
    AVAHI_DIRECTORY_ESTABLISHED = 4, /* the service of the slot is announced */
    AVAHI_DIRECTORY_TAKEN = 5,       /* its name is somebody else's */
    AVAHI_DIRECTORY_FAILED = 6,      /* it cannot be announced */
    AVAHI_DIRECTORY_FOUND = 7,       /* a service that is looked for has this name, address and port */
    AVAHI_DIRECTORY_LOST = 8         /* it is gone */
};

struct avahi_directory_event {
    int kind;
    int slot;
    uint16_t port;
    char name[256];
    char address[64];
};

/* Opens it; -ENOENT where the library is missing, -EHOSTDOWN where the bus or the daemon cannot be reached. */
int avahi_directory_open(struct avahi_directory **directory);

/* Withdraws everything and frees; null is fine. */
void avahi_directory_close(struct avahi_directory *directory);

/* Waits up to so many milliseconds for something to happen, and takes it in. 0 or -EIO. */
int avahi_directory_step(struct avahi_directory *directory, int milliseconds);

/* Ends a wait, from any thread. */
void avahi_directory_wake(struct avahi_directory *directory);

/* Takes the oldest event out: 1, or 0 where there is none. */
int avahi_directory_next(struct avahi_directory *directory, struct avahi_directory_event *event);

/* Begins to announce a service in a slot, in place of what was there. `texts` are so many entries of the TXT record.
 * 0, -EEXIST where this machine announces the name already, or another -errno. */
int avahi_directory_publish(
    struct avahi_directory *directory, int slot, const char *name, const char *type, uint16_t port,
    const char *const *texts, int count);

/* Withdraws the service of a slot. */
void avahi_directory_withdraw(struct avahi_directory *directory, int slot);

/* Looks for services of a type, such as "_phone._sub._companion._tcp", or for none where it is null. 0 or -errno. */
int avahi_directory_look(struct avahi_directory *directory, const char *type);

#endif
