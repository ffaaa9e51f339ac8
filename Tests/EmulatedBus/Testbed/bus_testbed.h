#ifndef COMPANION_BUS_TESTBED_H
#define COMPANION_BUS_TESTBED_H

/* The testbed of a program that emulates I2C buses alone. */

/* Makes it; 0 or -errno. */
int emulated_testbed_open(void);

/* The folder that a client finds it by, as UMOCKDEV_DIR. */
const char *emulated_testbed_folder(void);

/* Takes it away, with its folder. */
void emulated_testbed_close(void);

#endif
