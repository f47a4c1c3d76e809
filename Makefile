# The front door. The build itself is CMake's; see CONTRIBUTING.md.
#
#   make run        install what is missing, build, pour polyhedra into a box (examples/scenes/pour.yaml)
#   make check      the quick test, a minute or two: unit tests, a sample of the others, golden hashes, the command, layout
#   make test       every test: compilers, sanitizers, fuzzers, checks; SCREE_TEST_SCALE=1 draws all random cases
#   make test-arm64 a sample of the tests, cross-built for arm64, in qemu
#   make build      leaves the command at build/scree
#   make install    PREFIX=/usr/local, DESTDIR=
#   make bench      scree beside FCL, Bullet, libccd, ODE, MuJoCo and Box2D, then bench-dem; BENCH=--quick for three minutes of it
#   make bench-dem  whole simulations beside LAMMPS and YADE, up to a million grains (8 GB); BENCH=--quick for less of it, up to 100,000;
#                   the first run settles the packings: a quarter of an hour
#   make validate-quick  the papers' simulations and those of the field, small: published beside measured, about 14 minutes
#   make bench-region  pressure fields and shared volumes, in units of ODE's box-box
#   make bench-count  instructions a query, by callgrind, compared with those kept in bench/counts.csv (16 November 2026, 62aa8d85)
#   make bench-files  the source files that one query of two cubes goes through, by callgrind
#   make fuzz       each harness for FUZZ_SECONDS
#   make golden     has any answer changed? GOLDEN=--keep keeps the new hashes
#   make hunt       looks for wrong answers until Ctrl-C; HUNT="--seconds 600" and the like; counts are kept in build/hunt
#   make coverage   branch coverage of the query core
#   make lint       layout and static analysis, with its search along paths;  make format  mends the layout

PREFIX ?= /usr/local
FUZZ_SECONDS ?= 600
BENCH ?=
COUNT ?=
HUNT ?=
GOLDEN ?=
JOBS ?= $(shell nproc)
SHELL := /bin/bash
# Where ccache is installed, every build goes through it.
CCACHE := $(shell command -v ccache)
ifneq ($(CCACHE),)
export CMAKE_C_COMPILER_LAUNCHER ?= $(CCACHE)
export CMAKE_CXX_COMPILER_LAUNCHER ?= $(CCACHE)
endif
comma := ,
.SHELLFLAGS := -e -o pipefail -c
.PHONY: run check test test-arm64 build install bench bench-dem bench-region bench-count bench-files validate-quick fuzz hunt golden coverage lint format setup setup-build clean

run: build
	@cmake/setup.sh run
	build/scree run --force --output build/run examples/scenes/pour.yaml
	@printf '%s\n' '' 'To try next:' \
	'  build/scree init mine.yaml && build/scree run mine.yaml     a scene of your own: docs/scene.md' \
	'  build/scree query --format table examples/pairs.jsonl       contacts of single pairs' \
	'  head -n 4 examples/pairs.jsonl | build/scree query          the same as JSON: points, features, the proven interval' \
	'  build/scree shape examples/meshes/rock.obj                  volume, inertia and faces of a mesh' \
	'  build/scree reproduce --quick --html build/papers.html all  five papers measured again, as a page (a minute)' \
	'  make install                                                for C and C++: README.md has a program of ten lines'

setup:
	@cmake/setup.sh all

setup-build:
	@cmake/setup.sh build

build: setup-build
	@mkdir -p build
	@cmake --preset release --log-level=WARNING >/dev/null
	@cmake --build --preset release -j $(JOBS) --target scree_product
	@ln -sfn release/scree build/scree

validate-quick: build
	build/scree reproduce --simulations --quick --html build/simulations.html all
	build/scree validate --quick --html build/validation.html

# One build, the release one, and its short tests: those without the label `long`, on a hundredth of the random cases.
check:
	@cmake/setup.sh check
	@mkdir -p build
	@cmake --preset release --log-level=WARNING -DSCREE_WERROR=ON >/dev/null
	@cmake --build --preset release -j $(JOBS)
	@ln -sfn release/scree build/scree
	@ctest --preset check -j $(JOBS)

# In the list of ctest are also the builds with clang, with sanitizers and for fuzzing, and the checks.
test: export SCREE_TEST_SCALE ?= 0.25
test: setup
	@mkdir -p build
	@cmake --preset release --log-level=WARNING -DSCREE_WERROR=ON
	@cmake --build --preset release -j $(JOBS)
	@ln -sfn release/scree build/scree
	@status=0; ctest --preset release -j $(JOBS) | tee build/test.log || status=$$?; \
	grep 'tests passed' build/test.log | tail -n 1; exit $$status

test-arm64:
	@cmake/setup.sh arm64
	@cmake -D PRESET=arm64 -D JOBS=$(JOBS) -P cmake/run_preset.cmake

install: build
	@cmake --install build/release --prefix $(PREFIX)

bench:
	@cmake/setup.sh bench
	@mkdir -p build/bench
	@cmake --preset bench --log-level=WARNING
	@cmake --build --preset bench -j $(JOBS) --target scree_bench
	build/bench/scree-bench --csv build/bench.csv --markdown build/bench.md --html build/bench.html $(BENCH)
ifeq ($(filter-out --quick,$(BENCH)),)
	@$(MAKE) --no-print-directory bench-region
	@$(MAKE) --no-print-directory bench-dem BENCH="$(if $(BENCH),--quick --only cubes$(comma)spheres)"
endif

bench-dem:
	@cmake/setup.sh bench
	@mkdir -p build/bench/dem
	@cmake --preset bench --log-level=WARNING
	@cmake --build --preset bench -j $(JOBS) --target scree_bench_dem
	build/bench/scree-bench-dem $(BENCH) bench/dem build/bench/dem | tee build/bench-dem.md

bench-region:
	@cmake/setup.sh bench
	@cmake --preset bench --log-level=WARNING
	@cmake --build --preset bench -j $(JOBS) --target scree_bench_region
	build/bench/scree-bench-region

bench-count:
	@cmake/setup.sh bench
	@cmake --preset bench --log-level=WARNING
	@cmake --build --preset bench -j $(JOBS) --target scree_count
	@bench/count.sh build/bench $(COUNT)

bench-files:
	@cmake/setup.sh bench
	@cmake --preset debug --log-level=WARNING
	@cmake --build --preset debug -j $(JOBS) --target scree_command
	@bench/files.sh build/debug

fuzz: setup
	@cmake --preset fuzz --log-level=WARNING
	@cmake --build --preset fuzz -j $(JOBS)
	SCREE_FUZZ_SECONDS=$(FUZZ_SECONDS) ctest --preset fuzz -j $(JOBS) --timeout $$((2 * $(FUZZ_SECONDS) + 600))

golden: setup
	@mkdir -p build
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release -j $(JOBS) --target scree-golden-8 scree-golden-4 scree-golden-2 scree-golden-1
	@$(if $(filter --keep,$(GOLDEN)),build/release/tests/scree-golden-8 > tests/golden/golden.csv)
	for lanes in 8 4 2 1; do build/release/tests/scree-golden-$$lanes tests/golden/golden.csv; done

hunt: setup
	@mkdir -p build
	@cmake --preset release --log-level=WARNING
	@cmake --build --preset release -j $(JOBS) --target scree-hunt
	build/release/tests/scree-hunt --folder build/hunt $(HUNT)

coverage: setup
	-@cmake -D PRESET=coverage -D JOBS=$(JOBS) -P cmake/run_preset.cmake
	@cmake -P cmake/coverage.cmake

lint: build setup
	@cmake/lint.sh --layout
	@cmake/lint.sh --paths build/release $(JOBS)

format: setup
	@cmake/lint.sh --mend

clean:
	rm -rf build
