"""The part of run.py that says how much memory a graph of more than 10^8 arcs takes. Makes
one in two steps, of which each has the memory of the machine for itself, and runs
components, breadth-first search and PageRank on it."""

import os
import pathlib
import re
import subprocess

import toolchain

FULL, QUICK = ("rmat", "22", "16"), ("rmat", "14", "8")
LEAST_ARCS = 10**8
COMMANDS = (("components",), ("bfs", "--source", "0"), ("pagerank",))


def run(command):
    """Runs a command, which must succeed. Returns what it printed, the times that it said,
    and the greatest memory that it had, in bytes."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        output = process.stdout.read()
        times = re.findall(r"^time ([0-9.]+) s$", process.stderr.read(), re.MULTILINE)
        # Of this child alone, which getrusage does not say.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        toolchain.fail(f"exit code {process.returncode} of: {' '.join(command)}")
    return output, list(map(float, times)), 1024 * usage.ru_maxrss


def main(program, options, folder):
    """Returns the exit code."""
    kind, *size = QUICK if options.quick else FULL
    whole, graph = f"{folder}/whole.sg", f"{folder}/large.sg"
    run([program, "graph", "generate", kind, *size, "-o", whole])
    run([program, "graph", "convert", "--simple", whole, "-o", graph])
    pathlib.Path(whole).unlink()
    with open(graph, "rb") as file:
        file.seek(1)
        arcs, vertices = (int.from_bytes(file.read(8), "little") for _ in range(2))
    print(f"{kind} {' '.join(size)}: {vertices} vertices, {arcs} arcs", flush=True)
    for workers in options.workers:
        for name, *more in COMMANDS:
            command = [program, "graph", name, graph, *more]
            output, times, most = run([*command, "--workers", str(workers), "--repeat", "2"])
            print(
                f"  {name:11} workers {workers}   {min(times):8.4f} s   peak {most / 2**20:7.0f} MiB"
                f"   {most / arcs:5.2f} bytes per arc   {output.strip()}",
                flush=True,
            )
    if arcs < LEAST_ARCS and not options.quick:
        print(f"the graph has fewer than {LEAST_ARCS} arcs")
        return 1
    return 0
