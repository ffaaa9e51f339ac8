#include "avahi_directory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<avahi-client/client.h>)

#include "avahi_library.h"

#define EVENT_LIMIT 256

struct slot {
    struct avahi_directory *directory;
    int number;
    AvahiEntryGroup *group;
};

struct avahi_directory {
    const struct avahi_library *avahi;
    AvahiSimplePoll *poll;
    AvahiClient *client;
    AvahiServiceBrowser *browser;
    struct slot slots[AVAHI_DIRECTORY_SLOTS];
    struct avahi_directory_event events[EVENT_LIMIT];
    int first, count;
};

/* The oldest is overwritten when nobody takes them; a directory that floods has lost its say. */
static struct avahi_directory_event *add(struct avahi_directory *directory, int kind, int slot) {
    if (directory->count == EVENT_LIMIT) {
        directory->first = (directory->first + 1) % EVENT_LIMIT;
        directory->count--;
    }
    struct avahi_directory_event *event = &directory->events[(directory->first + directory->count) % EVENT_LIMIT];
    directory->count++;
    memset(event, 0, sizeof *event);
    event->kind = kind;
    event->slot = slot;
    return event;
}

static void name_it(struct avahi_directory_event *event, const char *name) {
    strncpy(event->name, name == NULL ? "" : name, sizeof event->name - 1);
}

static void on_client(AvahiClient *client, AvahiClientState state, void *context) {
    struct avahi_directory *directory = context;
    directory->client = client; /* the first call comes before the client is handed out */
    switch (state) {
    case AVAHI_CLIENT_S_RUNNING: add(directory, AVAHI_DIRECTORY_RUNNING, 0); break;
    case AVAHI_CLIENT_S_REGISTERING:
    case AVAHI_CLIENT_S_COLLISION: add(directory, AVAHI_DIRECTORY_BUSY, 0); break;
    case AVAHI_CLIENT_FAILURE: add(directory, AVAHI_DIRECTORY_GONE, 0); break;
    case AVAHI_CLIENT_CONNECTING: break;
    }
}

static void on_group(AvahiEntryGroup *group, AvahiEntryGroupState state, void *context) {
    (void)group;
    struct slot *slot = context;
    switch (state) {
    case AVAHI_ENTRY_GROUP_ESTABLISHED: add(slot->directory, AVAHI_DIRECTORY_ESTABLISHED, slot->number); break;
    case AVAHI_ENTRY_GROUP_COLLISION: add(slot->directory, AVAHI_DIRECTORY_TAKEN, slot->number); break;
    case AVAHI_ENTRY_GROUP_FAILURE: add(slot->directory, AVAHI_DIRECTORY_FAILED, slot->number); break;
    case AVAHI_ENTRY_GROUP_UNCOMMITED:
    case AVAHI_ENTRY_GROUP_REGISTERING: break;
    }
}

int avahi_directory_open(struct avahi_directory **directory) {
    const struct avahi_library *avahi = avahi_library_find();
    if (avahi == NULL) return -ENOENT;
    struct avahi_directory *made = calloc(1, sizeof *made);
    if (made == NULL) return -ENOMEM;
    made->avahi = avahi;
    for (int slot = 0; slot < AVAHI_DIRECTORY_SLOTS; slot++) made->slots[slot] = (struct slot){made, slot, NULL};
    made->poll = avahi->avahi_simple_poll_new();
    AvahiClient *client = made->poll == NULL
        ? NULL
        : avahi->avahi_client_new(
              avahi->avahi_simple_poll_get(made->poll), AVAHI_CLIENT_NO_FAIL, on_client, made, NULL);
    made->client = client;
    if (client == NULL) {
        avahi_directory_close(made);
        return -EHOSTDOWN;
    }
    *directory = made;
    return 0;
}

void avahi_directory_close(struct avahi_directory *directory) {
    if (directory == NULL) return;
    /* The client takes its groups, browsers and resolvers with it. */
    if (directory->client != NULL) directory->avahi->avahi_client_free(directory->client);
    if (directory->poll != NULL) directory->avahi->avahi_simple_poll_free(directory->poll);
    free(directory);
}

int avahi_directory_step(struct avahi_directory *directory, int milliseconds) {
    int result = directory->avahi->avahi_simple_poll_iterate(directory->poll, milliseconds);
    return result < 0 && errno != EINTR ? -EIO : 0;
}

void avahi_directory_wake(struct avahi_directory *directory) {
    directory->avahi->avahi_simple_poll_wakeup(directory->poll);
}

int avahi_directory_next(struct avahi_directory *directory, struct avahi_directory_event *event) {
    if (directory->count == 0) return 0;
    *event = directory->events[directory->first];
    directory->first = (directory->first + 1) % EVENT_LIMIT;
    directory->count--;
    return 1;
}

int avahi_directory_publish(
    struct avahi_directory *directory, int slot, const char *name, const char *type, uint16_t port,
    const char *const *texts, int count) {
    if (slot < 0 || slot >= AVAHI_DIRECTORY_SLOTS) return -EINVAL;
    const struct avahi_library *avahi = directory->avahi;
    struct slot *place = &directory->slots[slot];
    if (place->group == NULL) place->group = avahi->avahi_entry_group_new(directory->client, on_group, place);
    if (place->group == NULL) return -EHOSTDOWN;
    if (avahi->avahi_entry_group_reset(place->group) < 0) return -EIO;
    AvahiStringList *list = NULL;
    for (int index = count - 1; index >= 0; index--) {
        AvahiStringList *longer = avahi->avahi_string_list_add(list, texts[index]);
        if (longer == NULL) break;
        list = longer;
    }
    int result = avahi->avahi_entry_group_add_service_strlst(
        place->group, AVAHI_IF_UNSPEC, AVAHI_PROTO_UNSPEC, 0, name, type, NULL, NULL, port, list);
    avahi->avahi_string_list_free(list);
    if (result >= 0) result = avahi->avahi_entry_group_commit(place->group);
    if (result >= 0) return 0;
    avahi->avahi_entry_group_reset(place->group);
    return result == AVAHI_ERR_COLLISION ? -EEXIST : -EIO;
}

void avahi_directory_withdraw(struct avahi_directory *directory, int slot) {
    if (slot < 0 || slot >= AVAHI_DIRECTORY_SLOTS || directory->slots[slot].group == NULL) return;
    directory->avahi->avahi_entry_group_free(directory->slots[slot].group);
    directory->slots[slot].group = NULL;
}

static void on_resolved(
    AvahiServiceResolver *resolver, AvahiIfIndex interface, AvahiProtocol protocol, AvahiResolverEvent outcome,
    const char *name, const char *type, const char *domain, const char *host, const AvahiAddress *address,
    uint16_t port, AvahiStringList *texts, AvahiLookupResultFlags flags, void *context) {
    (void)interface, (void)protocol, (void)type, (void)domain, (void)host, (void)texts, (void)flags;
    struct avahi_directory *directory = context;
    if (outcome == AVAHI_RESOLVER_FOUND && address != NULL) {
        struct avahi_directory_event *event = add(directory, AVAHI_DIRECTORY_FOUND, 0);
        name_it(event, name);
        event->port = port;
        directory->avahi->avahi_address_snprint(event->address, sizeof event->address, address);
    }
    directory->avahi->avahi_service_resolver_free(resolver);
}

static void on_browsed(
    AvahiServiceBrowser *browser, AvahiIfIndex interface, AvahiProtocol protocol, AvahiBrowserEvent what,
    const char *name, const char *type, const char *domain, AvahiLookupResultFlags flags, void *context) {
    (void)browser, (void)flags;
    struct avahi_directory *directory = context;
    if (what == AVAHI_BROWSER_NEW) {
        /* It frees itself when it has an answer; where it cannot be made the service stays unknown. */
        directory->avahi->avahi_service_resolver_new(
            directory->client, interface, protocol, name, type, domain, AVAHI_PROTO_INET, 0, on_resolved, directory);
    } else if (what == AVAHI_BROWSER_REMOVE) {
        name_it(add(directory, AVAHI_DIRECTORY_LOST, 0), name);
    }
}

int avahi_directory_look(struct avahi_directory *directory, const char *type) {
    const struct avahi_library *avahi = directory->avahi;
    if (directory->browser != NULL) avahi->avahi_service_browser_free(directory->browser);
    directory->browser = NULL;
    if (type == NULL) return 0;
    directory->browser = avahi->avahi_service_browser_new(
        directory->client, AVAHI_IF_UNSPEC, AVAHI_PROTO_UNSPEC, type, NULL, 0, on_browsed, directory);
    return directory->browser == NULL ? -EHOSTDOWN : 0;
}

#else

int avahi_directory_open(struct avahi_directory **directory) {
    (void)directory;
    return -ENOENT;
}

void avahi_directory_close(struct avahi_directory *directory) { (void)directory; }

int avahi_directory_step(struct avahi_directory *directory, int milliseconds) {
    (void)directory, (void)milliseconds;
    return -EIO;
}

void avahi_directory_wake(struct avahi_directory *directory) { (void)directory; }

int avahi_directory_next(struct avahi_directory *directory, struct avahi_directory_event *event) {
    (void)directory, (void)event;
    return 0;
}

int avahi_directory_publish(
    struct avahi_directory *directory, int slot, const char *name, const char *type, uint16_t port,
    const char *const *texts, int count) {
    (void)directory, (void)slot, (void)name, (void)type, (void)port, (void)texts, (void)count;
    return -ENOENT;
}

void avahi_directory_withdraw(struct avahi_directory *directory, int slot) { (void)directory, (void)slot; }

int avahi_directory_look(struct avahi_directory *directory, const char *type) {
    (void)directory, (void)type;
    return -ENOENT;
}

#endif
