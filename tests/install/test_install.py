"""Installs the build into a folder, moves the folder, and uses what is there as
a user would: alone, and as the compilers of a CMake project.

usage: test_install.py BUILD_DIR LLVM_VERSIONS(comma-separated) CLANG...
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def run(*command, **options):
    print("+", *command, flush=True)
    result = subprocess.run(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **options,
    )
    print(result.stdout, flush=True)
    if result.returncode != 0:
        raise SystemExit(f"error: exit code {result.returncode}")
    return result.stdout


def check_library(path):
    """The plugins look for each other beside themselves and nowhere else."""
    dynamic = run("readelf", "-d", path)
    for line in dynamic.splitlines():
        if "RUNPATH" in line or "RPATH" in line:
            assert line.rstrip().endswith("[$ORIGIN]"), line


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(5) == b"\x7fELF\x02"


def check_hardening(prefix):
    """Programs and libraries have read-only tables, no executable stack, and a place that is
    another one in each run."""
    checked = 0
    for path in sorted(prefix.rglob("*")):
        if path.is_symlink() or not path.is_file() or path.suffix in (".o", ".a") or not is_elf(path):
            continue
        said = subprocess.run(["readelf", "-hdlW", path], stdout=subprocess.PIPE, text=True, check=True).stdout
        # What is cross-compiled has the flags of its own linker.
        if "X86-64" not in said:
            continue
        lines = said.splitlines()
        assert "GNU_RELRO" in said, f"{path} has writable tables"
        # A plugin for another LLVM must get as far as to say so.
        is_plugin = path.parent.name.isdigit()
        assert is_plugin or any("(FLAGS" in line and "NOW" in line for line in lines), f"{path} is bound late"
        assert any("GNU_STACK" in line and " RW " in line for line in lines), f"{path} has an executable stack"
        assert "DYN (" in said, f"{path} is always at one address"
        checked += 1
    assert checked >= 8, f"only {checked} files were checked"


def check_exports(prefix):
    """What the runtime exports has a name that nobody else has."""
    own = re.compile(r"__(tussah|cilk|csi)|tussah_|wsp_")
    # The detector takes the place of the allocator.
    allocator = {"aligned_alloc", "calloc", "free", "malloc", "memalign", "posix_memalign", "pvalloc", "realloc", "valloc"}
    for path in sorted((prefix / "lib" / "tussah").glob("*.so*")):
        if path.suffix == ".py":
            continue
        names = run("nm", "-D", "--defined-only", "--format=posix", path).split("\n")
        wrong = {name.split()[0] for name in names if name and not own.match(name)}
        wrong -= allocator if "race" in path.name else set()
        assert not wrong, f"{path.name} exports {sorted(wrong)}"


def use_project(prefix, clang, folder):
    run(
        "cmake",
        "-S",
        HERE / "project",
        "-B",
        folder,
        "-G",
        "Ninja",
        f"-DCMAKE_C_COMPILER={prefix}/bin/tussah-clang",
        f"-DCMAKE_CXX_COMPILER={prefix}/bin/tussah-clang++",
        env={**os.environ, "TUSSAH_CLANG": clang},
    )
    environment = {**os.environ, "TUSSAH_CLANG": clang}
    run("cmake", "--build", folder, env=environment)
    assert run(folder / "program") == "987 328350\n"
    symbols = run("nm", "-C", folder / "program")
    assert "__tussah_poll" in symbols, "the program was compiled without tasks"


def use_target(prefix, clang, folder):
    """A target of one's own, compiled with the headers that are installed."""
    repository = HERE.parent.parent
    abi, program = folder / "pool.bc", folder / "on pool"
    run(
        clang.replace("clang", "clang++"),
        "-std=c++17",
        "-O2",
        "-fPIC",
        "-DTUSSAH_ABI_COUNT",
        "-I",
        prefix / "lib" / "tussah" / "abi",
        "-emit-llvm",
        "-c",
        repository / "examples" / "targets" / "pool.cpp",
        "-o",
        abi,
    )
    environment = {**os.environ, "TUSSAH_CLANG": clang, "TUSSAH_COUNT": str(folder / "count")}
    driver = prefix / "bin" / "tussah-clang"
    source = repository / "tests" / "targets" / "Inputs" / "cilk-fib.c"
    run(driver, "-ftussah-keep-spawns", f"-ftussah-target={abi}", source, "-o", program, env=environment)
    assert run(program, "15", env=environment) == "610\n"
    assert "tasks=986 " in (folder / "count").read_text()


def use_library(prefix, clang, version, folder):
    """A front end that uses libtussah-pass; both languages' headers are there."""
    tools = pathlib.Path(clang).resolve().parent
    llvm = run(tools / "llvm-config", "--cmakedir").strip()
    sources = HERE.parent / "pass"
    run(
        "cmake",
        "-S",
        HERE / "front-end",
        "-B",
        folder,
        "-G",
        "Ninja",
        f"-DSOURCES={sources / 'c-api.c'};{sources / 'Inputs' / 'throw.cpp'}",
        f"-DCMAKE_C_COMPILER={clang}",
        f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DLLVM_DIR={llvm}",
    )
    run("cmake", "--build", folder)
    linked = run("ldd", folder / "front-end")
    assert f"{prefix}/lib/tussah/{version}/libtussah-pass.so" in linked
    run(folder / "front-end", "native")
    assert (prefix / "include" / "tussah" / "pass.h").exists()


def use_libraries(build, prefix, clang, folder):
    """Continuation passing and backtracking need no plugin; what cps loads for a
    launcher, and its source, are there if they were built."""
    libraries = prefix / "lib" / "tussah"
    examples = HERE.parent.parent / "examples"
    # Queens can run on several ranks.
    programs = {"backtrack": ("queens", "8"), "cps": ("fib", "20")}
    archives = [libraries / f"libtussah-{name}.a" for name in programs]
    for name, (example, argument) in programs.items():
        program = folder / f"{name}-{example}"
        run(
            clang.replace("clang", "clang++"),
            "-std=c++20",
            "-isystem",
            prefix / "include",
            examples / name / f"{example}.cpp",
            "-o",
            program,
            *archives,
            "-pthread",
        )
        run(program, argument)
    for built in (pathlib.Path(build) / "lib" / "tussah").glob("libtussah-cps-*.so"):
        assert (libraries / built.name).exists(), built.name
    assert (prefix / "share" / "tussah" / "cps" / "mpi.cpp").exists()


def use_bench(tussah, folder):
    """Measures a program in C, one with pedigrees and an archive, and one with threads of
    its own, none of which is in a repository then."""
    chosen = ["--programs", "fib,mis,queens", "--systems", "native,cps", "--workers", "1"]
    said = run(tussah, "bench", "--quick", *chosen, "--trials", "1", "--out", "bench", cwd=folder)
    assert "Every run's result was that of the serial program." in said, said
    assert len((folder / "bench" / "raw.csv").read_text().splitlines()) == 1 + 6, said
    # The paper's traversals: their programs are compiled, and then the time is over.
    graphs = [tussah, "bench", "--paper", "graphs", "--quick", "--minutes", "1e-9", "--out", "graphs"]
    said = subprocess.run(graphs, cwd=folder, capture_output=True, text=True)
    assert said.returncode == 1 and "71 of 71 jobs are left" in said.stderr, said


def main():
    build, versions, *clangs = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        run("cmake", "--install", build, "--prefix", folder / "first")
        prefix = (folder / "first").rename(folder / "second place")
        for version in versions.split(","):
            for name in ("pass", "clang"):
                check_library(
                    prefix / "lib" / "tussah" / version / f"libtussah-{name}.so"
                )
        check_hardening(prefix)
        check_exports(prefix)
        assert "ready" in run(prefix / "bin" / "tussah", "doctor").splitlines()
        source = HERE.parent.parent / "examples" / "fib.c"
        run(prefix / "bin" / "tussah", "run", source, cwd=folder)
        tussah = prefix / "bin" / "tussah"
        run(tussah, "graph", "generate", "torus", "9", "-o", folder / "t.sg")
        answer = run(tussah, "graph", "components", folder / "t.sg", "--workers", "2")
        assert answer == "1 component, the largest has 81 vertices\n", answer
        check_library(prefix / "lib" / "tussah" / "tussah-graph")
        assert "cholesky" in run(tussah, "bench", "--list", cwd=folder)
        use_bench(tussah, folder)
        run(prefix / "bin" / "tussah", "editor", folder)
        assert f"'{prefix}/include'" in (folder / ".clangd").read_text()
        for version, clang in zip(versions.split(","), clangs):
            use_library(prefix, clang, version, folder / f"front end {version}")
        use_target(prefix, clangs[0], folder)
        use_libraries(build, prefix, clangs[0], folder)
        for index, clang in enumerate(clangs):
            use_project(prefix, clang, folder / f"project {index}")


if __name__ == "__main__":
    main()
