#!/bin/sh
# No kernel, and no function of pair, shape or math that one calls, calls itself, directly or through others: their part of the
# call graph of the object code has no cycle. Calls through pointers are not in it: kernels_gpu.sh finds those in kernels.
#   recursion.sh libscree.a
set -eu
export LC_ALL=C
[ "$(uname -m)" = x86_64 ] || { echo "reads the code of x86-64 only: not tried" && exit 0; }
calls=$(mktemp)
trap 'rm -f "$calls"' EXIT
# Functions without what compilers append to clones, static ones with the number of their file. A call within a section names
# its target, any other is followed by a relocation. Kernels are what the functions in files with a scree_..._lanes_N() lead to.
objdump -dr --no-show-raw-insn "$1" | awk '
    function name(s) { gsub(/[<>:]/, "", s); sub(/[.+@-].*/, "", s); return s ~ /^scree_/ ? s : file s }
    function call(to) { calls[from] = calls[from] " " to }
    / file format / { ++file }
    /^[0-9a-f]+ <.*>:$/ { from = name($2); of[from] = file; if (from ~ /_lanes_[0-9]+$/) kernel[file] }
    outside && /R_X86_64_(PLT|PC)32/ && $3 !~ /^\./ { call(name($3)) }
    { outside = 0 }
    $2 ~ /^(call|j[a-z]*)$/ && $NF ~ />$/ {
        if ($NF ~ /\+0x/) outside = 1
        else if ($2 == "call" || name($NF) != from) call(name($NF))
    }
    END {
        for (f in of) if (of[f] in kernel) wanted[f]
        do {
            more = 0
            for (f in wanted) if (f in calls) {
                n = split(calls[f], to, " ")
                for (i = 1; i <= n; ++i) { wanted[to[i]]; print f, to[i] }
                delete calls[f]
                more = 1
            }
        } while (more)
    }' | sort -u >"$calls"
[ "$(wc -l <"$calls")" -gt 100 ] || { echo "$1: hardly any calls were found" && exit 1; }
awk '$1 == $2 { print $1 " calls itself"; bad = 1 } END { exit bad }' "$calls"
tsort "$calls" >/dev/null
echo "$(wc -l <"$calls") calls, none of which leads back"
