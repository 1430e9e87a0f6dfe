#!/usr/bin/env python3
"""How fast are programs that others wrote, built with several systems?

A TOML file, which its user writes, names programs and systems and says how to build
and to run each; nothing of it is known here. All systems of a program are run in
turn, round after round, and compared by the medians of the ratios of each round, so
that what else the machine does at the time slows down all of them. docs/benchmarks.md
describes the file.
"""

import argparse
import dataclasses
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import toolchain

LEAST_ROUNDS = 7
KEYS = {
    "top": {"systems", "programs", "limits", "time"},
    "system": {"build", "run", "environment", "workers"},
    "program": {"variables", "time", "check", "systems"},
    "limit": {"of", "to", "least", "programs", "mean"},
}


def checked(table, kind, where):
    """Returns a table of the file whose keys are known."""
    if not isinstance(table, dict):
        toolchain.fail(f"{where} must be a table")
    for key in table:
        if key not in KEYS[kind]:
            toolchain.fail(f"{where} has '{key}', known are {', '.join(sorted(KEYS[kind]))}")
    return table


@dataclasses.dataclass
class Side:
    """One program on one system with one number of workers."""

    program: str
    system: str
    workers: int
    command: str
    environment: dict
    pattern: str
    check: str
    times: list = dataclasses.field(default_factory=list)

    @property
    def name(self):
        return f"{self.system}/{self.workers}"

    def run(self, limit):
        """Runs it once; returns how long its work took."""
        begin = time.monotonic()
        try:
            result = subprocess.run(
                self.command,
                shell=True,
                env={**os.environ, **self.environment},
                capture_output=True,
                text=True,
                errors="replace",
                timeout=limit,
            )
        except subprocess.TimeoutExpired:
            toolchain.fail(f"{self.program} on {self.name} took more than {limit:g} s")
        passed = time.monotonic() - begin
        output = result.stdout + result.stderr
        if result.returncode != 0:
            last = (output.strip().splitlines() or ["no output"])[-1]
            toolchain.fail(f"{self.program} on {self.name}: exit code {result.returncode}: {last}")
        if self.check and not re.search(self.check, output, re.MULTILINE):
            toolchain.fail(f"{self.program} on {self.name}: its output has nothing like '{self.check}'")
        if not self.pattern:
            return passed
        found = re.findall(self.pattern, output, re.MULTILINE)
        if not found:
            toolchain.fail(f"{self.program} on {self.name}: its output has no time like '{self.pattern}'")
        try:
            # Of a program that repeats its work itself.
            return statistics.median(float(text) for text in found)
        except (TypeError, ValueError):
            toolchain.fail(f"'{self.pattern}' needs one group, which is a number of seconds")


class Plan:
    """What the file says."""

    def __init__(self, path):
        top = checked(toolchain.read_toml(path), "top", "the file")
        for part in ("systems", "programs"):
            if not top.get(part):
                toolchain.fail(f"{path} has no {part}")
        self.systems = {
            name: checked(table, "system", f"system '{name}'")
            for name, table in top["systems"].items()
        }
        self.programs = {
            name: checked(table, "program", f"program '{name}'")
            for name, table in top["programs"].items()
        }
        self.limits = [checked(table, "limit", "a limit") for table in top.get("limits", [])]
        self.pattern = top.get("time", "")

    def values(self, program, system, folder):
        """What stands in commands in braces."""
        own = self.programs[program].get("variables", {})
        return {**own, "program": program, "system": system, "folder": folder}

    def systems_of(self, program):
        names = self.programs[program].get("systems", list(self.systems))
        for name in names:
            if name not in self.systems:
                toolchain.fail(f"program '{program}' names the system '{name}', which is not described")
        return names

    def sides(self, program, folder):
        """All ways in which a program is run."""
        result = []
        described = self.programs[program]
        for system in self.systems_of(program):
            table = self.systems[system]
            if "run" not in table:
                toolchain.fail(f"system '{system}' has no run")
            for workers in table.get("workers", [1]):
                values = {**self.values(program, system, folder), "workers": workers}
                where = f"system '{system}'"
                result.append(
                    Side(
                        program,
                        system,
                        workers,
                        toolchain.expanded(table["run"], values, where),
                        {
                            key: toolchain.expanded(str(text), values, where)
                            for key, text in table.get("environment", {}).items()
                        },
                        described.get("time", self.pattern),
                        described.get("check", ""),
                    )
                )
        return result


def build(plan, programs, folder):
    """Builds each program for each of its systems."""
    for program in programs:
        for system in plan.systems_of(program):
            command = plan.systems[system].get("build")
            if not command:
                continue
            values = plan.values(program, system, folder)
            command = toolchain.expanded(command, values, f"system '{system}'")
            result = subprocess.run(command, shell=True, capture_output=True, text=True)
            if result.returncode != 0:
                print(result.stdout + result.stderr, file=sys.stderr)
                toolchain.fail(f"{program} cannot be built for {system}: {command}")


def measure(plan, program, options):
    """Runs all sides of a program in turn. Returns them by name."""
    sides = plan.sides(program, options.folder)
    for side in sides:
        side.run(options.timeout)  # Warms the file cache, and finds errors soon.
    for turn in range(options.rounds):
        # None of them is always the first behind the same other one.
        for side in sides[turn % len(sides) :] + sides[: turn % len(sides)]:
            side.times.append(side.run(options.timeout))
    print(program)
    for side in sides:
        spread = (max(side.times) - min(side.times)) / statistics.median(side.times)
        print(
            f"  {side.name:20} {statistics.median(side.times):9.4f} s   "
            f"of {len(side.times)}, spread {spread:.0%}",
            flush=True,
        )
    return {side.name: side for side in sides}


def judge(limit, measured):
    """Prints one comparison of all programs; returns whether it is within the limit."""
    first, second = limit.get("of"), limit.get("to")
    if not first or not second:
        toolchain.fail("a limit needs 'of' and 'to', as in of = \"elision/1\", to = \"native/1\"")
    ratios = {}
    for program, sides in measured.items():
        if "programs" in limit and program not in limit["programs"]:
            continue
        if first in sides and second in sides:
            ratios[program] = toolchain.ratio(sides[first].times, sides[second].times)
    if not ratios:
        return True
    least, mean = limit.get("least", 0), limit.get("mean", 0)
    print(f"{first} : {second}")
    good = True
    for program, ratio in ratios.items():
        below = ratio < least
        good &= not below
        print(f"  {program:20} {ratio:6.3f}{f'  below {least:g}' if below else ''}")
    total = math.exp(statistics.mean(map(math.log, ratios.values())))
    below = total < mean
    good &= not below
    print(f"  {'geometric mean':20} {total:6.3f}{f'  below {mean:g}' if below else ''}")
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=pathlib.Path, help="what to build and to run, as TOML")
    parser.add_argument(
        "--folder", type=pathlib.Path, default=pathlib.Path.cwd(), help="{folder} of the commands"
    )
    parser.add_argument("--rounds", type=toolchain.count_of_rounds, default=LEAST_ROUNDS)
    parser.add_argument("--timeout", type=float, default=600, help="seconds for one run")
    parser.add_argument("--no-build", action="store_true", help="measure what is built already")
    toolchain.add_only(parser)
    options = parser.parse_args()
    options.folder = options.folder.resolve()
    plan = Plan(options.file)
    programs = toolchain.chosen(parser, options, plan.programs)
    if not options.no_build:
        build(plan, programs, options.folder)
    print(f"{options.rounds} rounds, medians of the ratios of each round")
    if options.rounds < LEAST_ROUNDS:
        print(f"fewer than {LEAST_ROUNDS} rounds: no claim can rest on these figures")
    measured = {program: measure(plan, program, options) for program in programs}
    verdicts = [judge(limit, measured) for limit in plan.limits]
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
