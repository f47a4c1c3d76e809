#!/bin/sh
# run.sh HARNESS SEEDS WORK: fuzz from the seeds; findings go into WORK.
# With SCREE_FUZZ_SECONDS that long, and on from the inputs of earlier runs, which are kept in WORK/corpus. Without it,
# for 12 seconds and each time the same inputs, so that a test that passed today does not fail tomorrow by chance.
set -eu
mkdir -p "$2" "$3"
if [ -n "${SCREE_FUZZ_SECONDS:-}" ]; then
    found=$3/corpus
    set -- "$@" -max_total_time="$SCREE_FUZZ_SECONDS"
else
    found=$3/short
    rm -rf "$found"
    set -- "$@" -max_total_time=12 -seed=1
fi
mkdir -p "$found"
harness=$1 seeds=$2 work=$3
shift 3
exec "$harness" "$@" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 -artifact_prefix="$work/" "$found" "$seeds"
