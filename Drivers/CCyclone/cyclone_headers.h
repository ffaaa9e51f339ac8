#ifndef COMPANION_CYCLONE_HEADERS_H
#define COMPANION_CYCLONE_HEADERS_H

/* CYCLONE_HEADERS is defined where the headers of the library are installed, in the series that this is written for:
 * what lies between the topics' forms and the wire is the library's own and changes with the series. */
#if __has_include(<dds/dds.h>) && __has_include(<dds/version.h>)
#include <dds/version.h>
#if DDS_VERSION_MAJOR == 0 && DDS_VERSION_MINOR == 10
#define CYCLONE_HEADERS
#endif
#endif

#endif
