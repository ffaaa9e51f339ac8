#!/bin/sh
# Reads the log of a test run and prints each skipped test or suite: name, tab, reason.
# usage: skips.sh LOG
set -eu
tab=$(printf '\t')
sed -n -E \
    -e "s/^[^A-Za-z]*(Test|Suite) (.*) skipped: \"(.*)\"\$/\\2$tab\\3/p" \
    -e "s/^[^A-Za-z]*(Test|Suite) (.*) skipped\\.?\$/\\2${tab}no reason given/p" "$1"
