// Lets the sanitizer of threads see what brings order between threads in Swift's libraries, which are built without it,
// so that correct programs are not reported. Preloaded, this stands before a few of their functions; nothing is
// suppressed.
//
// Synchronization.Mutex is a futex word. Its fast path is inlined into this program and seen; what happens when the lock
// is held by another thread happens in libswiftSynchronization.so. Told: acquired after the one, released before the
// other of its two functions.
//
// An array may be written in place where nobody else holds its buffer. Whoever gave it up before has read it before:
// told is a release before each count that goes down, and an acquire where a buffer was found to be held once.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SELF __attribute__((swift_context))
#define SWIFT __attribute__((swiftcall))

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

// Synchronization._MutexHandle._lockSlow(UInt32) and ._unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF void *self) __asm__(LOCK);
SWIFT void unlock_slow(SELF void *self) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF void *self) {
    SWIFT void (*original)(uint32_t, SELF void *) = (SWIFT void (*)(uint32_t, SELF void *))dlsym(RTLD_NEXT, LOCK);
    original(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT void unlock_slow(SELF void *self) {
    SWIFT void (*original)(SELF void *) = (SWIFT void (*)(SELF void *))dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(self);
    original(self);
}

#define RELEASE "swift_release"
#define UNIQUE "swift_isUniquelyReferenced_nonNull_native"

static void (*release_original)(void *);
static bool (*unique_original)(const void *);

__attribute__((constructor)) static void find_originals(void) {
    release_original = (void (*)(void *))dlsym(RTLD_NEXT, RELEASE);
    unique_original = (bool (*)(const void *))dlsym(RTLD_NEXT, UNIQUE);
}

// Programs without Swift are preloaded with this too, and never call it.
void release_counted(void *object) __asm__(RELEASE);
void release_counted(void *object) {
    if (!release_original) find_originals();
    if ((intptr_t)object > 0 && __tsan_release) __tsan_release(object);
    release_original(object);
}

bool is_held_once(const void *object) __asm__(UNIQUE);
bool is_held_once(const void *object) {
    if (!unique_original) find_originals();
    const bool is_once = unique_original(object);
    if (is_once && __tsan_acquire) __tsan_acquire((void *)object);
    return is_once;
}
