#!/bin/bash
# Builds and runs the simulated hours: 24 of them with a fault in every minute, one minute of each hour in whole frames.
# Prints the table and writes soak/results.md, which is not committed; fails where something was not said as expected.
# usage: soak.sh [minutes, 1440 if not said [seed, by chance if not said]]
set -uo pipefail
cd "$(dirname "$0")/.." || exit

minutes=${1:-1440}
seed=${2:-$RANDOM$RANDOM}
if ! [[ $minutes =~ ^[1-9][0-9]{0,4}$ && $seed =~ ^[0-9]{1,15}$ ]]; then
    echo "soak: \"$minutes\" minutes with the seed \"$seed\" cannot be simulated" >&2
    exit 2
fi
swift build -c release --explicit-target-dependency-import-check error --product Soak || exit
mkdir -p soak
# A simulated day takes some minutes; what hangs is ended.
timeout --kill-after=10 3600 .build/release/Soak --minutes "$minutes" --seed "$seed" --results soak/results.md
