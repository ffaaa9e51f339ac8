#ifndef COMPANION_EMULATED_PARTS_H
#define COMPANION_EMULATED_PARTS_H

#include <umockdev.h>

#include <linux/usbdevice_fs.h>
#include <pthread.h>

#include "emulated_camera.h"
#include "emulated_testbed.h"

/* What the files of the emulator share. One lock guards all of its state: umockdev answers from a thread of its own. */

extern pthread_mutex_t emulated_lock;
extern UMockdevTestbed *emulated_testbed;

enum { most_urbs = 64, most_answers = 16, answer_bytes = 1024, probe_bytes = 48, most_modes = 64 };

/* A transfer that a client sent out. */
struct urb {
    UMockdevIoctlData *data;
    UMockdevIoctlData *buffer;
    const UMockdevIoctlClient *client; /* to tell whose it is, not to be looked into */
};

/* Transfers in the order in which they came. */
struct urb_queue {
    struct urb entries[most_urbs];
    int count;
};

struct answer {
    uint32_t opcode;
    uint32_t parameter;
    size_t length;
    uint8_t bytes[answer_bytes];
};

/* The frame that is on its way out. */
struct sending {
    uint8_t header[256];
    uint8_t *bytes;
    size_t length;
    size_t sent;
    size_t unplug_after;
    bool is_whole;
};

/* One stream, as it stands. */
struct lane {
    struct emulated_mode modes[most_modes];
    uint8_t probe[probe_bytes];
    bool is_committed, is_halted;
    uint8_t alternate, toggle;
    struct sending frame;
};

struct emulated_camera {
    struct emulated_camera_facts facts;
    struct emulated_faults faults;
    struct emulated_counts counts;
    int plugs;
    bool is_plugged;
    bool is_pulled;      /* in the midst of a frame; the host is still to be told */
    size_t unplug_after; /* bytes of a frame of depth after which the plug is pulled; 0 for never */
    int master, slave; /* the pair of a terminal whose readiness tells a client when to reap */
    UMockdevIoctlBase *handler;
    UMockdevIoctlClient *hung[4];
    struct urb_queue pending, done;
    uint8_t command[answer_bytes];
    struct answer answers[most_answers];
    int answer_count;
    struct lane lanes[emulated_most_streams];
};

/* The queue of transfers; all under the lock. All are forgotten but those of one client. */
struct urb urb_take(struct urb_queue *queue, int index);
void urb_put(struct urb_queue *queue, struct urb urb);
void urb_forget(struct urb_queue *queue, const UMockdevIoctlClient *but);
struct usbdevfs_urb *urb_fields(struct urb urb);

/* Ends a pending transfer and lets a client reap it. */
void camera_finish(struct emulated_camera *camera, int pending, int status, int length);

/* The stream with an interface or an endpoint; -1 where there is none. */
int camera_stream_of_interface(const struct emulated_camera *camera, unsigned interface);
int camera_stream_of_endpoint(const struct emulated_camera *camera, unsigned endpoint);

/* The mode that was agreed on for a stream; null where there is none. */
const struct emulated_mode *camera_mode(const struct emulated_camera *camera, int stream);

/* Whether a stream sends nothing. */
bool camera_is_silent(const struct emulated_camera *camera, int stream);

/* Answers a control transfer: the count, or -errno. */
int camera_control(struct emulated_camera *camera, const uint8_t setup[8], uint8_t *bytes, int length);

/* Fills what is pending with what is on its way out. */
void camera_pump(struct emulated_camera *camera);

/* Lets a client see that there is something to reap, or not. */
void camera_show_ready(struct emulated_camera *camera);

/* Pulls the plug, under the lock; the change of /sys follows by whoever asked. */
void camera_fail_all(struct emulated_camera *camera);

/* Answers a call into the kernel; connected to the testbed's signal. */
gboolean camera_handle_ioctl(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer camera);

#endif
