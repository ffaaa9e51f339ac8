#ifndef COMPANION_CYCLONE_BUS_H
#define COMPANION_CYCLONE_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A participant of a DDS domain over Cyclone DDS, whose library is only looked for when it is asked for. What is written
 * and taken are the bytes of a message as they go over the wire, with the four that tell their form in front.
 * One thread may write while another waits and takes; opening, adding and closing is done by one while no other calls. */
struct cyclone_bus;

/* The forms of the messages; what is written is checked against them, and what is received before it can be taken. */
enum cyclone_form {
    CYCLONE_STRING = 0,
    CYCLONE_RANGE = 1,
    CYCLONE_RANGE_BEFORE = 2, /* up to ROS 2 Humble: without the variance */
    CYCLONE_FLUID_PRESSURE = 3,
    CYCLONE_DIAGNOSTIC_ARRAY = 4,
    CYCLONE_PATH = 5,
    CYCLONE_POSE_WITH_COVARIANCE = 6,
    CYCLONE_ODOMETRY = 7
};

/* One end of a topic. */
struct cyclone_channel {
    const char *topic;     /* by its name on the wire, such as "rt/odom" */
    const char *user_data; /* what others are told with it; may be null */
    enum cyclone_form form;
    int32_t depth;     /* how many messages are kept */
    bool is_writer;    /* written or read */
    bool is_reliable;  /* sent again until it has arrived */
    bool is_kept;      /* the last ones reach those who come later, too */
};

/* The most channels of a bus. */
#define CYCLONE_CHANNELS 16

/* Whether the library can be used: 0, -ENOSYS where the program was built without its headers, -ENOENT where it is not
 * installed. */
int cyclone_is_there(void);

/* Takes part in a domain, configured by XML alone; 0, or as cyclone_is_there, or -EBUSY where this process takes part in
 * the domain already, or -EIO: cyclone_complaint tells why. */
int cyclone_open(struct cyclone_bus **bus, uint32_t domain, const char *configuration, const char *user_data);

/* Leaves it; null is fine. */
void cyclone_close(struct cyclone_bus *bus);

/* Adds a channel and gives its number, from 0; or -errno. */
int cyclone_add(struct cyclone_bus *bus, const struct cyclone_channel *channel);

/* Writes one message; waits for slow readers no longer than 100 ms. 0, -EINVAL where the bytes are no such message,
 * -EAGAIN where a reader was too slow, or -EIO. */
int cyclone_write(struct cyclone_bus *bus, int channel, const void *bytes, size_t size);

/* Waits up to so many milliseconds for something to take: 1, 0 where nothing came, or -EIO. */
int cyclone_wait(struct cyclone_bus *bus, int milliseconds);

/* Takes the oldest message out: 1 with its size, 0 where there is none, -EMSGSIZE where it is longer than `capacity` and
 * was thrown away, or -EIO. */
int cyclone_take(struct cyclone_bus *bus, int channel, void *bytes, size_t capacity, size_t *size);

/* How many there are at the other end of a channel. */
int cyclone_matched(struct cyclone_bus *bus, int channel);

/* What the library last complained of in this process, and how often so far; the text is cut to fit and ends in zero. */
uint64_t cyclone_complaint(char *text, size_t capacity);

#endif
