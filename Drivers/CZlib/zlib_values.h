#ifndef COMPANION_ZLIB_VALUES_H
#define COMPANION_ZLIB_VALUES_H

#include <zlib.h>

/* Makes a stream ready for raw deflate data, as it stands in a zip archive; inflateInit2 is a macro that Swift does not
   see. Gives zlib's code. */
static inline int zlib_begin_raw(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }

#endif
