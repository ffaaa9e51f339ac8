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

static int find_stream(const struct emulated_camera *camera, unsigned number, bool is_endpoint) {
    for (int stream = 0; stream < emulated_most_streams; stream++) {
        const struct emulated_stream_facts *facts = &camera->facts.streams[stream];
        if (facts->mode_count > 0 && number == (is_endpoint ? facts->endpoint : facts->interface)) return stream;
    }
    return -1;
}

int camera_stream_of_interface(const struct emulated_camera *camera, unsigned interface) {
    return find_stream(camera, interface, false);
}

int camera_stream_of_endpoint(const struct emulated_camera *camera, unsigned endpoint) {
    return find_stream(camera, endpoint, true);
}

const struct emulated_mode *camera_mode(const struct emulated_camera *camera, int stream) {
    const uint8_t *probe = camera->lanes[stream].probe;
    for (size_t index = 0; index < camera->facts.streams[stream].mode_count; index++) {
        const struct emulated_mode *mode = &camera->facts.streams[stream].modes[index];
        if (mode->format == probe[2] && mode->frame == probe[3]) return mode;
    }
    return NULL;
}

bool camera_is_silent(const struct emulated_camera *camera, int stream) {
    return camera->faults.is_silent || (stream == emulated_confidence && camera->faults.confidence_is_silent);
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
    for (int stream = 0; stream < emulated_most_streams; stream++) {
        camera->lanes[stream].is_committed = false;
        camera->lanes[stream].frame.is_whole = true;
    }
    finish_all(camera, -ESHUTDOWN);
}

/* The next bytes of a payload, with a header in front: how many were written. */
static int put_payload(struct sending *frame, uint8_t *bytes, size_t capacity) {
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

static void fill_packets(struct emulated_camera *camera, struct sending *frame, int pending) {
    struct urb urb = camera->pending.entries[pending];
    struct usbdevfs_urb *fields = urb_fields(urb);
    size_t place = 0;
    int total = 0;
    for (int index = 0; index < fields->number_of_packets; index++) {
        struct usbdevfs_iso_packet_desc *packet = &fields->iso_frame_desc[index];
        size_t capacity = packet->length < camera->facts.packet_bytes ? packet->length : camera->facts.packet_bytes;
        packet->status = 0;
        packet->actual_length = 0;
        if (!frame->is_whole)
            packet->actual_length = (unsigned)put_payload(frame, urb.buffer->data + place, capacity);
        if (camera->faults.overflows > 0 && index == 0) {
            camera->faults.overflows--;
            packet->status = (unsigned)-EOVERFLOW;
        }
        total += (int)packet->actual_length;
        place += packet->length;
    }
    camera_finish(camera, pending, 0, total);
}

static void fill_bulk(struct emulated_camera *camera, struct sending *frame, int pending) {
    struct urb urb = camera->pending.entries[pending];
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
    int length = put_payload(frame, urb.buffer->data, capacity);
    camera_finish(camera, pending, status, length);
}

/* The oldest pending transfer of a stream; -1 where there is none. */
static int next_pending(const struct emulated_camera *camera, int stream) {
    for (int index = 0; index < camera->pending.count; index++) {
        const struct usbdevfs_urb *fields = urb_fields(camera->pending.entries[index]);
        if (fields->type != USBDEVFS_URB_TYPE_CONTROL && camera_stream_of_endpoint(camera, fields->endpoint) == stream)
            return index;
    }
    return -1;
}

static void pump(struct emulated_camera *camera, int stream) {
    struct lane *lane = &camera->lanes[stream];
    int pending = next_pending(camera, stream);
    for (; lane->is_halted && pending >= 0; pending = next_pending(camera, stream))
        camera_finish(camera, pending, -EPIPE, 0);
    if (camera_is_silent(camera, stream)) return;
    for (; pending >= 0 && !lane->frame.is_whole && camera->is_plugged; pending = next_pending(camera, stream)) {
        if (lane->frame.unplug_after > 0 && lane->frame.sent >= lane->frame.unplug_after) {
            camera->is_pulled = true;
            camera->unplug_after = 0;
            camera_fail_all(camera);
            return;
        }
        if (urb_fields(camera->pending.entries[pending])->type == USBDEVFS_URB_TYPE_ISO) {
            fill_packets(camera, &lane->frame, pending);
        } else {
            fill_bulk(camera, &lane->frame, pending);
        }
    }
}

void camera_pump(struct emulated_camera *camera) {
    for (int stream = 0; stream < emulated_most_streams; stream++)
        if (camera->facts.streams[stream].mode_count > 0) pump(camera, stream);
}

static bool streams(const struct emulated_camera *camera, int stream) {
    const struct lane *lane = &camera->lanes[stream];
    bool is_open = camera->facts.packet_bytes == 0 || lane->alternate > 0;
    return camera->is_plugged && lane->is_committed && is_open && camera_mode(camera, stream) != NULL;
}

bool emulated_camera_streams(struct emulated_camera *camera, int stream, struct emulated_mode *mode) {
    pthread_mutex_lock(&emulated_lock);
    bool answer = streams(camera, stream);
    if (answer) *mode = *camera_mode(camera, stream);
    pthread_mutex_unlock(&emulated_lock);
    return answer;
}

static bool use_up(int *fault) {
    if (*fault <= 0) return false;
    (*fault)--;
    return true;
}

static bool begin_frame(
    struct emulated_camera *camera, int stream, const uint8_t *header, const uint8_t *bytes, size_t length) {
    struct lane *lane = &camera->lanes[stream];
    struct sending *frame = &lane->frame;
    if (!streams(camera, stream) || camera_is_silent(camera, stream)) return false;
    bool is_free = frame->is_whole || frame->bytes == NULL || frame->length == frame->sent;
    if (!is_free || next_pending(camera, stream) < 0) return false;
    frame->bytes = realloc(frame->bytes, length);
    if (frame->bytes == NULL) abort();
    memcpy(frame->bytes, bytes, length);
    memcpy(frame->header, header, header[0]);
    lane->toggle ^= 1;
    frame->header[1] = (uint8_t)((header[1] & 0x0c) | 0x80 | lane->toggle);
    struct emulated_faults *faults = &camera->faults;
    if (stream == emulated_depth && use_up(&faults->error_frames)) frame->header[1] |= 0x40;
    bool is_short = use_up(stream == emulated_depth ? &faults->short_frames : &faults->confidence_short);
    frame->length = is_short ? length / 2 : length;
    frame->sent = 0;
    frame->is_whole = false;
    return true;
}

bool emulated_camera_send(
    struct emulated_camera *camera, int stream, const uint8_t *header, const uint8_t *bytes, size_t length,
    size_t unplug_after) {
    pthread_mutex_lock(&emulated_lock);
    struct lane *lane = &camera->lanes[stream];
    int *stalls = stream == emulated_depth ? &camera->faults.stalls : &camera->faults.confidence_stalls;
    if (*stalls > 0 && next_pending(camera, stream) >= 0 && streams(camera, stream)) {
        (*stalls)--;
        lane->is_halted = true;
    }
    bool is_begun = !lane->is_halted && begin_frame(camera, stream, header, bytes, length);
    if (unplug_after > 0) camera->unplug_after = unplug_after; /* of the next frame that comes so far */
    if (is_begun) lane->frame.unplug_after = stream == emulated_depth ? camera->unplug_after : 0;
    camera_pump(camera);
    long *sent = stream == emulated_depth ? &camera->counts.frames : &camera->counts.confidence_frames;
    if (is_begun) (*sent)++;
    if (!is_begun) camera->counts.missed++;
    pthread_mutex_unlock(&emulated_lock);
    emulated_camera_tell_pulled(camera);
    return is_begun;
}
