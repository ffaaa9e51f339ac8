#include "emulated_parts.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>

/* The calls of usbfs, as libusb makes them. A client that died in mid-call resolves to nothing. */

enum { offered = USBDEVFS_CAP_ZERO_PACKET | USBDEVFS_CAP_NO_PACKET_SIZE_LIM | USBDEVFS_CAP_BULK_SCATTER_GATHER };

static unsigned number_of(UMockdevIoctlData *argument) {
    unsigned value = 0;
    UMockdevIoctlData *found = umockdev_ioctl_data_resolve(argument, 0, sizeof value, NULL);
    if (found == NULL) return 0;
    memcpy(&value, found->data, sizeof value);
    g_object_unref(found);
    return value;
}

/* A transfer with packets is longer than its fixed part: it is read twice, the second time whole. */
static UMockdevIoctlData *resolve_urb(UMockdevIoctlData *argument) {
    gulong pointer;
    memcpy(&pointer, argument->data, sizeof pointer);
    UMockdevIoctlData *fixed = umockdev_ioctl_data_resolve(argument, 0, sizeof(struct usbdevfs_urb), NULL);
    if (fixed == NULL) return NULL;
    struct usbdevfs_urb *fields = (struct usbdevfs_urb *)fixed->data;
    if (fields->type != USBDEVFS_URB_TYPE_ISO) return fixed;
    size_t whole = sizeof *fields + (size_t)fields->number_of_packets * sizeof fields->iso_frame_desc[0];
    g_object_unref(fixed);
    if (!umockdev_ioctl_data_reload(argument, NULL)) return NULL;
    memcpy(argument->data, &pointer, sizeof pointer);
    return umockdev_ioctl_data_resolve(argument, 0, whole, NULL);
}

static int buffer_bytes(const struct usbdevfs_urb *fields) {
    if (fields->type != USBDEVFS_URB_TYPE_ISO) return fields->buffer_length;
    int total = 0;
    for (int index = 0; index < fields->number_of_packets; index++)
        total += (int)fields->iso_frame_desc[index].length;
    return total;
}

/* A transfer holds its memory until it is reaped, as in the kernel: a frame that comes in the midst frees none. */
static int find_memory(struct emulated_camera *camera, const struct usbdevfs_urb *fields) {
    if (fields->type == USBDEVFS_URB_TYPE_CONTROL) return 0;
    struct emulated_faults *faults = &camera->faults;
    if (faults->no_memory_at > 0 && --faults->no_memory_at == 0) return ENOMEM;
    int held = camera->pending.count + camera->done.count;
    return faults->no_memory_after > 0 && held >= faults->no_memory_after ? ENOMEM : 0;
}

static int submit(struct emulated_camera *camera, UMockdevIoctlClient *client) {
    UMockdevIoctlData *argument = umockdev_ioctl_client_get_arg(client);
    if (!camera->is_plugged) return ENODEV;
    UMockdevIoctlData *data = resolve_urb(argument);
    if (data == NULL) return EFAULT;
    struct usbdevfs_urb *fields = (struct usbdevfs_urb *)data->data;
    int result = find_memory(camera, fields);
    UMockdevIoctlData *buffer = NULL;
    if (result == 0) {
        buffer = umockdev_ioctl_data_resolve(
            data, offsetof(struct usbdevfs_urb, buffer), (gsize)buffer_bytes(fields), NULL);
        if (buffer == NULL) result = EFAULT;
    }
    if (result != 0) {
        g_object_unref(data);
        return result;
    }
    camera->counts.submitted++;
    urb_put(&camera->pending, (struct urb){.data = data, .buffer = buffer, .client = client});
    if (fields->type == USBDEVFS_URB_TYPE_CONTROL) {
        if (camera->faults.is_mute) return 0;
        int count = camera_control(camera, buffer->data, buffer->data + 8, fields->buffer_length - 8);
        camera_finish(camera, camera->pending.count - 1, count < 0 ? count : 0, count < 0 ? 0 : count);
        return 0;
    }
    camera_pump(camera);
    return 0;
}

static int reap(struct emulated_camera *camera, UMockdevIoctlData *argument) {
    if (camera->done.count == 0) return camera->is_plugged ? EAGAIN : ENODEV;
    UMockdevIoctlData *place = umockdev_ioctl_data_resolve(argument, 0, sizeof(void *), NULL);
    if (place == NULL) return EFAULT;
    struct urb urb = urb_take(&camera->done, 0);
    umockdev_ioctl_data_set_ptr(place, 0, urb.data);
    g_object_unref(urb.buffer);
    g_object_unref(urb.data);
    g_object_unref(place);
    camera->counts.reaped++;
    camera_show_ready(camera);
    return 0;
}

static int call_back(struct emulated_camera *camera, UMockdevIoctlData *argument) {
    gulong address;
    memcpy(&address, argument->data, sizeof address);
    camera->counts.called_back++;
    for (int index = 0; index < camera->pending.count; index++) {
        if (camera->pending.entries[index].data->client_addr != address) continue;
        if (!camera->faults.keeps_calls) camera_finish(camera, index, -ENOENT, 0);
        return 0;
    }
    return EINVAL;
}

/* What an earlier client left in flight is taken away, as the kernel does when that lets go of the interface. */
static int claim(struct emulated_camera *camera, const UMockdevIoctlClient *client) {
    if (camera->faults.busy_claims > 0) {
        camera->faults.busy_claims--;
        return EBUSY;
    }
    camera->counts.claims++;
    urb_forget(&camera->pending, client);
    urb_forget(&camera->done, client);
    camera_show_ready(camera);
    return 0;
}

/* The kernel takes away what is in flight on an interface that is given back. */
static int give_back(struct emulated_camera *camera, unsigned interface) {
    int stream = camera_stream_of_interface(camera, interface);
    if (stream < 0 || camera->faults.keeps_calls) return 0;
    for (int index = camera->pending.count - 1; index >= 0; index--) {
        unsigned endpoint = urb_fields(camera->pending.entries[index])->endpoint;
        if (camera_stream_of_endpoint(camera, endpoint) == stream) camera_finish(camera, index, -ENOENT, 0);
    }
    return 0;
}

static int select_setting(struct emulated_camera *camera, UMockdevIoctlData *argument) {
    struct usbdevfs_setinterface asked;
    UMockdevIoctlData *found = umockdev_ioctl_data_resolve(argument, 0, sizeof asked, NULL);
    if (found == NULL) return EFAULT;
    memcpy(&asked, found->data, sizeof asked);
    g_object_unref(found);
    camera->counts.selections++;
    int stream = camera_stream_of_interface(camera, asked.interface);
    if (stream >= 0) camera->lanes[stream].alternate = (uint8_t)asked.altsetting;
    return 0;
}

static int clear_halt(struct emulated_camera *camera, unsigned endpoint) {
    int stream = camera_stream_of_endpoint(camera, endpoint);
    if (stream < 0) return EINVAL;
    if (stream == emulated_depth) camera->counts.clear_halts++;
    camera->lanes[stream].is_halted = false;
    camera->lanes[stream].frame.is_whole = true;
    return 0;
}

static int reset(struct emulated_camera *camera) {
    camera->counts.resets++;
    for (int stream = 0; stream < emulated_most_streams; stream++) camera->lanes[stream].is_halted = false;
    return 0;
}

static int give_capabilities(UMockdevIoctlData *argument) {
    UMockdevIoctlData *found = umockdev_ioctl_data_resolve(argument, 0, sizeof(uint32_t), NULL);
    if (found == NULL) return EFAULT;
    uint32_t value = offered;
    umockdev_ioctl_data_update(found, 0, (guint8 *)&value, sizeof value);
    g_object_unref(found);
    return 0;
}

/* The errno of a call, or 0. */
static int answer(struct emulated_camera *camera, UMockdevIoctlClient *client) {
    gulong request = umockdev_ioctl_client_get_request(client);
    UMockdevIoctlData *argument = umockdev_ioctl_client_get_arg(client);
    if (request == USBDEVFS_REAPURBNDELAY) return reap(camera, argument);
    if (request == USBDEVFS_DISCARDURB) return call_back(camera, argument);
    if (request == USBDEVFS_GET_CAPABILITIES) return give_capabilities(argument);
    if (!camera->is_plugged) return ENODEV;
    switch (request) {
    case USBDEVFS_SUBMITURB: return submit(camera, client);
    case USBDEVFS_GETDRIVER: return ENODATA;
    case USBDEVFS_IOCTL: return ENODATA;
    case USBDEVFS_CLAIMINTERFACE:
    case USBDEVFS_DISCONNECT_CLAIM: return claim(camera, client);
    case USBDEVFS_RELEASEINTERFACE: return give_back(camera, number_of(argument));
    case USBDEVFS_SETINTERFACE: return select_setting(camera, argument);
    case USBDEVFS_CLEAR_HALT: return clear_halt(camera, number_of(argument));
    case USBDEVFS_RESET: return reset(camera);
    default: return ENOTTY;
    }
}

static bool keep_hanging(struct emulated_camera *camera, UMockdevIoctlClient *client) {
    for (int index = 0; index < 4 && camera->faults.hangs; index++) {
        if (camera->hung[index] != NULL) continue;
        camera->hung[index] = g_object_ref(client);
        return true;
    }
    return false;
}

gboolean camera_handle_ioctl(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer data) {
    struct emulated_camera *camera = data;
    pthread_mutex_lock(&emulated_lock);
    bool is_old = base != camera->handler && camera->handler != NULL; /* a client of an earlier plug */
    if (is_old) {
        umockdev_ioctl_client_complete(client, -1, ENODEV);
    } else if (!keep_hanging(camera, client)) {
        int error = answer(camera, client);
        umockdev_ioctl_client_complete(client, error == 0 ? 0 : -1, error);
    }
    pthread_mutex_unlock(&emulated_lock);
    return TRUE;
}
