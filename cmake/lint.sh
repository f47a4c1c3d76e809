#!/bin/sh
# Layout and static analysis of all our C and C++.
#   cmake/lint.sh --layout            clang-format finds nothing to change
#   cmake/lint.sh --mend              clang-format changes it
#   cmake/lint.sh BUILD_FOLDER [N]    clang-tidy finds nothing, in N processes
set -eu
cd "$(dirname "$0")/.."

sources() { find bench cli examples include scenes src tests -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' | sort; }

case "${1:?see the top of this file}" in
--layout) sources | xargs clang-format --dry-run -Werror --ferror-limit=1 ;;
--mend) sources | xargs clang-format -i ;;
*)
    # Only what the build folder knows how to compile; headers are seen through their includers. One file a process:
    # the analyzer of clang 14 takes every va_list of the second file for uninitialized. With assertions, which tell it
    # what must hold.
    sources | grep -E '\.(c|cpp)$' | while read -r file; do
        if grep -q "/$file\"" "$1/compile_commands.json"; then echo "$file"; fi
    done | xargs -P "${2:-1}" -n 1 \
        clang-tidy --quiet --warnings-as-errors='*' --extra-arg=-UNDEBUG -p "$1"
    ;;
esac
