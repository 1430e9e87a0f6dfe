#!/usr/bin/env python3
"""Builds other people's programs with plain clang and with Tussah, runs them on several
numbers of workers, and writes a table of what is right. README.md says how."""

import argparse
import concurrent.futures
import pathlib
import re
import signal
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What it shares with `tussah bench --corpus`.
sys.path.insert(0, str(ROOT / "benchmarks" / "outside"))
import corpus  # noqa: E402
import recipes  # noqa: E402
import steps  # noqa: E402
import tables  # noqa: E402
import wrappers  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    path = pathlib.Path
    parser.add_argument("--sources", type=path, required=True, help="folder of the repositories")
    parser.add_argument("--recipes", type=path, action="append", required=True,
                        help="a file of recipes; may be repeated")  # fmt: skip
    out = ROOT / "build" / "corpus"
    parser.add_argument("--out", type=path, default=out, help="folder for results")
    parser.add_argument("--build-dir", type=path, default=ROOT / "build")
    parser.add_argument("--llvm", default="22", help="version of clang")
    parser.add_argument("--target", help="as -ftussah-target= has it")
    parser.add_argument("--workers", default="1,2,8", help="numbers of workers")
    parser.add_argument("--jobs", type=int, default=1, help="repositories at a time")
    parser.add_argument("--only", default="", help="expression for OWNER/NAME:PROGRAM")
    parser.add_argument("--again", default="$^", help="the same: those that are tried again")
    parser.add_argument("--failed", action="store_true", help="what was not right is tried again")
    parser.add_argument("--table", action="store_true",
                        help="only the tables, of the results that there are")  # fmt: skip
    parser.add_argument("--keep", action="store_true",
                        help="what was right with another compiler is not tried again")  # fmt: skip
    return parser.parse_args()


class Session:
    """A run over all repositories, which says what it does."""

    def __init__(self, options, repositories, work):
        self.options, self.repositories, self.work = options, repositories, work
        self.lock = threading.Lock()
        self.results = {}
        self.total = sum(len(self.chosen(repository)) for repository in repositories)

    def chosen(self, repository):
        title = f"{repository.name}:{{}}".format
        return [p for p in repository.programs if re.search(self.options.only, title(p.name))]

    def execute(self):
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            try:
                list(pool.map(self.repository, self.repositories))
            except BaseException:
                # The pool waits for its threads.
                steps.groups.stop()
                raise

    def repository(self, repository):
        for program in self.chosen(repository):
            title = f"{repository.name}:{program.name}"
            result = self.work.known(repository, program, self.options.keep)
            again = re.search(self.options.again, title)
            if result and (again or (self.options.failed and result.state != corpus.RIGHT)):
                result = None
            known = result is not None
            if known or not self.options.table:
                with self.work.lock(repository):
                    result = result or self.work.measure(repository, program)
                self.report(title, result, known)

    def report(self, title, result, known):
        with self.lock:
            self.results[title] = result
            reason = f": {result.reason}" if result.reason else ""
            mark = " (known)" if known else ""
            count = f"[{len(self.results)}/{self.total}]"
            print(f"{count} {title}: {result.state}{reason}{mark}", flush=True)

    def tables(self, settings):
        """Writes both tables, in the order of the recipes."""
        titles = [
            f"{repository.name}:{program.name}"
            for repository in self.repositories
            for program in self.chosen(repository)
        ]
        results = [self.results[title] for title in titles if title in self.results]
        with_results = {result.repository for result in results}
        own = [repository for repository in self.repositories if repository.name in with_results]
        for name, make in (("results.json", tables.as_json), ("results.md", tables.as_markdown)):
            text = make(own, results, settings)
            (self.options.out / name).write_text(text, encoding="utf-8")
        return tables.summary(own, results)


def settings_of(options):
    target = options.target or "native"
    return {"clang": options.llvm, "target": target, "workers": options.workers.replace(",", " ")}


def main():
    options = arguments()
    if not re.fullmatch(r"[1-9]\d*(,[1-9]\d*)*", options.workers):
        raise recipes.UserError(f"--workers must be numbers as in 1,2,8, not '{options.workers}'")
    if options.jobs < 1:
        raise recipes.UserError("--jobs must be 1 or more")
    for name in ("only", "again"):
        try:
            re.compile(getattr(options, name))
        except re.error as error:
            raise recipes.UserError(f"--{name} is no expression: {error}") from None
    repositories = recipes.read_all(options.recipes, options.sources.resolve())
    options.out = options.out.resolve()
    folder = options.out / "compilers"
    build = options.build_dir.resolve()
    tools = wrappers.Compilers(folder, build, wrappers.find_stock(options.llvm), options.target)
    workers = [int(number) for number in options.workers.split(",")]
    session = Session(options, repositories, corpus.Corpus(options.out, tools, workers))
    session.execute()
    total = session.tables(settings_of(options))
    print(f"{total['good']} of {total['counted']} programs ({total['share']:.1%}) are as they must be;"
          f" the table is '{options.out / 'results.md'}'")  # fmt: skip
    return 0 if total["share"] >= tables.SHARE or not total["counted"] else 1


def interrupt(*_):
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, interrupt)
    try:
        sys.exit(main())
    except recipes.UserError as error:
        sys.exit(f"run.py: error: {error}")
    except KeyboardInterrupt:
        sys.exit("run.py: stopped; the same command goes on from here")
