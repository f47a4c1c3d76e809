#!/bin/sh
# symbols.sh LIBRARY.a LIBRARY.so NAME HEADERS TESTS: what a library shows to a linker, and what it asks of it. NAME is
# that of the shared one (scree, scree_sim); HEADERS the folder of its public headers, TESTS that of its null_arguments.
set -eu
export LC_ALL=C
static=$1
shared=$2
name_of=$3
headers=$4
tests=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

# complain WHAT FILE: every line of the file is a fault.
complain() {
    if [ -s "$2" ]; then
        echo "$1:"
        sed 's/^/    /' "$2"
        bad=1
    fi
}

# Every external symbol has the prefix, public or not: static linking has one name space.
nm -g --defined-only "$static" | awk 'NF == 3 { print $3 }' | sort -u >"$work/static"
grep -v '^scree_' "$work/static" >"$work/bare" || true
complain "external symbols without the prefix scree_" "$work/bare"

# The shared library exports what the headers mark SCREE_API, no more and no less.
find "$headers" -name '*.h' -exec cat {} + | tr '\n' ' ' | grep -o 'SCREE_API [^;]*;' | grep -o 'scree_[a-z0-9_]*(' | tr -d '(' | sort -u >"$work/api"
nm -D --defined-only "$shared" | awk 'NF == 3 { print $3 }' | sort -u >"$work/shared"
comm -23 "$work/shared" "$work/api" >"$work/more"
comm -13 "$work/shared" "$work/api" >"$work/less"
complain "exported, but not in a public header" "$work/more"
complain "in a public header, but not exported" "$work/less"

# Each of them has a row in the tests that hand NULL to all.
while read -r name; do
    grep -q "{ \"$name\"," "$tests"/null_arguments*.c || echo "$name"
done <"$work/shared" >"$work/untried"
complain "exported, but without a row in $tests/null_arguments*.c" "$work/untried"

# The library never prints, ends the program or asserts on user data.
nm -u "$static" | awk 'NF == 2 { print $2 }' | sort -u |
    grep -E '^(exit|_exit|_Exit|abort|quick_exit|printf|vprintf|puts|putchar|perror|stdout|stderr|stdin|__assert_fail|__(v)?printf_chk)$' \
        >"$work/loud" || true
complain "calls that print or end the program" "$work/loud"

# No global state: nothing that can be written to and outlives a call.
size -A "$static" | awk '/^[^ ]+\.o / { file = $1 } $1 ~ /^\.(data|bss|tdata|tbss)(\.[^r].*)?$/ && $2 > 0 { print file, $1, $2 " bytes" }' \
    >"$work/state"
complain "writable data" "$work/state"

# The soname carries the version as far as it may break the interface: before 1.0, the minor one too.
major=$(sed -n 's/.*SCREE_VERSION_MAJOR //p' include/scree/version.h)
minor=$(sed -n 's/.*SCREE_VERSION_MINOR //p' include/scree/version.h)
case $major in
0) soname=lib$name_of.so.0.$minor ;;
*) soname=lib$name_of.so.$major ;;
esac
objdump -p "$shared" | grep -q "SONAME *$soname\$" || { echo "the soname is not $soname"; bad=1; }

# What SCREE_API is on Windows, as the preprocessor has it.
api() {
    printf '#include "scree/export.h"\nSCREE_API\n' | cc -E -P -U__linux__ -D_WIN32 -Iinclude "$@" - | tr -d ' \n'
}
[ "$(api)" = '__declspec(dllimport)' ] || { echo "SCREE_API of a DLL's user: $(api)"; bad=1; }
[ "$(api -DSCREE_BUILDING)" = '__declspec(dllexport)' ] || { echo "SCREE_API of a DLL: $(api -DSCREE_BUILDING)"; bad=1; }
[ -z "$(api -DSCREE_STATIC)" ] || { echo "SCREE_API of the static library: $(api -DSCREE_STATIC)"; bad=1; }

echo "$(wc -l <"$work/static") external symbols, $(wc -l <"$work/shared") exported"
[ -s "$work/static" ] && [ -s "$work/shared" ] && exit $bad
exit 1
