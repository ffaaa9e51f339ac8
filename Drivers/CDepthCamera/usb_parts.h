#ifndef COMPANION_USB_PARTS_H
#define COMPANION_USB_PARTS_H

#include <libusb-1.0/libusb.h>
#include <stdbool.h>

#include "usb_stream.h"

/* What the files of this room share. */

enum { usb_most_interfaces = 32, usb_most_slots = usb_most_streams * usb_stream_most_transfers };

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

/* A control transfer with its bytes behind it, in one piece of memory that stays if it never comes back. */
struct usb_exchange {
    struct libusb_transfer *transfer;
    int is_done;
    uint8_t bytes[];
};

struct usb_camera {
    struct usb_bus *bus;
    libusb_device_handle *handle;
    bool is_claimed[usb_most_interfaces];
    bool is_lost; /* a transfer did not come back */
    struct usb_exchange *exchange; /* the control transfer that is under way */
    struct usb_slot slots[usb_most_slots]; /* stream s has those from s * usb_stream_most_transfers on */
    int slot_count[usb_most_streams];
    int flying[usb_most_streams];
    int returned[usb_most_slots]; /* a ring of the slots that came back, oldest first */
    int first_returned;
    int returned_count;
    int has_news; /* a transfer of a stream came back since this was last set to 0 */
};

/* -errno for an error of libusb, and for the status of a transfer. */
int usb_errno(int error);
int usb_status_errno(enum libusb_transfer_status status);

/* Milliseconds of a clock that never jumps. */
int64_t usb_now(void);

/* Handles events until *done is not 0, or until `deadline`. */
void usb_handle_events(struct usb_bus *bus, int64_t deadline, const int *done);

/* Calls the transfers of all streams back, waits for them and frees them, as usb_stream_stop does for one. */
int usb_streams_stop(struct usb_camera *camera, int milliseconds);

#endif
