#!/bin/sh
# The contact laws compile for a GPU: by nvcc, where it is installed.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc=$(command -v nvcc || true)
if [ -z "$nvcc" ]; then
    echo "nvcc is not installed: not tried"
    exit 0
fi
laws=$(cd sim/include/scree_sim/laws && ls *.h | sed -e 's/\.h$//' -e '/^common$/d' -e '/^patch$/d')
{
    echo '#define SCREE_LAW_INLINE static inline __host__ __device__'
    for law in $laws; do echo "#include \"scree_sim/laws/$law.h\""; done
    for law in $laws; do
        cat <<END
extern "C" __global__ void run_$law(const scree_contact_region *region, const scree_contact_motion *motions,
                                    const scree_contact_constants *constants, double dt,
                                    scree_contact_history *history, scree_contact_force *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = scree_law_$law(&region[i], &motions[2 * i], constants, dt, &history[i]);
}
END
    done
} >"$work/laws.cu"
"$nvcc" -Werror all-warnings -ptx -Iinclude -Isim/include -o "$work/laws.ptx" "$work/laws.cu"
count=$(grep -c '\.entry run_' "$work/laws.ptx")
if grep -q 'call' "$work/laws.ptx"; then
    echo "a law calls something"
    exit 1
fi
echo "$laws" | wc -w | grep -qx " *$count" || {
    echo "$count of these were compiled: $laws"
    exit 1
}
echo "$count laws compile for a GPU"
