"""Builds and runs programs, and remembers what came of it."""

import contextlib
import dataclasses
import fcntl
import json
import pathlib
import shutil

import comparing
import steps
from recipes import flat

RIGHT = "right"
COMPILED = "compiled only"
ELISION = "elision does not compile"
BROKEN = "does not compile"
WRONG = "wrong"
HANGS = "hangs"
MISSING = "missing"
# In the order of tables. Of those before the last two, the elision compiles.
STATES = [RIGHT, COMPILED, BROKEN, WRONG, HANGS, ELISION, MISSING]


@dataclasses.dataclass
class Result:
    """What came of a program. `reason` says more if it is not right; `key` and
    `compiler` say of what this is the result. Seconds are of the user's time for
    builds, of wall time for runs; those of runs begin with the elision's."""

    repository: str
    program: str
    state: str
    reason: str
    key: str
    compiler: str
    cause: str = ""
    builds: dict = dataclasses.field(default_factory=dict)
    runs: dict = dataclasses.field(default_factory=dict)

    @property
    def counted(self):
        return self.state not in (ELISION, MISSING)

    @property
    def good(self):
        return self.state in (RIGHT, COMPILED)


class Corpus:
    """The folder of a run: compilers, copies of the sources, logs, and one result for
    each program, from which another run goes on."""

    def __init__(self, folder, compilers, workers):
        self.folder, self.compilers, self.workers = folder, compilers, workers
        self.fingerprint = compilers.fingerprint("tussah")

    def logs(self, repository, program):
        return self.folder / "logs" / flat(repository.name) / flat(program.name)

    def known(self, repository, program, keep=False):
        """Returns the result of an earlier run, if nothing has changed since then; with
        `keep`, also if it was good with another compiler."""
        try:
            text = (self.logs(repository, program) / "result.json").read_text(encoding="utf-8")
            result = Result(**json.loads(text))
        except (OSError, ValueError, TypeError):
            return None
        same = result.compiler == self.fingerprint or (keep and result.good)
        if result.key != program.key or not same:
            return None
        result.cause = program.cause or ""
        return result

    @contextlib.contextmanager
    def lock(self, repository):
        """Lets one run at a time work on a repository, if several share the folder."""
        folder = self.folder / "work"
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / (flat(repository.name) + ".lock"), "wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def measure(self, repository, program):
        """Builds and runs a program, and keeps the result."""
        folder = self.logs(repository, program)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        attempt = Attempt(self, repository, program, folder)
        state, reason = attempt.state()
        result = Result(repository.name, program.name, state, reason, program.key,
                        self.fingerprint, program.cause or "", attempt.builds, attempt.runs)  # fmt: skip
        text = json.dumps(dataclasses.asdict(result), indent=1)
        temporary = folder / "result.part"
        temporary.write_text(text + "\n", encoding="utf-8")
        temporary.rename(folder / "result.json")
        return result

    def stamp(self, repository, variant):
        """Another text when what is built of the sources would be other programs."""
        return f"{self.compilers.fingerprint(variant)} {repository.revision}"

    def tree(self, repository, variant):
        """Returns a copy of the sources in which this variant of their programs is built.
        It is made again for other compilers."""
        folder = self.folder / "work" / variant / flat(repository.name)
        stamp = folder.with_name(folder.name + ".stamp")
        wanted = self.stamp(repository, variant)
        if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(repository.source, folder, symlinks=True)
            stamp.write_text(wanted, encoding="utf-8")
        return folder


class Attempt:
    """A program on its way to a result."""

    def __init__(self, corpus, repository, program, logs):
        self.corpus, self.repository, self.program, self.logs = corpus, repository, program, logs
        self.builds, self.runs = {}, {}

    def state(self):
        """Returns the state of the program, and the reason."""
        for needed in self.program.needs or []:
            path = self.repository.source / needed
            if not path.exists() or (path.is_dir() and not any(path.iterdir())):
                return MISSING, f"{needed} is not there"
        failure = self.build("elision")
        if failure:
            return ELISION, failure
        failure = self.build("tussah")
        if failure:
            return BROKEN, failure
        if self.program.compile_only is not None:
            return COMPILED, self.program.compile_only
        elision = self.run("elision", 0)
        failure = self.fault(elision, elision)
        if failure:
            return COMPILED, f"the elision: {failure}"
        for workers in self.corpus.workers:
            run = self.run("tussah", workers)
            failure = self.fault(run, elision)
            if failure:
                state = HANGS if run.outcome.hangs else WRONG
                return state, f"on {workers} workers: {failure}"
        return RIGHT, ""

    def place(self, variant):
        """Where the commands run, and their environment."""
        tree = self.corpus.tree(self.repository, variant)
        output = tree.with_name(tree.name + ".out") / flat(self.program.name)
        output.mkdir(parents=True, exist_ok=True)
        own = self.program.variables(tree, self.repository.source.parent, output / "program")
        return tree / self.program.folder, {**self.corpus.compilers.environment(variant), **own}

    def build(self, variant):
        """Returns why the program cannot be built, or None."""
        folder, environment = self.place(variant)
        output = pathlib.Path(environment["OUT"])
        stamp = output.with_name("built")
        wanted = f"{self.program.build_key} {self.corpus.stamp(self.repository, variant)}"
        if stamp.exists() and stamp.read_text(encoding="utf-8").startswith(wanted):
            self.builds[variant] = float(stamp.read_text(encoding="utf-8").split()[-1])
            return None
        stamp.unlink(missing_ok=True)
        output.unlink(missing_ok=True)
        log = self.logs / f"build.{variant}"
        limit = self.program.build_seconds
        outcome = steps.execute(self.program.build, folder, environment, limit, log)
        self.builds[variant] = outcome.user
        if outcome.code == 0 and (output.exists() or self.program.run is None):
            stamp.write_text(f"{wanted} {outcome.user}", encoding="utf-8")
            return None
        if outcome.code == 0:
            return "the build made no $OUT"
        return str(outcome) if outcome.hangs else first_error(log) or str(outcome)

    def run(self, variant, workers):
        folder, environment = self.place(variant)
        environment["CILK_NWORKERS"] = str(workers or 1)
        output, errors = (self.logs / f"run.{variant}.{workers}{end}" for end in ("", ".errors"))
        limit = self.program.run_seconds
        outcome = steps.execute(self.program.run, folder, environment, limit, output, errors)
        self.runs[str(workers)] = outcome.seconds
        return comparing.Run(workers, outcome, output)

    def fault(self, run, elision):
        folder, environment = self.place("tussah" if run.workers else "elision")
        return comparing.fault(self.program, run, elision, folder, environment)


def first_error(log):
    """The line that says why a build failed."""
    lines = log.read_bytes().decode("utf-8", "replace").splitlines()
    useful = [line for line in lines if "linker command failed" not in line]
    for mark in ("error:", "undefined reference", "rror"):
        for line in useful:
            if mark in line:
                return line.strip()[-240:]
    return lines[-1].strip()[-240:] if lines else None
