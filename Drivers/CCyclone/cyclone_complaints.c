#include "cyclone_headers.h"

#ifdef CYCLONE_HEADERS

#include "cyclone_complaints.h"
#include "cyclone_bus.h"

#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char last[256];
static uint64_t count;

void cyclone_note_complaint(void *context, const dds_log_data_t *said) {
    (void)context;
    size_t size = said->size < sizeof last - 1 ? said->size : sizeof last - 1;
    pthread_mutex_lock(&lock);
    memcpy(last, said->message, size);
    while (size > 0 && (last[size - 1] == '\n' || last[size - 1] == 0)) size--;
    last[size] = 0;
    count++;
    pthread_mutex_unlock(&lock);
}

uint64_t cyclone_complaint(char *text, size_t capacity) {
    pthread_mutex_lock(&lock);
    uint64_t noted = count;
    if (capacity > 0) {
        strncpy(text, last, capacity - 1);
        text[capacity - 1] = 0;
    }
    pthread_mutex_unlock(&lock);
    return noted;
}

#else
typedef int cyclone_complaints_are_absent; /* built without the library's headers */
#endif
