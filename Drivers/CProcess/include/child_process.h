#ifndef COMPANION_CHILD_PROCESS_H
#define COMPANION_CHILD_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* What a child starts with. The arrays end with a null pointer; arguments[0] is looked for in PATH unless it has a
 * slash. The three descriptors must be 3 or above; they become the child's 0, 1 and 2, and nothing else is passed. */
struct child_process_request {
    char *const *arguments;
    char *const *environment;
    int input;
    int output;
    int errors;
};

/* How a child ended: an exit status, or the signal that killed it; both -1 where the kernel no longer knows. */
struct child_process_end {
    int status;
    int signal;
};

/* Starts a child as the leader of a process group of its own, with default signals and an empty mask. Gives its pid
 * and a descriptor that reads as ready when it has died. 0, or -errno with the outputs untouched. */
int child_process_spawn(const struct child_process_request *request, pid_t *pid, int *descriptor);

/* Takes a dead child away without waiting; *ended tells whether it was dead. 0, or -errno with the outputs untouched. */
int child_process_reap(int descriptor, bool *ended, struct child_process_end *end);

/* The environment of this process, ended by a null pointer. */
char *const *child_process_environment(void);

#endif
