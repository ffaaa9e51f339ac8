#ifndef COMPANION_CYCLONE_LIBRARY_H
#define COMPANION_CYCLONE_LIBRARY_H

/* The library's headers use a keyword that strict C does not have. */
#define asm __asm__
#include <dds/dds.h>
#include <dds/ddsi/ddsi_serdata.h>
#include <dds/ddsi/ddsi_sertype.h>
#include <dds/ddsrt/log.h>
#undef asm

/* Every function that is used. */
#define CYCLONE_FUNCTIONS(each)                                                                                         \
    each(dds_create_domain) each(dds_create_participant) each(dds_create_topic) each(dds_create_writer)                 \
    each(dds_create_reader) each(dds_create_waitset) each(dds_create_readcondition) each(dds_waitset_attach)            \
    each(dds_waitset_wait) each(dds_writecdr) each(dds_takecdr) each(dds_delete) each(dds_create_qos)                   \
    each(dds_delete_qos) each(dds_qset_reliability) each(dds_qset_durability) each(dds_qset_history)                    \
    each(dds_qset_resource_limits) each(dds_qset_userdata) each(dds_qset_data_representation)                           \
    each(dds_get_publication_matched_status) each(dds_get_subscription_matched_status) each(dds_set_log_sink)           \
    each(ddsi_serdata_init) each(ddsi_serdata_unref) each(ddsi_sertype_v0)

struct cyclone_library {
#define CYCLONE_FIELD(name) __typeof__(&name) name;
    CYCLONE_FUNCTIONS(CYCLONE_FIELD)
#undef CYCLONE_FIELD
};

/* The functions of the library, looked for at the first call; null where it is missing. */
const struct cyclone_library *cyclone_library_find(void);

#endif
