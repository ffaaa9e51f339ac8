#define _GNU_SOURCE
#include "barometer_bus.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { timeout_of_10_ms = 5, retries = 1 };

static int call(int descriptor, unsigned long request, unsigned long argument) {
    int result;
    do {
        result = ioctl(descriptor, request, argument);
    } while (result < 0 && errno == EINTR);
    return result < 0 ? -errno : result;
}

static int prepare(int descriptor) {
    unsigned long functions = 0;
    int result = call(descriptor, I2C_FUNCS, (unsigned long)&functions);
    if (result < 0) return result;
    if (!(functions & I2C_FUNC_I2C)) return -EOPNOTSUPP;
    result = call(descriptor, I2C_TIMEOUT, timeout_of_10_ms);
    if (result < 0) return result;
    result = call(descriptor, I2C_RETRIES, retries);
    return result < 0 ? result : 0;
}

int barometer_bus_open(const char *path, int *descriptor) {
    int opened;
    do {
        opened = open(path, O_RDWR | O_CLOEXEC);
    } while (opened < 0 && errno == EINTR);
    if (opened < 0) return -errno;
    int result = prepare(opened);
    if (result < 0) {
        close(opened);
        return result;
    }
    *descriptor = opened;
    return 0;
}

void barometer_bus_close(int descriptor) {
    if (descriptor >= 0) close(descriptor);
}

int barometer_bus_claim(int descriptor, uint8_t address) {
    int result = call(descriptor, I2C_SLAVE, address);
    return result < 0 ? result : 0;
}

static int transfer(int descriptor, struct i2c_msg *messages, int count) {
    struct i2c_rdwr_ioctl_data data = {.msgs = messages, .nmsgs = (unsigned)count};
    int result = call(descriptor, I2C_RDWR, (unsigned long)&data);
    if (result < 0) return result;
    return result == count ? 0 : -EIO; /* an adapter that stopped half-way */
}

int barometer_bus_read(int descriptor, uint8_t address, uint8_t first, uint8_t *bytes, size_t count) {
    if (count < 1 || count > barometer_bus_most) return -EINVAL;
    uint8_t taken[barometer_bus_most] = {0};
    struct i2c_msg messages[2] = {
        {.addr = address, .flags = 0, .len = 1, .buf = &first},
        {.addr = address, .flags = I2C_M_RD, .len = (uint16_t)count, .buf = taken},
    };
    int result = transfer(descriptor, messages, 2);
    if (result < 0) return result;
    memcpy(bytes, taken, count);
    return 0;
}

int barometer_bus_write(int descriptor, uint8_t address, const uint8_t *bytes, size_t count) {
    if (count < 1 || count > barometer_bus_most) return -EINVAL;
    uint8_t sent[barometer_bus_most];
    memcpy(sent, bytes, count);
    struct i2c_msg message = {.addr = address, .flags = 0, .len = (uint16_t)count, .buf = sent};
    return transfer(descriptor, &message, 1);
}
