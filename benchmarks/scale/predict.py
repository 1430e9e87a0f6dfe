"""Checks what `tussah predict` says against published numbers, and against runs.

usage: predict.py [--bin DIR] [--programs A,B] [cm5] [sweep] [runs]

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


def runs(chosen):
    programs = json.loads((HERE / "../programs/programs.json").read_text(encoding="utf-8"))
    names = [name for name, about in programs.items() if "archives" not in about and "pedigrees" not in about]
    if chosen.programs:
        names = chosen.programs.split(",")
    print("program        P   measured  predicted   error")
    good = all_runs = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            source = (HERE / "../programs" / programs[name]["source"]).resolve()
            compiler = f"{chosen.bin}/tussah-clang" + ("" if source.suffix == ".c" else "++")
            for out, flag in (("plain", []), ("tool", ["-fcilktool=predict"])):
                subprocess.run([compiler, "-O2", *flag, f"-I{HERE}/../../examples", source, "-o", f"{folder}/{out}"], check=True)
            arguments = programs[name]["inputs"]["small"]
            command = [f"{chosen.bin}/tussah", "predict", "--workers=1,2", "--format=json", f"--output={folder}/json"]
            subprocess.run([*command, "--", f"{folder}/tool", *arguments], check=True, stdout=subprocess.DEVNULL)
            found = json.loads(Path(folder, "json").read_text(encoding="utf-8"))
            for row in found["predictions"][0]["rows"]:
                measured = seconds(f"{folder}/plain", arguments, row["workers"])
                error = row["seconds"] / measured - 1
                good += abs(error) <= 0.1
                all_runs += 1
                print(f"{name:12s} {row['workers']:3d} {measured:10.3f} {row['seconds']:10.3f} {error:+7.1%}", flush=True)
    print(f"within 10 %: {good} of {all_runs}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="build/bin", help="folder of tussah")
    parser.add_argument("--programs", help="for runs; by default those that need no library")
    parser.add_argument("checks", nargs="*", choices=["cm5", "sweep", "runs", []], help="all unless some are named")
    chosen = parser.parse_args()
    for check in (cm5, sweep, runs):
        if not chosen.checks or check.__name__ in chosen.checks:
            check(chosen)


if __name__ == "__main__":
    main()
