#!/bin/sh
# compare.sh EXPECTED PROGRAM...: the program (in an emulator, perhaps) succeeds and prints what the file says.
expected=$1
shift
status=0
output=$("$@") || status=$?
echo "$output" | diff "$expected" - || status=1
exit $status
