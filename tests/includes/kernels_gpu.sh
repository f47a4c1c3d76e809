#!/bin/sh
# All kernels compile for a GPU, at one lane and as C: by clang to PTX, where clang knows that target. They call no function
# through a pointer.
set -eu
export LC_ALL=C
if ! clang --print-targets 2>/dev/null | grep -q nvptx64 || [ "$(uname -m)" != x86_64 ]; then
    echo "no clang that compiles to PTX with this machine's headers: not tried"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
for kernel in src/kernels/*/*.c; do
    # libc's headers are those of this machine, which has the same types. pow() stays a call: there is none in PTX itself.
    clang --target=nvptx64-nvidia-cuda -march=sm_70 -S -O1 -std=c17 -ffp-contract=off -fno-math-errno -fno-builtin-pow \
        -D__x86_64__ -D__LP64__ -isystem /usr/include/x86_64-linux-gnu -Wno-everything -Iinclude -Isrc \
        -DSCREE_BUILDING -DNDEBUG -DSCREE_LANES=1 "$kernel" -o "$work/ptx" || {
        echo "$kernel does not compile to PTX"
        bad=1
        continue
    }
    if ! grep -q '\.visible \.func' "$work/ptx"; then
        echo "$kernel: nothing was compiled"
        bad=1
    fi
    if grep -q 'prototype_' "$work/ptx"; then
        echo "$kernel calls a function through a pointer"
        bad=1
    fi
    calls=$(sed -n 's/^\.extern \.func *\(([^)]*)\)\? *\([a-z0-9_]*\).*/\2/p' "$work/ptx" | sort -u | tr '\n' ' ')
    echo "$kernel calls ${calls:-nothing }outside of itself"
done
exit $bad
