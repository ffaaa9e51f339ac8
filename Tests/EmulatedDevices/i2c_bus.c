#define _GNU_SOURCE
#include "i2c_bus.h"

#include <umockdev.h>

#include <errno.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* Made by the part that opens the testbed. */
extern UMockdevTestbed *emulated_testbed;

enum { most_buses = 16, most_messages = 2, most_bytes = 8192 };

struct bus {
    int number;
    int is_plugged;
    int has_combined;
    int timeout;
    UMockdevIoctlBase *handler;
    struct emulated_bus_answers answers;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct bus buses[most_buses];

/* A copy of what a bus is now, so that no transfer is answered under the lock. */
static struct bus look(const struct bus *bus) {
    pthread_mutex_lock(&lock);
    struct bus copy = *bus;
    pthread_mutex_unlock(&lock);
    return copy;
}

/* A client that died in mid-call resolves to nothing: that transfer fails with EFAULT and nobody hears of it. */
static UMockdevIoctlData *resolve(UMockdevIoctlData *data, size_t offset, size_t length) {
    return data ? umockdev_ioctl_data_resolve(data, offset, length, NULL) : NULL;
}

static void forget(UMockdevIoctlData *data) {
    if (data) g_object_unref(data);
}

static int answer(
    const struct bus *bus, const struct i2c_msg *messages, UMockdevIoctlData *const *buffers, unsigned count) {
    const uint8_t *written = NULL;
    uint8_t *read = NULL;
    size_t written_count = 0, read_count = 0;
    for (unsigned index = 0; index < count; index++) {
        if (messages[index].addr != messages[0].addr) return -EOPNOTSUPP;
        if (messages[index].flags & I2C_M_RD) {
            if (read) return -EOPNOTSUPP;
            read = buffers[index]->data;
            read_count = messages[index].len;
        } else {
            if (written || read) return -EOPNOTSUPP;
            written = buffers[index]->data;
            written_count = messages[index].len;
        }
    }
    return bus->answers.transfer(
        bus->answers.context, bus->number, (uint8_t)messages[0].addr, written, written_count, read, read_count);
}

static int transfer(const struct bus *bus, UMockdevIoctlData *argument) {
    if (!bus->has_combined) return -EOPNOTSUPP;
    UMockdevIoctlData *call = resolve(argument, 0, sizeof(struct i2c_rdwr_ioctl_data));
    if (!call) return -EFAULT;
    struct i2c_rdwr_ioctl_data request;
    memcpy(&request, call->data, sizeof request);
    int result = request.nmsgs < 1 || request.nmsgs > most_messages ? -EINVAL : 0;
    UMockdevIoctlData *list = NULL, *buffers[most_messages] = {NULL};
    struct i2c_msg messages[most_messages];
    if (!result) {
        list = resolve(call, offsetof(struct i2c_rdwr_ioctl_data, msgs), request.nmsgs * sizeof messages[0]);
        result = list ? 0 : -EFAULT;
    }
    if (!result) memcpy(messages, list->data, request.nmsgs * sizeof messages[0]);
    for (unsigned index = 0; !result && index < request.nmsgs; index++) {
        if (messages[index].len > most_bytes) result = -EINVAL;
        else buffers[index] = resolve(
            list, index * sizeof messages[0] + offsetof(struct i2c_msg, buf), messages[index].len);
        if (!result && !buffers[index]) result = -EFAULT;
    }
    if (!result) result = answer(bus, messages, buffers, request.nmsgs);
    for (unsigned index = 0; index < most_messages; index++) forget(buffers[index]);
    forget(list);
    forget(call);
    return result < 0 ? result : (int)request.nmsgs;
}

static int functions(const struct bus *bus, UMockdevIoctlData *argument) {
    unsigned long value = I2C_FUNC_SMBUS_EMUL | (bus->has_combined ? I2C_FUNC_I2C : 0);
    UMockdevIoctlData *place = resolve(argument, 0, sizeof value);
    if (!place) return -EFAULT;
    memcpy(place->data, &value, sizeof value);
    forget(place);
    return 0;
}

static int perform(struct bus *bus, gulong request, UMockdevIoctlData *argument) {
    struct bus now = look(bus);
    if (!now.is_plugged) return -ENODEV;
    gulong value = 0;
    memcpy(&value, argument->data, sizeof value);
    switch (request) {
    case I2C_FUNCS: return functions(&now, argument);
    case I2C_RDWR: return transfer(&now, argument);
    case I2C_SLAVE:
        if (value > 0x7F) return -EINVAL;
        return now.answers.is_busy(now.answers.context, now.number, (uint8_t)value) ? -EBUSY : 0;
    case I2C_RETRIES: return 0;
    case I2C_TIMEOUT:
        pthread_mutex_lock(&lock);
        bus->timeout = (int)value * 10;
        pthread_mutex_unlock(&lock);
        return 0;
    default: return -ENOTTY; /* above all I2C_SLAVE_FORCE */
    }
}

static gboolean handle_ioctl(UMockdevIoctlBase *base, UMockdevIoctlClient *client, gpointer context) {
    (void)base;
    UMockdevIoctlData *argument = umockdev_ioctl_client_get_arg(client);
    int result = argument ? perform(context, umockdev_ioctl_client_get_request(client), argument) : -EFAULT;
    umockdev_ioctl_client_complete(client, result < 0 ? -1 : result, result < 0 ? -result : 0);
    return TRUE;
}

static struct bus *known(int bus) { return bus >= 0 && bus < most_buses ? &buses[bus] : NULL; }

int emulated_bus_plug(int bus, const char *name, const struct emulated_bus_answers *answers) {
    struct bus *place = known(bus);
    if (!place || place->is_plugged || !emulated_testbed) return -EINVAL;
    char node[32], text[512];
    snprintf(node, sizeof node, "/dev/i2c-%d", bus);
    UMockdevIoctlBase *handler = umockdev_ioctl_base_new();
    g_signal_connect(handler, "handle-ioctl", G_CALLBACK(handle_ioctl), place);
    if (!umockdev_testbed_attach_ioctl(emulated_testbed, node, handler, NULL)) {
        g_object_unref(handler);
        return -EIO;
    }
    pthread_mutex_lock(&lock);
    *place = (struct bus){
        .number = bus, .is_plugged = 1, .has_combined = 1, .timeout = 1000, .handler = handler, .answers = *answers};
    pthread_mutex_unlock(&lock);
    snprintf(
        text, sizeof text,
        "P: /devices/platform/emulated/i2c-%d\nE: SUBSYSTEM=i2c\nA: name=%s\n\n"
        "P: /devices/platform/emulated/i2c-%d/i2c-dev/i2c-%d\nN: i2c-%d=00\nE: SUBSYSTEM=i2c-dev\n"
        "E: DEVNAME=/dev/i2c-%d\nA: dev=89:%d\nA: name=%s\n",
        bus, name, bus, bus, bus, bus, bus, name);
    GError *error = NULL;
    if (umockdev_testbed_add_from_string(emulated_testbed, text, &error)) return 0;
    g_clear_error(&error);
    return -EIO;
}

int emulated_bus_set_combined(int bus, int has_combined) {
    struct bus *place = known(bus);
    if (!place) return -EINVAL;
    pthread_mutex_lock(&lock);
    place->has_combined = has_combined;
    pthread_mutex_unlock(&lock);
    return 0;
}

int emulated_bus_unplug(int bus) {
    struct bus *place = known(bus);
    if (!place || !place->is_plugged) return -EINVAL;
    pthread_mutex_lock(&lock);
    place->is_plugged = 0;
    UMockdevIoctlBase *handler = place->handler;
    place->handler = NULL;
    pthread_mutex_unlock(&lock);
    char path[128], node[32];
    snprintf(node, sizeof node, "/dev/i2c-%d", bus);
    snprintf(path, sizeof path, "/sys/devices/platform/emulated/i2c-%d/i2c-dev/i2c-%d", bus, bus);
    umockdev_testbed_remove_device(emulated_testbed, path);
    snprintf(path, sizeof path, "/sys/devices/platform/emulated/i2c-%d", bus);
    umockdev_testbed_remove_device(emulated_testbed, path);
    umockdev_testbed_detach_ioctl(emulated_testbed, node, NULL);
    g_object_unref(handler);
    return 0;
}

int emulated_bus_timeout(int bus) {
    struct bus *place = known(bus);
    return place ? look(place).timeout : -EINVAL;
}
