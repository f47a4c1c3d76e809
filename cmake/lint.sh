#!/bin/sh
# Layout and static analysis of all our C and C++.
#   cmake/lint.sh --layout            clang-format finds nothing to change
#   cmake/lint.sh --mend              clang-format changes it
#   cmake/lint.sh BUILD_FOLDER [N]    clang-tidy finds nothing, in N processes
set -eu
cd "$(dirname "$0")/.."

sources() { find bench cli examples include scenes src tests -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' | sort; }

# Those of the files on standard input that are in the build folder, through clang-tidy. One file a process: the
# analyzer of clang 14 takes every va_list of the second file for uninitialized. With assertions, which tell it what
# must hold.
tidy() {
    build=$1 processes=$2
    shift 2
    while read -r file; do
        if grep -q "/$file\"" "$build/compile_commands.json"; then echo "$file"; fi
    done | xargs -r -P "$processes" -n 1 \
        clang-tidy --quiet --warnings-as-errors='*' --extra-arg=-UNDEBUG -p "$build" "$@"
}

case "${1:?see the top of this file}" in
--layout) sources | xargs clang-format --dry-run -Werror --ferror-limit=1 ;;
--mend) sources | xargs clang-format -i ;;
*)
    # Headers are seen through their includers. Nine tenths of the time goes into the paths that the analyzer follows.
    # Kernels are checked at the width that is plain C; the wider ones are the same source, and cmake/library.cmake leaves
    # them out of the list of compile commands. The paths of the tests are all run under sanitizers: there, the other
    # checks have to do.
    status=0
    tests='^tests/'
    compiled() { sources | grep -E '\.(c|cpp)$'; }
    compiled | grep -Ev "$tests" | tidy "$1" "${2:-1}" || status=1
    compiled | grep -E "$tests" | tidy "$1" "${2:-1}" --checks='-clang-analyzer-*' || status=1
    exit $status
    ;;
esac
