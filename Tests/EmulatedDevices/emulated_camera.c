#define _GNU_SOURCE
#include "emulated_parts.h"

#include <errno.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

struct emulated_camera *emulated_camera_make(const struct emulated_camera_facts *facts) {
    struct emulated_camera *made = calloc(1, sizeof *made);
    if (made == NULL) abort();
    made->facts = *facts;
    uint8_t *descriptors = malloc(facts->length);
    if (descriptors == NULL) abort();
    memcpy(descriptors, facts->descriptors, facts->length);
    made->facts.descriptors = descriptors;
    made->facts.port = strdup(facts->port);
    made->facts.speed = strdup(facts->speed);
    made->facts.product = facts->product == NULL ? NULL : strdup(facts->product);
    made->facts.serial = facts->serial == NULL ? NULL : strdup(facts->serial);
    for (int stream = 0; stream < emulated_most_streams; stream++) {
        const struct emulated_stream_facts *told = &facts->streams[stream];
        if (told->mode_count > most_modes) abort();
        if (told->mode_count > 0)
            memcpy(made->lanes[stream].modes, told->modes, told->mode_count * sizeof *told->modes);
        made->facts.streams[stream].modes = made->lanes[stream].modes;
        made->lanes[stream].frame.is_whole = true;
    }
    made->master = -1;
    made->slave = -1;
    return made;
}

/* Addresses go from 1 to 127; two cameras share those of a bus. */
enum { addresses_of_lane = 60 };

static int bus_of(const struct emulated_camera *camera) { return atoi(camera->facts.port); }

static void node_of(const struct emulated_camera *camera, char node[64]) {
    /* Two cameras on one bus have addresses apart; the kernel counts up at each plug. */
    int lane = camera->facts.port[strlen(camera->facts.port) - 1] % 2;
    snprintf(node, 64, "bus/usb/%03d/%03d", bus_of(camera), 2 + lane + 2 * (camera->plugs % addresses_of_lane));
}

static char *device_text(const struct emulated_camera *camera, const char *node) {
    GString *text = g_string_new(NULL);
    int bus = bus_of(camera), address = atoi(node + 12);
    g_string_append_printf(text, "P: /devices/usb%d/%s\nN: %s\n", bus, camera->facts.port, node);
    g_string_append_printf(
        text,
        "E: SUBSYSTEM=usb\nE: DRIVER=usb\nE: BUSNUM=%03d\nE: DEVNUM=%03d\nE: DEVNAME=/dev/%s\n"
        "E: DEVTYPE=usb_device\nE: MAJOR=189\nE: MINOR=%d\n",
        bus, address, node, (bus - 1) * 128 + address - 1);
    g_string_append_printf(
        text, "A: dev=189:%d\nA: busnum=%d\nA: devnum=%d\nA: speed=%s\nA: bConfigurationValue=1\n",
        (bus - 1) * 128 + address - 1, bus, address, camera->facts.speed);
    if (camera->facts.product != NULL) g_string_append_printf(text, "A: product=%s\\n\n", camera->facts.product);
    if (camera->facts.serial != NULL) g_string_append_printf(text, "A: serial=%s\\n\n", camera->facts.serial);
    g_string_append(text, "H: descriptors=");
    for (size_t index = 0; index < camera->facts.length; index++)
        g_string_append_printf(text, "%02X", camera->facts.descriptors[index]);
    g_string_append(text, "\n\n");
    return g_string_free(text, FALSE);
}

/* A plain file is always ready, so that libusb would spin; a terminal's output can be held back and let go, and its
 * hang-up looks like that of a device that was pulled out. */
static void use_terminal(struct emulated_camera *camera, const char *node) {
    char name[128], path[512];
    struct termios raw;
    memset(&raw, 0, sizeof raw);
    cfmakeraw(&raw);
    if (openpty(&camera->master, &camera->slave, name, &raw, NULL) < 0) return;
    (void)fchmod(camera->slave, 0600);
    snprintf(path, sizeof path, "%s/dev/%s", emulated_testbed_folder(), node);
    unlink(path);
    if (symlink(name, path) < 0) perror("symlink");
    camera_show_ready(camera);
}

/* Takes the next address; false where it is plugged in. Under the lock. */
static bool begin_plug(struct emulated_camera *camera, char node[64]) {
    if (camera->is_plugged || camera->is_pulled) return false;
    camera->is_plugged = true;
    camera->plugs++;
    urb_forget(&camera->pending, NULL);
    urb_forget(&camera->done, NULL);
    for (int stream = 0; stream < emulated_most_streams; stream++) {
        camera->lanes[stream].is_committed = false;
        camera->lanes[stream].is_halted = false;
        camera->lanes[stream].alternate = 0;
    }
    node_of(camera, node);
    return true;
}

int emulated_camera_plug(struct emulated_camera *camera) {
    char node[64], path[80];
    pthread_mutex_lock(&emulated_lock);
    bool is_begun = begin_plug(camera, node);
    pthread_mutex_unlock(&emulated_lock);
    if (!is_begun) return -EALREADY;
    snprintf(path, sizeof path, "/dev/%s", node);
    if (camera->plugs > addresses_of_lane) umockdev_testbed_detach_ioctl(emulated_testbed, path, NULL);
    UMockdevIoctlBase *handler = umockdev_ioctl_base_new();
    g_signal_connect(handler, "handle-ioctl", G_CALLBACK(camera_handle_ioctl), camera);
    pthread_mutex_lock(&emulated_lock);
    camera->handler = handler; /* a quick client comes as soon as the host is told */
    pthread_mutex_unlock(&emulated_lock);
    GError *error = NULL;
    char *text = device_text(camera, node);
    bool is_added = umockdev_testbed_attach_ioctl(emulated_testbed, path, handler, &error) &&
                    umockdev_testbed_add_from_string(emulated_testbed, text, &error);
    g_free(text);
    if (error != NULL) fprintf(stderr, "plug: %s\n", error->message);
    pthread_mutex_lock(&emulated_lock);
    use_terminal(camera, node);
    pthread_mutex_unlock(&emulated_lock);
    return is_added ? 0 : -EIO;
}

/* The host is told first: a client that notices by its transfers may stop listening, and umockdev aborts where it can
 * tell nobody. */
void emulated_camera_unplug(struct emulated_camera *camera) {
    char device[128];
    pthread_mutex_lock(&emulated_lock);
    if (camera->is_pulled) camera->is_plugged = true; /* the change of /sys is still to come */
    camera->is_pulled = false;
    bool was_plugged = camera->is_plugged;
    pthread_mutex_unlock(&emulated_lock);
    if (!was_plugged) return;
    snprintf(device, sizeof device, "/sys/devices/usb%d/%s", bus_of(camera), camera->facts.port);
    umockdev_testbed_remove_device(emulated_testbed, device);
    pthread_mutex_lock(&emulated_lock);
    camera_fail_all(camera);
    if (camera->slave >= 0) close(camera->slave);
    if (camera->master >= 0) close(camera->master);
    camera->slave = -1;
    camera->master = -1;
    pthread_mutex_unlock(&emulated_lock);
}

void emulated_camera_tell_pulled(struct emulated_camera *camera) {
    pthread_mutex_lock(&emulated_lock);
    bool is_pulled = camera->is_pulled;
    pthread_mutex_unlock(&emulated_lock);
    if (is_pulled) emulated_camera_unplug(camera);
}

void emulated_camera_set_faults(struct emulated_camera *camera, const struct emulated_faults *faults) {
    pthread_mutex_lock(&emulated_lock);
    camera->faults = *faults;
    for (int index = 0; index < 4 && !faults->hangs; index++) {
        UMockdevIoctlClient *client = camera->hung[index];
        camera->hung[index] = NULL;
        if (client == NULL) continue;
        umockdev_ioctl_client_complete(client, -1, ENODEV);
        g_object_unref(client);
    }
    camera_pump(camera);
    pthread_mutex_unlock(&emulated_lock);
}

struct emulated_faults emulated_camera_faults(struct emulated_camera *camera) {
    pthread_mutex_lock(&emulated_lock);
    struct emulated_faults faults = camera->faults;
    pthread_mutex_unlock(&emulated_lock);
    return faults;
}

struct emulated_counts emulated_camera_counts(struct emulated_camera *camera) {
    pthread_mutex_lock(&emulated_lock);
    struct emulated_counts counts = camera->counts;
    counts.pending = camera->pending.count;
    pthread_mutex_unlock(&emulated_lock);
    return counts;
}

void emulated_camera_answer(
    struct emulated_camera *camera, uint32_t opcode, uint32_t parameter, const uint8_t *bytes, size_t length) {
    pthread_mutex_lock(&emulated_lock);
    int place = 0;
    while (place < camera->answer_count &&
           (camera->answers[place].opcode != opcode || camera->answers[place].parameter != parameter))
        place++;
    if (place < most_answers && length <= answer_bytes - 8) {
        struct answer *answer = &camera->answers[place];
        *answer = (struct answer){.opcode = opcode, .parameter = parameter, .length = length};
        memcpy(answer->bytes, bytes, length);
        if (place == camera->answer_count) camera->answer_count++;
    }
    pthread_mutex_unlock(&emulated_lock);
}
