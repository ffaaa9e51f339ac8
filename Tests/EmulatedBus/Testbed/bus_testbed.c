#include "bus_testbed.h"

#include <umockdev.h>

#include <errno.h>
#include <signal.h>

UMockdevTestbed *emulated_testbed;
static char *folder;

int emulated_testbed_open(void) {
    signal(SIGHUP, SIG_IGN); /* a node that is a terminal sends one when it is closed */
    emulated_testbed = umockdev_testbed_new();
    if (!emulated_testbed) return -EIO;
    folder = umockdev_testbed_get_root_dir(emulated_testbed);
    return folder ? 0 : -EIO;
}

const char *emulated_testbed_folder(void) { return folder; }

void emulated_testbed_close(void) {
    if (emulated_testbed) g_object_unref(emulated_testbed);
    emulated_testbed = NULL;
}
