#!/bin/sh
# Installs the Debian packages that are missing, saying which and what for; quiet when there is nothing to do.
#   cmake/setup.sh build    what it takes to build and run the command
#   cmake/setup.sh run      that, and what draws the picture of a run
#   cmake/setup.sh check    that, and what the quick test needs
#   cmake/setup.sh all      that, and what the tests, the checks and the sanitizers need
#   cmake/setup.sh arm64    what it takes to cross-build for arm64 and to run the tests there
#   cmake/setup.sh bench    what it takes to build, and the libraries that the benchmark compares with
set -eu

build="gcc:C_compiler g++:C++_compiler_(the_command's_JSON_part) cmake:build_system ninja-build:build_system
pkg-config:finds_libraries libqhull-dev:convex_hulls libsimdjson-dev:JSON_of_the_command
libjs-chart.js:plots_of_the_reproduction_page zlib1g-dev:compressed_files_of_runs libhdf5-dev:checkpoints_of_runs
libfyaml-dev:scene_files_of_the_simulator npm:packages_of_the_page_that_plays_a_run"
run="$build povray:draws_the_picture_of_a_run"
all="$build clang:second_compiler,_fuzzing libclang-rt-dev:sanitizers_and_libFuzzer libomp-dev:OpenMP_of_clang
llvm:readable_sanitizer_reports clang-format:layout_check clang-tidy:static_analysis
gcovr:coverage_report man-db:check_of_the_manual_pages
python3-gsd:reads_trajectories_of_runs_back chromium:opens_the_page_that_plays_a_run povray:draws_the_picture_of_a_run"

check="$build clang-format:layout_check man-db:check_of_the_manual_pages"
arm64="gcc-aarch64-linux-gnu:cross_compiler libc6-dev-arm64-cross:C_library_for_arm64 qemu-user:runs_programs_for_arm64
cmake:build_system ninja-build:build_system"

bench="$build libfcl-dev:peer_of_the_benchmark libccd-dev:peer_of_the_benchmark libbullet-dev:peer_of_the_benchmark
libode-dev:peer_of_the_benchmark libmujoco-dev:peer_of_the_benchmark libbox2d-dev:peer_of_the_benchmark
lammps:peer_of_the_benchmark_of_simulations yade:peer_of_the_benchmark_of_simulations
valgrind:counts_instructions"

case "${1:-all}" in
build) wanted=$build ;;
run) wanted=$run ;;
check) wanted=$check ;;
all) wanted=$all ;;
bench) wanted=$bench ;;
arm64) wanted=$arm64 ;;
*) echo "usage: $0 [build|run|check|all|bench|arm64]" >&2; exit 2 ;;
esac

# The packages of sim/view/package.json, in build/npm; without them scree is built without the page of `scree view`.
install_npm_packages() {
    top=$(dirname "$0")/..
    [ "$1" != arm64 ] && command -v npm >/dev/null || return 0
    if cmp -s "$top/sim/view/package-lock.json" "$top/build/npm/package-lock.json" &&
        [ -d "$top/build/npm/node_modules/three" ]; then
        return 0
    fi
    echo "scree: fetching the packages of the page that plays a run, by npm"
    mkdir -p "$top/build/npm"
    cp "$top/sim/view/package.json" "$top/sim/view/package-lock.json" "$top/build/npm/"
    if (cd "$top/build/npm" && npm ci --ignore-scripts --no-audit --no-fund) >"$top/build/npm.log" 2>&1; then
        return 0
    fi
    rm -f "$top/build/npm/package-lock.json"
    echo "scree: npm could not fetch them (build/npm.log); scree view will be built without its page" >&2
}

if ! command -v dpkg-query >/dev/null; then
    echo "scree: this is not a Debian system; please see to the counterparts of these packages yourself:" >&2
    for entry in $wanted; do echo "  ${entry%%:*}" >&2; done
    install_npm_packages "${1:-all}"
    exit 0
fi

missing=""
for entry in $wanted; do
    package=${entry%%:*}
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] && continue
    [ "$package" = npm ] && command -v npm >/dev/null && continue # from elsewhere
    [ -n "$missing" ] || echo "scree: installing the Debian packages that are missing:"
    printf '  %-22s %s\n' "$package" "$(echo "${entry#*:}" | tr _ ' ')"
    missing="$missing $package"
done
if [ -n "$missing" ]; then
    as_root=""
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "scree: neither root nor sudo; please run as root: apt-get install$missing" >&2
            exit 1
        fi
        as_root="sudo"
    fi
    $as_root apt-get -qq update
    # shellcheck disable=SC2086 # a list of words is meant
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $missing
fi
install_npm_packages "${1:-all}"
