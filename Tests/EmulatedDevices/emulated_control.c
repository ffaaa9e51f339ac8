#include "emulated_parts.h"

#include <errno.h>
#include <string.h>

/* The control requests of a UVC camera: probe and commit on its streaming interface, the vendor's channel on a unit. */

enum {
    set_current = 0x01,
    get_current = 0x81,
    get_length = 0x85,
    get_info = 0x86,
    selector_probe = 1,
    selector_commit = 2,
    selector_command = 1,
    opcode_hardware_reset = 0x20,
};

static uint32_t word(const uint8_t *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void put_word(uint8_t *bytes, uint32_t value) {
    for (int index = 0; index < 4; index++) bytes[index] = (uint8_t)(value >> (8 * index));
}

static void negotiate(struct emulated_camera *camera, int stream, const uint8_t *asked, int length, bool grants) {
    uint8_t *probe = camera->lanes[stream].probe;
    const struct emulated_stream_facts *facts = &camera->facts.streams[stream];
    memset(probe, 0, probe_bytes);
    memcpy(probe, asked, (size_t)(length < probe_bytes ? length : probe_bytes));
    if (!grants || camera_mode(camera, stream) == NULL) {
        const struct emulated_mode *modes = facts->modes;
        bool is_first = probe[2] == modes[0].format && probe[3] == modes[0].frame;
        const struct emulated_mode *other = &modes[is_first && facts->mode_count > 1 ? 1 : 0];
        probe[2] = other->format;
        probe[3] = other->frame;
    }
    uint32_t frame = camera_mode(camera, stream)->bytes, payload = camera->facts.payload_bytes;
    if (camera->facts.packet_bytes > 0) payload = camera->facts.packet_bytes;
    put_word(probe + 18, frame);
    put_word(probe + 22, payload > 0 ? payload : frame + 255);
    put_word(probe + 26, 48000000);
    probe[30] = 3;
}

static int commit(struct emulated_camera *camera, int stream, int length) {
    camera->lanes[stream].is_committed = true;
    camera->lanes[stream].frame.is_whole = true;
    if (stream == emulated_depth) camera->counts.commits++;
    else camera->counts.confidence_commits++;
    return length;
}

static int stream_control(
    struct emulated_camera *camera, int stream, uint8_t request, uint8_t selector, uint8_t *bytes, int length) {
    if (selector != selector_probe && selector != selector_commit) return -EPIPE;
    uint8_t *probe = camera->lanes[stream].probe;
    if (request == set_current) {
        if (stream == emulated_confidence && camera->faults.confidence_refusals > 0) {
            camera->faults.confidence_refusals--;
            return -EPIPE;
        }
        int *stalls = selector == selector_probe ? &camera->faults.probe_stalls : &camera->faults.commit_stalls;
        if (stream == emulated_depth && *stalls > 0) {
            (*stalls)--;
            return -EPIPE;
        }
        bool grants = stream != emulated_depth || camera->faults.refused_probes == 0;
        if (!grants) camera->faults.refused_probes--;
        negotiate(camera, stream, bytes, length, grants);
        return selector == selector_probe ? length : commit(camera, stream, length);
    }
    if (request == get_length || request == get_info) {
        bytes[0] = request == get_length ? probe_bytes : 3;
        if (length > 1) bytes[1] = 0;
        return length < 2 ? length : 2;
    }
    if (word(probe + 18) == 0) {
        const struct emulated_mode *modes = camera->facts.streams[stream].modes;
        uint8_t first[probe_bytes] = {0, 0, modes[0].format, modes[0].frame};
        negotiate(camera, stream, first, probe_bytes, true);
    }
    int whole = camera->faults.probe_bytes > 0 ? camera->faults.probe_bytes : probe_bytes;
    int count = length < whole ? length : whole;
    memcpy(bytes, probe, (size_t)count);
    return count;
}

static void answer_command(const struct emulated_camera *camera, uint8_t *reply) {
    uint32_t opcode = word(camera->command + 4), parameter = word(camera->command + 8);
    memset(reply, 0, answer_bytes);
    put_word(reply, (uint32_t)-1); /* a command it does not know */
    for (int index = 0; index < camera->answer_count; index++) {
        const struct answer *answer = &camera->answers[index];
        if (answer->opcode != opcode || answer->parameter != parameter) continue;
        put_word(reply, opcode);
        memcpy(reply + 4, answer->bytes, answer->length);
        put_word(reply + answer_bytes - 4, (uint32_t)answer->length);
        return;
    }
}

static int unit_control(
    struct emulated_camera *camera, uint8_t request, uint8_t selector, uint8_t *bytes, int length) {
    if (selector != selector_command) return -EPIPE;
    if (request == get_length && length >= 2) {
        bytes[0] = answer_bytes & 0xff;
        bytes[1] = answer_bytes >> 8;
        return 2;
    }
    if (length != answer_bytes) return -EPIPE; /* as the real ones do */
    if (request == set_current) {
        memcpy(camera->command, bytes, answer_bytes);
        camera->counts.commands++;
        if (word(bytes + 4) == opcode_hardware_reset) camera->counts.hardware_resets++;
        return length;
    }
    if (request != get_current) return -EPIPE;
    answer_command(camera, bytes);
    return answer_bytes;
}

int camera_control(struct emulated_camera *camera, const uint8_t setup[8], uint8_t *bytes, int length) {
    uint8_t type = setup[0], request = setup[1], selector = setup[3], interface = setup[4], entity = setup[5];
    if ((type & 0x7f) != 0x21) return -EPIPE;
    int stream = camera_stream_of_interface(camera, interface);
    if (stream >= 0 && entity == 0) return stream_control(camera, stream, request, selector, bytes, length);
    if (entity == camera->facts.unit) return unit_control(camera, request, selector, bytes, length);
    return -EPIPE;
}
