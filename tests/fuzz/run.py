"""Fuzzes what reads files, command lines, and variables of the environment.

usage: run.py [--build BUILD] [--llvm N] [--out FOLDER] [--seconds S] [--runs N] [--only NAME ...] [--jobs N]

Each target runs for S seconds (or N runs with a fixed seed), from the seeds in Inputs/seeds and what earlier runs have
found, which stays in FOLDER/corpus. So a run goes on where the last one has stopped. What breaks a target is written to
FOLDER/broken, and becomes a seed when it is mended. FOLDER/results.jsonl gets a line for each run.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
INPUTS = HERE / "Inputs"


def files(folder, *names):
    return [ROOT / folder / name for name in names]


GRAPH = files("graph", "compressed.cpp", "graph.cpp", "input.cpp", "lists.cpp", "memory.cpp", "read.cpp", "rows.cpp", "symmetry.cpp",
    "write.cpp")
DRIVER = files("compiler/driver", "CommandLine.cpp", "Compatibility.cpp", "Error.cpp", "Help.cpp", "ResponseFile.cpp")
CPS = sorted((ROOT / "cps").glob("*.cpp")) + sorted((ROOT / "jobs").glob("*.cpp"))
CHESS = [file for file in sorted((ROOT / "examples/cps/chess").glob("*.cpp")) if file.name != "main.cpp"]
ABI = files("compiler/targets/lowering", "AbiModule.cpp", "BitcodeFile.cpp", "Diagnostics.cpp")
ABI += files("compiler/tasks", "BranchProtection.cpp")

# The sources of each target beside its own, and the flags of libFuzzer.
TARGETS = {
    "abi": (ABI, ["-max_len=200"]),
    "checkpoint": (CPS, ["-close_fd_mask=2"]),
    "command-line": (DRIVER, []),
    "dag": (files("predict", "text.cpp", "dag.cpp", "costs.cpp"), ["-max_len=2000"]),
    "environment": (files("runtime/scheduler", "options.c", "error.c"), ["-max_len=600"]),
    "graph": (GRAPH, ["-max_len=300"]),
    "journal": (files("compiler/driver", "RaceJournal.cpp", "Error.cpp"), []),
    "options": ([], ["-max_len=400"]),
    "recording": (files("predict", "recording.cpp", "dag.cpp"), []),
    "suppressions": ([], []),
    "timeline": (files("trace", "timeline.cpp", "tracks.cpp"), []),
    "uci": (CPS + CHESS, ["-close_fd_mask=3", "-max_len=1000"]),
}


def source_of(name):
    if name == "graph":
        return ROOT / "tests" / "graph" / "fuzz.cpp"
    return next(INPUTS.glob(f"{name}.c*"))


def build(options, name):
    """Compiles a target, if its sources are newer."""
    program = options.out / "targets" / name
    sources = [source_of(name), *TARGETS[name][0]]
    newest = max(path.stat().st_mtime for path in [*sources, INPUTS / "file.h"])
    if program.exists() and program.stat().st_mtime > newest:
        return program
    program.parent.mkdir(parents=True, exist_ok=True)
    llvm = f"/usr/lib/llvm-{options.llvm}"
    common = ["-O1", "-g", "-w", "-fsanitize=fuzzer-no-link,address,undefined", "-fno-sanitize-recover=undefined"]
    common += [f"-I{ROOT}", f"-I{ROOT}/include", f"-I{INPUTS}", "-D_GNU_SOURCE", '-DTUSSAH_VERSION="0"']
    libraries = ["-pthread", "-ldl"]
    language = ["-std=c++20"]
    if name == "abi":
        # As LLVM is compiled.
        common += ["-fno-rtti", f"-I{llvm}/include", "-D__STDC_LIMIT_MACROS", f"-I{ROOT}/compiler", "-fno-sanitize=vptr"]
        language = ["-std=c++17"]
        libraries += [f"-L{llvm}/lib", f"-lLLVM-{options.llvm}"]
    objects = []
    folder = options.out / "objects" / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, source in enumerate(sources):
        objects.append(folder / f"{number}-{source.stem}.o")
        is_c = source.suffix == ".c"
        compiler = [f"{llvm}/bin/clang", "-std=gnu11"] if is_c else [f"{llvm}/bin/clang++", *language]
        # The parts of libFuzzer's program are C++.
        subprocess.run([*compiler, *common, "-c", source, "-o", objects[-1]], check=True)
    link = [f"{llvm}/bin/clang++", "-fsanitize=fuzzer,address,undefined", *objects, *libraries, "-o", program]
    subprocess.run(link, check=True)
    return program


def run(options, name):
    """Returns what is to be noted of a run."""
    program = build(options, name)
    corpus = options.out / "corpus" / name
    broken = options.out / "broken" / name
    for folder in (corpus, broken):
        folder.mkdir(parents=True, exist_ok=True)
    seeds = INPUTS / "seeds" / name if name != "graph" else ROOT / "tests" / "graph" / "Inputs" / "corpus"
    for seed in seeds.iterdir() if seeds.is_dir() else []:
        shutil.copy(seed, corpus / seed.name)
    limit = ["-seed=1", f"-runs={options.runs}"] if options.runs else [f"-max_total_time={options.seconds}"]
    flags = [*limit, *TARGETS[name][1], "-rss_limit_mb=3000", "-timeout=30", f"-artifact_prefix={broken}/"]
    # Of the runtime's own libraries nothing stays allocated but on purpose.
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1"}
    environment["ABI_FILE"] = str(options.build / "lib" / "tussah" / options.llvm / "abi" / "libtussah-abi-reverse.bc")
    process = subprocess.run([program, *flags, corpus], env=environment, capture_output=True, check=False)
    text = process.stderr.decode(errors="replace")
    done = re.findall(r"^#(\d+)\s+DONE.*?cov: (\d+).*?corp: (\d+)", text, re.M) or re.findall(
        r"^#(\d+).*?cov: (\d+).*?corp: (\d+)", text, re.M
    )
    runs, covered, inputs = (int(part) for part in done[-1]) if done else (0, 0, 0)
    result = {"target": name, "runs": runs, "edges": covered, "inputs": inputs, "code": process.returncode}
    if process.returncode != 0:
        (options.out / f"{name}.log").write_text(text, encoding="utf-8")
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--llvm", default="22")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--seconds", type=int, default=1200)
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("--only", nargs="+", choices=sorted(TARGETS))
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    options.out = (options.out or options.build / "fuzz").resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    bad = []
    names = options.only or sorted(TARGETS)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(lambda name: run(options, name), names):
            with open(options.out / "results.jsonl", "a", encoding="utf-8") as file:
                file.write(json.dumps({**result, "seconds": options.seconds if not options.runs else 0}) + "\n")
            ends = "" if result["code"] == 0 else f": BROKEN, see {options.out}/{result['target']}.log"
            print(f"{result['target']}: {result['runs']} runs, {result['edges']} edges{ends}", flush=True)
            if result["code"] != 0:
                bad.append(result["target"])
    if bad:
        sys.exit(f"run.py: error: broken: {', '.join(bad)}")


if __name__ == "__main__":
    main()
