#!/bin/bash
# Runs the tests of the drivers and of the door for phones with the sanitizer of addresses (and of memory that is lost,
# and of undefined behaviour in C), then with that of threads. The programs that the tests start are the sanitized ones;
# what is found in them fails the test that started them.
# usage: test-sanitized.sh [address|thread] [options of swift test, such as --filter CameraReturn]
set -uo pipefail
cd "$(dirname "$0")/.." || exit

sanitizers="address thread"
case ${1:-} in address | thread)
    sanitizers=$1
    shift
    ;;
esac

# What C libraries keep until the end is no leak of ours.
suppressions=$PWD/scripts/lost-memory.supp
export LSAN_OPTIONS="suppressions=$suppressions:print_suppressions=0"
export TSAN_OPTIONS="halt_on_error=0"
status=0

# Swift's Mutex is seen by the sanitizer of threads only with this; nothing is suppressed by it.
mkdir -p .build
mutex=$PWD/.build/tsan-mutex.so
clang -shared -fPIC -O1 -Wall -Wextra -Werror scripts/tsan-mutex.c -o "$mutex" || exit

for sanitizer in $sanitizers; do
    echo "The sanitizer of ${sanitizer}s:"
    more=()
    # The run-time of this sanitizer holds that of undefined behaviour as well; what it finds ends the program.
    [ "$sanitizer" = thread ] ||
        more=(-Xcc -fsanitize=undefined -Xcc -fno-sanitize=function -Xcc -fno-sanitize-recover=undefined)
    preload=
    [ "$sanitizer" = address ] || preload=$mutex
    log=.build/$sanitizer.log
    LD_PRELOAD=$preload swift test --sanitize="$sanitizer" --scratch-path ".build/$sanitizer" "${more[@]}" --disable-xctest \
        --filter 'DevicesTests|PairingTests' "$@" 2>&1 </dev/null | tee "$log"
    [ "${PIPESTATUS[0]}" -eq 0 ] || status=1
    # The program of the tests itself may end well although something was found in it.
    if grep -E '^(WARNING|SUMMARY|.*ERROR): [A-Za-z]*Sanitizer|runtime error:' "$log"; then status=1; fi
done
exit "$status"
