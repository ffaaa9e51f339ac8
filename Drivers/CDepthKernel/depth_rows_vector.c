/* The vectors that every processor of this architecture has. */
#define LOOPS depth_loops_vector
#include "depth_rows_vector.h"
