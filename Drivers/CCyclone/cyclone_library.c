#include "cyclone_headers.h"

#ifdef CYCLONE_HEADERS

#include "cyclone_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct cyclone_library library;
static const struct cyclone_library *found = NULL;

/* A function's address as data; the two have one size on every Linux, but C has no cast between them. */
static int look_up(void *handle, const char *name, void *field) {
    void *symbol = dlsym(handle, name);
    memcpy(field, &symbol, sizeof symbol);
    return symbol != NULL;
}

/* Debian's name for the 0.10 series comes first, then the one of the library's own build. */
static void find(void) {
    void *handle = dlopen("libddsc.so.0debian", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) handle = dlopen("libddsc.so.0", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
    int is_whole = 1;
#define CYCLONE_LOOK_UP(name) is_whole &= look_up(handle, #name, &library.name);
    CYCLONE_FUNCTIONS(CYCLONE_LOOK_UP)
    if (is_whole) found = &library;
}

const struct cyclone_library *cyclone_library_find(void) {
    pthread_once(&once, find);
    return found;
}

#else
typedef int cyclone_library_is_absent; /* built without the library's headers */
#endif
