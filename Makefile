# A thin front of CMake and the scripts. Each target works alone, on a fresh
# Debian 12 too: it installs what is missing, and builds first.

BUILD := build
PREFIX ?= /usr/local
# The Python that has the peers of the graph algorithms: SciPy, NetworKit, igraph.
PEERS ?= python3

# The sources of other people's programs, what builds and runs each, and where the
# results go: tests/corpus/README.md.
SOURCES :=
RECIPES :=
RESULTS := $(BUILD)/corpus

.PHONY: all build demo test bench corpus measure statistics format format-check tidy install clean deps

all: build

deps:
	@scripts/install-deps.sh

build: deps
	cmake --preset default
	cmake --build --preset default

demo: build
	python3 scripts/demo.py

test: build
	ctest --preset default

# The programs of the papers against other systems, in minutes; its page is
# build/bench/index.html.
bench: build
	$(BUILD)/bin/tussah bench --quick --out $(BUILD)/bench

# Other people's programs, unchanged: tests/corpus/README.md.
corpus: build
	python3 tests/corpus/run.py --build-dir $(BUILD) --sources "$(SOURCES)" --recipes "$(RECIPES)" --out "$(RESULTS)"

# What the project promises, one benchmark for each part, with its limits.
measure: build
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
statistics: build
	python3 benchmarks/pedigrees/dieharder.py

format: deps
	python3 scripts/check-source.py --fix

format-check: deps
	python3 scripts/check-source.py

tidy: build
	python3 scripts/tidy.py

install: build
	cmake --install $(BUILD) --prefix $(PREFIX)

clean:
	rm -rf $(BUILD)
