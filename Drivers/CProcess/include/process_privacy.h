#ifndef COMPANION_PROCESS_PRIVACY_H
#define COMPANION_PROCESS_PRIVACY_H

/* Makes the kernel keep the memory of this process to itself: no core file, and no tracer but root's. 0, or -errno;
 * what was done before the failure stays. */
int process_forbid_dumps(void);

#endif
