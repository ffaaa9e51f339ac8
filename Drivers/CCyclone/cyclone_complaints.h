#ifndef COMPANION_CYCLONE_COMPLAINTS_H
#define COMPANION_CYCLONE_COMPLAINTS_H

#include <dds/ddsrt/log.h>

/* Keeps what the library would print; called by any of its threads. */
void cyclone_note_complaint(void *context, const dds_log_data_t *said);

#endif
