#ifndef COMPANION_EMULATED_CAMERA_H
#define COMPANION_EMULATED_CAMERA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A UVC camera on an emulated USB port, as a real host would see it through usbfs. Any thread may call these. */
struct emulated_camera;

/* The streams of a camera: the first, and one of confidence beside it where there is one. */
enum { emulated_depth = 0, emulated_confidence = 1, emulated_most_streams = 2 };

/* A mode by its indices in the descriptors, and the bytes of one of its frames. */
struct emulated_mode {
    uint8_t format;
    uint8_t frame;
    uint32_t bytes;
};

/* One stream of a camera. */
struct emulated_stream_facts {
    uint8_t interface;
    uint8_t endpoint;
    const struct emulated_mode *modes;
    size_t mode_count; /* 0 where there is no such stream */
};

/* What the camera is. The descriptors are those of the device and of its configuration, one after the other. */
struct emulated_camera_facts {
    const uint8_t *descriptors;
    size_t length;
    const char *port;         /* such as "1-1" */
    const char *speed;        /* megabits a second, such as "5000" */
    const char *product;      /* null where it tells none */
    const char *serial;       /* null where it tells none */
    struct emulated_stream_facts streams[emulated_most_streams];
    uint8_t unit;             /* of the vendor's controls */
    uint32_t payload_bytes;   /* the most of a payload; 0 for a whole frame */
    uint32_t packet_bytes;    /* of an isochronous packet; 0 for a bulk camera */
};

/* What goes wrong, each until it is set back or used up. */
struct emulated_faults {
    bool is_silent;        /* streams nothing */
    bool keeps_calls;      /* a transfer that is called back never comes */
    bool hangs;            /* a call into the kernel does not return */
    bool is_mute;          /* no control transfer is answered */
    int stalls;            /* so often the endpoint stalls at the next frame */
    int no_memory_at;      /* the nth transfer sent out from now on finds no memory */
    int no_memory_after;   /* every transfer past this many in flight finds none; 0 for no such limit */
    int busy_claims;       /* so many claims find the interface taken */
    int overflows;         /* so many transfers get too many bytes */
    int damages;           /* so many transfers end in a protocol error */
    int error_frames;      /* so many frames carry the error bit */
    int short_frames;      /* so many frames lack their second half */
    int probe_bytes;       /* answers to the probe are this short; 0 for whole */
    int refused_probes;    /* so many requests for a mode are answered with another */
    int probe_stalls;      /* so many requests to probe a mode of depth stall */
    int commit_stalls;     /* so many requests to commit one stall */
    bool confidence_is_silent;  /* the second stream sends nothing */
    int confidence_stalls;      /* so often its endpoint stalls at the next frame */
    int confidence_refusals;    /* so many requests to set up the second stream are refused */
    int confidence_short;       /* so many of its frames lack their second half */
};

/* What the camera has seen. */
struct emulated_counts {
    long submitted, reaped, called_back, claims, clear_halts, resets, selections, commits, commands, hardware_resets;
    long frames, missed, confidence_frames, confidence_commits;
    int pending, clients;
};

/* Makes a camera that is not plugged in yet. */
struct emulated_camera *emulated_camera_make(const struct emulated_camera_facts *facts);

/* Plugs it in, with the next address; 0 or -errno. */
int emulated_camera_plug(struct emulated_camera *camera);

/* Pulls it out: what is in flight fails, and then everything. */
void emulated_camera_unplug(struct emulated_camera *camera);

/* Tells the host of a plug that was pulled in the midst of a frame, if one was; to be called often. */
void emulated_camera_tell_pulled(struct emulated_camera *camera);

/* Sets what goes wrong. */
void emulated_camera_set_faults(struct emulated_camera *camera, const struct emulated_faults *faults);

/* What is left of the faults. */
struct emulated_faults emulated_camera_faults(struct emulated_camera *camera);

/* What it has seen so far. */
struct emulated_counts emulated_camera_counts(struct emulated_camera *camera);

/* Keeps the answer to a command of the vendor's channel with this first parameter. */
void emulated_camera_answer(
    struct emulated_camera *camera, uint32_t opcode, uint32_t parameter, const uint8_t *bytes, size_t length);

/* Whether a frame of a stream would be sent now, and in which mode. */
bool emulated_camera_streams(struct emulated_camera *camera, int stream, struct emulated_mode *mode);

/* Sends a frame of a stream behind a header of `header` (its flags are set here, its length is its first byte); false where no
 * one took it. If `unplug_after` is not 0, the plug is pulled after so many bytes of it, or of the first after it that
 * comes so far. */
bool emulated_camera_send(
    struct emulated_camera *camera, int stream, const uint8_t *header, const uint8_t *bytes, size_t length,
    size_t unplug_after);

#endif
