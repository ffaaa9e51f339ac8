#ifndef COMPANION_EMULATED_TESTBED_H
#define COMPANION_EMULATED_TESTBED_H

/* The one testbed of umockdev that this program owns: a /sys and a /dev of its own for every program that is started
 * with its preload and its folder. */

/* Makes the testbed; 0 or -errno. */
int emulated_testbed_open(void);

/* The folder that a client finds it by, as UMOCKDEV_DIR. */
const char *emulated_testbed_folder(void);

/* Takes the testbed away, with its folder. */
void emulated_testbed_close(void);

#endif
