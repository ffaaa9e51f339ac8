/* The compiler of the package would compile Messages/messages.c without asking whether there are headers for it. */
#if __has_include(<dds/dds.h>)
#include "Messages/messages.c"
#else
typedef int cyclone_messages_are_absent; /* built without the library's headers */
#endif
