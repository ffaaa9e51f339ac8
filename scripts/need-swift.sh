#!/bin/sh
# Checks that a Swift that can build this is there, and says what to do where it is not.
set -eu

least_major=6
least_minor=2

if ! command -v swift >/dev/null; then
    echo "Swift is missing — install $least_major.$least_minor or later from https://www.swift.org/install/linux/ and put it on the PATH" >&2
    exit 1
fi
version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
major=${version%%.*}
minor=${version#*.}
if [ -z "$version" ] || [ "$major" -lt "$least_major" ] ||
    { [ "$major" -eq "$least_major" ] && [ "$minor" -lt "$least_minor" ]; }; then
    echo "Swift is ${version:-of an unknown version} — install $least_major.$least_minor or later from https://www.swift.org/install/linux/" >&2
    exit 1
fi
