#!/bin/sh
# Makes the Python environment of the tests, .build/python, and keeps it as Tests/python-packages.txt wants it.
# Without the network the tests that need it are skipped, and say so.
set -eu
cd "$(dirname "$0")/.."

wanted=Tests/python-packages.txt
environment=.build/python
if [ -x "$environment/bin/python3" ] && cmp -s "$wanted" "$environment/installed.txt"; then
    exit 0
fi
echo "Making the Python environment of the tests"
mkdir -p .build
if ! python3 -m venv --clear "$environment" ||
    ! "$environment/bin/pip" install -q --disable-pip-version-check --only-binary :all: -r "$wanted"; then
    echo "need-python: PyPI's packages could not be installed; the tests that use them will be skipped" >&2
    exit 0
fi
cp "$wanted" "$environment/installed.txt"
