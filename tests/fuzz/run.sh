#!/bin/sh
# run.sh HARNESS SEEDS WORK: fuzz for SCREE_FUZZ_SECONDS, from the seeds; new inputs and findings go below WORK.
set -eu
mkdir -p "$2" "$3/corpus"
exec "$1" -max_total_time="${SCREE_FUZZ_SECONDS:-20}" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
    -artifact_prefix="$3/" "$3/corpus" "$2"
