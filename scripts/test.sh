#!/bin/bash
# Builds and runs the tests. Ends with the skips and their reasons, and last of all with the runner's own verdict.
# usage: test.sh [options of swift test, such as --filter Deciding]
set -uo pipefail
cd "$(dirname "$0")/.." || exit

mkdir -p .build
log=.build/test.log
swift test -c release --disable-xctest --disable-testable-imports --explicit-target-dependency-import-check error \
    "$@" 2>&1 </dev/null | tee "$log"
status=${PIPESTATUS[0]}

skips=$(scripts/skips.sh "$log")
echo
if [ -z "$skips" ]; then
    echo "0 skipped"
else
    echo "$(wc -l <<<"$skips") skipped:"
    cut -f 2 <<<"$skips" | sort | uniq -c
fi
verdict=$(grep -E 'Test run with [0-9]+ tests? .*(passed|failed)' "$log" | tail -n 1)
if [ -z "$verdict" ]; then
    echo "The tests came to no end; see above." >&2
    [ "$status" -ne 0 ] || status=1
elif [ "$status" -ne 0 ]; then
    grep -E 'recorded an issue' "$log"
fi
[ -z "$verdict" ] || echo "$verdict"
exit "$status"
