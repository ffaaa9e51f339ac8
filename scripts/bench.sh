#!/bin/bash
# Builds and runs the bench: ours against others on the same bytes. Writes bench/results.md, which is not committed.
# The others are installed into an environment of their own; without the network, what is missing is not measured.
# Each part has a limit of its own; the table is written after each.
# usage: bench.sh [depth|payloads|routes|maps|replay|latency|rest|start …]
set -uo pipefail
cd "$(dirname "$0")/.." || exit

build=(swift build -c release --explicit-target-dependency-import-check error)
for product in companion Bench BenchVoice; do "${build[@]}" --product "$product" || exit; done

peers=.build/bench-peers
if ! "$peers/bin/python" -c 'import cv2, igraph, numpy, rustworkx, scipy' 2>/dev/null; then
    if ! python3 -m venv "$peers" ||
        ! "$peers/bin/pip" -q install numpy opencv-python-headless rustworkx igraph scipy; then
        echo "bench: the peers could not be installed; only ours is measured" >&2
    fi
fi
.build/release/Bench bench/results.md bench/peers.py "$peers/bin/python" "$PWD/.build/release/companion" "$@" ||
    echo "bench: it came to no end" >&2
exit 0
