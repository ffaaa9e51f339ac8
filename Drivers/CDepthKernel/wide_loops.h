#ifndef WIDE_LOOPS_H
#define WIDE_LOOPS_H

/* Where the compiler can, loops marked WIDE are also built for wide vectors, chosen when the program starts. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) /* what chooses runs before the sanitizer does */
#define NO_CHOICE
#endif
#endif
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(NO_CHOICE)
#define WIDE __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define WIDE
#endif

#endif
