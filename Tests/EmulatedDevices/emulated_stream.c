#define _GNU_SOURCE
#include "emulated_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>

struct urb urb_take(struct urb_queue *queue, int index) {
    struct urb urb = queue->entries[index];
    queue->count--;
    memmove(&queue->entries[index], &queue->entries[index + 1], (size_t)(queue->count - index) * sizeof urb);
    return urb;
}

void urb_put(struct urb_queue *queue, struct urb urb) {
    if (queue->count >= most_urbs) abort();
    queue->entries[queue->count++] = urb;
}

void urb_forget(struct urb_queue *queue, const UMockdevIoctlClient *but) {
    for (int index = queue->count - 1; index >= 0; index--) {
        if (but != NULL && queue->entries[index].client == but) continue;
        struct urb urb = urb_take(queue, index);
        g_clear_object(&urb.buffer);
        g_clear_object(&urb.data);
    }
}

struct usbdevfs_urb *urb_fields(struct urb urb) { return (struct usbdevfs_urb *)urb.data->data; }

void camera_show_ready(struct emulated_camera *camera) {
    if (camera->slave >= 0) tcflow(camera->slave, camera->done.count > 0 ? TCOON : TCOOFF);
}

void camera_finish(struct emulated_camera *camera, int pending, int status, int length) {
    struct urb urb = urb_take(&camera->pending, pending);
    urb_fields(urb)->status = status;
    urb_fields(urb)->actual_length = length;
    urb_put(&camera->done, urb);
    camera_show_ready(camera);
}

static void finish_all(struct emulated_camera *camera, int status) {
    while (camera->pending.count > 0) camera_finish(camera, 0, status, 0);
}

void camera_fail_all(struct emulated_camera *camera) {
    camera->is_plugged = false;
    camera->is_committed = false;
    camera->frame.is_whole = true;
    finish_all(camera, -ESHUTDOWN);
}

/* The next bytes of a payload, with a header in front: how many were written. */
static int put_payload(struct emulated_camera *camera, uint8_t *bytes, size_t capacity) {
    struct sending *frame = &camera->frame;
    size_t head = frame->header[0], left = frame->length - frame->sent;
    if (capacity <= head) return 0;
    size_t count = left < capacity - head ? left : capacity - head;
    memcpy(bytes, frame->header, head);
    memcpy(bytes + head, frame->bytes + frame->sent, count);
    frame->sent += count;
    if (frame->sent == frame->length) {
        bytes[1] |= 0x02; /* the end of the frame */
        frame->is_whole = true;
    }
    return (int)(head + count);
}

static void fill_packets(struct emulated_camera *camera, struct urb urb) {
    struct usbdevfs_urb *fields = urb_fields(urb);
    size_t place = 0;
    int total = 0;
    for (int index = 0; index < fields->number_of_packets; index++) {
        struct usbdevfs_iso_packet_desc *packet = &fields->iso_frame_desc[index];
        size_t capacity = packet->length < camera->facts.packet_bytes ? packet->length : camera->facts.packet_bytes;
        packet->status = 0;
        packet->actual_length = 0;
        if (!camera->frame.is_whole)
            packet->actual_length = (unsigned)put_payload(camera, urb.buffer->data + place, capacity);
        if (camera->faults.overflows > 0 && index == 0) {
            camera->faults.overflows--;
            packet->status = (unsigned)-EOVERFLOW;
        }
        total += (int)packet->actual_length;
        place += packet->length;
    }
    camera_finish(camera, 0, 0, total);
}

static void fill_bulk(struct emulated_camera *camera, struct urb urb) {
    int status = 0;
    if (camera->faults.overflows > 0) {
        camera->faults.overflows--;
        status = -EOVERFLOW;
    } else if (camera->faults.damages > 0) {
        camera->faults.damages--;
        status = -EPROTO;
    }
    size_t capacity = (size_t)urb_fields(urb)->buffer_length, most = camera->facts.payload_bytes;
    if (most > 0 && most < capacity) capacity = most;
    int length = put_payload(camera, urb.buffer->data, capacity);
    camera_finish(camera, 0, status, length);
}

void camera_pump(struct emulated_camera *camera) {
    struct sending *frame = &camera->frame;
    if (camera->is_halted) finish_all(camera, -EPIPE);
    if (camera->faults.is_silent) return;
    while (camera->pending.count > 0 && !frame->is_whole && camera->is_plugged) {
        if (frame->unplug_after > 0 && frame->sent >= frame->unplug_after) return camera_fail_all(camera);
        struct urb urb = camera->pending.entries[0];
        if (urb_fields(urb)->type == USBDEVFS_URB_TYPE_ISO) {
            fill_packets(camera, urb);
        } else {
            fill_bulk(camera, urb);
        }
    }
}

static const struct emulated_mode *current_mode(const struct emulated_camera *camera) {
    for (size_t index = 0; index < camera->facts.mode_count; index++) {
        const struct emulated_mode *mode = &camera->facts.modes[index];
        if (mode->format == camera->probe[2] && mode->frame == camera->probe[3]) return mode;
    }
    return NULL;
}

static bool streams(const struct emulated_camera *camera) {
    bool is_open = camera->facts.packet_bytes == 0 || camera->alternate > 0;
    return camera->is_plugged && camera->is_committed && is_open && current_mode(camera) != NULL;
}

bool emulated_camera_streams(struct emulated_camera *camera, struct emulated_mode *mode) {
    pthread_mutex_lock(&emulated_lock);
    bool answer = streams(camera);
    if (answer) *mode = *current_mode(camera);
    pthread_mutex_unlock(&emulated_lock);
    return answer;
}

static bool begin_frame(
    struct emulated_camera *camera, const uint8_t *header, const uint8_t *bytes, size_t length) {
    struct sending *frame = &camera->frame;
    if (!streams(camera) || camera->faults.is_silent) return false;
    bool is_free = frame->is_whole || frame->bytes == NULL || frame->length == frame->sent;
    if (!is_free || camera->pending.count == 0) return false;
    frame->bytes = realloc(frame->bytes, length);
    if (frame->bytes == NULL) abort();
    memcpy(frame->bytes, bytes, length);
    memcpy(frame->header, header, header[0]);
    camera->toggle ^= 1;
    frame->header[1] = (uint8_t)((header[1] & 0x0c) | 0x80 | camera->toggle);
    if (camera->faults.error_frames > 0) {
        camera->faults.error_frames--;
        frame->header[1] |= 0x40;
    }
    frame->length = length;
    if (camera->faults.short_frames > 0) {
        camera->faults.short_frames--;
        frame->length = length / 2;
    }
    frame->sent = 0;
    frame->is_whole = false;
    return true;
}

bool emulated_camera_send(
    struct emulated_camera *camera, const uint8_t *header, const uint8_t *bytes, size_t length, size_t unplug_after) {
    pthread_mutex_lock(&emulated_lock);
    if (camera->faults.stalls > 0 && camera->pending.count > 0 && streams(camera)) {
        camera->faults.stalls--;
        camera->is_halted = true;
    }
    bool is_begun = !camera->is_halted && begin_frame(camera, header, bytes, length);
    if (is_begun) camera->frame.unplug_after = unplug_after;
    camera_pump(camera);
    if (is_begun) camera->counts.frames++;
    if (!is_begun) camera->counts.missed++;
    bool is_pulled = unplug_after > 0 && is_begun && !camera->is_plugged;
    if (is_pulled) camera->is_plugged = true; /* the change of /sys is still to come */
    pthread_mutex_unlock(&emulated_lock);
    if (is_pulled) emulated_camera_unplug(camera);
    return is_begun;
}
