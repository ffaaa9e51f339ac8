#!/bin/bash
# Feeds each fuzz entry with bytes of libFuzzer's making, prints a table, and fails where one crashes, hangs or
# takes too much memory. What crashed is put among the seeds, and so becomes a test.
# usage: fuzz.sh [seconds for each entry, 1 to 86400; 60 if not said]
set -uo pipefail
cd "$(dirname "$0")/.." || exit

seconds=${1:-60}
if ! [[ $seconds =~ ^[1-9][0-9]{0,4}$ ]] || [ "$seconds" -gt 86400 ]; then
    echo "fuzz: \"$seconds\" is no number of seconds from 1 to 86400" >&2
    exit 2
fi

scratch=.build/fuzz
mkdir -p "$scratch"
# A crash under libFuzzer would leave the runtime's own tracer hanging.
export FUZZ=1 SWIFT_BACKTRACE=enable=no
if ! swift build -c release --product Fuzz --scratch-path "$scratch" >"$scratch/build.log" 2>&1 </dev/null; then
    cat "$scratch/build.log"
    exit 1
fi
program=$scratch/release/Fuzz

status=0
printf '%-12s %10s %9s %8s %8s  %s\n' entry runs "runs/s" edges corpus result
for entry in $("$program" --entries); do
    seeds=Tests/FuzzSeeds/$entry
    corpus=$scratch/corpus/$entry
    log=$scratch/$entry.log
    mkdir -p "$corpus" "$seeds"
    timeout --kill-after=10 $((seconds + 120)) "$program" "$entry" -max_total_time="$seconds" -timeout=10 \
        -rss_limit_mb=2048 -max_len=8192 -print_final_stats=1 -artifact_prefix="$scratch/$entry-" "$corpus" "$seeds" \
        >"$log" 2>&1 </dev/null
    ended=$?
    result=well
    if [ "$ended" -ne 0 ]; then
        status=1
        result="failed ($ended), see $log"
        for crash in "$scratch/$entry"-crash-* "$scratch/$entry"-oom-* "$scratch/$entry"-timeout-*; do
            [ -e "$crash" ] || continue
            mv "$crash" "$seeds/"
            result="$result; kept $seeds/${crash##*/}"
        done
    fi
    last=$(grep -E '^#[0-9]+' "$log" | tail -n 1)
    printf '%-12s %10s %9s %8s %8s  %s\n' "$entry" \
        "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
        "$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")" \
        "$(sed -nE 's/.* cov: ([0-9]+).*/\1/p' <<<"$last")" \
        "$(sed -nE 's#.* corp: ([0-9]+)/.*#\1#p' <<<"$last")" "$result"
done
exit "$status"
