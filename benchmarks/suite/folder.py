"""The folder of a run: what is to be measured, and the samples that there are."""

import csv
import json
import shutil
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from errors import UserError


@dataclass(frozen=True)
class Cell:
    """What is measured once in each trial."""

    program: str
    system: str
    workers: int

    def __str__(self):
        return f"{self.program} {self.system} on {self.workers}"


@dataclass
class Sample:
    """A row of raw.csv. `seconds` is the time of the parallel part, `wall` that of the
    whole process, `others` how many processors other processes used meanwhile. If
    `error` is not empty, it says why there is no time."""

    program: str
    system: str
    workers: int
    trial: int
    seconds: float = 0.0
    wall: float = 0.0
    others: float = 0.0
    error: str = ""

    @property
    def cell(self):
        return Cell(self.program, self.system, self.workers)


COLUMNS = [field.name for field in fields(Sample)]
# What settings.json must have; the other keys are made from these.
SETTINGS = {"size": str, "trials": int, "workers": list, "flags": list, "programs": dict,
            "about": dict, "systems": dict, "machine": dict, "versions": dict, "date": str}  # fmt: skip


# What is learned in a run, and what of it one that goes on knows already.
KEPT = {"did not end", "besides"}
LATER = {"date", "left out", *KEPT}


class Folder:
    """The folder of a run: settings.json, and raw.csv, to which every sample is added
    as soon as it is there, so that nothing is lost if the run is interrupted, whenever
    that is: settings.json is there as soon as raw.csv is good, and summary.json as soon
    as the run is finished."""

    def __init__(self, path):
        self.path = Path(path)
        self.raw = self.path / "raw.csv"
        self.settings = self.path / "settings.json"
        self.beginning = self.path / "settings.new"
        self.programs = self.path / "programs"
        self.graphs = self.programs / "graphs"

    def before(self):
        """Returns the settings of the run that the folder has, or None if it has none; it is
        there then, and can be written."""
        # Others have a settings.json, too.
        if self.settings.exists() and self.raw.exists():
            return read_settings(self.path)
        if self.path.exists() and not self.only_begun():
            raise UserError(
                f"'{self.path}' is not empty, and has no results of 'tussah bench'; "
                "choose another --out"
            )
        self.path.mkdir(parents=True, exist_ok=True)
        self.beginning.touch()
        return None

    def open(self, settings):
        """Makes the folder ready for a run with `settings`. Returns the samples of an
        interrupted run with the same settings, to which what it has learned is added; any
        other run is moved aside."""
        before = self.before()
        if before is not None:
            finished = (self.path / "summary.json").exists()
            changed = {key for key in {*before, *settings} - LATER if before.get(key) != settings.get(key)}
            if not finished and not changed:
                settings.update({key: before[key] for key in KEPT & before.keys()})
                return read_samples(self.raw)
            other = "another Tussah or other programs" if changed == {"digest"} else "other settings"
            self.move_aside("finished" if finished else other)
            self.path.mkdir()
        self.write(settings)
        with open(self.raw, "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerow(COLUMNS)
        self.beginning.replace(self.settings)
        return []

    def write(self, settings):
        self.beginning.write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")

    def save(self, settings):
        """Writes settings to which something was added, in one step."""
        self.write(settings)
        self.beginning.replace(self.settings)

    def only_begun(self):
        """Whether there is nothing, or what `open` leaves if it is interrupted."""
        names = {path.name for path in self.path.iterdir()}
        return not names or names in ({self.beginning.name}, {self.beginning.name, self.raw.name})

    def move_aside(self, why):
        number = 1
        while (old := self.path.with_name(f"{self.path.name}.{number}")).exists():
            number += 1
        self.path.rename(old)
        print(f"the results in '{self.path}' ({why}) are in '{old}' now")

    def add(self, sample):
        with open(self.raw, "a", encoding="utf-8", newline="") as file:
            csv.DictWriter(file, COLUMNS).writerow(asdict(sample))

    def replace(self, samples):
        """Makes these the samples that there are, in one step."""
        # If this is interrupted, the next run clears that folder.
        new = self.programs / self.raw.name
        with open(new, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(map(asdict, samples))
        new.replace(self.raw)

    def clear_programs(self):
        """Makes an empty folder for programs, and one in it for graphs, which take longer to
        make than to measure on."""
        shutil.rmtree(self.programs, ignore_errors=True)
        self.graphs.mkdir(parents=True)

    def finish(self, settings, summary, html):
        """Writes what was made of the samples, and what settings.json says at the end."""
        self.save(settings)
        (self.path / "index.html").write_text(html, encoding="utf-8")
        temporary = self.path / "summary.new"
        temporary.write_text(json.dumps(summary, indent=2) + "\n", encoding="utf-8")
        temporary.replace(self.path / "summary.json")


def read_settings(path):
    """Returns what settings.json in the folder says."""
    file = Path(path) / "settings.json"
    try:
        settings = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"cannot read '{file}': {error.strerror}") from None
    except ValueError as error:
        raise UserError(f"'{file}' is damaged: {error}; remove the folder") from None
    for name, kind in SETTINGS.items():
        if not isinstance(settings, dict) or not isinstance(settings.get(name), kind):
            raise UserError(f"'{file}' is damaged: no {name}; remove the folder")
    return settings


def read_samples(path):
    """Returns the samples in a raw.csv. A last line that is not whole is left out, and
    removed: the run was interrupted while it was written."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot read '{path}': {error.strerror}") from None
    except ValueError as error:
        raise UserError(f"'{path}' is damaged: {error}; remove the folder") from None
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        Path(path).write_text(whole, encoding="utf-8")
    rows = csv.DictReader(whole.splitlines())
    convert = {field.name: field.type for field in fields(Sample)}
    samples = []
    for row in rows:
        try:
            samples.append(Sample(**{name: convert[name](row[name]) for name in COLUMNS}))
        except (KeyError, TypeError, ValueError):
            raise UserError(
                f"'{path}' is damaged: line {rows.line_num} is no sample; remove the folder"
            ) from None
    return samples
