#define _GNU_SOURCE
#include "kernel_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timex.h>
#include <unistd.h>

int kernel_pipe(int ends[2]) {
    int made[2];
    if (pipe2(made, O_CLOEXEC) < 0) return -errno;
    ends[0] = made[0];
    ends[1] = made[1];
    return 0;
}

int kernel_event(int *descriptor) {
    int made = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (made < 0) return -errno;
    *descriptor = made;
    return 0;
}

int kernel_signals(const sigset_t *set, int *descriptor) {
    int made = signalfd(-1, set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (made < 0) return -errno;
    *descriptor = made;
    return 0;
}

int kernel_next_signal(int descriptor) {
    struct signalfd_siginfo found;
    ssize_t count;
    do {
        count = read(descriptor, &found, sizeof found);
    } while (count < 0 && errno == EINTR);
    if (count < 0) return -errno;
    return count == (ssize_t)sizeof found ? (int)found.ssi_signo : -EIO;
}

int kernel_name_thread(const char *name) { return prctl(PR_SET_NAME, name) < 0 ? -errno : 0; }

int kernel_clock_is_kept(void) {
    struct timex time = {0};
    int state = adjtimex(&time);
    if (state < 0) return -errno;
    return state != TIME_ERROR && (time.status & STA_UNSYNC) == 0;
}
