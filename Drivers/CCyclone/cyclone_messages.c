/* The compiler of the package would compile Messages/messages.c without asking whether there are headers for it. */
#include "cyclone_headers.h"

#ifdef CYCLONE_HEADERS
#include "Messages/messages.c"
#else
typedef int cyclone_messages_are_absent; /* built without the library's headers */
#endif
