/* A voice for the bench: reads its text, and appends the moment at which the first byte of it came to a file.
   In C, so that what is measured is the service and not how long a Swift program takes to be loaded.
   usage: BenchVoice FILE, the text on the standard input */
#define _GNU_SOURCE /* for the clock */
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **words)
{
    char text[4096];
    struct timespec moment;
    if (count != 2 || read(STDIN_FILENO, text, sizeof text) <= 0)
        return 2;
    if (clock_gettime(CLOCK_BOOTTIME, &moment) != 0)
        return 1;
    while (read(STDIN_FILENO, text, sizeof text) > 0) {
    }
    const int file = open(words[1], O_WRONLY | O_CREAT | O_APPEND, 0600);
    const int length = snprintf(text, sizeof text, "%lld\n", moment.tv_sec * 1000000000LL + moment.tv_nsec);
    return file < 0 || write(file, text, (size_t)length) != length;
}
