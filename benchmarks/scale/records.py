"""What `tussah scale` makes of the record of one run with Cilkscale, which is JSON: a page, SARIF
for editors, stacks for flame graphs, and a comparison with an older record.

    records.py --program NAME [--html FILE] [--sarif | --stacks work|span] [--output FILE]
               [--baseline FILE [--percent N]] RECORD
"""

import argparse
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import limits  # noqa: E402
import tree  # noqa: E402

# What the command is called. In the wheel (python/) it is another one.
PROGRAM = "tussah scale"
# How many sites an editor shows.
SHOWN = 3


class UserError(Exception):
    """One line for the user."""

    code = 1


class UsageError(UserError):
    """The command line is wrong, whatever is in the files."""

    code = 2


class OptionParser(argparse.ArgumentParser):
    """Says in one line what is wrong, as the other commands do."""

    def error(self, message):
        self.exit(2, f"tussah: error: {message}; see '{self.prog} --help'\n")


def require_writable(*paths):
    """Raises UserError for a file that cannot be written: before anything is measured, which would be lost."""
    for path in filter(None, paths):
        existed = os.path.exists(path)
        try:
            with open(path, "ab"):
                pass
        except OSError as error:
            raise UserError(f"cannot write '{path}': {error.strerror}") from None
        if not existed:
            os.remove(path)


def read(path):
    """Returns the work and span of the whole program, its sites, its unit, and its tree."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
        whole = {key: found["regions"][-1][key] for key in ("work", "span", "burdened_span")}
        # With times, what the span would be if each iteration were a task.
        whole["fine_span"] = found.get("span_grain_1", whole["span"])
        return {**whole, "sites": found["sites"], "unit": found["unit"], "tree": found.get("tree"), "regions": found["regions"][:-1]}
    except OSError as error:
        raise UserError(f"cannot read '{path}': {error.strerror}") from None
    except (ValueError, KeyError, TypeError, IndexError):
        raise UserError(f"'{path}' is no whole record of tussah scale; make one with --format=json") from None


def workers():
    """Returns on how many workers a program runs here."""
    processors = len(os.sched_getaffinity(0))
    asked = os.environ.get("CILK_NWORKERS", "")
    return int(asked) if asked.isdecimal() and int(asked) else processors


def write(path, content):
    try:
        Path(path).write_bytes(content if isinstance(content, bytes) else content.encode())
    except OSError as error:
        raise UserError(f"cannot write '{path}': {error.strerror}") from None


def write_plot(path, make):
    """Writes the picture that `make` returns, in the form that the name of the file says."""

    def drawn(pages):
        kind = Path(path).suffix
        if kind not in (".svg", ".png", ".pdf"):
            raise UserError(f"'{path}' is no file of .svg, .png or .pdf")
        svg = pages.render.svg(make(pages))
        return svg if kind == ".svg" else getattr(pages.render, kind[1:])(svg)

    return write_page(path, drawn)


def write_page(path, make):
    """Writes the page that `make` returns, given the module of pages. Returns the exit code."""
    import page_of_run
    import render

    try:
        write(path, make(page_of_run))
    except render.Missing as error:
        print(f"tussah: error: no plots: {error}", file=sys.stderr)
        return 1
    except UserError as error:
        print(f"tussah: error: {error}", file=sys.stderr)
        return 1
    return 0


#
# For editors
#


def sarif_site(one, site):
    path = Path(site["file"])
    uri = path.as_uri() if path.is_absolute() else path.as_posix()
    half, free = (limits.ratio(site[key], one["span"]) for key in ("span_if_half", "span_if_free"))
    return {
        "ruleId": "span",
        "level": "note",
        "message": {
            "text": f"This {site['kind']} holds {limits.ratio(site['on_span'], one['span']):.0%} of the span, and "
            f"{limits.ratio(site['work'], one['work']):.0%} of the work. If it were twice as fast, the span would be "
            f"{half:.0%} of what it is; if it took no time, {free:.0%}."
        },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": {"uri": uri},
                "region": {"startLine": site["line"], "startColumn": max(1, site["column"])},
            },
            "logicalLocations": [{"fullyQualifiedName": site["function"], "kind": "function"}],
        }],
        "properties": {"on_span": site["on_span"], "work": site["work"], "unit": one["unit"]},
    }  # fmt: skip


def sarif(one, count):
    """Returns the sites that hold the span as SARIF 2.1.0."""
    sites = [site for site in one["sites"] if site.get("line") and site["on_span"] > 0]
    sites.sort(key=lambda site: -site["on_span"])
    rule = {
        "id": "span",
        "shortDescription": {"text": "A site that holds the span"},
        "fullDescription": {"text": "The longest path goes through it: many workers do not make the program faster than it."},
    }
    run = {
        "tool": {"driver": {"name": "tussah scale", "rules": [rule]}},
        "properties": {"limit": limits.of_run(one, count)},
        "results": [sarif_site(one, site) for site in sites[:SHOWN]],
    }
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


#
# For flame graphs
#


def site_name(site):
    where = f" {Path(site['file']).name}:{site['line']}" if site.get("line") else ""
    return "program" if site["kind"] == "root" else f"{site['kind']}{where} in {site.get('function') or '?'}".replace(";", ":")


def own_parts(drawn, by):
    """Yields (node, length) of what tasks and loops have themselves, without their parts: of the
    work, or of the longest path."""
    if by == "span":
        yield from ((node, end - begin) for node, begin, end in drawn.path())
        return
    for node, work in drawn.work.items():
        yield node, work - sum(drawn.work[part] for part in drawn.parts.get(node, ()))


def stacks(one, by):
    """Returns collapsed stacks, as flame graphs and speedscope read them: a line for each chain of
    spawns and loops, and what it holds, in nanoseconds or instructions."""
    if not one["tree"]:
        raise UserError("the record has no tasks; let the program run with TUSSAH_SCALE_TREE=1000000 for so many")
    drawn = tree.Tree(one["tree"])
    names = {site["id"]: site_name(site) for site in one["sites"]}
    loops = {site["id"] for site in one["sites"] if site["kind"] == "loop"}
    scale = 1 if one["unit"] == "instructions" else 1e9
    chains, found = {0: ""}, {}
    # A part has a larger number than what it is a part of.
    for node in sorted(drawn.site):
        parent, site = drawn.parent[node], drawn.site[node]
        chain = chains[parent]
        # An iteration is no level of its own.
        if site in loops and site == drawn.site.get(parent):
            chains[node] = chain
            continue
        chains[node] = (f"{chain};" if chain else "") + names.get(site, "other spawns and loops")
    for node, length in own_parts(drawn, by):
        found[chains[node]] = found.get(chains[node], 0) + length * scale
    return "".join(f"{chain} {round(length)}\n" for chain, length in sorted(found.items()) if round(length) > 0)


#
# For continuous integration
#


def regressions(old, new, percent):
    """Returns what is worse by more than `percent`, as sentences: less parallelism, and, as it
    is exact, more counted work. Time is not compared: it differs from run to run."""
    if old["unit"] != new["unit"]:
        raise UserError(f"the baseline is in {old['unit']}, this run in {new['unit']}; give both the same --count")
    found = []
    before, now = (limits.ratio(one["work"], one["span"]) for one in (old, new))
    if before and now < before * (1 - percent / 100):
        found.append(f"parallelism is {now:.2f}, {1 - now / before:.1%} less than {before:.2f}")
    counts = new["unit"] == "instructions"
    if counts and old["work"] and new["work"] > old["work"] * (1 + percent / 100):
        more = new["work"] / old["work"] - 1
        found.append(f"work is {new['work']:,} {new['unit']}, {more:.1%} more than {old['work']:,}")
    return found


def compare(old, new, percent):
    """Prints what has got worse. Returns the exit code."""
    found = regressions(old, new, percent)
    for what in found:
        print(f"tussah: error: {what}", file=sys.stderr)
    if not found:
        what = "parallelism and counted work are" if new["unit"] == "instructions" else "parallelism is"
        print(f"{what} within {percent:g} % of the baseline", file=sys.stderr)
    return 1 if found else 0


def share(text):
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value <= 1000:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of percent from 0 to 1000")
    return value


def options():
    parser = OptionParser(prog=PROGRAM, description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--program", metavar="NAME", help="what the page calls the program")
    parser.add_argument("--html", metavar="FILE", help="write a page with plots")
    parser.add_argument("--sarif", action="store_true", help="write a list of problems for editors")
    parser.add_argument("--stacks", choices=("work", "span"), help="write stacks for flame graphs")
    parser.add_argument("--output", metavar="FILE", help="of --sarif or --stacks, in place of the standard output")
    parser.add_argument("--baseline", metavar="FILE", help="exit with 1 if the program scales worse than this record says")
    parser.add_argument("--percent", type=share, default=5.0, metavar="N", help="what is worse, for --baseline (5)")
    parser.add_argument("record", help="of tussah scale --format=json --output=FILE")
    chosen = parser.parse_args()
    chosen.program = chosen.program or Path(chosen.record).stem
    return chosen


def keep(record, path):
    """Copies the record of a run of which there is no page, so that nothing that was measured is lost."""
    try:
        write(path, Path(record).read_bytes())
        print(f"tussah: note: what was measured is in '{path}'", file=sys.stderr)
    except UserError as error:
        print(f"tussah: error: {error}", file=sys.stderr)


def main():
    chosen = options()
    code = 0
    try:
        one = read(chosen.record)
        if chosen.sarif or chosen.stacks:
            text = stacks(one, chosen.stacks) if chosen.stacks else json.dumps(sarif(one, workers()), indent=2) + "\n"
            write(chosen.output, text) if chosen.output else sys.stdout.write(text)
        if chosen.baseline:
            code |= compare(read(chosen.baseline), one, chosen.percent)
    except UserError as error:
        print(f"tussah: error: {error}", file=sys.stderr)
        return 1
    if chosen.html:
        print(limits.of_run(one, workers()), file=sys.stderr)
        if write_page(chosen.html, lambda pages: pages.of_run(chosen.program, one, workers())):
            code = 1
            keep(chosen.record, chosen.html + ".json")
    return code


if __name__ == "__main__":
    sys.exit(main())
