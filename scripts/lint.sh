#!/bin/bash
# Checks the form of the code; prints only what is wrong.
set -euo pipefail
cd "$(dirname "$0")/.."

swift format lint --strict -r Package.swift Sources Tests
scripts=(scripts/*.sh .ci/run .ci/check-skips packaging/postinst packaging/prerm packaging/postrm
    Tests/VirtualRobot/*.sh)
if command -v shellcheck >/dev/null; then
    shellcheck "${scripts[@]}"
else
    for script in "${scripts[@]}"; do
        "$(sed -n '1s/^#!//p' "$script")" -n "$script"
    done
fi
