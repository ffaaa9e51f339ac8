#ifndef FUZZ_DRIVER_H
#define FUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

/* The one entry of libFuzzer for programs that have a main of their own. It reads options and folders from the
   arguments, calls back with bytes of its making until its time is over, and returns 0; a crash ends the program. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif
