"""The command line of 'tussah bench'."""

import argparse
import difflib
import shlex
from pathlib import Path

import programs
from errors import UserError

# What all runtimes can have.
MOST_WORKERS = 1024
BUNDLE = Path("tussah-bench.tar.xz")


class Parser(argparse.ArgumentParser):
    """Errors in one line."""

    def error(self, message):
        if message.startswith("argument --flags: expected"):
            message += "; write --flags='...'"
        if message.startswith("unrecognized arguments: "):
            word = message.split(": ", 1)[1].split()[0]
            near = difflib.get_close_matches(word.split("=")[0], self._option_string_actions, n=1, cutoff=0.8)
            message = f"unknown option '{word}'" + (f"; did you mean '{near[0]}'?" if near else "; see 'tussah help bench'")
        raise UserError(message)


class Formatter(argparse.RawDescriptionHelpFormatter):
    """One line for each option, so that all fit a screen."""

    def __init__(self, prog):
        super().__init__(prog, max_help_position=28, width=200)

    def start_section(self, heading):
        super().start_section(heading and heading.capitalize())

    def add_usage(self, usage, actions, groups, prefix=None):
        super().add_usage(usage, actions, groups, "Usage: ")


def parse(arguments, description=None):
    parser = Parser(prog="tussah bench", usage="tussah bench [OPTIONS]", formatter_class=Formatter, add_help=False,
                    allow_abbrev=False, description=(description or "").strip().splitlines()[0] if description else None,
                    epilog="Examples:\n  $ tussah bench --quick --out results")  # fmt: skip
    option = parser.add_argument
    option("-h", "--help", action="help", help=argparse.SUPPRESS)
    option("--installation", type=Path, help=argparse.SUPPRESS)
    # The folder of a bundle, in which this runs.
    option("--bundled", type=Path, help=argparse.SUPPRESS)
    option("--quick", action="store_true", help="small inputs, systems of the same source: 5 minutes")
    option("--paper", metavar="NAME", nargs="?", const="all",
           help="the papers' inputs, in hours; or graphs: those of one")  # fmt: skip
    option("--minutes", metavar="N", help="choose what takes at most so many minutes")
    option("--programs", metavar="NAME,...", help="only these programs")
    option("--systems", metavar="NAME,...", help="only these systems, and serial")
    option("--system", metavar="NAME='COMMAND'", action="append", default=[],
           help="another Cilk compiler: its command for C")  # fmt: skip
    option("--workers", metavar="N,...", help="default: 1, all processors, and 8 for each")
    option("--trials", metavar="N", help="how often to measure each, at most")
    option("--flags", help="for all compilers; default: -O3 -march=native")
    option("--out", metavar="DIR", type=Path, default=Path("tussah-bench"),
           help="for samples, tables, plots; default: %(default)s")  # fmt: skip
    option("--registry", metavar="FILE", type=Path, default=programs.REGISTRY, help="another list of programs")
    option("--corpus", metavar="DIR", type=Path, help="measure other people's programs in this folder")
    option("--recipes", metavar="FILE", type=Path, action="append",
           help="how those are built; default: DIR/recipes.toml")  # fmt: skip
    option("--bundle", metavar="FILE", type=Path, nargs="?", const=BUNDLE,
           help="only make a file that measures elsewhere")  # fmt: skip
    option("--from-bundle", metavar="DIR", type=Path, help="only make the page of what a bundle measured")
    option("--list", action="store_true", help="only name the programs and systems")
    options = parser.parse_args(arguments)
    if options.paper not in (None, "all", "graphs"):
        raise UserError(f"no experiments '{options.paper}'; --paper alone means all programs, or it is --paper graphs")
    if options.paper == "all" and options.quick:
        raise UserError("argument --paper: not allowed with argument --quick")
    options.set = "paper" if options.paper else "quick" if options.quick else None
    return options


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


def numbers_of_workers(text):
    return sorted({number("--workers, as in 1,2,", word, MOST_WORKERS) for word in text.split(",")})


def split(option, command):
    """Returns the words of a command line."""
    try:
        return shlex.split(command)
    except ValueError as error:
        raise UserError(f"{option}: {str(error).lower()}") from None
