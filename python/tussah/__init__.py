"""Pages, plots and comparisons of what Tussah measures of parallel programs."""

import shutil
import sys
from pathlib import Path

__version__ = "0"  # scripts/wheel.py writes the project's

# The modules find each other by name, as in a source tree.
sys.path.append(str(Path(__file__).resolve().parent / "scale"))


class RecordError(Exception):
    """A file is no record of `tussah scale`, or cannot be read: one line for the user."""


def read_record(path):
    """Returns a dictionary with `work`, `span`, `burdened_span`, their `unit` ("seconds" or "instructions"), and
    `sites`, the spawns and loops with what they have of the span. Raises RecordError."""
    import records

    try:
        return records.read(path)
    except records.UserError as error:
        raise RecordError(str(error)) from None


def report():
    """The command tussah-report. Returns its exit code."""
    import records

    records.PROGRAM = "tussah-report"
    return records.main()


def measure():
    """The command tussah-measure. Returns its exit code."""
    import measure as measurement

    compiler = shutil.which("tussah-clang")
    sys.argv[1:1] = ["--compiler", compiler or ""]
    measurement.PROGRAM = "tussah-measure"
    return measurement.main()
