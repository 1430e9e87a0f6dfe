"""Checks what `tussah predict` says against published numbers, and against runs.

usage: predict.py [--bin DIR] [--programs A,B] [--folder DIR] [--build] [--costs FILE] [cm5] [sweep] [runs]

cm5: the rows of Table 4 of Blumofe et al. 1995 that follow from the lengths of its threads. The cost
of a request is taken from one cell, knary(10,5,2) on 256 processors, as (T_P - T_1 / P) / requests.
sweep: the law T_P = c1 T_1 / P + c_inf T_inf of section 5, fitted to simulated runs of knary.
runs: programs of `tussah bench`, with their small inputs, on one and two workers; medians of three.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import fit  # noqa: E402

HERE = Path(__file__).resolve().parent
THREAD = 4276  # ns, of fib
REQUEST = (8.590 - 314.6 / 256) / 151803 * 1e9
COSTS = ["--cost=thread=0", "--cost=migrate=0", f"--cost=request={REQUEST:.0f}"]

# Of each program: its dag, and for each number of processors speed-up, requests and steals per processor.
PUBLISHED = {
    "fib(33)": {32: (31.84, 185.8, 56.63), 256: (253.0, 73.66, 24.10)},
    "knary(10,5,2)": {32: (20.78, 92639, 18031), 256: (36.62, 151803, 6378)},
    "knary(10,4,1)": {32: (27.81, 3127, 1034), 256: (98.00, 7527, 550)},
}

# Figures 6 and 8 of Schardl and Lee 2023: OpenCilk on 1, 24 and 48 cores, in seconds. The inputs are larger.
OPENCILK = {
    "cholesky": (3.592, 0.195, 0.151), "cilksort": (9.230, 0.420, 0.277), "fft": (6.220, 0.293, 0.193),
    "heat": (5.981, 0.750, 0.589), "lu": (12.047, 0.537, 0.318), "matmul": (6.617, 0.271, 0.148),
    "nqueens": (3.326, 0.142, 0.081), "qsort": (6.014, 0.576, 0.559), "rectmul": (10.471, 0.414, 0.208),
    "strassen": (9.029, 0.666, 0.544), "bfs": (0.646, 0.029, 0.017), "kcore": (10.079, 0.999, 1.094),
    "triangle": (139.269, 5.886, 3.014), "pagerank": (60.357, 2.259, 1.356), "minife": (45.070, 16.353, 17.287),
    "fibrng": (6.293, 0.265, 0.133), "pi": (4.652, 0.197, 0.100), "mis": (3.701, 0.163, 0.097),
    "sf": (2.779, 0.120, 0.068),
}  # fmt: skip


def fib(n):
    lines = [f"f{i} = {THREAD}" for i in (0, 1)]
    lines += [f"f{i} = {THREAD} {{ f{i - 1} f{i - 2} }} {THREAD}" for i in range(2, n + 1)]
    return "\n".join(lines) + "\n"


def knary(n, k, r, node, thread):
    """The r first children of a node run one after the other. An inner node has 6 + r threads, a leaf one."""
    lines = [f"n1 = {node + thread}"]
    for i in range(2, n + 1):
        child = f"n{i - 1} "
        serial = f"{{ {child}}} {thread} " * r
        lines.append(f"n{i} = {node + thread} {serial}{{ {child * (k - r)}}} {5 * thread}")
    return "\n".join(lines) + "\n"


def predict(chosen, dag, workers, *more):
    with tempfile.NamedTemporaryFile("w", suffix=".dag") as file:
        file.write(dag)
        file.flush()
        command = [f"{chosen.bin}/tussah", "predict", f"--dag={file.name}", "--scheduler=cps", "--format=json"]
        command += [f"--workers={','.join(map(str, workers))}", *more]
        return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def cm5(chosen):
    dags = {
        "fib(33)": fib(33),
        "knary(10,5,2)": knary(10, 5, 2, 118200, THREAD),
        "knary(10,4,1)": knary(10, 4, 1, 117300, THREAD),
    }
    print("program          P  speed-up published   error  requests published    steals published")
    for name, dag in dags.items():
        found = predict(chosen, dag, [32, 256], "--seeds=1", *COSTS)
        for row in found["predictions"][0]["rows"]:
            workers = row["workers"]
            speedup, requests, steals = PUBLISHED[name][workers]
            print(
                f"{name:14s} {workers:3d} {row['speedup']:9.2f} {speedup:9.2f} {row['speedup'] / speedup - 1:+7.1%} "
                f"{row['requests'] / workers:9.1f} {requests:9.1f} {row['steals'] / workers:9.1f} {steals:9.1f}"
            )


def sweep(chosen):
    points = []
    for k in range(2, 6):
        for r in range(k):
            for n in range(4, 8):
                found = predict(chosen, knary(n, k, r, 118000, THREAD), [1, 4, 16, 64, 256], "--seeds=1", *COSTS)
                points += [
                    fit.Point(found["work"] / row["workers"], found["span"], row["seconds"])
                    for row in found["predictions"][0]["rows"]
                ]
    law = fit.fit(points)
    print(
        f"{len(points)} runs: c1 {law.c1:.4f} ± {law.c1_error:.4f} (published 0.9543 ± 0.1775), "
        f"c_inf {law.c_inf:.3f} ± {law.c_inf_error:.3f} (1.54 ± 0.3888), R² {law.r_squared:.4f} (0.9891), "
        f"mean relative error {100 * law.mean_relative_error:.1f} % (13.07 %)"
    )


def seconds(program, arguments, workers):
    times = []
    for _ in range(3):
        begin = time.monotonic()
        environment = {**os.environ, "CILK_NWORKERS": str(workers)}
        subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment)
        times.append(time.monotonic() - begin)
    return statistics.median(times)


def build(chosen, folder, name, about):
    """The program without the recorder, and with it. What is in the folder is not compiled again."""
    source = (HERE / "../programs" / about["source"]).resolve()
    compiler = f"{chosen.bin}/tussah-clang" + ("" if source.suffix == ".c" else "++")
    flags = ["-O3", "-march=native", f"-I{HERE}/../../examples"] + ["-ftussah-pedigrees"] * about.get("pedigrees", False)
    archives = [f"{chosen.bin}/../lib/tussah/{archive}" for archive in about.get("archives", [])]
    made = []
    for suffix, more in (("", []), ("-tool", ["-fcilktool=predict"])):
        made.append(Path(folder, name + suffix))
        if not made[-1].exists():
            subprocess.run([compiler, *flags, *more, source, *archives, "-o", made[-1]], check=True)
    return made


def check(chosen, folder, name, about):
    """Prints what was predicted and measured. Returns for how many numbers of workers it fits, and the speed-ups
    that are predicted for OpenCilk's machine."""
    plain, tool = build(chosen, folder, name, about)
    arguments = about["inputs"]["small"]
    report = Path(folder, "json")
    command = [f"{chosen.bin}/tussah", "predict", "--workers=1,2,24,48", "--format=json", f"--output={report}"]
    command += [f"--plain={plain}"] + ([f"--costs={chosen.costs}"] if chosen.costs else [])
    subprocess.run([*command, "--", tool, *arguments], check=True, stdout=subprocess.DEVNULL)
    good = 0
    rows = json.loads(report.read_text(encoding="utf-8"))["predictions"][0]["rows"]
    for row in rows[:2]:
        measured = seconds(plain, arguments, row["workers"])
        error = row["seconds"] / measured - 1
        good += abs(error) <= 0.1
        print(f"| {name} | {row['workers']} | {measured:.3f} | {row['seconds']:.3f} | {error:+.0%} |", flush=True)
    return good, [row["speedup"] for row in rows[2:]]


def runs(chosen):
    programs = json.loads((HERE / "../programs/programs.json").read_text(encoding="utf-8"))
    # The others have no keywords: their library is simulated, but nothing records its threads.
    names = [name for name, about in programs.items() if about.get("language", "cilk") == "cilk"]
    if chosen.programs:
        names = chosen.programs.split(",")
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.folder or temporary
        if chosen.build:
            for name in names:
                build(chosen, folder, name, programs[name])
            return
        print("| program | P | measured s | predicted s | error |\n| --- | --- | --- | --- | --- |")
        found = {name: check(chosen, folder, name, programs[name]) for name in names}
    print(f"within 10 %: {sum(good for good, _ in found.values())} of {2 * len(names)}\n")
    print("| program | 24 predicted | OpenCilk | 48 predicted | OpenCilk |\n| --- | --- | --- | --- | --- |")
    for name in filter(OPENCILK.get, found):
        one, few, many = OPENCILK[name]
        on_few, on_many = found[name][1]
        print(f"| {name} | {on_few:.1f} | {one / few:.1f} | {on_many:.1f} | {one / many:.1f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="build/bin", help="folder of tussah")
    parser.add_argument("--programs", help="for runs; by default all that have keywords")
    parser.add_argument("--folder", help="for runs: keep the compiled programs there")
    parser.add_argument("--build", action="store_true", help="for runs: compile only, into that folder")
    parser.add_argument("--costs", help="for runs: as of tussah predict")
    parser.add_argument("checks", nargs="*", choices=["cm5", "sweep", "runs", []], help="all unless some are named")
    chosen = parser.parse_args()
    for part in (cm5, sweep, runs):
        if not chosen.checks or part.__name__ in chosen.checks:
            part(chosen)


if __name__ == "__main__":
    main()
