#ifndef COMPANION_USB_CAMERA_H
#define COMPANION_USB_CAMERA_H

#include "usb_bus.h"

/* An opened device. Every call gives 0 or a count, or -errno with the outputs untouched: -ENODEV once it is gone. */
struct usb_camera;

/* The eight bytes that begin a control transfer, without the length. The highest bit of `type` says that the device
 * answers. */
struct usb_control {
    uint8_t type;
    uint8_t request;
    uint16_t value;
    uint16_t index;
};

/* Opens device `index` of the last list; kernel drivers let go of what is claimed, and take it back. */
int usb_camera_open(struct usb_bus *bus, int index, struct usb_camera **camera);

/* Stops what streams, within `milliseconds`, gives the interfaces back and closes. Where a transfer does not come back
 * in that time the camera is abandoned instead: with its memory, its descriptor and its bus, so that nothing is freed
 * under libusb; that gives -ETIMEDOUT and is counted. The pointer is void afterwards in any case. Takes null. */
int usb_camera_close(struct usb_camera *camera, int milliseconds);

/* Takes an interface for this process. -EBUSY where another one has it. */
int usb_camera_claim(struct usb_camera *camera, uint8_t interface);

/* Sets an interface to one of its alternate settings. */
int usb_camera_select(struct usb_camera *camera, uint8_t interface, uint8_t alternate);

/* Ends a stall of an endpoint and begins its data toggle anew. */
int usb_camera_clear_halt(struct usb_camera *camera, uint8_t endpoint);

/* Resets the device by its port. -ENODEV or -ENOENT where it comes back as another device. */
int usb_camera_reset(struct usb_camera *camera);

/* Sends out a control transfer of `length` bytes, in or out; one at a time, else -EBUSY. */
int usb_control_begin(
    struct usb_camera *camera, const struct usb_control *request, const uint8_t *bytes, uint16_t length);

/* Waits for it: 1 once it came back, 0 where it did not within `milliseconds`. */
int usb_control_wait(struct usb_camera *camera, int milliseconds);

/* Ends it, and gives the count that went; what came is in `bytes`. One that has not come back is called back, which
 * gives -ETIMEDOUT within half a second; where it does not come even then, the camera can only be closed. */
int usb_control_end(struct usb_camera *camera, uint8_t *bytes, uint16_t capacity);

#endif
