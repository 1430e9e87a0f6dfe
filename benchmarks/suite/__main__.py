"""tussah bench: measures the programs of the papers on this machine.

Programs are built for several systems, which run them in alternation; every result
is compared with that of the serial elision. Writes raw.csv (every sample),
summary.json and index.html (plots and tables) into the folder --out. A run that was
interrupted goes on where it was if it is started again with the same arguments.
"""

import argparse
import os
import re
import shlex
import shutil
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import budget
import machine
import page
import programs
import systems
import tables
from errors import UserError
from folder import Folder
from goals import beaten, comparisons, goals
from session import Session
from summary import Summary, counted


@dataclass(frozen=True)
class Preset:
    """What --quick, --paper, --minutes, and nothing mean: of which sizes the inputs may
    be, how many trials there are at most, how many minutes, None for any number,
    how many workers for each processor are the most, and how many trials more, at most,
    serial and native have on one worker."""

    sizes: tuple
    trials: int
    minutes: float = None
    crowd: int = 8
    pairs: int = 0


PRESETS = {
    "quick": Preset(("small",), 9, minutes=4.75, crowd=1, pairs=40),
    "paper": Preset(("paper",), 20),
    "minutes": Preset(("small", "medium", "default"), 20, pairs=40),
    None: Preset(("default",), 7),
}
# Seconds after which a program is taken to hang.
TIMEOUTS = {"small": 60, "medium": 120, "default": 600, "paper": 7200}
MOST_TRIALS = 1000
# What all runtimes can have.
MOST_WORKERS = 1024


class Parser(argparse.ArgumentParser):
    """Errors in one line."""

    def error(self, message):
        if message.startswith("argument --flags: expected"):
            message += "; write --flags='...'"
        raise UserError(message)


def parse(arguments):
    parser = Parser(prog="tussah bench", description=__doc__,
                    formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--installation", type=Path, required=True, help=argparse.SUPPRESS)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_const", dest="set", const="quick",
                      help="small inputs, the systems of the same source, 5 minutes at most")  # fmt: skip
    size.add_argument("--paper", action="store_const", dest="set", const="paper",
                      help="the papers' inputs, 20 trials: many hours")  # fmt: skip
    parser.add_argument("--minutes", metavar="N",
                        help="take about so many minutes at most: inputs, programs and trials that fit")  # fmt: skip
    parser.add_argument("--programs", metavar="NAME,...", help="only these programs")
    parser.add_argument("--systems", metavar="NAME,...",
                        help="only these systems; serial, to compare with, is always there")  # fmt: skip
    parser.add_argument("--system", metavar="NAME='COMMAND'", action="append", default=[],
                        help="another Cilk compiler, by its command for C with all flags")  # fmt: skip
    parser.add_argument("--workers", metavar="N,...",
                        help="default: 1, all processors, and, unless --quick, 8 for each of them")  # fmt: skip
    parser.add_argument("--trials", metavar="N", help="how often everything is measured, at most")
    parser.add_argument("--flags", default="-O3 -march=native", help="for all compilers, default: %(default)s")
    parser.add_argument("--out", type=Path, default=Path("tussah-bench"), help="default: %(default)s")
    parser.add_argument("--registry", type=Path, default=programs.REGISTRY,
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
            raise UserError(f"no {what} '{name}'; there are {', '.join(available)}")
    return [value for name, value in available.items() if name in wanted]


def number(option, text, most, kind=int):
    """Returns the number, greater than 0, that is the value of an option."""
    try:
        value = kind(text)
    except ValueError:
        value = 0
    if not 0 < value <= most:
        least = "1" if kind is int else "more than 0"
        raise UserError(f"{option} must be a number from {least} to {most}, not '{text}'")
    return value


def choose_workers(text, crowd):
    processors = len(os.sched_getaffinity(0))
    if text is None:
        return sorted({1, processors, min(crowd * processors, MOST_WORKERS)})
    return sorted({number("--workers, as in 1,2,", word, MOST_WORKERS) for word in text.split(",")})


def split(option, command):
    """Returns the words of a command line."""
    try:
        return shlex.split(command)
    except ValueError as error:
        raise UserError(f"{option}: {str(error).lower()}") from None


def own_systems(options):
    """Returns the systems of --system."""
    found = []
    for text in options.system:
        name, separator, command = text.partition("=")
        if not separator or not re.fullmatch(programs.NAME, name) or not command.strip():
            raise UserError(f"--system must be NAME='COMMAND', not '{text}'")
        words = split(f"the command of --system {name}", command)
        if any(name == system.name for system in [*systems.SYSTEMS, *found]):
            raise UserError(f"there is already a system '{name}'")
        found.append(systems.System(name, command, systems.custom(words)))
    return found


def commands_of(chosen):
    """Returns the compilers of those of the systems that were added by --system."""
    added = [system for system in chosen if system not in systems.SYSTEMS]
    return {system.name: systems.compiler_of(shlex.split(system.about)) for system in added}


def choose_systems(options):
    added = own_systems(options)
    available = {system.name: system for system in systems.SYSTEMS}
    names = options.systems
    if names is None and options.set == "quick":
        names = ",".join(systems.QUICK)
    if names is not None:
        # Those of --system were asked for already, and may be named here, too.
        own = {system.name for system in added}
        names = ",".join(["serial", *(name for name in names.split(",") if name not in own)])
    return choose("system", names, available) + added


def find_clang():
    """Returns the clang whose serial elision is the base: that of tussah-clang."""
    name = os.environ.get("TUSSAH_CLANG")
    for candidate in [name] if name else ["clang-22", "clang-19"]:
        path = shutil.which(candidate)
        if path:
            return path
    raise UserError("no clang; see 'tussah doctor'")


def list_all(available):
    print("programs:")
    for name, program in available.items():
        print(f"  {name:15} {program.about}")
    print("systems:")
    for system in systems.SYSTEMS:
        print(f"  {system.name:15} {system.about}")


def plan(options, available, chosen_systems):
    """Returns the settings that say what is measured, and the programs."""
    preset = PRESETS[options.set or ("minutes" if options.minutes else None)]
    minutes = preset.minutes
    if options.minutes is not None:
        minutes = number("--minutes", options.minutes, 10000, float)
    trials, pairs = preset.trials, preset.pairs
    if options.trials is not None:
        trials, pairs = number("--trials", options.trials, MOST_TRIALS), 0
    workers = choose_workers(options.workers, preset.crowd)
    chosen = choose("program", options.programs, available)
    size = preset.sizes[-1]
    if minutes is not None:
        size = budget.choose(minutes, preset.sizes, chosen, chosen_systems, workers)
    settings = {
        "size": size, "trials": trials, "pairs": pairs, "minutes": minutes, "timeout": TIMEOUTS[size],
        "workers": workers, "flags": split("--flags", options.flags),
        "programs": {program.name: program.inputs[size] for program in chosen},
        "about": {program.name: program.about for program in chosen},
        "chosen": options.programs is not None,
        # Systems that are not left out if there is time for a program.
        "asked": [*(options.systems.split(",") if options.systems else []), *(text.partition("=")[0] for text in options.system)],
        "systems": {
            system.name: {"about": system.about, "serial": system.serial, "by hand": bool(system.by_hand)}
            for system in chosen_systems
        },
    }  # fmt: skip
    if options.registry.resolve() != programs.REGISTRY:
        settings["registry"] = str(options.registry.resolve())
    return settings, chosen


def goal_entries(summary):
    """Returns what summary.json says of goals, and of figures that have none."""
    found = [goal.entry() for goal in goals(summary)]
    if comparisons(summary):
        clear, possible = map(len, beaten(summary))
        what, *_, reached = tables.beaten_row(summary)
        found.append({"what": what, "measured": clear, "between": [clear, clear + possible], "goal": 0, "reached": reached})
    return found


def result(summary):
    """Returns what summary.json says."""
    return {
        "settings": summary.settings,
        "disturbed samples": summary.disturbed,
        "samples": summary.samples,
        "trusted": not summary.busy,
        "noisy": {program: round(value, 4) for program, value in summary.unsteady.items()},
        "failures": dict(tables.failures(summary)),
        "goals": goal_entries(summary),
        "medians": [
            {"program": p, "system": s, "workers": w, "seconds": summary.median(p, s, w),
             "spread": round(summary.spread(p, s, w), 4)}
            for p, s, w in summary.times
        ],
    }  # fmt: skip


def report(summary, folder):
    """Prints the outcome."""
    for what, value, between, goal, reached in tables.goal_rows(summary):
        target = f"   goal {goal}: {reached}" if goal else ""
        print(f"  {value:>7} {between:11}  {what}{target}")
    clear, _ = beaten(summary)
    for program, system, workers, ratio, between in tables.beaten_rows(clear):
        print(f"  {system} takes {ratio} ({between}) of native's time: {program} on {workers}")
    for line in filter(None, (tables.trust(summary), tables.unsteady(summary), tables.unended(summary))):
        print(line)
    print(tables.verified(summary))
    for what, why in tables.failures(summary):
        print(f"tussah bench: error: {what}: {why}", file=sys.stderr)
    print(f"plots and tables: {folder / 'index.html'}")


def say_what_is_missing(session):
    """Prints what was not measured."""
    for note, names in session.builder.grouped_notes().items():
        print(f"  not measured: {note} ({names})")
    if taken := session.trials_taken():
        number = " to ".join(dict.fromkeys(map(str, taken)))
        print(f"time was enough for {number} of {session.trials} trials")
    if session.left_out:
        print(f"not measured, as the time was over: {', '.join(session.left_out)}")


def main(arguments):
    options = parse(arguments)
    available = programs.load(options.registry)
    if options.list:
        list_all(available)
        return 0
    chosen_systems = choose_systems(options)
    settings, chosen = plan(options, available, chosen_systems)
    tools = systems.Tools(options.installation.resolve(), find_clang(), settings["flags"])
    folder = Folder(options.out.resolve())
    # What follows takes a second, which nobody waits for if there is an error.
    folder.before()
    settings.update(machine=machine.facts(), versions=machine.versions(tools, commands_of(chosen_systems)),
                    digest=tools.digest(options.out.resolve()), date=time.strftime("%Y-%m-%d"))  # fmt: skip
    samples = folder.open(settings)
    if samples:
        print(f"going on with the run in '{options.out}', which has {len(samples)} samples")
    used = sum(sample.wall for sample in samples) + settings.get("besides", 0)
    clock = budget.Clock(settings["minutes"], used)
    tools.commands.left = clock.left
    folder.clear_programs()
    session = Session(folder, tools, chosen, chosen_systems, settings, clock, samples)
    print(f"measuring {counted(len(chosen), 'program')} with {counted(len(chosen_systems), 'system')}", flush=True)
    session.measure()
    shutil.rmtree(folder.programs)
    say_what_is_missing(session)
    settings["left out"] = session.left_out
    summary = Summary(settings, samples, programs.published())
    folder.finish(settings, result(summary), page.html(summary))
    report(summary, options.out)
    return 1 if summary.errors else 0


def interrupt(*_):
    raise KeyboardInterrupt


def guarded_main(arguments):
    """Returns the exit code; errors that are no defect of this program are one line."""
    # Compilers have sessions of their own, and would go on. What is ignored stays so: nohup.
    for which in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(which) is not signal.SIG_IGN:
            signal.signal(which, interrupt)
    try:
        return main(arguments)
    except UserError as error:
        message = str(error)
    except BrokenPipeError:
        # Nobody reads the output any more; nor is what Python still has of it written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        message = f"cannot use '{error.filename}': {error.strerror}" if error.filename else str(error)
    except KeyboardInterrupt:
        print("\ninterrupted; the same command goes on from here", file=sys.stderr)
        return 130
    print(f"tussah bench: error: {message}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(guarded_main(sys.argv[1:]))
