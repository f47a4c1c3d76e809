#!/bin/sh
# compare.sh PROGRAM EXPECTED: the program succeeds and prints what the file says.
set -eu
output=$("$1")
echo "$output" | diff "$2" -
