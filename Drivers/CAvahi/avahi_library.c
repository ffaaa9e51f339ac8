#if __has_include(<avahi-client/client.h>)

#include "avahi_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct avahi_library library;
static const struct avahi_library *found = NULL;

/* A function's address as data; the two have one size on every Linux, but C has no cast between them. */
static int look_up(void *handle, const char *name, void *field) {
    void *symbol = dlsym(handle, name);
    memcpy(field, &symbol, sizeof symbol);
    return symbol != NULL;
}

static void find(void) {
    void *common = dlopen("libavahi-common.so.3", RTLD_NOW | RTLD_LOCAL);
    void *client = dlopen("libavahi-client.so.3", RTLD_NOW | RTLD_LOCAL);
    if (common == NULL || client == NULL) return;
    int is_whole = 1;
#define AVAHI_LOOK_UP_COMMON(name) is_whole &= look_up(common, #name, &library.name);
#define AVAHI_LOOK_UP_CLIENT(name) is_whole &= look_up(client, #name, &library.name);
    AVAHI_COMMON_FUNCTIONS(AVAHI_LOOK_UP_COMMON)
    AVAHI_CLIENT_FUNCTIONS(AVAHI_LOOK_UP_CLIENT)
    if (is_whole) found = &library;
}

const struct avahi_library *avahi_library_find(void) {
    pthread_once(&once, find);
    return found;
}

#else
typedef int avahi_library_is_absent; /* built without the library's headers */
#endif
