"""tussah bench: measures the programs of the papers on this machine.

Programs are built for several systems, which run them in alternation; every result
is compared with that of the serial elision. Writes raw.csv (every sample),
summary.json and index.html (plots and tables) into the folder --out. A run that was
interrupted goes on where it was if it is started again with the same arguments.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import budget
import bundle
import machine
import page
import programs
import systems
import tables
from bundled import Bundled
from errors import UserError
from folder import Folder, read_samples, read_settings
from goals import beaten, comparisons, goals
from options import choose, number, numbers_of_workers, parse
from session import Session
from summary import Summary, counted
from workload import Suite, find_clang


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


def choose_systems(workload, options):
    """Returns the systems that are measured."""
    names = options.systems
    few = bundle.SYSTEMS if options.bundle else systems.QUICK if options.set == "quick" else None
    if names is None and few:
        names = ",".join(name for name in few if name in workload.systems)
    own = {system.name: system for system in workload.added}
    others = {name: system for name, system in workload.systems.items() if name not in own}
    if names is not None:
        # Those of --system were asked for already, and may be named here, too.
        names = ",".join(["serial", *(name for name in names.split(",") if name not in own)])
    return choose("system", names, others) + workload.added


def list_all(workload):
    print("programs:")
    for name, program in workload.programs.items():
        print(f"  {name:15} {program.about}")
    print("systems:")
    for system in workload.systems.values():
        print(f"  {system.name:15} {system.about}")


def plan(workload, options, chosen_systems):
    """Returns the settings that say what is measured, and the programs."""
    preset = PRESETS[options.set or ("minutes" if options.minutes else None)]
    minutes = preset.minutes
    if options.minutes is not None:
        minutes = number("--minutes", options.minutes, 10000, float)
    trials, pairs = preset.trials, preset.pairs
    if options.trials is not None:
        trials, pairs = number("--trials", options.trials, MOST_TRIALS), 0
    workers = workload.workers(preset.crowd)
    if options.workers is not None:
        workers = numbers_of_workers(options.workers)
    chosen = choose("program", options.programs, workload.programs)
    size = preset.sizes[-1]
    if minutes is not None:
        size = budget.choose(minutes, preset.sizes, chosen, chosen_systems, workers)
    settings = {
        "size": size, "trials": trials, "pairs": pairs, "minutes": minutes, "timeout": TIMEOUTS[size],
        "workers": workers, "flags": workload.flags(),
        "programs": {program.name: program.inputs[size] for program in chosen},
        "about": {program.name: program.about for program in chosen},
        "chosen": options.programs is not None,
        # Systems that are not left out if there is time for a program.
        "asked": [*(options.systems.split(",") if options.systems else []), *(system.name for system in workload.added)],
        "systems": {
            system.name: {"about": system.about, "serial": system.serial, "by hand": bool(system.by_hand)}
            for system in chosen_systems
        },
        **workload.settings(),
    }  # fmt: skip
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


def measure(workload, options):
    """Takes the samples, and writes what they say. Returns the exit code."""
    chosen_systems = choose_systems(workload, options)
    settings, chosen = plan(workload, options, chosen_systems)
    tools = workload.tools(settings["flags"])
    folder = Folder(options.out.resolve())
    # What follows takes a second, which nobody waits for if there is an error.
    folder.before()
    settings.update(machine=machine.facts(), date=time.strftime("%Y-%m-%d"),
                    **workload.identity(tools, chosen_systems, options.out.resolve()))  # fmt: skip
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
    return write_page(folder, settings, samples, options.out)


def write_page(folder, settings, samples, name):
    """Writes and prints what the samples in a folder say, which the user calls `name`.
    Returns the exit code."""
    summary = Summary(settings, samples, programs.published())
    folder.finish(settings, result(summary), page.html(summary))
    report(summary, name)
    return 1 if summary.errors else 0


def from_bundle(path):
    """Writes the page of what a bundle has measured. Returns the exit code."""
    folder = Folder(path)
    settings = read_settings(path)
    if "bundle" not in settings:
        raise UserError(f"the results in '{path}' are not of a bundle")
    return write_page(folder, settings, read_samples(folder.raw), path)


def workload_of(options):
    """Returns what the programs and systems are chosen from."""
    if options.recipes and not options.corpus:
        raise UserError("--recipes is for --corpus DIR, which is missing")
    if options.bundled:
        return Bundled(options)
    if not options.corpus:
        return Suite(options)
    # The rest needs no Python that can read recipes.
    if sys.version_info < (3, 11):
        raise UserError("--corpus needs python3 3.11 or newer")
    from outside import Outside

    return Outside(options)


def main(arguments):
    options = parse(arguments, __doc__)
    if options.from_bundle:
        return from_bundle(options.from_bundle)
    if options.paper == "graphs":
        return measure_graphs(options)
    workload = workload_of(options)
    if options.list:
        list_all(workload)
        return 0
    if options.bundle:
        return bundle.make(workload, choose("program", options.programs, workload.programs),
                           choose_systems(workload, options), options.bundle)  # fmt: skip
    return measure(workload, options)


def measure_graphs(options):
    """Runs the experiments of "Parallel Graph Traversals using Work-Stealing Frameworks for
    Many-core Platforms": benchmarks/graph/paper.py has its options and its tables. Returns
    the exit code."""
    others = ("programs", "systems", "system", "workers", "flags", "corpus", "recipes", "bundle", "bundled", "list")
    for name in others:
        if getattr(options, name):
            raise UserError(f"--{name} is for the programs of the suite, not for --paper graphs")
    # It reads a file of recipes' format by a module of newer Pythons.
    if sys.version_info < (3, 11):
        raise UserError("--paper graphs needs python3 3.11 or newer")
    clang = find_clang()
    version = re.search(r"clang version (\d+)", subprocess.run([clang, "--version"], capture_output=True, text=True, check=True).stdout)
    script = Path(__file__).resolve().parent.parent / "graph" / "paper.py"
    command = [sys.executable, str(script), "--build-dir", str(options.installation.resolve()),
               "--llvm", version[1], "--out", str(options.out)]  # fmt: skip
    if options.quick:
        command.append("--quick")
    if options.minutes is not None:
        command += ["--minutes", str(number("--minutes", options.minutes, 10000, float))]
    if options.trials is not None:
        command += ["--rounds", str(number("--trials", options.trials, MOST_TRIALS))]
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        print("\ninterrupted; the same command goes on from here", file=sys.stderr)
        return 130


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
