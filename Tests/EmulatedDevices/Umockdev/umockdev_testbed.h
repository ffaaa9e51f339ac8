#ifndef COMPANION_UMOCKDEV_TESTBED_H
#define COMPANION_UMOCKDEV_TESTBED_H

/* The system's umockdev; only the C of the emulator sees it. */
#include <umockdev.h>

#endif
