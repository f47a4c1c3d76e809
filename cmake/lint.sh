#!/bin/sh
# Layout and static analysis of all our C and C++.
#   cmake/lint.sh --layout            clang-format finds nothing to change
#   cmake/lint.sh --mend              clang-format changes it
#   cmake/lint.sh --quick BUILD_FOLDER [N]   clang-tidy finds nothing, in N processes; its analyzer looks at the files that
#                                     have changed since the commit in cmake/analyzed
#   cmake/lint.sh --paths BUILD_FOLDER [N]   the same, and the analyzer looks at all files; then cmake/analyzed is renewed
set -eu
cd "$(dirname "$0")/.."

export LC_ALL=C
sources() { find bench cli examples include scenes sim src tests -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' | sort; }

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
--quick | --paths)
    # Headers are seen through their includers. Nine tenths of the time goes into the paths that the analyzer follows.
    # Kernels are checked at the width that is plain C; the wider ones are the same source, and cmake/library.cmake leaves
    # them out of the list of compile commands. The paths of the tests are all run under sanitizers: there, the other
    # checks have to do.
    status=0
    stamp=cmake/analyzed
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    sources | grep -E '\.(c|cpp)$' >"$work/all"
    grep -v '^tests/' "$work/all" >"$work/paths"
    if [ "$1" = --quick ]; then
        # Renamed without a change is not changed. Without a stamp, or a history that holds its commit, no paths.
        git diff --name-status -M "$(cat $stamp 2>/dev/null)" -- 2>/dev/null |
            awk '$1 !~ /^(D|R100)/ { print $NF }' | sort >"$work/changed" || true
        comm -12 "$work/paths" "$work/changed" >"$work/some"
        mv "$work/some" "$work/paths"
    fi
    tidy "$2" "${3:-1}" <"$work/paths" || status=1
    comm -23 "$work/all" "$work/paths" | tidy "$2" "${3:-1}" --checks='-clang-analyzer-*' || status=1
    echo "$(wc -l <"$work/all") files, $(wc -l <"$work/paths") of them with the analyzer"
    if [ "$1" = --paths ] && [ $status = 0 ] && [ -z "$(git status --porcelain 2>&1)" ]; then
        git rev-parse HEAD >$stamp
    fi
    exit $status
    ;;
*)
    echo "lint.sh: see the top of the file" >&2
    exit 2
    ;;
esac
