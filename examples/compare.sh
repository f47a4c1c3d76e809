#!/bin/sh
# compare.sh PROGRAM EXPECTED: the program succeeds and prints what the file says.
status=0
output=$("$1") || status=$?
echo "$output" | diff "$2" - || status=1
exit $status
