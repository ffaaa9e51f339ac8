#include "usb_parts.h"

#include <errno.h>
#include <stdlib.h>

int usb_status_errno(enum libusb_transfer_status status) {
    switch (status) {
    case LIBUSB_TRANSFER_COMPLETED: return 0;
    case LIBUSB_TRANSFER_TIMED_OUT: return -ETIMEDOUT;
    case LIBUSB_TRANSFER_CANCELLED: return -ECANCELED;
    case LIBUSB_TRANSFER_STALL: return -EPIPE;
    case LIBUSB_TRANSFER_NO_DEVICE: return -ENODEV;
    case LIBUSB_TRANSFER_OVERFLOW: return -EOVERFLOW;
    default: return -EIO;
    }
}

static int stream_of(int slot) { return slot / usb_stream_most_transfers; }

static bool is_stream(int stream) { return stream >= 0 && stream < usb_most_streams; }

static bool has_slot(const struct usb_camera *camera, int slot) {
    if (slot < 0 || slot >= usb_most_slots) return false;
    return slot % usb_stream_most_transfers < camera->slot_count[stream_of(slot)];
}

static void LIBUSB_CALL note_arrival(struct libusb_transfer *transfer) {
    struct usb_slot *slot = transfer->user_data;
    struct usb_camera *camera = slot->camera;
    int number = (int)(slot - camera->slots);
    camera->returned[(camera->first_returned + camera->returned_count) % usb_most_slots] = number;
    camera->returned_count++;
    camera->flying[stream_of(number)]--;
    camera->has_news = 1;
    slot->is_flying = false;
}

/* What came back of a stream is not wanted any more; the others keep their order. */
static void forget_returned(struct usb_camera *camera, int stream) {
    int kept[usb_most_slots], count = 0;
    for (int index = 0; index < camera->returned_count; index++) {
        int slot = camera->returned[(camera->first_returned + index) % usb_most_slots];
        if (stream_of(slot) != stream) kept[count++] = slot;
    }
    for (int index = 0; index < count; index++) camera->returned[index] = kept[index];
    camera->first_returned = 0;
    camera->returned_count = count;
}

static void free_slots(struct usb_camera *camera, int stream) {
    struct usb_slot *slots = &camera->slots[stream * usb_stream_most_transfers];
    for (int index = 0; index < camera->slot_count[stream]; index++) {
        struct libusb_transfer *transfer = slots[index].transfer;
        if (transfer == NULL) continue;
        free(transfer->buffer);
        libusb_free_transfer(transfer);
        slots[index].transfer = NULL;
    }
    camera->slot_count[stream] = 0;
    forget_returned(camera, stream);
}

static int make_slot(struct usb_camera *camera, int number, const struct usb_stream_request *request) {
    int packets = request->packets;
    int size = packets > 0 ? packets * request->bytes : request->bytes;
    struct libusb_transfer *transfer = libusb_alloc_transfer(packets);
    if (transfer == NULL) return -ENOMEM;
    struct usb_slot *slot = &camera->slots[number];
    *slot = (struct usb_slot){.camera = camera, .transfer = transfer};
    uint8_t *bytes = malloc((size_t)size);
    if (packets > 0) {
        libusb_fill_iso_transfer(
            transfer, camera->handle, request->endpoint, bytes, size, packets, note_arrival, slot, 0);
        libusb_set_iso_packet_lengths(transfer, (unsigned)request->bytes);
    } else {
        libusb_fill_bulk_transfer(transfer, camera->handle, request->endpoint, bytes, size, note_arrival, slot, 0);
    }
    return bytes == NULL ? -ENOMEM : 0;
}

static bool is_sound(const struct usb_stream_request *request) {
    return request->transfers > 0 && request->transfers <= usb_stream_most_transfers && request->packets >= 0 &&
           request->packets <= usb_stream_most_packets && request->bytes > 0 && request->bytes <= 64 << 20;
}

int usb_stream_start(struct usb_camera *camera, int stream, const struct usb_stream_request *request) {
    if (!is_stream(stream) || !is_sound(request) || camera->slot_count[stream] > 0) return -EINVAL;
    if (camera->is_lost) return -ENODEV;
    int first = stream * usb_stream_most_transfers, result = 0;
    for (int index = 0; index < request->transfers && result == 0; index++) {
        camera->slots[first + index] = (struct usb_slot){0};
        camera->slot_count[stream] = index + 1;
        result = make_slot(camera, first + index, request);
    }
    for (int index = 0; index < request->transfers && result == 0; index++)
        result = usb_stream_send(camera, first + index);
    if (result == 0) return 0;
    enum { limit_milliseconds = 1000 };
    (void)usb_stream_stop(camera, stream, limit_milliseconds);
    return result;
}

int usb_stream_next(struct usb_camera *camera, int milliseconds, struct usb_arrival *arrival) {
    if (camera->is_lost) return -ENODEV;
    if (camera->returned_count == 0)
        usb_handle_events(camera->bus, usb_now() + milliseconds, &camera->returned_count);
    if (camera->returned_count == 0) return 0;
    int slot = camera->returned[camera->first_returned];
    camera->first_returned = (camera->first_returned + 1) % usb_most_slots;
    camera->returned_count--;
    const struct libusb_transfer *transfer = camera->slots[slot].transfer;
    *arrival = (struct usb_arrival){
        .stream = stream_of(slot),
        .transfer = slot,
        .status = usb_status_errno(transfer->status),
        .packets = transfer->num_iso_packets,
        .bytes = transfer->buffer,
        .length = (size_t)transfer->actual_length,
    };
    return 1;
}

int usb_stream_packet(const struct usb_camera *camera, int transfer, int index, struct usb_packet *packet) {
    if (!has_slot(camera, transfer)) return -EINVAL;
    struct libusb_transfer *found = camera->slots[transfer].transfer;
    if (index < 0 || index >= found->num_iso_packets) return -EINVAL;
    const struct libusb_iso_packet_descriptor *told = &found->iso_packet_desc[index];
    *packet = (struct usb_packet){
        .status = usb_status_errno(told->status),
        .bytes = libusb_get_iso_packet_buffer_simple(found, (unsigned)index),
        .length = told->actual_length,
    };
    return 0;
}

int usb_stream_send(struct usb_camera *camera, int transfer) {
    if (!has_slot(camera, transfer) || camera->slots[transfer].is_flying) return -EINVAL;
    int result = usb_errno(libusb_submit_transfer(camera->slots[transfer].transfer));
    if (result != 0) return result;
    camera->slots[transfer].is_flying = true;
    camera->flying[stream_of(transfer)]++;
    return 0;
}

int usb_stream_flying(const struct usb_camera *camera, int stream) {
    return is_stream(stream) ? camera->flying[stream] : 0;
}

static void call_back(struct usb_camera *camera, int stream) {
    struct usb_slot *slots = &camera->slots[stream * usb_stream_most_transfers];
    for (int index = 0; index < camera->slot_count[stream]; index++)
        if (slots[index].is_flying) (void)libusb_cancel_transfer(slots[index].transfer);
}

int usb_stream_stop(struct usb_camera *camera, int stream, int milliseconds) {
    if (!is_stream(stream)) return -EINVAL;
    call_back(camera, stream);
    int64_t deadline = usb_now() + milliseconds;
    while (camera->flying[stream] > 0 && usb_now() < deadline) {
        camera->has_news = 0; /* of whatever stream: the wait looks again after each */
        usb_handle_events(camera->bus, deadline, &camera->has_news);
    }
    if (camera->flying[stream] > 0) return -ETIMEDOUT;
    free_slots(camera, stream);
    return 0;
}

int usb_streams_stop(struct usb_camera *camera, int milliseconds) {
    int64_t deadline = usb_now() + milliseconds;
    int result = 0;
    for (int stream = 0; stream < usb_most_streams; stream++) call_back(camera, stream);
    for (int stream = 0; stream < usb_most_streams; stream++) {
        int64_t left = deadline - usb_now();
        if (usb_stream_stop(camera, stream, left > 0 ? (int)left : 0) != 0) result = -ETIMEDOUT;
    }
    return result;
}
