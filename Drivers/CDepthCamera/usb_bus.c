#define _POSIX_C_SOURCE 200809L
#include "usb_parts.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int usb_errno(int error) {
    switch (error) {
    case LIBUSB_ERROR_INVALID_PARAM: return -EINVAL;
    case LIBUSB_ERROR_ACCESS: return -EACCES;
    case LIBUSB_ERROR_NO_DEVICE: return -ENODEV;
    case LIBUSB_ERROR_NOT_FOUND: return -ENOENT;
    case LIBUSB_ERROR_BUSY: return -EBUSY;
    case LIBUSB_ERROR_TIMEOUT: return -ETIMEDOUT;
    case LIBUSB_ERROR_OVERFLOW: return -EOVERFLOW;
    case LIBUSB_ERROR_PIPE: return -EPIPE;
    case LIBUSB_ERROR_INTERRUPTED: return -EINTR;
    case LIBUSB_ERROR_NO_MEM: return -ENOMEM;
    case LIBUSB_ERROR_NOT_SUPPORTED: return -ENOTSUP;
    default: return error < 0 ? -EIO : error;
    }
}

int64_t usb_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void usb_handle_events(struct usb_bus *bus, int64_t deadline, const int *done) {
    int64_t left = deadline - usb_now();
    do {
        if (left < 0) left = 0;
        struct timeval limit = {.tv_sec = left / 1000, .tv_usec = (left % 1000) * 1000};
        int result = libusb_handle_events_timeout_completed(bus->context, &limit, NULL);
        if (result != 0 && result != LIBUSB_ERROR_INTERRUPTED) return;
        left = deadline - usb_now();
    } while (*done == 0 && left > 0);
}

static int LIBUSB_CALL note_change(
    libusb_context *context, libusb_device *device, libusb_hotplug_event event, void *data) {
    (void)context;
    (void)device;
    (void)event;
    ((struct usb_bus *)data)->changes = 1;
    return 0;
}

int usb_bus_open(struct usb_bus **bus) {
    struct usb_bus *made = calloc(1, sizeof *made);
    if (made == NULL) return -ENOMEM;
    int result = libusb_init(&made->context);
    if (result != 0) {
        free(made);
        return usb_errno(result);
    }
    if (libusb_has_capability(LIBUSB_CAP_HAS_HOTPLUG)) {
        int events = LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED | LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT;
        int any = LIBUSB_HOTPLUG_MATCH_ANY;
        made->is_watching = libusb_hotplug_register_callback(
            made->context, events, 0, any, any, any, note_change, made, &made->callback) == 0;
    }
    *bus = made;
    return 0;
}

static void forget_list(struct usb_bus *bus) {
    if (bus->list != NULL) libusb_free_device_list(bus->list, 1);
    bus->list = NULL;
    bus->count = 0;
}

void usb_bus_close(struct usb_bus *bus) {
    if (bus == NULL || bus->is_abandoned) return;
    forget_list(bus);
    if (bus->is_watching) libusb_hotplug_deregister_callback(bus->context, bus->callback);
    libusb_exit(bus->context);
    free(bus);
}

int usb_bus_list(struct usb_bus *bus) {
    libusb_device **list = NULL;
    ssize_t count = libusb_get_device_list(bus->context, &list);
    if (count < 0) return usb_errno((int)count);
    forget_list(bus);
    bus->list = list;
    bus->count = (int)count;
    return bus->count;
}

int usb_bus_facts(const struct usb_bus *bus, int index, struct usb_device_facts *facts) {
    if (index < 0 || index >= bus->count) return -EINVAL;
    libusb_device *device = bus->list[index];
    struct libusb_device_descriptor found;
    int result = libusb_get_device_descriptor(device, &found);
    if (result != 0) return usb_errno(result);
    struct usb_device_facts told = {
        .vendor = found.idVendor,
        .product = found.idProduct,
        .release = found.bcdDevice,
        .usb_version = found.bcdUSB,
        .device_class = found.bDeviceClass,
        .bus = libusb_get_bus_number(device),
        .address = libusb_get_device_address(device),
        .speed = (uint8_t)libusb_get_device_speed(device),
    };
    int ports = libusb_get_port_numbers(device, told.ports, sizeof told.ports);
    told.port_count = ports > 0 ? (uint8_t)ports : 0;
    *facts = told;
    return 0;
}

/* Bytes that are gathered up to a limit; what does not fit is only counted. */
struct gathering {
    uint8_t *bytes;
    size_t capacity;
    size_t length;
};

static void gather(struct gathering *all, const void *bytes, size_t length) {
    if (length > 0 && all->length + length <= all->capacity) memcpy(all->bytes + all->length, bytes, length);
    all->length += length;
}

/* libusb keeps the fixed part of each standard descriptor in a structure whose head is laid out as on the wire, and
 * everything between two of them, in its order, as the `extra` of the first. */
static void gather_setting(struct gathering *all, const struct libusb_interface_descriptor *setting) {
    gather(all, setting, LIBUSB_DT_INTERFACE_SIZE);
    gather(all, setting->extra, (size_t)setting->extra_length);
    for (int index = 0; index < setting->bNumEndpoints; index++) {
        const struct libusb_endpoint_descriptor *endpoint = &setting->endpoint[index];
        uint8_t head[LIBUSB_DT_ENDPOINT_AUDIO_SIZE] = {
            endpoint->bLength, endpoint->bDescriptorType, endpoint->bEndpointAddress, endpoint->bmAttributes,
            (uint8_t)endpoint->wMaxPacketSize, (uint8_t)(endpoint->wMaxPacketSize >> 8), endpoint->bInterval,
            endpoint->bRefresh, endpoint->bSynchAddress,
        };
        bool is_audio = endpoint->bLength >= LIBUSB_DT_ENDPOINT_AUDIO_SIZE;
        gather(all, head, is_audio ? LIBUSB_DT_ENDPOINT_AUDIO_SIZE : LIBUSB_DT_ENDPOINT_SIZE);
        gather(all, endpoint->extra, (size_t)endpoint->extra_length);
    }
}

int usb_bus_configuration(const struct usb_bus *bus, int index, uint8_t *bytes, size_t capacity) {
    if (index < 0 || index >= bus->count) return -EINVAL;
    struct libusb_config_descriptor *found = NULL;
    int result = libusb_get_active_config_descriptor(bus->list[index], &found);
    if (result != 0) result = libusb_get_config_descriptor(bus->list[index], 0, &found);
    if (result != 0) return usb_errno(result);
    struct gathering all = {.bytes = bytes, .capacity = capacity};
    uint8_t head[LIBUSB_DT_CONFIG_SIZE] = {
        found->bLength, found->bDescriptorType, (uint8_t)found->wTotalLength, (uint8_t)(found->wTotalLength >> 8),
        found->bNumInterfaces, found->bConfigurationValue, found->iConfiguration, found->bmAttributes,
        found->MaxPower,
    };
    gather(&all, head, sizeof head);
    gather(&all, found->extra, (size_t)found->extra_length);
    for (int interface = 0; interface < found->bNumInterfaces; interface++) {
        for (int setting = 0; setting < found->interface[interface].num_altsetting; setting++)
            gather_setting(&all, &found->interface[interface].altsetting[setting]);
    }
    libusb_free_config_descriptor(found);
    return all.length <= capacity ? (int)all.length : -EMSGSIZE;
}

int usb_bus_wait(struct usb_bus *bus, int milliseconds) {
    usb_handle_events(bus, usb_now() + milliseconds, &bus->changes);
    int changed = bus->changes;
    bus->changes = 0;
    return changed;
}
