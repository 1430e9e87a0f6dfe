"""How far a run is."""

import math
import shutil
import sys


class Progress:
    """A line that says how far the run is and how long it will take, `most()` seconds at
    most: on a terminal one that changes, in a file one for each sample. `done` is how many
    samples there are."""

    def __init__(self, done, most=lambda: math.inf, out=None):
        self.waiting, self.done, self.most, self.out = [], done, most, out or sys.stdout
        self.last = ""

    def expect(self, cells):
        """Says which cells are to come, each as often as it is measured."""
        self.waiting = list(cells)

    def step(self, sample, expected):
        """Says that a sample was taken; `expected(cells)` is how long those to come take.
        One that failed comes no more."""
        cell = sample.cell
        if sample.error:
            self.drop(cell)
        elif cell in self.waiting:
            self.waiting.remove(cell)
        self.done += 1
        left = round(max(min(expected(self.waiting), self.most()), 0))
        what = sample.error or f"{sample.seconds:.3f} s"
        line = (
            f"[{self.done}/{self.done + len(self.waiting)}, {left // 60}:{left % 60:02} left] "
            f"{cell}: {what}"
        )
        if self.out.isatty() and not sample.error:
            self.say(line)
        else:
            self.end()
            print(line, file=self.out, flush=True)

    def forget(self, cells):
        """Says that the samples of these cells are taken once more."""
        self.waiting += cells
        self.done -= len(cells)

    def drop(self, cell):
        """Says that a cell comes no more."""
        self.waiting = [other for other in self.waiting if other != cell]

    def say(self, line):
        """Shows on a terminal what is done now."""
        if self.out.isatty():
            # What does not fit into a line of the terminal could not be written over.
            line = line[: shutil.get_terminal_size().columns - 1]
            print("\r" + line.ljust(len(self.last)), end="", file=self.out, flush=True)
            self.last = line

    def end(self):
        if self.last:
            print(file=self.out)
            self.last = ""
