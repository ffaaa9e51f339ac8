#!/bin/bash
# Runs the whole suite with the sanitizer of addresses (and of memory that is lost, and of undefined behaviour in C),
# then with that of threads. The programs that the tests start are the sanitized ones. Whatever is found in any process,
# also in one that a test kills or expects to fail, is a file in .build/address-reports or .build/thread-reports.
# usage: test-sanitized.sh [address|thread] [options of swift test, such as --filter CameraReturn]
set -uo pipefail
cd "$(dirname "$0")/.." || exit

sanitizers="address thread"
case ${1:-} in address | thread)
    sanitizers=$1
    shift
    ;;
esac

# What is not run here, and why it cannot be.
left_out=(
    # Give the program an address space of 1.5 GiB; the sanitizers' shadow alone is larger.
    MapFilesTests
    # Look through all the memory of the program; with the sanitizers' shadow that is terabytes, and never ends.
    SecretMemoryTests
    # Packs the program that was built; a sanitized one is larger than a package may be.
    PackagingTests
)
skips=()
for name in "${left_out[@]}"; do skips+=(--skip "$name"); done

# Swift's Mutex and its counts of references are seen by the sanitizer of threads only with this; nothing is suppressed.
mkdir -p .build
order=$PWD/.build/tsan-order.so
clang -shared -fPIC -O1 -Wall -Wextra -Werror scripts/tsan-order.c -o "$order" || exit

# Prints one line of the outcome of a run: its tests and the reports; fails where anything was amiss.
verdict() {
    local name=$1 status=$2 log=$3 reports=$4 count tests
    count=$(find "$reports" -type f | wc -l)
    # What a process writes before it knows where reports go.
    count=$((count + $(grep -cE '^(WARNING|.*ERROR): [A-Za-z]*Sanitizer|runtime error:' "$log")))
    tests=$(grep -E 'Test run with [0-9]+ tests? .*(passed|failed)' "$log" | tail -n 1 | sed -e 's/^[^T]*//' -e 's/[.]$//')
    echo "The sanitizer of $name: ${tests:-the tests came to no end}; $count reports"
    [ "$count" -eq 0 ] || echo "  in $reports and $log"
    [ "$status" -eq 0 ] && [ "$count" -eq 0 ] && [ -n "$tests" ]
}

status=0
verdicts=()
for sanitizer in $sanitizers; do
    name=threads
    [ "$sanitizer" = thread ] || name=addresses
    echo "The sanitizer of $name:"
    reports=$PWD/.build/$sanitizer-reports
    log=.build/$sanitizer.log
    rm -rf "$reports"
    mkdir -p "$reports"
    chmod 1777 "$reports" # for programs that are run as another user
    common=log_path=$reports/report:log_exe_name=1
    export ASAN_OPTIONS=$common UBSAN_OPTIONS=$common:print_stacktrace=1 TSAN_OPTIONS=$common:halt_on_error=0
    # They make every program slower.
    export COMPANION_SLOWNESS=4
    # What C libraries keep until the end is no leak of ours.
    export LSAN_OPTIONS=suppressions=$PWD/scripts/lost-memory.supp:print_suppressions=0
    # The run-time of addresses holds that of undefined behaviour as well; what it finds ends the program.
    more=(-Xcc -fsanitize=undefined -Xcc -fno-sanitize=function -Xcc -fno-sanitize-recover=undefined)
    preload=
    [ "$sanitizer" = address ] || { more=() preload=$order; }
    build=(-c release --sanitize="$sanitizer" --scratch-path ".build/$sanitizer" "${more[@]}")
    swift build --build-tests "${build[@]}" || { status=1; continue; }
    run=(swift test --skip-build "${build[@]}" --disable-xctest --disable-testable-imports "${skips[@]}" "$@")
    LD_PRELOAD=$preload "${run[@]}" 2>&1 </dev/null | tee "$log"
    ended=${PIPESTATUS[0]}
    verdicts+=("$(verdict "$name" "$ended" "$log" "$reports")") || status=1
done
printf '%s\n' "${verdicts[@]}"
exit "$status"
