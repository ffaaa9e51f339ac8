#ifndef COMPANION_AVAHI_LIBRARY_H
#define COMPANION_AVAHI_LIBRARY_H

#include <avahi-client/client.h>
#include <avahi-client/lookup.h>
#include <avahi-client/publish.h>
#include <avahi-common/address.h>
#include <avahi-common/error.h>
#include <avahi-common/simple-watch.h>
#include <avahi-common/strlst.h>

/* Every function that is used, by the library it is in. */
#define AVAHI_COMMON_FUNCTIONS(each)                                                                                    \
    each(avahi_simple_poll_new) each(avahi_simple_poll_free) each(avahi_simple_poll_get)                                \
    each(avahi_simple_poll_iterate) each(avahi_simple_poll_wakeup) each(avahi_string_list_add)                          \
    each(avahi_string_list_free) each(avahi_address_snprint)
#define AVAHI_CLIENT_FUNCTIONS(each)                                                                                    \
    each(avahi_client_new) each(avahi_client_free) each(avahi_client_errno) each(avahi_entry_group_new)                 \
    each(avahi_entry_group_free) each(avahi_entry_group_reset) each(avahi_entry_group_commit)                           \
    each(avahi_entry_group_add_service_strlst) each(avahi_service_browser_new) each(avahi_service_browser_free)         \
    each(avahi_service_resolver_new) each(avahi_service_resolver_free)

struct avahi_library {
#define AVAHI_FIELD(name) __typeof__(&name) name;
    AVAHI_COMMON_FUNCTIONS(AVAHI_FIELD)
    AVAHI_CLIENT_FUNCTIONS(AVAHI_FIELD)
#undef AVAHI_FIELD
};

/* The functions of the library, looked for at the first call; null where it is missing. */
const struct avahi_library *avahi_library_find(void);

#endif
