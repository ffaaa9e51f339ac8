#!/bin/bash
# Builds the package twice from scratch, in two folders and at two times, and fails where the bytes differ.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Both are copied before either is built, so that nobody has to leave the checkout alone meanwhile.
for name in first second; do
    mkdir -p "$work/$name"
    git ls-files -z | xargs -0 cp --parents -t "$work/$name"
done
for name in first second; do
    (cd "$work/$name" && scripts/deb.sh --out "$work/$name-package" >/dev/null)
done
if ! cmp "$work"/first-package/*.deb "$work"/second-package/*.deb; then
    echo "The package is not the same when it is built twice." >&2
    exit 1
fi
sha256sum "$work"/first-package/*.deb | sed 's# .*/# #'
