#include "usb_parts.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* How long a transfer that is called back may take to come. */
enum { call_back_milliseconds = 500 };

static atomic_uint abandoned;

unsigned usb_abandoned(void) { return atomic_load(&abandoned); }

int usb_camera_open(struct usb_bus *bus, int index, struct usb_camera **camera) {
    if (index < 0 || index >= bus->count) return -EINVAL;
    struct usb_camera *made = calloc(1, sizeof *made);
    if (made == NULL) return -ENOMEM;
    int result = libusb_open(bus->list[index], &made->handle);
    if (result != 0) {
        free(made);
        return usb_errno(result);
    }
    made->bus = bus;
    (void)libusb_set_auto_detach_kernel_driver(made->handle, 1); /* where it cannot, a claim tells */
    *camera = made;
    return 0;
}

static void release_all(struct usb_camera *camera) {
    for (int interface = 0; interface < usb_most_interfaces; interface++) {
        if (camera->is_claimed[interface]) (void)libusb_release_interface(camera->handle, interface);
        camera->is_claimed[interface] = false;
    }
}

int usb_camera_close(struct usb_camera *camera, int milliseconds) {
    if (camera == NULL) return 0;
    (void)usb_control_end(camera, NULL, 0);
    bool is_back = usb_streams_stop(camera, milliseconds) == 0 && !camera->is_lost;
    release_all(camera); /* the kernel takes away the transfers of an interface that is given back */
    if (!is_back && !camera->is_lost) is_back = usb_streams_stop(camera, milliseconds) == 0;
    if (!is_back) {
        camera->bus->is_abandoned = true;
        atomic_fetch_add(&abandoned, 1);
        return -ETIMEDOUT;
    }
    libusb_close(camera->handle);
    free(camera);
    return 0;
}

int usb_camera_claim(struct usb_camera *camera, uint8_t interface) {
    if (interface >= usb_most_interfaces) return -EINVAL;
    int result = libusb_claim_interface(camera->handle, interface);
    if (result == 0) camera->is_claimed[interface] = true;
    return usb_errno(result);
}

int usb_camera_select(struct usb_camera *camera, uint8_t interface, uint8_t alternate) {
    return usb_errno(libusb_set_interface_alt_setting(camera->handle, interface, alternate));
}

int usb_camera_clear_halt(struct usb_camera *camera, uint8_t endpoint) {
    return usb_errno(libusb_clear_halt(camera->handle, endpoint));
}

int usb_camera_reset(struct usb_camera *camera) { return usb_errno(libusb_reset_device(camera->handle)); }

static void LIBUSB_CALL note_done(struct libusb_transfer *transfer) {
    ((struct usb_exchange *)transfer->user_data)->is_done = 1;
}

static void free_exchange(struct usb_exchange *exchange) {
    if (exchange == NULL) return;
    libusb_free_transfer(exchange->transfer);
    free(exchange);
}

int usb_control_begin(
    struct usb_camera *camera, const struct usb_control *request, const uint8_t *bytes, uint16_t length) {
    if (camera->is_lost) return -ENODEV;
    if (camera->exchange != NULL) return -EBUSY;
    struct usb_exchange *exchange = calloc(1, sizeof *exchange + LIBUSB_CONTROL_SETUP_SIZE + length);
    if (exchange == NULL) return -ENOMEM;
    exchange->transfer = libusb_alloc_transfer(0);
    int result = -ENOMEM;
    if (exchange->transfer == NULL) goto failed;
    bool is_in = (request->type & LIBUSB_ENDPOINT_IN) != 0;
    libusb_fill_control_setup(
        exchange->bytes, request->type, request->request, request->value, request->index, length);
    if (!is_in && length > 0) memcpy(exchange->bytes + LIBUSB_CONTROL_SETUP_SIZE, bytes, length);
    libusb_fill_control_transfer(exchange->transfer, camera->handle, exchange->bytes, note_done, exchange, 0);
    result = usb_errno(libusb_submit_transfer(exchange->transfer));
    if (result != 0) goto failed;
    camera->exchange = exchange;
    return 0;
failed:
    free_exchange(exchange);
    return result;
}

int usb_control_wait(struct usb_camera *camera, int milliseconds) {
    if (camera->exchange == NULL) return -EINVAL;
    if (!camera->exchange->is_done)
        usb_handle_events(camera->bus, usb_now() + milliseconds, &camera->exchange->is_done);
    return camera->exchange->is_done;
}

/* The count of a transfer that ended, or -errno; `timed_out` where it was called back for its time. */
static int control_result(const struct libusb_transfer *transfer, bool timed_out) {
    if (transfer->status == LIBUSB_TRANSFER_CANCELLED && timed_out) return -ETIMEDOUT;
    int result = usb_status_errno(transfer->status);
    return result == 0 ? transfer->actual_length : result;
}

int usb_control_end(struct usb_camera *camera, uint8_t *bytes, uint16_t capacity) {
    struct usb_exchange *exchange = camera->exchange;
    if (exchange == NULL) return -EINVAL;
    camera->exchange = NULL;
    bool timed_out = !exchange->is_done;
    if (timed_out) {
        (void)libusb_cancel_transfer(exchange->transfer);
        usb_handle_events(camera->bus, usb_now() + call_back_milliseconds, &exchange->is_done);
    }
    if (!exchange->is_done) { /* its memory stays, for it may still come */
        camera->is_lost = true;
        return -ETIMEDOUT;
    }
    int result = control_result(exchange->transfer, timed_out);
    bool is_in = (exchange->bytes[0] & LIBUSB_ENDPOINT_IN) != 0;
    if (is_in && result > capacity) result = capacity;
    if (is_in && result > 0) memcpy(bytes, exchange->bytes + LIBUSB_CONTROL_SETUP_SIZE, (size_t)result);
    free_exchange(exchange);
    return result;
}
