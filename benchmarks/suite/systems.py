"""What programs are compiled by: the same source for different runtimes, or
counterparts that were written for another runtime by hand."""

import hashlib
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import compilers
from building import Commands
from compilers import Missing
from programs import BENCHMARKS, INCLUDES, LIBRARY

PEDIGREES = "-ftussah-pedigrees"
STANDARDS = {"cilk": "c++17", "cps": "c++20"}
COUNTERPARTS = BENCHMARKS / "counterparts"
# A compiler for C of which that for C++ is known.
C_COMPILER = re.compile(r"(clang|gcc)(-[\d.]+)?$")
# What the files of counterparts are called.
CXX, GO, RUST, JAVA = "PROGRAM.cpp", "main.go", "main.rs", "Main.java"


@dataclass(frozen=True)
class System:
    """A name, what it is, whether its programs are serial, how they are built, and what
    they are written in.

    `build(tools, program, folder)` makes the program in an empty folder and returns
    the command that runs it. It raises Missing if it cannot. `by_hand` is the name of
    the files in which its programs are written, if they are not the Cilk programs."""

    name: str
    about: str
    build: object
    serial: bool = False
    by_hand: str = ""
    languages: tuple = ("cilk",)

    def counts(self, workers):
        """Returns how many workers it is measured with, if `workers` are wanted."""
        return [1] if self.serial else workers

    def has(self, program):
        """Whether there is a source of the program for this system."""
        if self.by_hand:
            return program.counterpart(self.by_hand) is not None
        return program.language in self.languages

    def build_key(self, program):
        """Returns the same for programs that have the same build, which differ in their
        input only. Counterparts belong to a name."""
        if self.by_hand:
            return self.name, program.name
        # One program has both, the serial elision and the threads.
        name = "cps" if self.name == "serial" and program.language == "cps" else self.name
        uses = tuple(program.uses.items())
        return (name, program.source, program.language, program.pedigrees, *program.archives, uses)

    def prepares(self, program):
        """Whether the first run of the program leaves something for later ones, which takes
        longer than they do."""
        return self.by_hand == LIBRARY and program.library.get("prepares", False)

    def arguments(self, program):
        """Returns what the program is given before its input."""
        return ["--serial"] if self.serial and program.language == "cps" else []


@dataclass
class Tools:
    """The compilers, the flags for all programs in C and C++, and what runs the commands."""

    installation: Path
    clang: str
    flags: list
    commands: Commands = field(default_factory=Commands)

    def tussah(self, is_cxx):
        name = "tussah-clang++" if is_cxx else "tussah-clang"
        return [str(self.installation / "bin" / name), f"--tussah-clang={self.clang}"]

    def headers(self):
        return f"-I{self.installation / 'include'}"

    def digest(self, out):
        """Returns what tells this Tussah and these programs from changed ones, but for
        what is in the folder of results."""
        library = self.installation / "lib" / "tussah"
        folders = (library, self.installation / "include", BENCHMARKS, INCLUDES)
        own = {library / "suite", BENCHMARKS / "suite", out}
        result = hashlib.sha256()
        for path in sorted(path for folder in folders for path in folder.rglob("*")):
            if path.is_file() and own.isdisjoint(path.parents) and path.suffix != ".pyc":
                result.update(f"{path} {path.stat().st_size} ".encode())
                result.update(path.read_bytes())
        return result.hexdigest()[:16]


def run(tools, command, folder=None, **variables):
    """Runs a command of a build, which raises Missing if it fails: in the folder where this
    was started, to which paths in the user's flags are relative, if no other is said."""
    code, lines = tools.commands.run(command, folder, **variables)
    if code != 0:
        # Go has a heading before its messages.
        lines = [line for line in lines if line.strip() and not line.startswith("# ")]
        # GNU ld does not call it an error that a library or a function is not there.
        said = "error|cannot find|undefined reference"
        wrong = [line for line in lines if re.search(said, line, re.IGNORECASE)]
        wrong = wrong or lines or ["no message"]
        raise Missing(f"does not compile: {wrong[0]}")


def need(tool, package=None):
    """Returns the path of an optional tool."""
    path = shutil.which(tool)
    if not path:
        raise Missing(f"needs {tool}" + (f": apt-get install {package}" if package else ""))
    return path


def compile_cilk(tools, program, folder, compiler, *flags, link=()):
    """Compiles a program. The libraries `link` come after what needs them: linkers that
    leave out what nothing before has asked for would not link them."""
    binary = folder / program.name
    standard = STANDARDS[program.language]
    language = ["-x", "c++", f"-std={standard}"] if program.is_cxx else ["-x", "c"]
    libraries = [tools.installation / "lib" / "tussah" / name for name in program.archives]
    command = [*compiler, *tools.flags, *flags]
    sources = [*language, *program.sources]
    if len(program.sources) > 1:
        sources = compile_files(tools, [*command, *language, f"-I{INCLUDES}"], program.sources, folder)
    run(tools, [*command, f"-I{INCLUDES}", *sources, "-x", "none", *libraries, *link, "-lm", "-o", binary])
    return [str(binary)]


def compile_files(tools, command, sources, folder):
    """Compiles files at the same time, and returns the object files."""
    objects = [folder / f"{source.stem}.o" for source in sources]
    with ThreadPoolExecutor(len(sources)) as pool:
        steps = [
            pool.submit(run, tools, [*command, "-c", source, "-o", out])
            for source, out in zip(sources, objects)
        ]
        for step in steps:
            step.result()
    return objects


def target(name, *flags):
    """Returns how Tussah builds a program for one of its targets."""

    def build(tools, program, folder):
        pedigrees = [PEDIGREES] if program.pedigrees else []
        return compile_cilk(
            tools, program, folder, tools.tussah(program.is_cxx), f"-ftussah-target={name}",
            *pedigrees, *flags,
        )  # fmt: skip

    return build


def build_serial(tools, program, folder):
    if program.pedigrees:
        # A plain clang does not count spawns, on which the numbers depend.
        return target("serial")(tools, program, folder)
    return build_plain(tools, program, folder, [tools.clang, *mode_of(program)])


def mode_of(program):
    return ["--driver-mode=g++"] if program.is_cxx else []


def build_plain(tools, program, folder, compiler):
    """Builds a program so that it is serial."""
    if program.language == "cps":
        return build_cps(tools, program, folder, compiler)
    return compile_cilk(tools, program, folder, compiler, tools.headers())


def build_cps(tools, program, folder, compiler=None):
    compiler = compiler or [tools.clang, *mode_of(program)]
    optional = [flag for header, flag in program.uses.items() if has_header(compiler, header)]
    return compile_cilk(tools, program, folder, compiler, tools.headers(), "-pthread", link=optional)


def has_header(compiler, header):
    command = [*compiler, "-fsyntax-only", "-x", "c++", "-"]
    text = f"#include <{header}>\n"
    return subprocess.run(command, input=text, text=True, capture_output=True).returncode == 0


def build_gcc(tools, program, folder):
    if program.pedigrees:
        raise Missing("random numbers by pedigrees need Tussah")
    compiler = need("g++", "g++") if program.is_cxx else need("gcc", "gcc")
    return build_plain(tools, program, folder, [compiler])


def build_pedigrees(tools, program, folder):
    if program.pedigrees:
        raise Missing("always has pedigrees")
    return target("native", PEDIGREES)(tools, program, folder)


def compiler_of(words):
    """Returns the words of a command up to the compiler: others may be before it, as in
    'ccache clang-19 -fopencilk'."""
    for i, word in enumerate(words):
        if word.startswith("-"):
            break
        if C_COMPILER.search(word) and "=" not in word:
            return words[: i + 1]
    return words[:1]


def custom(words):
    """Returns how another Cilk compiler builds a program, from the words of the command
    for C."""
    before = compiler_of(words)

    def build(tools, program, folder):
        *wrapper, compiler = [need(words[0]), *before[1:]]
        if program.is_cxx:
            compiler = C_COMPILER.sub(cxx_name, compiler)
        # Its own <cilk/cilk.h> comes first.
        headers = ["-idirafter", tools.installation / "include"] if program.archives else []
        # Its flags come behind those for all, of which it may want others.
        return compile_cilk(tools, program, folder, [*wrapper, compiler], *words[len(before) :], *headers)

    return build


def cxx_name(match):
    return {"clang": "clang++", "gcc": "g++"}[match[1]] + (match[2] or "")


def counterpart(program, name):
    path = program.counterpart(name)
    if not path:
        raise Missing("no library does this" if name == LIBRARY else "no counterpart is written")
    return path


def build_library(tools, program, folder):
    """Builds what a user would call instead of the program."""
    source = counterpart(program, LIBRARY)
    of = program.library
    binary = folder / program.name
    compiler = [tools.clang, "--driver-mode=g++", "-std=c++17", *tools.flags]
    try:
        run(
            tools,
            [*compiler, f"-I{INCLUDES}", *of.get("flags", []), source]
            + [*of.get("link", []), "-lm", "-o", binary],
        )
    except Missing as error:
        if of.get("package") and re.search(r"file not found|unable to find library|cannot find", str(error)):
            raise Missing(f"needs {of['package']}: apt-get install {of['package']}") from None
        raise
    return [str(binary)]


def build_by_hand(flags, libraries, package):
    """Returns how clang builds a counterpart in C++."""

    def build(tools, program, folder):
        source = counterpart(program, CXX)
        binary = folder / program.name
        try:
            run(
                tools,
                [tools.clang, "--driver-mode=g++", "-std=c++17", *tools.flags, *flags]
                + [f"-I{INCLUDES}", f"-I{BENCHMARKS / 'targets'}", source, *libraries]
                + ["-lm", "-o", binary],
            )
        except Missing as error:
            if re.search(r"omp\.h|tbb/|-ltbb|-lomp", str(error)):
                raise Missing(f"needs {package}: apt-get install {package}") from None
            raise
        return [str(binary)]

    return build


def build_go(tools, program, folder):
    source = counterpart(program, GO)
    go = compilers.need("go")
    # Go wants the files of a program in one folder.
    for path in (source, COUNTERPARTS / "example.go"):
        shutil.copy(path, folder)
    run(tools, [go, "build", "-o", program.name, "main.go", "example.go"], folder)
    return [str(folder / program.name)]


def build_rayon(tools, program, folder):
    source = counterpart(program, RUST)
    cargo, _ = compilers.need("cargo"), compilers.need("rustc")
    manifest = (COUNTERPARTS / "Cargo.toml.in").read_text(encoding="utf-8")
    for name, value in (("@NAME@", program.name), ("@SOURCE@", str(source))):
        manifest = manifest.replace(name, value)
    (folder / "Cargo.toml").write_text(manifest, encoding="utf-8")
    shutil.copy(COUNTERPARTS / "Cargo.lock", folder)
    # All programs share a folder, so that rayon is compiled once.
    target = folder.parent / "target"
    run(
        tools, [cargo, "build", "--release", "--locked", "--quiet", "--target-dir", target], folder,
        RUSTFLAGS=f"-C target-cpu={processor_of(tools.flags)}",
    )  # fmt: skip
    return [str(target / "release" / program.name)]


def processor_of(flags):
    """Returns for which processor the flags of clang and gcc are."""
    return next((flag.removeprefix("-march=") for flag in reversed(flags) if flag.startswith("-march=")), "x86-64")


def build_java(tools, program, folder):
    source = counterpart(program, JAVA)
    javac, java = compilers.need("javac"), compilers.need("java")
    # For the oldest Java, as the two may be of different versions.
    release = str(compilers.TOOLS["java"].least[0])
    run(tools, [javac, "--release", release, "-d", folder, source, COUNTERPARTS / "Example.java"], folder)
    return [java, "-Xss64m", "-XX:+UseTransparentHugePages", "-cp", str(folder), "Main"]


OPENMP = build_by_hand(["-fopenmp"], [], "libomp-dev")
ONETBB = build_by_hand([], ["-ltbb"], "libtbb-dev")

# fmt: off
SYSTEMS = (
    System("serial", "the serial elision, by plain clang", build_serial, serial=True,
           languages=("cilk", "cps")),
    System("serial-gcc", "the serial elision, by gcc", build_gcc, serial=True,
           languages=("cilk", "cps")),
    System("library", "what one would call: std::sort, FFTW, OpenBLAS, Eigen", build_library,
           serial=True, by_hand=LIBRARY),
    System("native", "Tussah's own runtime", target("native")),
    System("onetbb", "the same source, as tasks of oneTBB", target("onetbb")),
    System("openmp", "the same source, as OpenMP tasks", target("openmp")),
    System("cps", "continuation-passing threads, the Cilk of 1995", build_cps, languages=("cps",)),
    System("pedigrees", "native, and every strand has a pedigree", build_pedigrees),
    System("openmp-by-hand", "written with OpenMP's directives", OPENMP, by_hand=CXX),
    System("onetbb-by-hand", "written with oneTBB", ONETBB, by_hand=CXX),
    System("go", "written with goroutines", build_go, by_hand=GO),
    System("rayon", "written in Rust with rayon", build_rayon, by_hand=RUST),
    System("java", "written in Java with ForkJoin; its time includes compiling", build_java, by_hand=JAVA),
)
# fmt: on
QUICK = ("serial", "native", "onetbb", "openmp", "cps")
# Those whose programs are Tussah's work: one that does not end is a defect.
OWN = ("native", "onetbb", "openmp", "cps", "pedigrees")


def environment(workers):
    """Returns the environment in which any system uses so many workers, and the C
    library large pages: how fast ordinary ones are depends on which a program gets."""
    names = ("CILK_NWORKERS", "OMP_NUM_THREADS", "GOMAXPROCS", "RAYON_NUM_THREADS", "WORKERS")
    tunables = [os.environ.get("GLIBC_TUNABLES", ""), "glibc.malloc.hugetlb=1"]
    return {
        **os.environ,
        **{name: str(workers) for name in names},
        "GLIBC_TUNABLES": ":".join(filter(None, tunables)),
    }
