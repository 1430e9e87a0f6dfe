"""Checks what `tussah predict` says against published numbers, and against runs.

usage: predict.py [--bin DIR] [--programs A,B] [--folder DIR] [--build] [--costs FILE] [cm5] [sweep] [runs]

cm5: the rows of Table 4 of Blumofe et al. 1995 that follow from the lengths of its threads. The cost
of a request is taken from one cell, knary(10,5,2) on 256 processors: (T_P - T_1 / P) / requests is what it costs both.
sweep: the law T_P = c1 T_1 / P + c_inf T_inf of section 5, fitted to simulated runs of knary.
runs: programs of `tussah bench`, on one and two workers, with medium inputs, or those of `tussah bench` where that
takes no time; medians of three predictions, and of six runs of each between them.
With --folder, what is measured is kept there, and a call goes on where another one was ended.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import fit  # noqa: E402
from alone import alone  # noqa: E402

HERE = Path(__file__).resolve().parent
# Of this machine, and of OpenCilk's.
WORKERS = (1, 2)
CORES = (24, 48)
# Below, in seconds, the start and end of the process count, and the larger input is taken.
SHORT = 0.1
PREDICTIONS, RUNS = 3, 2
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
THREAD = 4276  # ns, of fib
PROCESSORS = [1, 2, 4, 8, 16, 32, 64, 128, 256]

def request():
    """Returns the cost of a request in nanoseconds. It takes half of it of the victim, too, if that runs: so of
    T_P = T_1 / P + R c + (1 - R c / T_P) R c / 2, which is solved for c."""
    share, requests, time_of_all = 314.6 / 256, 151803, 8.590
    taken = 1.5 - math.sqrt(1.5**2 - 2 * (1 - share / time_of_all))
    return 1e9 * taken * time_of_all / requests


# A message takes half a request: of the victim that answers, and of who sends an argument to another processor.
COSTS = ["--cost=thread=0", "--cost=migrate=0", f"--cost=request={request():.0f}"]
COSTS += [f"--cost={name}={request() / 2:.0f}" for name in ("answer", "send")]

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
    """The paper does not say which runs it fits: here, trees with 8,000 nodes, a second of work, or more, so that
    starting is a small part, with parts that are serial, but not all."""
    points = []
    for k in range(2, 7):
        least = next(n for n in range(1, 20) if (k**n - 1) / (k - 1) >= 8000)
        for r in range(k - 1):
            for n in (least, least + 1):
                found = predict(chosen, knary(n, k, r, 118000, THREAD), PROCESSORS, "--seeds=1", *COSTS)
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


def seconds(command, workers, disturbed):
    environment = {**os.environ, "CILK_NWORKERS": str(workers)}
    return alone(lambda: subprocess.run(command, check=True, env=environment, **QUIET), disturbed)[0]


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
    """Returns what was predicted, by the number of workers, and what was measured."""
    kept = Path(folder, f"{name}.json")
    if kept.exists():
        return json.loads(kept.read_text(encoding="utf-8"))
    plain, tool = build(chosen, folder, name, about)
    arguments = about["inputs"]["medium"]
    if alone(lambda: subprocess.run([plain, *arguments], check=True, **QUIET), chosen.disturbed)[0] < SHORT:
        arguments = about["inputs"]["default"]
    report = Path(folder, "report")
    asked = ",".join(map(str, [*WORKERS, *CORES]))
    command = [f"{chosen.bin}/tussah", "predict", f"--workers={asked}", "--format=json", f"--output={report}"]
    command += [f"--plain={plain}", "--contention=measure"] + ([f"--costs={chosen.costs}"] if chosen.costs else [])
    times = {workers: [] for workers in WORKERS}
    predictions = []
    # In turn: what a program takes depends on where its memory is, and differs by 20 % between minutes.
    for _ in range(PREDICTIONS):
        alone(lambda: subprocess.run([*command, "--", tool, *arguments], check=True, **QUIET), chosen.disturbed)
        predictions.append(json.loads(report.read_text(encoding="utf-8")))
        for _ in range(RUNS):
            for workers, samples in times.items():
                samples.append(seconds([plain, *arguments], workers, chosen.disturbed))
    rows = zip(*(said["predictions"][0]["rows"] for said in predictions))
    found = {
        "predicted": {str(same[0]["workers"]): median(same, lambda row: row["seconds"]) for same in rows},
        "measured": {str(workers): statistics.median(samples) for workers, samples in times.items()},
        "contention": median([said["contention"][-1]["factor"] for said in predictions], float),
    }
    kept.write_text(json.dumps(found), encoding="utf-8")
    return found


def median(of, key):
    """The one of an odd number in the middle."""
    return sorted(of, key=key)[len(of) // 2]


def error(found, workers):
    return found["predicted"][str(workers)]["seconds"] / found["measured"][str(workers)] - 1


def tables(found):
    print("| program | contention |" + " P | measured s | predicted s | error |" * len(WORKERS))
    print("| --- | ---: |" + " --- | ---: | ---: | ---: |" * len(WORKERS))
    for name, of in found.items():
        cells = [
            f"{workers} | {of['measured'][str(workers)]:.3f} | {of['predicted'][str(workers)]['seconds']:.3f} "
            f"| {error(of, workers):+.1%}"
            for workers in WORKERS
        ]
        print(f"| {name} | {of['contention']:.2f} | {' | '.join(cells)} |")
    good = sum(all(abs(error(of, workers)) <= 0.1 for workers in WORKERS) for of in found.values())
    print(f"\nwithin 10 % on {' and '.join(map(str, WORKERS))} workers: {good} of {len(found)} programs\n")
    print("| program | 24 predicted | OpenCilk | 48 predicted | OpenCilk |\n| --- | ---: | ---: | ---: | ---: |")
    for name in filter(OPENCILK.get, found):
        one, *rest = OPENCILK[name]
        cells = [
            f"{found[name]['predicted'][str(cores)]['speedup']:.1f} | {one / time_of_it:.1f}"
            for cores, time_of_it in zip(CORES, rest)
        ]
        print(f"| {name} | {' | '.join(cells)} |")


def runs(chosen):
    programs = json.loads((HERE / "../programs/programs.json").read_text(encoding="utf-8"))
    # The others have no keywords: their library is simulated, but nothing records its threads.
    names = [name for name, about in programs.items() if about.get("language", "cilk") == "cilk"]
    if chosen.programs:
        names = chosen.programs.split(",")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(chosen.folder or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        if chosen.build:
            for name in names:
                build(chosen, folder, name, programs[name])
            return
        found = {name: check(chosen, folder, name, programs[name]) for name in names}
    tables(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="build/bin", help="folder of tussah")
    parser.add_argument("--programs", help="for runs; by default all that have keywords")
    parser.add_argument("--folder", help="for runs: keep the compiled programs there")
    parser.add_argument("--build", action="store_true", help="for runs: compile only, into that folder")
    parser.add_argument(
        "--disturbed", action="store_true", help="for runs: count those, too, that other programs disturb (with chrt -f)"
    )
    parser.add_argument("--costs", help="for runs: as of tussah predict")
    parser.add_argument("checks", nargs="*", choices=["cm5", "sweep", "runs", []], help="all unless some are named")
    chosen = parser.parse_args()
    for part in (cm5, sweep, runs):
        if not chosen.checks or part.__name__ in chosen.checks:
            part(chosen)


if __name__ == "__main__":
    main()
