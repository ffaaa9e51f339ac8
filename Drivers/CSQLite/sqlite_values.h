#ifndef COMPANION_SQLITE_VALUES_H
#define COMPANION_SQLITE_VALUES_H

#include <sqlite3.h>

/* Binds a copy of a text of so many bytes; SQLITE_TRANSIENT is a cast that Swift does not see. Gives SQLite's code. */
static inline int sqlite_bind_copied_text(sqlite3_stmt *statement, int position, const char *text, int bytes) {
    return sqlite3_bind_text(statement, position, text, bytes, SQLITE_TRANSIENT);
}

#endif
