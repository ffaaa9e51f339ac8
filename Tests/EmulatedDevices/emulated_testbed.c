#include "emulated_parts.h"

#include <errno.h>
#include <signal.h>

pthread_mutex_t emulated_lock = PTHREAD_MUTEX_INITIALIZER;
UMockdevTestbed *emulated_testbed;
static char *folder;

int emulated_testbed_open(void) {
    signal(SIGHUP, SIG_IGN); /* closing the far end of a terminal may send one */
    signal(SIGPIPE, SIG_IGN);
    pthread_mutex_lock(&emulated_lock);
    emulated_testbed = umockdev_testbed_new();
    folder = emulated_testbed == NULL ? NULL : umockdev_testbed_get_root_dir(emulated_testbed);
    pthread_mutex_unlock(&emulated_lock);
    return folder == NULL ? -EIO : 0;
}

const char *emulated_testbed_folder(void) { return folder; }

void emulated_testbed_close(void) {
    if (emulated_testbed != NULL) g_object_unref(emulated_testbed);
    emulated_testbed = NULL;
}
