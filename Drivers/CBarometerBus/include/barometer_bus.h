#ifndef COMPANION_BAROMETER_BUS_H
#define COMPANION_BAROMETER_BUS_H

#include <stddef.h>
#include <stdint.h>

/* An I2C bus through the kernel's i2c-dev. Each call gives 0, or -errno with the outputs untouched. The adapter is
 * told to give up within 50 ms and to try a lost arbitration once more, so that no transfer takes much over 100 ms
 * even where a line is held low (the adapter keeps that limit for its other users as well). */

/* The most bytes that one transfer may carry. */
enum { barometer_bus_most = 32 };

/* Opens a node such as /dev/i2c-1, close-on-exec, and checks that its adapter can join a write and a read with a
 * repeated start: -EOPNOTSUPP where it cannot. */
int barometer_bus_open(const char *path, int *descriptor);

/* Closes what was opened; a negative descriptor is none. */
void barometer_bus_close(int descriptor);

/* Asks for a 7-bit address; nothing is sent. -EBUSY where a driver of the kernel has it: it is never forced. */
int barometer_bus_claim(int descriptor, uint8_t address);

/* Writes one byte, the register or command, and reads count bytes (1 to 32) after a repeated start. */
int barometer_bus_read(int descriptor, uint8_t address, uint8_t first, uint8_t *bytes, size_t count);

/* Writes count bytes (1 to 32) in one transfer. */
int barometer_bus_write(int descriptor, uint8_t address, const uint8_t *bytes, size_t count);

#endif
