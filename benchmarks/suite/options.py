"""The command line of 'tussah bench'."""

import argparse
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
        raise UserError(message)


def parse(arguments, description=None):
    parser = Parser(prog="tussah bench", description=description,
                    formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--installation", type=Path, help=argparse.SUPPRESS)
    # The folder of a bundle, in which this runs.
    parser.add_argument("--bundled", type=Path, help=argparse.SUPPRESS)
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
    parser.add_argument("--flags", help="for all compilers, default: -O3 -march=native")
    parser.add_argument("--out", type=Path, default=Path("tussah-bench"), help="default: %(default)s")
    parser.add_argument("--registry", type=Path, default=programs.REGISTRY,
                        help="the list of programs, as docs/benchmarks.md explains")  # fmt: skip
    parser.add_argument("--corpus", metavar="DIR", type=Path,
                        help="measure programs of other people, whose sources are in this folder")  # fmt: skip
    parser.add_argument("--recipes", metavar="FILE", type=Path, action="append",
                        help="how they are built, run and checked; may be repeated; default: recipes.toml in that folder")  # fmt: skip
    parser.add_argument("--bundle", metavar="FILE", type=Path, nargs="?", const=BUNDLE,
                        help=f"measure nothing; make a file, {BUNDLE} by default, with all that measures on "
                        "another machine, without a compiler")  # fmt: skip
    parser.add_argument("--from-bundle", metavar="DIR", type=Path,
                        help="measure nothing; write the page of what a bundle has measured")  # fmt: skip
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


def numbers_of_workers(text):
    return sorted({number("--workers, as in 1,2,", word, MOST_WORKERS) for word in text.split(",")})


def split(option, command):
    """Returns the words of a command line."""
    try:
        return shlex.split(command)
    except ValueError as error:
        raise UserError(f"{option}: {str(error).lower()}") from None
