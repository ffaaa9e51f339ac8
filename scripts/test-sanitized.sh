#!/bin/bash
# Runs the tests of the drivers and of the door for phones with the sanitizer of addresses (and of memory that is lost),
# then with that of threads.
# The programs that the tests start are the sanitized ones; what is found in them fails the test that started them.
# usage: test-sanitized.sh [options of swift test, such as --filter CameraReturn]
set -uo pipefail
cd "$(dirname "$0")/.." || exit

# What C libraries keep until the end is no leak of ours.
suppressions=$PWD/scripts/lost-memory.supp
export LSAN_OPTIONS="suppressions=$suppressions:print_suppressions=0"
export TSAN_OPTIONS="halt_on_error=0"
status=0

# Swift's Mutex is seen by the sanitizer of threads only with this; nothing is suppressed by it.
mkdir -p .build
mutex=$PWD/.build/tsan-mutex.so
clang -shared -fPIC -O1 -Wall -Wextra -Werror scripts/tsan-mutex.c -o "$mutex" || exit

for sanitizer in address thread; do
    echo "The sanitizer of ${sanitizer}s:"
    preload=
    [ "$sanitizer" = address ] || preload=$mutex
    LD_PRELOAD=$preload swift test --sanitize="$sanitizer" --scratch-path ".build/$sanitizer" --disable-xctest \
        --filter 'DevicesTests|PairingTests' "$@" </dev/null || status=1
done
exit "$status"
