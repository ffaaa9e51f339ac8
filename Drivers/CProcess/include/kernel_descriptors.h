#ifndef COMPANION_KERNEL_DESCRIPTORS_H
#define COMPANION_KERNEL_DESCRIPTORS_H

#include <signal.h>

/* Linux calls that Swift's view of the C library leaves out. All descriptors are close-on-exec. Each gives 0 or a
 * count, or -errno with the outputs untouched. */

/* A pipe: ends[0] reads, ends[1] writes. */
int kernel_pipe(int ends[2]);

/* A counter that reads as ready while it is not zero; never blocks. */
int kernel_event(int *descriptor);

/* A descriptor from which the signals in the set are read, once they are blocked; never blocks. */
int kernel_signals(const sigset_t *set, int *descriptor);

/* The number of the next signal waiting on such a descriptor, or -EAGAIN. */
int kernel_next_signal(int descriptor);

/* Names the calling thread; the kernel keeps 15 bytes. */
int kernel_name_thread(const char *name);

/* Whether a time service keeps the wall clock: 1 or 0, or -errno where the kernel does not tell. */
int kernel_clock_is_kept(void);

#endif
