#ifndef COMPANION_USB_PARTS_H
#define COMPANION_USB_PARTS_H

#include <libusb-1.0/libusb.h>
#include <stdbool.h>

#include "usb_stream.h"

/* What the files of this room share. */

enum { usb_most_interfaces = 32 };

struct usb_bus {
    libusb_context *context;
    libusb_device **list;
    int count;
    int changes;
    libusb_hotplug_callback_handle callback;
    bool is_watching;
    bool is_abandoned;
};

struct usb_slot {
    struct usb_camera *camera;
    struct libusb_transfer *transfer;
    bool is_flying;
};

struct usb_camera {
    struct usb_bus *bus;
    libusb_device_handle *handle;
    bool is_claimed[usb_most_interfaces];
    bool is_lost; /* a transfer did not come back */
    struct usb_slot slots[usb_stream_most_transfers];
    int slot_count;
    int flying;
    int returned[usb_stream_most_transfers]; /* a ring of the slots that came back, oldest first */
    int first_returned;
    int returned_count;
};

/* -errno for an error of libusb, and for the status of a transfer. */
int usb_errno(int error);
int usb_status_errno(enum libusb_transfer_status status);

/* Milliseconds of a clock that never jumps. */
int64_t usb_now(void);

/* Handles events until *done is not 0, or until `deadline`. */
void usb_handle_events(struct usb_bus *bus, int64_t deadline, const int *done);

#endif
