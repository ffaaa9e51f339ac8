#include "process_privacy.h"

#include <errno.h>
#include <sys/prctl.h>
#include <sys/resource.h>

int process_forbid_dumps(void) {
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) < 0) return -errno;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0) return -errno;
    return 0;
}
