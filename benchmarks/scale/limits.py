"""What limits a program, in one sentence: a function of what was measured, and of nothing else."""

import math
from pathlib import Path

# What follows from measurements is said in words from here on.
SLOW_SPAWNS = 1.5  # T_1 / T_serial
MORE_WORK = 1.2  # work on P workers / work on one
SMALL_TASKS = 2.0  # parallelism / burdened parallelism
ENOUGH = 4.0  # parallelism / P: then the span costs at most a quarter of the time
GOOD = 0.8  # speed-up / P


def place(site):
    if site["kind"] == "root":
        return "the part outside of spawns and loops"
    where = f"the {site['kind']}"
    return where + (f" at {Path(site['file']).name}:{site['line']}" if site.get("line") else "")


def ratio(a, b):
    return a / b if b else 0.0


def counted(number, what):
    return f"{number} {what}{'s' * (number != 1)}"


def of_dag(one, workers):
    """Returns the sentence for what the dag says, or None if nothing in it limits the
    program on so many workers."""
    # A run without a spawn has no sites; nor has one that did not ask for them. The lengths may be rounded.
    if math.isclose(one["work"], one["span"], rel_tol=1e-3) and not any(site["kind"] in ("spawn", "loop") for site in one["sites"]):
        return "The program spawns nothing, so it runs on one worker."
    if workers == 1:
        # There is nothing to share out, and loops are not divided.
        return None
    parallelism, burdened = ratio(one["work"], one["span"]), ratio(one["work"], one["burdened_span"])
    fine = ratio(one["work"], one.get("fine_span", one["span"]))
    if parallelism < ENOUGH * workers <= fine:
        return (
            f"Tasks are too small: the parallelism is {parallelism:.1f} instead of {fine:.1f}, as loops with so little "
            "to do are not divided further. Give each loop more to do."
        )
    if parallelism < ENOUGH * workers:
        said = f"Too little parallelism: {parallelism:.1f}, which should be several times the number of workers, {workers}."
        if not one["sites"]:
            return said
        holder = max(one["sites"], key=lambda site: site["on_span"])
        share = 100 * ratio(holder["on_span"], one["span"])
        return f"{said} {share:.0f} % of the span is in {place(holder)}."
    if parallelism > SMALL_TASKS * burdened and burdened < ENOUGH * workers:
        return (
            f"Tasks are too small: with what steals cost, the parallelism is {burdened:.1f} instead of "
            f"{parallelism:.1f}. Give each task more to do."
        )
    return None


def of_run(one, workers):
    """Returns the sentence for a program whose dag is known, but not how fast it runs."""
    return of_dag(one, workers) or (
        f"Nothing in the dag limits the program on {counted(workers, 'worker')}: its parallelism is "
        f"{ratio(one['work'], one['span']):.1f}. How fast it runs, --measure says."
    )


def verdict(data):
    """Returns the sentence for a program that was measured."""
    workers = max(data["times"])
    one, many = data["one"], data["many"]
    t1, tp = data["times"][1][0], data["times"][workers][0]
    said = of_dag(one, workers)
    if said:
        return said
    if data["serial"] and t1 > SLOW_SPAWNS * data["serial"][0]:
        return (
            f"Tasks are too small: the program takes {t1 / data['serial'][0]:.1f} times as long on one worker as "
            "without keywords. Stop spawning at larger pieces."
        )
    if many["work"] > MORE_WORK * one["work"]:
        return (
            f"The same work takes {many['work'] / one['work']:.1f} times as long on {workers} workers as on one: they "
            "wait for memory, or for each other's caches."
        )
    if workers > 1 and t1 / tp < GOOD * workers:
        return (
            "The dag allows more than the machine gives: processors are shared with other programs, or time passes "
            "outside of the program's strands."
        )
    return f"Nothing limits the program on {counted(workers, 'worker')}."
