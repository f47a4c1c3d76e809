#!/bin/sh
# The manual pages format without a warning, and there is one.
set -eu
count=0
for page in docs/man/*.1; do
    warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
    if [ -n "$warnings" ]; then
        echo "$page: $warnings"
        exit 1
    fi
    count=$((count + 1))
done
echo "$count manual pages"
[ "$count" -gt 0 ]
