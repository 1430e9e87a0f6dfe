# A thin front of CMake and the scripts. Each target works alone, on a fresh
# Debian 12 too: it installs what is missing, and builds first.

BUILD := build
PREFIX ?= /usr/local
VERSION = $(word 3,$(shell grep ^project CMakeLists.txt))
# The triples that programs can be compiled for, beside this machine's.
TARGETS ?=
# The LLVMs that the compiler is built for, as "23 21"; the first is what compiles it. By default
# `make build` takes those of 22 and 19 whose Clang is there, or 22; what tests, both.
TUSSAH_LLVM_VERSIONS ?=
BUILD_FOR := $(or $(strip $(TUSSAH_LLVM_VERSIONS)),$(strip $(foreach n,22 19,$(if $(shell command -v clang-$(n) 2>/dev/null),$(n)))),22)
TEST_FOR := $(or $(strip $(TUSSAH_LLVM_VERSIONS)),22 19)
# The Python that has the peers of the graph algorithms: SciPy, NetworKit, igraph, graph-tool.
PEERS ?= python3
# Of `make soak`, with those that build/soak has already.
HOURS ?= 2

# The sources of other people's programs, what builds and runs each, and where the
# results go: tests/corpus/README.md.
SOURCES :=
RECIPES :=
RESULTS := $(BUILD)/corpus

empty :=
space := $(empty) $(empty)

# Configures and builds without the tests' parts, or with them; for which triples; for which LLVMs.
BUILD_ALL = export TUSSAH_LLVM_VERSIONS="$(3)" && scripts/install-deps.sh $(if $(filter ON,$(1)),test,build) && \
	$(if $(findstring aarch64,$(2)),scripts/install-deps.sh arm64 &&) \
	$(if $(findstring musl,$(2)),scripts/install-deps.sh musl &&) \
	cmake --preset default -DBUILD_TESTING=$(1) "-DTUSSAH_LLVM_VERSIONS=$(subst $(space),;,$(strip $(3)))" \
	-DCMAKE_C_COMPILER=clang-$(firstword $(3)) -DCMAKE_CXX_COMPILER=clang++-$(firstword $(3)) $(if $(2),"-DTUSSAH_TARGETS=$(subst $(space),;,$(strip $(2)))") && cmake --build --preset default

# The manual as a site, into site/; and shown on this machine, built anew at each change.
MKDOCS = PYTHONPATH=$(BUILD)/manual python3 -m mkdocs

.PHONY: all build build-tests demo test test-quick test-all test-arm64 soak faults fuzz coverage mutants bench corpus measure statistics format \
	format-check tidy install uninstall docs docs-serve dist check-abi packages packages-arm64 wheel test-packages test-images test-distributions test-ulfm clean

all: build

build:
	$(call BUILD_ALL,OFF,$(TARGETS),$(BUILD_FOR))

build-tests:
	$(call BUILD_ALL,ON,x86_64-linux-gnu aarch64-linux-gnu x86_64-linux-musl,$(TEST_FOR))

demo: build
	python3 scripts/demo.py

test: build-tests
	ctest --preset default

# Hours: the whole matrices that `make test` samples, every folder on each LLVM, and what needs
# minutes by itself.
test-all: build-tests
	@scripts/install-deps.sh languages
	ctest --preset default -C All -E '^lit-[0-9]+$$'

# For each edit: the rules of the sources, the units, and what the compiler makes of small
# files, on the newest LLVM.
test-quick: build-tests
	ctest --preset default -C Quick -L quick

# All that is tested on AArch64, under qemu-user, in hours, with each LLVM; and counted
# instructions. What has passed is not run again, until the compiler or the runtime changes.
test-arm64: build-tests
	python3 tests/arm64/run.py --build $(BUILD) --llvm 22
	python3 tests/arm64/folders.py --build $(BUILD) --llvm 22
	python3 tests/arm64/run.py --build $(BUILD) --llvm 19
	python3 tests/arm64/mpi.py --build $(BUILD) --llvm 22
	python3 benchmarks/instructions/emulated.py --steals
	python3 benchmarks/instructions/emulated.py

# Processes that work for half an hour each. The next run, with more hours, goes on.
soak: build-tests
	python3 tests/soak/run.py --build $(BUILD) --hours $(HOURS) --out $(BUILD)/soak

# Each call of each function of the system fails once, and all from there on; then limits, control
# groups, full disks, leaps of clocks and stops (some as root only). Goes on where it was interrupted.
faults: build-tests
	python3 tests/faults/run.py --build $(BUILD)
	python3 tests/faults/surroundings.py --build $(BUILD)
	python3 tests/faults/surroundings.py --build $(BUILD) --table

# Each reader of files, command lines and variables with inputs that nobody has thought of, for
# MINUTES; from what earlier runs have found.
MINUTES ?= 20
fuzz: build-tests
	python3 tests/fuzz/run.py --build $(BUILD) --seconds $$(($(MINUTES) * 60))

# An hour or more: which lines and branches of the sources the tests execute. Goes on where it
# was interrupted; AGAIN=--again forgets what is there.
coverage:
	scripts/install-deps.sh test
	python3 scripts/coverage.py $(AGAIN)

# Hours: lines of the sources are changed, one at a time, and a test must fail. COUNT in all, with
# those in tests/mutants/results.jsonl.
COUNT ?= 500
mutants: build-tests
	python3 tests/mutants/run.py --known
	python3 tests/mutants/run.py --count $(COUNT)
	python3 tests/mutants/run.py --table

# The programs of the papers against other systems, in minutes; its page is
# build/bench/index.html.
bench: build-tests
	$(BUILD)/bin/tussah bench --quick --out $(BUILD)/bench

# Other people's programs, unchanged: tests/corpus/README.md.
corpus: build-tests
	python3 tests/corpus/run.py --build-dir $(BUILD) --sources "$(SOURCES)" --recipes "$(RECIPES)" --out "$(RESULTS)"

# What the project promises, one benchmark for each part, with its limits.
measure: build-tests
	python3 benchmarks/compile-time/run.py
	python3 benchmarks/compile-time/run.py --programs
	python3 benchmarks/leaf-loops/run.py
	python3 benchmarks/native/run.py
	python3 benchmarks/targets/run.py
	python3 benchmarks/optimizations/run.py
	python3 benchmarks/optimizations/scheduling.py
	python3 benchmarks/speculation/run.py
	python3 benchmarks/reducers/run.py
	python3 benchmarks/pedigrees/run.py
	python3 benchmarks/cps/run.py
	python3 benchmarks/cps/cluster.py
	python3 benchmarks/cps/play_chess.py
	python3 benchmarks/backtrack/run.py
	python3 benchmarks/backtrack/ranks.py
	python3 benchmarks/graph/paper.py
	python3 benchmarks/graph/deep.py
	python3 benchmarks/graph/run.py --python $(PEERS)

# Hours: all good tests of dieharder, on the generators of random numbers.
statistics: build-tests
	python3 benchmarks/pedigrees/dieharder.py

format:
	@scripts/install-deps.sh format
	python3 scripts/check-source.py --fix

format-check:
	@scripts/install-deps.sh format
	python3 scripts/check-source.py

tidy: build-tests
	python3 scripts/tidy.py

install: build
	cmake --install $(BUILD) --prefix $(PREFIX)

# The sources of the last commit, which build without a network where the packages of
# scripts/install-deps.sh are.
dist:
	mkdir -p $(BUILD)
	git archive --prefix=tussah-$(VERSION)/ -o $(BUILD)/tussah-$(VERSION).tar.gz HEAD

# Whether programs that were linked with an earlier release, installed in RELEASE, run with
# this runtime.
check-abi: build
	@scripts/install-deps.sh package-tests
	abidiff --no-unreferenced-symbols $(RELEASE)/lib/tussah/libtussah.so.0 $(BUILD)/lib/tussah/libtussah.so.0

# Debian packages, into build/packages, and the list of what is linked with what.
packages:
	$(call BUILD_ALL,OFF,$(TARGETS),$(TEST_FOR))
	@scripts/install-deps.sh packages
	rm -rf $(BUILD)/packages
	cd $(BUILD) && cpack
	python3 scripts/sbom.py $(BUILD) $(BUILD)/packages/tussah-$(VERSION).spdx.json

# The same for machines with AArch64, cross-compiled, with the compiler of the first LLVM: the
# runtime, what compiling programs needs, and the tools. Into $(BUILD)/arm64/packages.
ARM64_FOR = $(firstword $(TEST_FOR))
packages-arm64:
	$(call BUILD_ALL,OFF,$(sort x86_64-linux-gnu aarch64-linux-gnu $(TARGETS)),$(ARM64_FOR))
	@scripts/install-deps.sh packages
	scripts/arm64-root.sh $(BUILD)/arm64-host llvm-$(ARM64_FOR)-dev libclang-$(ARM64_FOR)-dev
	cmake -S . -B $(BUILD)/arm64 -G Ninja -DCMAKE_BUILD_TYPE=Release -DTUSSAH_WERROR=ON -DBUILD_TESTING=OFF \
	  -DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/cmake/machines/aarch64-linux-gnu.cmake \
	  -DCMAKE_C_COMPILER=clang-$(ARM64_FOR) -DCMAKE_CXX_COMPILER=clang++-$(ARM64_FOR) \
	  -DCMAKE_SYSROOT=$(abspath $(BUILD))/arm64-host -DTUSSAH_HOST_BIN_DIR=$(abspath $(BUILD))/bin \
	  -DTUSSAH_LLVM_VERSIONS=$(ARM64_FOR)
	cmake --build $(BUILD)/arm64
	rm -rf $(BUILD)/arm64/packages
	cd $(BUILD)/arm64 && cpack

# Wheels for pip, into build/wheel: the analysis of measurements, and graphs for Python.
wheel: build
	@scripts/install-deps.sh packages
	python3 scripts/wheel.py
	python3 scripts/graph_wheel.py --build-dir $(BUILD)

# Installs them in fresh chroots of Debian in this folder, uses and removes them; lintian and
# piuparts look at them. As root.
CHROOTS ?= $(BUILD)/chroots
test-packages: packages
	@scripts/install-deps.sh package-tests
	python3 tests/install/test_packages.py $(BUILD)/packages $(CHROOTS)

# The images of Dockerfile and devcontainer.json, without a registry. As root.
test-images:
	@scripts/install-deps.sh package-tests
	python3 tests/install/test_images.py $(CHROOTS)

# What the last `make install` or `cmake --install` has put where.
uninstall:
	python3 scripts/uninstall.py $(BUILD)/install_manifest.txt

# In chroots of Debian 12, 13 and sid: both commands of the README with the packages that
# each has, and a sample of the tests. As root; goes on where it was interrupted.
test-distributions:
	@scripts/install-deps.sh package-tests
	python3 tests/distributions/run.py

# In a chroot of Debian 13, whose Open MPI goes on when ranks die: jobs of which ranks are killed. As
# root.
test-ulfm: build
	@scripts/install-deps.sh package-tests
	python3 tests/distributions/ulfm.py $(BUILD) --chroots $(CHROOTS)

docs:
	@scripts/install-deps.sh docs
	$(MKDOCS) build --strict

docs-serve:
	@scripts/install-deps.sh docs
	$(MKDOCS) serve

clean:
	rm -rf $(BUILD)
