#ifndef COMPANION_USB_STREAM_H
#define COMPANION_USB_STREAM_H

#include "usb_camera.h"

/* The most streams of a camera that run side by side, the most transfers of each that may be in flight, and the most
 * packets of one. Streams are counted from 0. */
enum { usb_most_streams = 2, usb_stream_most_transfers = 16, usb_stream_most_packets = 64 };

/* What to keep in flight. Without packets the transfers are bulk and each takes `bytes`; else they are isochronous
 * and each packet takes `bytes`. */
struct usb_stream_request {
    uint8_t endpoint;
    int transfers;
    int packets;
    int bytes;
};

/* A transfer that came back. The bytes are valid until it is sent out again. */
struct usb_arrival {
    int stream;
    int transfer;
    int status;
    int packets;
    const uint8_t *bytes;
    size_t length;
};

/* One packet of an isochronous transfer. */
struct usb_packet {
    int status;
    const uint8_t *bytes;
    size_t length;
};

/* Sends out all of the transfers of a stream. On failure none of it is in flight. */
int usb_stream_start(struct usb_camera *camera, int stream, const struct usb_stream_request *request);

/* The next transfer of any stream that came back, in their order: 1, or 0 where none did within `milliseconds`. Its status is 0 or
 * -errno: -EPIPE a stall, -EOVERFLOW too many bytes, -EIO damage, -ENODEV gone, -ECANCELED. */
int usb_stream_next(struct usb_camera *camera, int milliseconds, struct usb_arrival *arrival);

/* Packet `index` of an isochronous transfer that came back. */
int usb_stream_packet(const struct usb_camera *camera, int transfer, int index, struct usb_packet *packet);

/* Sends a transfer that came back out again. */
int usb_stream_send(struct usb_camera *camera, int transfer);

/* How many transfers of a stream are in flight. */
int usb_stream_flying(const struct usb_camera *camera, int stream);

/* Calls all transfers of a stream back, waits for them and frees them; -ETIMEDOUT where one did not come within
 * `milliseconds`: then the stream cannot be started any more, and the camera must be closed for it. */
int usb_stream_stop(struct usb_camera *camera, int stream, int milliseconds);

#endif
