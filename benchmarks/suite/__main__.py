"""tussah bench: measures the programs of the papers on this machine.

Programs are built for several systems, which run them in alternation; every result
is compared with that of the serial elision. Writes raw.csv (every sample),
summary.json and index.html (plots and tables) into the folder --out. A run that was
interrupted goes on where it was if it is started again with the same arguments.
"""

import argparse
import json
import os
import shlex
import shutil
import sys
import time
from pathlib import Path

import machine
import page
import programs
import systems
import tables
from session import Folder, Session
from summary import Summary

# What --quick, nothing, and --paper mean: size of the inputs, trials, and seconds
# after which a program is taken to hang.
SETS = {"quick": ("small", 3, 60), "default": ("default", 7, 600), "paper": ("paper", 20, 7200)}


class Parser(argparse.ArgumentParser):
    """Errors in one line."""

    def error(self, message):
        fail(message)


def fail(message):
    print(f"tussah bench: error: {message}", file=sys.stderr)
    sys.exit(2)


def parse(arguments):
    parser = Parser(prog="tussah bench", description=__doc__,
                    formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--installation", type=Path, required=True, help=argparse.SUPPRESS)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_const", dest="set", const="quick",
                      help="small inputs, 3 trials, the systems of the same source: minutes")  # fmt: skip
    size.add_argument("--paper", action="store_const", dest="set", const="paper",
                      help="the papers' inputs, 20 trials: many hours")  # fmt: skip
    parser.add_argument("--programs", metavar="NAME,...", help="only these programs")
    parser.add_argument("--systems", metavar="NAME,...",
                        help="only these systems; serial, to compare with, is always there")  # fmt: skip
    parser.add_argument("--system", metavar="NAME='COMMAND'", action="append", default=[],
                        help="another Cilk compiler, by its command for C with all flags")  # fmt: skip
    parser.add_argument("--workers", metavar="N,...", help="default: 1 and all processors")
    parser.add_argument("--trials", metavar="N", type=int)
    parser.add_argument("--flags", default="-O3 -march=native", help="for all compilers, default: %(default)s")
    parser.add_argument("--out", type=Path, default=Path("tussah-bench"), help="default: %(default)s")
    parser.add_argument("--registry", type=Path, default=programs.FOLDER / "programs.json",
                        help="the list of programs, as docs/benchmarks.md explains")  # fmt: skip
    parser.add_argument("--list", action="store_true", help="say which programs and systems there are")
    return parser.parse_args(arguments)


def choose(what, names, available):
    """Returns the chosen values of `available`, in its order; all if `names` is None."""
    if names is None:
        return list(available.values())
    wanted = names.split(",")
    for name in wanted:
        if name not in available:
            fail(f"no {what} '{name}'; there are {', '.join(available)}")
    return [value for name, value in available.items() if name in wanted]


def choose_workers(text):
    if text is None:
        return sorted({1, len(os.sched_getaffinity(0))})
    try:
        counts = sorted({int(word) for word in text.split(",")})
    except ValueError:
        counts = [0]
    if counts[0] < 1:
        fail(f"--workers must be numbers of at least 1, as in 1,2, not '{text}'")
    return counts


def own_systems(options):
    """Returns the systems of --system."""
    found = []
    for text in options.system:
        name, separator, command = text.partition("=")
        if not separator or not name.strip() or not command.strip() or " " in name or "," in name:
            fail(f"--system must be NAME='COMMAND', not '{text}'")
        try:
            shlex.split(command)
        except ValueError as error:
            fail(f"the command of --system {name}: {str(error).lower()}")
        if any(name == system.name for system in [*systems.SYSTEMS, *found]):
            fail(f"there is already a system '{name}'")
        found.append(systems.System(name, command, systems.custom(command)))
    return found


def choose_systems(options):
    added = own_systems(options)
    available = {system.name: system for system in systems.SYSTEMS}
    names = options.systems
    if names is None and options.set == "quick":
        names = ",".join(systems.QUICK)
    if names is not None:
        names = "serial," + names
    # Those of --system were asked for already.
    return choose("system", names, available) + added


def find_clang():
    """Returns the clang whose serial elision is the base: that of tussah-clang."""
    name = os.environ.get("TUSSAH_CLANG")
    for candidate in [name] if name else ["clang-22", "clang-19"]:
        path = shutil.which(candidate)
        if path:
            return path
    return fail("no clang; see 'tussah doctor'")


def list_all(available):
    print("programs:")
    for name, program in available.items():
        print(f"  {name:15} {program.about}")
    print("systems:")
    for system in systems.SYSTEMS:
        print(f"  {system.name:15} {system.about}")


def settings_of(options, chosen, chosen_systems, tools):
    size, trials, timeout = SETS[options.set or "default"]
    trials = trials if options.trials is None else options.trials
    if trials < 1:
        fail(f"--trials must be at least 1, not {trials}")
    return {
        "size": size,
        "trials": trials,
        "timeout": timeout,
        "workers": choose_workers(options.workers),
        "flags": tools.flags,
        "programs": {program.name: program.inputs[size] for program in chosen},
        "about": {program.name: program.about for program in chosen},
        "systems": {
            system.name: {"about": system.about, "serial": system.serial}
            for system in chosen_systems
        },
        "machine": machine.facts(),
        "versions": machine.versions(tools),
        "date": time.strftime("%Y-%m-%d"),
    }


def write(folder, summary):
    """Writes what is made of the samples."""
    result = {
        "settings": summary.settings,
        "disturbed samples": summary.disturbed,
        "samples": summary.samples,
        "trusted": not summary.busy,
        "failures": dict(tables.failures(summary)),
        "goals": [dict(zip(("what", "measured", "goal", "reached"), row))
                  for row in tables.goal_rows(summary)],
        "medians": [
            {"program": p, "system": s, "workers": w, "seconds": summary.median(p, s, w),
             "spread": round(summary.spread(p, s, w), 4)}
            for p, s, w in summary.times
        ],
    }  # fmt: skip
    (folder / "summary.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    (folder / "index.html").write_text(page.html(summary), encoding="utf-8")


def report(summary, folder):
    """Prints the outcome."""
    for what, value, goal, reached in tables.goal_rows(summary):
        target = f"   goal {goal}: {reached}" if goal else ""
        print(f"  {value:>7}  {what}{target}")
    for program, system, workers, ratio in tables.beaten_rows(summary):
        print(f"  {system} takes {ratio} of native's time: {program} on {workers}")
    print(tables.trust(summary))
    print(tables.verified(summary))
    for what, why in tables.failures(summary):
        print(f"tussah bench: error: {what}: {why}", file=sys.stderr)
    print(f"plots and tables: {folder / 'index.html'}")


def main():
    options = parse(sys.argv[1:])
    try:
        available = programs.load(options.registry)
    except OSError as error:
        fail(f"cannot read '{options.registry}': {error.strerror}")
    if options.list:
        list_all(available)
        return 0
    chosen = choose("program", options.programs, available)
    chosen_systems = choose_systems(options)
    tools = systems.Tools(options.installation.resolve(), find_clang(), options.flags.split())
    settings = settings_of(options, chosen, chosen_systems, tools)
    folder = Folder(options.out.resolve())
    try:
        samples = folder.open(settings)
    except OSError as error:
        fail(f"cannot write into '{options.out}': {error.strerror}")
    if samples:
        print(f"going on with the run in '{options.out}', which has {len(samples)} samples")
    session = Session(folder, tools, chosen, chosen_systems, settings)
    session.build()
    session.measure(samples)
    shutil.rmtree(folder.programs)
    summary = Summary(settings, samples, programs.published())
    write(folder.path, summary)
    report(summary, options.out)
    return 1 if summary.errors else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\ninterrupted; the same command goes on from here", file=sys.stderr)
        sys.exit(130)
