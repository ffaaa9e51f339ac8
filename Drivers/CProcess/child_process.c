#define _GNU_SOURCE
#include "child_process.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

extern char **environ;

static int set_attributes(posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int error = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    if (!error) error = posix_spawnattr_setpgroup(attributes, 0);
    if (!error) error = posix_spawnattr_setsigdefault(attributes, &all);
    if (!error) error = posix_spawnattr_setsigmask(attributes, &none);
    return error;
}

static int set_descriptors(posix_spawn_file_actions_t *actions, const struct child_process_request *request) {
    int error = posix_spawn_file_actions_adddup2(actions, request->input, 0);
    if (!error) error = posix_spawn_file_actions_adddup2(actions, request->output, 1);
    if (!error) error = posix_spawn_file_actions_adddup2(actions, request->errors, 2);
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(actions, 3);
    return error;
}

static int start(const struct child_process_request *request, pid_t *pid) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    int error = posix_spawnattr_init(&attributes);
    if (error) return error;
    error = posix_spawn_file_actions_init(&actions);
    if (!error) {
        error = set_attributes(&attributes);
        if (!error) error = set_descriptors(&actions, request);
        if (!error) {
            error = posix_spawnp(
                pid, request->arguments[0], &actions, &attributes, request->arguments, request->environment);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    posix_spawnattr_destroy(&attributes);
    return error;
}

int child_process_spawn(const struct child_process_request *request, pid_t *pid, int *descriptor) {
    if (!request->arguments[0] || request->input < 3 || request->output < 3 || request->errors < 3) return -EINVAL;
    pid_t child = 0;
    int error = start(request, &child);
    if (error) return -error;
    int watch = (int)syscall(SYS_pidfd_open, child, 0); /* close-on-exec by definition */
    if (watch < 0) {
        error = errno;
        kill(-child, SIGKILL); /* without a way to wait for it with a limit it must not run */
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
        return -error;
    }
    *pid = child;
    *descriptor = watch;
    return 0;
}

int child_process_reap(int descriptor, bool *ended, struct child_process_end *end) {
    siginfo_t found;
    memset(&found, 0, sizeof found);
    int result;
    do {
        result = waitid((idtype_t)P_PIDFD, (id_t)descriptor, &found, WEXITED | WNOHANG);
    } while (result < 0 && errno == EINTR);
    if (result < 0 && errno != ECHILD) return -errno;
    struct child_process_end how = {-1, -1};
    if (result == 0 && found.si_pid != 0) {
        if (found.si_code == CLD_EXITED) how.status = found.si_status;
        else how.signal = found.si_status;
    }
    *ended = result < 0 || found.si_pid != 0; /* ECHILD: somebody ignores SIGCHLD and the kernel took it away */
    if (*ended) *end = how;
    return 0;
}

char *const *child_process_environment(void) { return environ; }
