"""The configuration of all lit tests.

The whole tree runs once for each LLVM that the build found, from the site
configurations in <build>/tests/lit-<N>. To run one test again:

    lit -v build/tests/lit-22/driver/targets.c

Substitutions, besides lit's own (%s, %t, %S, %T, ...):

    %clang %clangxx     the stock compilers, of the LLVM under test
    %tussah-clang %tussah-clang++
                        the drivers, pinned to that clang
    %tussah             the command; runs programs with that clang
    %opt                opt, with the pass plugin loaded
    %clangd %clang-tidy need features "clangd" and "clang-tidy"
    %llvm-profdata %llvm-cov
    %FileCheck %not %count %split-file
    %gcc %gxx %python
    %python-chess       python, with that library; needs feature "python-chess"
    %networkx           the same with NetworkX; needs feature "networkx"
    %mypy               checks types by that Python's packages; needs feature "mypy"
    %lib-dir %abi-dir %include-dir %bin-dir %source-dir
                        where things are
    %other-lib-dir      the plugins for the other LLVM; needs feature "other-llvm"
    %llvm-version       22, 19
    %newest-version     22, or what the build chose instead
    %with-llvm          compiler's arguments for programs that use libtussah-pass
                        and LLVM
    %kaleidoscope %kaleidoscope-plain
                        examples/kaleidoscope; need feature "kaleidoscope"
    %chess              examples/cps/chess
    %gdb                gdb without the user's settings; needs feature "gdb"

Tests of what does not depend on the LLVM require newest-llvm. "gcc" is there on the newest
LLVM only, too; "any-gcc" is for tests in which both compilers meet.

With TUSSAH_TESTS=all, as in `make test-all`, there is the feature "all-tests": what is sampled
otherwise is tested in whole, and older LLVMs run every folder.

Features for REQUIRES and UNSUPPORTED: llvm-22, llvm-19, newest-llvm, other-llvm, all-tests, and
those of INSTALLABLE below. With TUSSAH_STRICT=1, as in continuous integration, a feature that is missing
is an error, unless permitted-missing.txt names it: a test that is left out is seen.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

import lit.formats
import lit.util

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from measured import MeasuredTest

config.name = "tussah-" + config.llvm_version
config.test_format = MeasuredTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".ll", ".m", ".test"]
# The native runtime's tests have a build of their own.
config.excludes = ["Inputs", "install", "unit", "model", "os"]
# With an older LLVM `make test` tests what the compiler does. These folders test libraries,
# headers and commands, with code that the newest LLVM compiles.
OF_LIBRARIES = (
    "backtrack bench corpus cps debugger docs editors graph headers kaleidoscope pedigrees runtime"
).split()
if os.environ.get("TUSSAH_TESTS") == "all":
    config.available_features.add("all-tests")
elif config.llvm_version != config.newest_llvm:
    config.excludes += OF_LIBRARIES
config.test_source_root = os.path.dirname(os.path.abspath(__file__))


# What a package, the build or the processor brings. `libraries` are FFTW, OpenBLAS and Eigen.
INSTALLABLE = (
    "onetbb openmp asan tsan ubsan fuzzer lld clangd clang-tidy any-gcc gcc gdb dieharder ccache "
    "mpich openmpi python-chess valgrind kaleidoscope gdb-multiarch qemu-aarch64 boost libraries libcxx png avx512f chromium "
    "plots go cargo javac networkx mypy sarif-schema kubernetes perf mold gold musl zsh fish"
).split()
# There only for the newest LLVM, whose tests do not depend on the version.
OF_NEWEST = {"gcc", "kaleidoscope", "libcxx"}


def substitute(name, value):
    # Not followed by what could continue a longer name: %tussah and
    # %tussah-clang++ are both names.
    config.substitutions.append(("%" + name.replace("+", r"\+") + r"(?![\w+-])", value))


def quote(path):
    return "'" + path + "'" if " " in path else path


def tool(name):
    return quote(os.path.join(config.llvm_tools_dir, name))


def find_runtime(name):
    """Whether this clang has the compiler-rt library of that name."""
    folder = subprocess.run(
        [config.clang, "-print-runtime-dir"], capture_output=True, text=True
    ).stdout.strip()
    candidates = [folder, os.path.join(os.path.dirname(folder), "linux")]
    return any(
        file.startswith("libclang_rt." + name)
        for folder in candidates
        if os.path.isdir(folder)
        for file in os.listdir(folder)
    )


def accepts(program, *arguments):
    return (
        subprocess.run(
            [config.clangxx, "-x", "c++", "-", *arguments],
            input=program,
            capture_output=True,
            text=True,
        ).returncode
        == 0
    )


def compiles(program, *flags):
    return accepts(program, "-fsyntax-only", *flags)


def links(program, *flags):
    # Not /dev/null: some linkers put a file in its place.
    with tempfile.TemporaryDirectory() as folder:
        return accepts(program, "-o", os.path.join(folder, "program"), *flags)


pin = "--tussah-clang=" + config.clang
bin_dir = config.tussah_bin_dir
substitute("tussah-clang++", quote(bin_dir + "/tussah-clang++") + " " + quote(pin))
substitute("tussah-clang", quote(bin_dir + "/tussah-clang") + " " + quote(pin))
substitute("tussah", quote(bin_dir + "/tussah"))
substitute("clangxx", quote(config.clangxx))
substitute("clang", quote(config.clang))
substitute(
    "opt",
    tool("opt") + " -load-pass-plugin=" + quote(config.tussah_lib_dir + "/libtussah-pass.so"),
)
for name in ("clangd", "clang-tidy", "llvm-nm", "llvm-profdata", "llvm-cov"):
    substitute(name, tool(name))
for name in ("FileCheck", "count", "not", "split-file"):
    substitute(name, quote(os.path.join(config.filecheck_dir, name)))
substitute("gcc", quote(config.gcc))
substitute("gxx", quote(config.gxx))
substitute("gdb", "gdb -nx -q -batch")
substitute("gdb-multiarch", "gdb-multiarch -nx -q -batch")
substitute("python", quote(sys.executable))
substitute("lib-dir", quote(config.tussah_lib_dir))
others = [name for name in os.listdir(os.path.dirname(config.tussah_lib_dir)) if name.isdigit()]
others = sorted(set(others) - {config.llvm_version}) or ["none"]
other_lib_dir = os.path.join(os.path.dirname(config.tussah_lib_dir), others[-1])
substitute("other-lib-dir", quote(other_lib_dir))
substitute("abi-dir", quote(config.tussah_lib_dir + "/abi"))
substitute("include-dir", quote(config.tussah_source_dir + "/include"))
substitute("source-dir", quote(config.tussah_source_dir))
substitute("bin-dir", quote(bin_dir))
substitute("llvm-version", config.llvm_version)
substitute("newest-version", config.newest_llvm)


def with_llvm():
    """Arguments for programs that use libtussah-pass and LLVM's libraries."""
    llvm_config = [os.path.join(config.llvm_tools_dir, "llvm-config")]
    flags = ["--cppflags", "--ldflags", "--libs"]
    llvm = subprocess.run(llvm_config + flags, capture_output=True, text=True).stdout.split()
    arguments = ["-I" + config.tussah_source_dir + "/include"]
    for folder, library in (
        (config.tussah_lib_dir, "tussah-pass"),
        (os.path.dirname(config.tussah_lib_dir), "tussah"),
    ):
        # JIT code needs the runtime, though the program does not name it.
        arguments += ["-L" + folder, "-Wl,-rpath," + folder]
        arguments += ["-Wl,--no-as-needed", "-l" + library, "-Wl,--as-needed"]
    return " ".join(map(quote, arguments + llvm))


substitute("with-llvm", with_llvm())
kaleidoscope = os.path.join(bin_dir, "..", "examples", "kaleidoscope-" + config.llvm_version)
if os.path.isdir(kaleidoscope):
    config.available_features.add("kaleidoscope")
for name in ("kaleidoscope-plain", "kaleidoscope"):
    substitute(name, quote(os.path.join(kaleidoscope, name)))

substitute("chess", quote(os.path.join(bin_dir, "..", "examples", "chess", "chess")))

config.available_features.add("llvm-" + config.llvm_version)
newest = config.llvm_version == config.newest_llvm
if newest:
    config.available_features.add("newest-llvm")
if os.path.exists(os.path.join(other_lib_dir, "libtussah-clang.so")):
    config.available_features.add("other-llvm")
# Built with TUSSAH_TARGETS, which `make test` does.
if os.path.exists(os.path.join(config.tussah_lib_dir, "..", "aarch64-linux-gnu", "libtussah.so")):
    config.available_features.add("arm64-runtime")
if compiles("#include <tbb/task_group.h>"):
    config.available_features.add("onetbb")
if compiles("#include <png.h>"):
    config.available_features.add("png")
libraries = """#include <Eigen/Sparse>
#include <cblas.h>
#include <fftw3.h>
int main() { return static_cast<int>(cblas_dasum(0, nullptr, 1)) + (fftw_malloc(0) != nullptr); }
"""
if links(libraries, "-I/usr/include/eigen3", "-lfftw3", "-lopenblas"):
    config.available_features.add("libraries")
if compiles("#if !__has_include(<boost/graph/page_rank.hpp>)\n#error\n#endif"):
    config.available_features.add("boost")
if compiles("#include <exception>", "-stdlib=libc++"):
    config.available_features.add("libcxx")
if os.path.isabs(
    subprocess.run(
        [config.clang, "-print-file-name=libomp.so"], capture_output=True, text=True
    ).stdout
):
    config.available_features.add("openmp")
for name, library in (
    ("asan", "asan"),
    ("tsan", "tsan"),
    ("ubsan", "ubsan_standalone"),
    ("fuzzer", "fuzzer"),
):
    if find_runtime(library):
        config.available_features.add(name)
for feature, name in (("lld", "ld.lld"), ("clangd", "clangd"), ("clang-tidy", "clang-tidy")):
    if os.path.exists(os.path.join(config.llvm_tools_dir, name)):
        config.available_features.add(feature)
if os.path.exists(config.gcc) and os.path.exists(config.gxx):
    # What gcc says of headers and serial programs does not depend on the LLVM.
    config.available_features.update(["any-gcc", "gcc"] if newest else ["any-gcc"])
if os.path.exists("/proc/cpuinfo"):
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        if re.search(r"^flags.*\bavx512f\b", file.read(), re.MULTILINE):
            config.available_features.add("avx512f")
for name, program in (
    ("gdb", "gdb"),
    ("gdb-multiarch", "gdb-multiarch"),
    ("qemu-aarch64", "qemu-aarch64-static"),
    ("dieharder", "dieharder"),
    ("ccache", "ccache"),
    ("valgrind", "valgrind"),
    ("mold", "mold"),
    ("gold", "ld.gold"),
    ("zsh", "zsh"),
    ("fish", "fish"),
):
    if shutil.which(program):
        config.available_features.add(name)
if os.path.isdir(os.path.join(config.tussah_lib_dir, "..", "x86_64-linux-musl", config.llvm_version)):
    config.available_features.add("musl")
# The kernel may refuse, in containers above all.
if shutil.which("perf") and not subprocess.run(
    ["perf", "record", "-o", os.devnull, "-e", "cpu-clock", "--call-graph", "fp", "true"], capture_output=True
).returncode:
    config.available_features.add("perf")
if shutil.which("chromium"):
    config.available_features.add("chromium")
else:
    lit_config.note("there is no chromium: what needs it is not tested")
# What install-deps.sh gets from PyPI.
plotting = os.path.join(config.tussah_source_dir, "benchmarks", "plotting")
if subprocess.run(
    [sys.executable, "-B", "-c", "import render, sys; sys.exit(not render.is_there())"], cwd=plotting
).returncode == 0:
    config.available_features.add("plots")
# No package of install-deps.sh: the languages of benchmarks/counterparts.
languages = subprocess.run(
    [sys.executable, "-B", config.tussah_source_dir + "/benchmarks/suite/compilers.py"],
    capture_output=True,
    text=True,
)
config.available_features.update(languages.stdout.split())
for reason in languages.stderr.splitlines():
    lit_config.note(f"not tested: {reason}")

for name in ("mpich", "openmpi"):
    plugin = os.path.join(config.tussah_lib_dir, "..", f"libtussah-cps-{name}.so")
    if os.path.exists(plugin) and shutil.which("mpirun." + name):
        config.available_features.add(name)

chess = os.path.join(config.tussah_source_dir, "build", "python-chess", "chess-1.11.2")
if os.path.isdir(chess):
    config.available_features.add("python-chess")
    substitute("python-chess", f"env PYTHONPATH={quote(chess)} {quote(sys.executable)}")

# %check-sarif FILE: by the schema of the standard.
schemas = os.path.join(config.tussah_source_dir, "build", "schemas")
if os.path.isdir(schemas):
    config.available_features.add("sarif-schema")
    check = os.path.join(config.test_source_root, "check-sarif.py")
    substitute("check-sarif", f"{quote(sys.executable)} {quote(check)} {quote(schemas)}")

# %check-kubernetes FILE: by the schemas of its interface.
kubernetes = os.path.join(config.tussah_source_dir, "build", "kubernetes")
if os.path.isdir(kubernetes):
    config.available_features.add("kubernetes")
    check = os.path.join(config.test_source_root, "check-kubernetes.py")
    substitute("check-kubernetes", f"{quote(sys.executable)} {quote(check)} {quote(kubernetes)}")


def can_set_users():
    """Whether a file of root's can run with root's rights for somebody else."""
    with open("/proc/self/status", encoding="ascii") as file:
        forbidden = any(line.split() == ["NoNewPrivs:", "1"] for line in file)
    return os.geteuid() == 0 and not forbidden and not os.statvfs("/tmp").f_flag & os.ST_NOSUID


if can_set_users():
    config.available_features.add("setuid")

# Debian's package is for Debian's Python, which need not be the one that runs lit.
for python in (sys.executable, "/usr/bin/python3"):
    found = subprocess.run([python, "-c", "import networkx"], capture_output=True, check=False)
    if found.returncode == 0:
        config.available_features.add("networkx")
        substitute("networkx", quote(python))
        # %mypy with that Python's packages, which it has the types of.
        checker = os.path.join(config.tussah_source_dir, "build", "mypy")
        if os.path.isdir(checker):
            config.available_features.add("mypy")
            command = f"{quote(sys.executable)} -m mypy --strict --cache-dir=/dev/null"
            substitute("mypy", f"env PYTHONPATH={quote(checker)} {command} --python-executable {quote(python)}")
        break


def refuse_missing_features():
    """Ends lit if a feature is missing that permitted-missing.txt does not name."""
    path = os.path.join(config.test_source_root, "permitted-missing.txt")
    with open(path, encoding="utf-8") as file:
        permitted = {line.split()[0] for line in file if line.strip() and line[0] != "#"}
    unknown = sorted(permitted - set(INSTALLABLE))
    if unknown:
        lit_config.fatal(f"{path}: no such feature: {', '.join(unknown)}")
    expected = set(INSTALLABLE) - permitted - (set() if newest else OF_NEWEST)
    missing = sorted(expected - set(config.available_features))
    if missing:
        lit_config.fatal(
            f"TUSSAH_STRICT: tests would be left out for want of {', '.join(missing)}; install "
            f"what is missing (scripts/install-deps.sh), or name it in {path} with the reason"
        )


# Programs for another machine (tests/arm64/folders.py): what is there for this one only is not
# there, and tests may be left out.
if getattr(config, "machine", None):
    sys.path.insert(0, os.path.join(config.test_source_root, "arm64"))
    import leave_out

    config.left_out = leave_out.tests(config, lit_config)
elif os.environ.get("TUSSAH_STRICT") == "1":
    refuse_missing_features()

# The tests of `tussah` use the clang under test through the environment. All
# others must not depend on what the user has set.
config.environment["TUSSAH_CLANG"] = config.clang
for name in ("CILK_NWORKERS", "OMP_NUM_THREADS", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"):
    config.environment.pop(name, None)

# A lost task hangs a program: end such a test rather than the whole run. Where other work stops the
# tests for long, `--param seconds=N` gives them more.
if lit.util.killProcessAndChildrenIsSupported()[0]:
    # Since LLVM 23 the limit belongs to the suite.
    limits = config if hasattr(config, "maxIndividualTestTime") else lit_config
    seconds = 3600 if "all-tests" in config.available_features else 300
    limits.maxIndividualTestTime = int(lit_config.params.get("seconds", seconds))
