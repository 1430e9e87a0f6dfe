#!/usr/bin/env python3
"""Runs folders of lit's tests with programs for AArch64, under qemu-user.

    folders.py [options] [FOLDER or TEST...]

Compilers are scripts that compile for AArch64 and let programs be run by an emulator
(compile.py); the tests are those of this machine. skipped.txt has those that cannot
be run so, each with the reason and what has its part instead.

What has passed with the same compiler and runtime is not run again, so an
interrupted run goes on where it was.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
from run import TRIPLE, fingerprint, require  # noqa: E402

FOLDERS = ("runtime", "native", "pedigrees", "gen", "cps", "backtrack", "graph", "debugger", "toolchain", "race", "scale",
           "tools")  # fmt: skip

SCRIPT = """#!/bin/sh
exec '{python}' '{compile}' '{root}' '{compiler}' '{wrapped}' '{clang}' "$@"
"""

SITE = """config.llvm_version = "{llvm}"
config.newest_llvm = "{llvm}"
config.llvm_tools_dir = "{real_tools}"
config.filecheck_dir = "{real_tools}"
config.clang = "{tools}/clang-{llvm}"
config.clangxx = "{tools}/clang-{llvm}++"
config.tussah_bin_dir = "{tools}/bin"
config.tussah_lib_dir = "{build}/lib/tussah/{llvm}"
config.tussah_source_dir = "{source}"
config.gcc = config.gxx = "/none"
config.test_exec_root = "{tools}/lit"
config.machine = "{triple}"
lit_config.load_config(config, "{source}/tests/lit.cfg.py")
"""


def script(path, **values):
    path.write_text(SCRIPT.format(python=sys.executable, compile=HERE / "compile.py", **values))
    path.chmod(0o755)


def make_tools(build, llvm, root):
    """The compilers, and lit's configuration; returns the folder of both."""
    tools = build / "arm64" / llvm
    (tools / "bin").mkdir(parents=True, exist_ok=True)
    (tools / "lit").mkdir(exist_ok=True)
    wrapped, clang = tools / f"clang-{llvm}", shutil.which(f"clang-{llvm}")
    values = {"root": root, "wrapped": wrapped, "clang": clang}
    # clang++-N, and clang-N++ as the drivers look for it.
    script(wrapped, compiler=clang, **values)
    script(tools / f"clang-{llvm}++", compiler=shutil.which(f"clang++-{llvm}"), **values)
    for name in ("tussah-clang", "tussah-clang++"):
        script(tools / "bin" / name, compiler=build / "bin" / name, **values)
    link = tools / "bin" / "tussah"
    link.unlink(missing_ok=True)
    link.symlink_to(build / "bin" / "tussah")
    library = tools / "lib"
    library.unlink(missing_ok=True)
    library.symlink_to(build / "lib")
    site = SITE.format(llvm=llvm, tools=tools, build=build, source=TESTS.parent, triple=TRIPLE,
                       real_tools=f"/usr/lib/llvm-{llvm}/bin")  # fmt: skip
    (tools / "lit.site.cfg.py").write_text(site)
    return tools


def make_chess(tools, build, llvm):
    """The chess program, where its tests look for it."""
    program = tools / "examples" / "chess" / "chess"
    sources = sorted((TESTS.parent / "examples" / "cps" / "chess").glob("*.cpp"))
    library = build / "lib" / "tussah" / TRIPLE / "libtussah-cps.a"
    if program.exists() and all(file.stat().st_mtime < program.stat().st_mtime for file in [*sources, library]):
        return
    program.parent.mkdir(parents=True, exist_ok=True)
    command = [tools / f"clang-{llvm}++", "-std=c++20", "-O2", f"-I{TESTS.parent}/include", *sources, library]
    subprocess.run([*command, "-pthread", "-o", program], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tests", nargs="*", metavar="FOLDER", help=f"default: {' '.join(FOLDERS)}")
    parser.add_argument("--build", default="build")
    parser.add_argument("--llvm", default="22")
    parser.add_argument("--results", help="file; default: arm64-folders-LLVM.json in the build folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    require()
    build = Path(options.build).resolve()
    root = build / "arm64-root"
    if not (root / ".packages").exists():
        print("arm64: skipped, without build/arm64-root; run scripts/install-deps.sh arm64")
        return 77
    # Sanitizers have libraries of their own.
    packages = [f"libclang-{kind}-{options.llvm}-dev" for kind in ("rt", "common")]
    subprocess.run([str(TESTS.parent / "scripts" / "arm64-root.sh"), str(root), *packages], check=True)
    tools = make_tools(build, options.llvm, root)
    make_chess(tools, build, options.llvm)
    results = Path(options.results or build / f"arm64-folders-{options.llvm}.json")
    mark = fingerprint(build, options.llvm)
    kept = json.loads(results.read_text()) if results.exists() else {}
    passed = set(kept.get("passed", ())) if kept.get("mark") == mark else set()
    environment = {**os.environ, "TUSSAH_ARM64_PASSED": json.dumps(sorted(passed))}
    failed = count = 0
    for folder in options.tests or FOLDERS:
        with tempfile.NamedTemporaryFile(suffix=".json") as output:
            subprocess.run(
                [sys.executable, f"/usr/lib/llvm-{options.llvm}/bin/lit", "-v", f"-j{options.jobs}",
                 "--output", output.name, str(tools / folder)],
                env=environment, check=False,
            )  # fmt: skip
            tests = json.loads(Path(output.name).read_text() or '{"tests": []}')["tests"]
        for test in tests:
            count += test["code"] in ("PASS", "FAIL", "TIMEOUT", "UNRESOLVED")
            failed += test["code"] in ("FAIL", "TIMEOUT", "UNRESOLVED")
            if test["code"] == "PASS":
                passed.add(test["name"])
        results.write_text(json.dumps({"mark": mark, "passed": sorted(passed)}))
    print(f"{count} tests run, {failed} failed, {len(passed)} have passed in all")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
