#!/bin/sh
# The manual pages format without a warning, have the version of the headers, and there is one.
set -eu
version=$(sed -n 's/.*SCREE_VERSION_[A-Z]* \([0-9]*\)$/\1/p' include/scree/version.h | paste -s -d .)
count=0
for page in docs/man/*.1; do
    warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
    if [ -n "$warnings" ]; then
        echo "$page: $warnings"
        exit 1
    fi
    if ! head -1 "$page" | grep -qF "\"scree $version\""; then
        echo "$page: its first line has another version than $version"
        exit 1
    fi
    count=$((count + 1))
done
echo "$count manual pages"
[ "$count" -gt 0 ]
