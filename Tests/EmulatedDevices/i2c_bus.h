#ifndef COMPANION_I2C_BUS_H
#define COMPANION_I2C_BUS_H

#include <stddef.h>
#include <stdint.h>

/* The I2C half of the emulated devices: buses with a node /dev/i2c-N and an entry in /sys, whose transfers are
 * answered by a callback. The testbed must be open. Each call gives 0, or -errno. */

/* Answers one transfer to a 7-bit address: bytes that were written, then bytes to be read after a repeated start;
 * either may be none. 0, or -errno as the kernel would give it. Called from a thread of umockdev, never twice at once
 * for one bus; it may take its time, as a hanging bus does. */
typedef int (*emulated_bus_transfer)(
    void *context, int bus, uint8_t address, const uint8_t *written, size_t written_count, uint8_t *read,
    size_t read_count);

/* Tells whether a driver of the kernel holds an address. */
typedef int (*emulated_bus_is_busy)(void *context, int bus, uint8_t address);

/* What answers a bus. */
struct emulated_bus_answers {
    void *context;
    emulated_bus_transfer transfer;
    emulated_bus_is_busy is_busy;
};

/* Plugs in a bus of a number from 0 to 15 and a name. Not a bus that is there. */
int emulated_bus_plug(int bus, const char *name, const struct emulated_bus_answers *answers);

/* Lets a bus that is there lack combined transfers (0) or have them (1). */
int emulated_bus_set_combined(int bus, int has_combined);

/* Pulls a bus out: its node and its entry are gone, and calls of those who have it open give ENODEV. */
int emulated_bus_unplug(int bus);

/* How long the timeout of a bus is that a client has set, in milliseconds; 1000 where none has. */
int emulated_bus_timeout(int bus);

#endif
