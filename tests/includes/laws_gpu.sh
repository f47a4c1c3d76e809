#!/bin/sh
# The contact laws compile for a GPU and call nothing: by nvcc, where it is installed, else as C by clang to PTX, where clang
# knows that target.
set -eu
export LC_ALL=C
nvcc=$(command -v nvcc || true)
if [ -z "$nvcc" ] && { ! clang --print-targets 2>/dev/null | grep -q nvptx64 || [ "$(uname -m)" != x86_64 ]; }; then
    echo "neither nvcc nor a clang that compiles to PTX with this machine's headers: not tried"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
laws=$(cd sim/include/scree_sim/laws && ls *.h | sed -e 's/\.h$//' -e '/^common$/d' -e '/^patch$/d')
{
    if [ -n "$nvcc" ]; then
        echo '#define SCREE_LAW_INLINE static inline __host__ __device__'
        entry='extern "C" __global__ void'
        index='blockIdx.x * blockDim.x + threadIdx.x'
    else
        echo '#define SCREE_LAW_INLINE static inline __attribute__((always_inline))'
        entry=void
        index=0
    fi
    for law in $laws; do echo "#include \"scree_sim/laws/$law.h\""; done
    for law in $laws; do
        cat <<END
$entry run_$law(const scree_contact_region *region, const scree_contact_motion *motions,
                const scree_contact_constants *constants, double dt, scree_contact_history *history,
                scree_contact_force *out)
{
    const int i = $index;
    out[i] = scree_law_$law(&region[i], &motions[2 * i], constants, dt, &history[i]);
}
END
    done
} >"$work/laws.cu"
if [ -n "$nvcc" ]; then
    "$nvcc" -Werror all-warnings -ptx -Iinclude -Isim/include -o "$work/laws.ptx" "$work/laws.cu"
else
    # libc's headers are those of this machine, which has the same types.
    clang --target=nvptx64-nvidia-cuda -march=sm_70 -S -O1 -std=c17 -ffp-contract=off -fno-math-errno -fno-builtin-pow \
        -D__x86_64__ -D__LP64__ -isystem /usr/include/x86_64-linux-gnu -Wno-everything -Iinclude -Isim/include -x c "$work/laws.cu" \
        -o "$work/laws.ptx"
fi
count=$(grep -c '\(\.entry\|\.visible \.func\) *run_' "$work/laws.ptx" || true)
if grep -q 'call' "$work/laws.ptx"; then
    echo "a law calls something"
    exit 1
fi
echo "$laws" | wc -w | grep -qx " *$count" || {
    echo "$count of these were compiled: $laws"
    exit 1
}
echo "$count laws compile for a GPU, by ${nvcc:-clang}"
