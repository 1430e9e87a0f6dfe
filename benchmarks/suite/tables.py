"""What a page says of a run, without its form: sentences, tables and plots. The HTML page
and the pages of docs/ are made of the same."""

import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "plotting"))
import charts
import noise
import programs
import theme
from budget import GOOD
from folder import Cell
from goals import all_comparisons, beaten, by_chance, comparisons, goals
from ratios import CONFIDENCE, Ratio, geometric_mean
from summary import FEW, LARGE, counted, of_workers
from systems import OWN

MEAN, MEAN_OF_WORK = "geometric mean", "without fib-like"
# How many times longer than the best one a serial program may take.
BEST = 1.1
OPENCILK = "OpenCilk, or the Cilk of 1995, as published"


@dataclass
class Table:
    """A table, all of text. If `words`, its cells are no numbers; if `folded`, a page
    shows it when it is asked to."""

    title: str
    head: tuple
    rows: list
    text: str = ""
    words: bool = False
    folded: bool = False


@dataclass
class Figure:
    """A plot, as charts.py describes it. `name` is the name of its file."""

    name: str
    title: str
    text: str
    picture: dict


def number(value, digits=2):
    return "" if value is None else f"{value:.{digits}f}"


def seconds(value):
    return number(value, 3)


def bounds(ratio):
    """Returns between what a ratio is; nothing if that is not known."""
    if ratio is None or not ratio.known:
        return ""
    return f"{number(ratio.low)}–{number(ratio.high)}" + but_for(ratio)


def but_for(ratio):
    """Returns of how many programs the errors are not in the bounds, if there are such."""
    return f" but for {ratio.unknown}" if ratio.unknown else ""


def bounded(ratio):
    """Returns a ratio and its bounds."""
    return f"{number(ratio)} ({bounds(ratio)})" if bounds(ratio) else number(ratio)


def trials(summary):
    """Returns how often programs were measured."""
    most = max(summary.trials.values(), default=0)
    said = f"{span(summary.trials)} trial{'s' * (most != 1)} of each"
    if summary.pairs:
        said += f", and {span(summary.pairs)} of serial and native alone on 1 worker"
    return said


def span(counts):
    """Returns the least and the largest number of programs."""
    fewest, most = min(counts.values(), default=0), max(counts.values(), default=0)
    return f"{fewest} to {most}" if fewest < most else str(most)


def subtitle(summary):
    settings = summary.settings
    inputs = {"small": "small inputs", "medium": "inputs of a few tenths of a second", "default": "large inputs", "paper": "the papers' inputs"}
    limit = f" (a run of at most {settings['minutes']:g} minutes)" if settings.get("minutes") else ""
    *fewer, most = summary.workers
    workers = " and ".join([*([", ".join(map(str, fewer))] if fewer else []), of_workers(most)])
    return (
        f"{counted(len(summary.programs), 'program')} with {inputs.get(settings['size'], settings['size'])}, "
        f"{counted(len(summary.systems), 'system')} with {workers}, on a machine with "
        f"{counted(summary.processors, 'processor')}; {trials(summary)}, "
        f"in turns{limit}; {flags(summary)}; {settings['date']}.{bundled(settings)}"
    )


def introduction(summary):
    if not summary.outside:
        return INTRODUCTION
    sources = dict.fromkeys(summary.outside[p] for p in summary.programs)
    return f"{OUTSIDE} Sources: {'; '.join(sources)}."


def flags(summary):
    if summary.outside:
        return "flags as its build says"
    return f"flags {' '.join(summary.settings['flags']) or '(none)'}"


def bundled(settings):
    """Returns where programs were built, if that was not here, as a sentence with a space
    before it."""
    if "bundle" not in settings:
        return ""
    of = settings["bundle"]
    return f" A bundle was measured: programs that were built on another machine for {of['level']}, on {of['made']}."


OUTSIDE = (
    "How fast programs of other people are, unchanged, that Tussah compiles for its own runtime (“native”): "
    "compared with the same sources without the keywords (“serial”), and on other runtimes."
)
INTRODUCTION = (
    "How fast programs with Cilk's keywords are that Tussah compiles for its own runtime (“native”): "
    "compared with the same programs without the keywords (“serial”), with the same source on other "
    "runtimes (“onetbb”, “openmp”), and with programs that were written for other systems by hand."
)
TERMS = (
    "T_S is the time of the serial program: the same source without the keywords, by the same compiler. T_P is the time "
    "on P workers. Systems take turns, and a ratio is the median of the ratios of all trials. Parentheses, and the thin "
    f"line on each bar, are {100 * CONFIDENCE:.0f} % confidence intervals; “but for 2” marks a mean whose interval leaves out two programs, "
    f"because they had fewer than {GOOD} trials."
)


def large(summary):
    """Returns which serial programs took too short a time for a full run, as a sentence."""
    short = summary.short
    if not short:
        return f"All serial programs took {LARGE:g} s or more."
    if len(short) == len(summary.programs):
        low, high = (seconds(end(short.values())) for end in (min, max))
        return f"All inputs are small: no serial program took {LARGE:g} s (they took {low} to {high} s)."
    said = ", ".join(f"{program} ({seconds(time)} s)" for program, time in short.items())
    return f"{len(short)} of {len(summary.programs)} serial programs took less than {LARGE:g} s: {said}."


def fib_like(summary):
    """Returns which programs do nothing but spawn, and why means are shown without them, as
    sentences, or nothing if there are none."""
    names = summary.fib_like
    if not names:
        return ""
    return (
        f"{len(names)} of the programs {'do' if len(names) > 1 else 'does'} nothing but spawn: {', '.join(names)}. "
        "What such a program takes is the cost of a spawn alone, by which systems differ many times more than in "
        f"programs that have work to do, so each mean is also shown without them, as “{MEAN_OF_WORK}”."
    )


def trust(summary):
    """Returns whether the machine was quiet, as a sentence."""
    disturbed = f"{summary.disturbed} of {summary.samples} samples were disturbed by other processes"
    if summary.busy:
        return f"The machine was too busy to trust these numbers: {disturbed}."
    return f"The machine was quiet: {disturbed}."


def unsteady(summary):
    """Returns which programs have noisy figures, as a sentence, or nothing."""
    if not summary.unsteady:
        return ""
    worst = sorted(summary.unsteady.items(), key=lambda item: -item[1])
    why = "" if summary.busy else (
        " Little else ran on this system; who shares the processor's caches and memory from outside of it cannot be seen."
    )  # fmt: skip
    return (
        "The figures of these programs are noisy, as the middle half of their serial times "
        f"spreads over more than {100 * noise.STEADY:.0f} % of the median: "
        + ", ".join(f"{program} ({100 * value:.0f} %)" for program, value in worst)
        + "." + why
    )  # fmt: skip


def unended(summary):
    """Returns what was stopped, as one sample took too long, as sentences, or nothing."""
    stopped = {Cell(*cell): seconds for *cell, seconds in summary.settings.get("did not end", ())}
    if not stopped:
        return ""
    said = [f"{cell} (in {seconds:g} s)" for cell, seconds in stopped.items()]
    own = [str(cell) for cell in stopped if cell.system in OWN]
    also = f" Tussah's own among them, which are slow or hang: {', '.join(own)}." if own else ""
    return f"Did not end in the time that one sample may take: {', '.join(said)}.{also}"


def verified(summary):
    """Returns whether results were right, as a sentence."""
    if not summary.errors:
        return "Every run's result was that of the serial program."
    return f"{len(summary.errors)} measurements failed, and are left out."


def failures(summary):
    return [(f"{p} {s} on {w}", error) for (p, s, w), error in summary.errors.items()]


def compared(summary):
    """Yields what native is compared with, on how many workers, and its speed by that one's for a program."""
    if "native" not in summary.systems:
        return
    yield "serial", 1, lambda program: summary.efficiency(program, "native")
    most = summary.up_to_processors[-1]
    if most > 1:
        yield "serial", most, lambda program: summary.speedup(program, "native", most)
    for system in summary.others:
        yield system, most, lambda program, s=system: summary.against_native(program, s, most)


def beside_paper(summary):
    """Returns what the keywords cost the paper's programs, and OpenCilk's, as a sentence, or nothing."""
    ours, count = summary.mean(lambda program: summary.efficiency(program, "native"), summary.of_paper)
    published, _ = summary.mean(summary.published_efficiency, summary.of_paper)
    if not ours:
        return ""
    return f"Of {count} of the paper's programs: {100 * ours:.0f} %; OpenCilk, as published: {100 * published:.0f} %"


def glance(summary):
    """Returns what matters most: value, and what it says."""
    found = []
    for system, workers, measure in compared(summary):
        value, count = summary.mean(measure)
        if not value:
            continue
        working = summary.mean(measure, summary.with_work)
        if (system, workers) == ("serial", 1):
            text = "of the serial program's speed on 1 worker: what the keywords cost"
            text += within(value, count, working, percent=True)
            beside = beside_paper(summary)
            found.append((f"{100 * value:.0f} %", f"{text}. {beside}" if beside else text))
        else:
            what = "the serial program's speed" if system == "serial" else f"the speed of {system}"
            found.append((f"{value:.2f} ×", f"{what} on {of_workers(workers)}" + within(value, count, working)))
    return found


def glance_rows(summary):
    """Returns the same as rows: system, workers, native's speed by its, of how many programs, and the same without
    those that do nothing but spawn."""
    rows = []
    for system, workers, measure in compared(summary):
        value, count = summary.mean(measure)
        if value:
            without, working = summary.mean(measure, summary.with_work)
            less = bounded(without) if without and working < count else ""
            rows.append((system, str(workers), bounded(value), str(count), less))
    return rows


def within(mean, count, working, percent=False):
    """Returns of how many programs a mean is, between what, and, if that is another one, the
    mean of programs with work to do, of which `working` is the value and the number; in words."""

    def form(value):
        return f"{100 * value:.0f} %" if percent else f"{value:.2f}"

    said = f" ({counted(count, 'program')}"
    if bounds(mean):
        said += f", between {form(mean.low)} and {form(mean.high)}" + but_for(mean)
    value, number_of = working
    if value and number_of < count:
        said += f"; {form(value)} {MEAN_OF_WORK}: {counted(number_of, 'program')}"
    return said + ")"


def goal_rows(summary):
    """Returns rows: what, measured, its bounds, goal, whether it is reached."""
    rows = [
        (goal.what, number(goal.value, 3), bounds(goal.value), number(goal.goal), goal.verdict)
        for goal in goals(summary)
    ]
    if comparisons(summary):
        rows.append(beaten_row(summary))
    return rows


def beaten_row(summary):
    """Returns the goal that no other system is faster."""
    clear, possible = beaten(summary)
    found, everything = len(comparisons(summary)), all_comparisons(summary)
    chance = by_chance(summary)
    verdict = "no" if clear else "incomplete" if found < everything else "yes"
    if (verdict == "no" and len(clear) <= chance) or (verdict == "yes" and possible):
        verdict += ", not certain"
    what = "comparisons in which another parallel system is more than 3 % faster than native"
    what += f", of {found} of {everything}, by chance up to {chance:.1f}"
    most = f"{len(clear)}–{len(clear) + len(possible)}" if possible else ""
    return (what, str(len(clear)), most, "0", verdict)


def beaten_rows(cells):
    """Returns rows: program, system, workers, its time by native's, the bounds of that."""
    return [(p, s, str(w), number(ratio), bounds(ratio)) for p, s, w, ratio in cells]


def time_columns(summary):
    """Returns what is a column of `time_rows`: (system, workers)."""
    return [
        (system, workers)
        for system in summary.systems
        for workers in ((1,) if system not in summary.parallel else summary.workers)
    ]


def column_names(summary):
    return [
        f"{system} {workers}" if system in summary.parallel else system
        for system, workers in time_columns(summary)
    ]


def time_rows(summary):
    """Returns a row for each program: its name, and median and spread of each column."""
    rows = []
    for program in summary.programs:
        row = [program]
        for column in time_columns(summary):
            time = summary.median(program, *column)
            row.append(
                f"{seconds(time)} ±{50 * summary.spread(program, *column):.0f}%" if time else ""
            )
        rows.append(row)
    return rows


def mean_rows(summary):
    """Returns rows: system, workers, its time by native's, how many programs that is the
    geometric mean of, the same without those that do nothing but spawn, and what the paper
    has for OpenCilk, the programs of the first, and one core, or all of the paper's."""
    rows = []
    for system in summary.others:
        for workers in summary.workers:

            def measure(program, s=system, w=workers):
                return summary.against_native(program, s, w)

            mean, count = summary.mean(measure)
            if mean is None:
                continue
            both = [p for p in summary.of_paper if measure(p)]
            name = system.removesuffix("-by-hand")
            published = ""
            if both and name in ("openmp", "onetbb"):
                index = 0 if workers == 1 else -1
                cores = summary.published["workers"][index]
                published = f"{number(summary.published_against(name, both, index))} ({cores})"
            without, working = summary.mean(measure, summary.with_work)
            without = bounded(without) if without else ""
            rows.append((system, str(workers), bounded(mean), str(count), without, str(working), published))
    return rows


def mean_bases(summary):
    """Returns rows: what means there are of the same programs, how many these are, which."""
    found = {}

    def add(what, system, workers, measure):
        programs = tuple(p for p in summary.programs if measure(p))
        if programs:
            found.setdefault(programs, {}).setdefault((what, system), []).append(str(workers))

    for system in summary.systems:
        if system != "serial":
            add("T_S/T_P", system, 1, lambda p, s=system: summary.efficiency(p, s))
        if system in summary.parallel:
            for workers in summary.workers:
                if workers > 1:
                    add("T_S/T_P", system, workers, lambda p, s=system, w=workers: summary.speedup(p, s, w))
        if system in summary.others:
            for workers in summary.workers:
                add("against native", system, workers,
                    lambda p, s=system, w=workers: summary.against_native(p, s, w))  # fmt: skip
    rows = []
    for programs, means in found.items():
        same = {}
        for (what, system), workers in means.items():
            same.setdefault((what, ", ".join(workers)), []).append(system)
        said = "; ".join(f"{what} on {workers}: {', '.join(systems)}" for (what, workers), systems in same.items())
        rows.append((said, str(len(programs)), ", ".join(programs)))
    return rows


def suite_rows(summary):
    """Returns rows, if the programs are those of others: suite, system, of how many programs it
    has times, the mean of T_S/T_1, the lowest, and the mean on as many workers as processors."""
    groups, most = {}, summary.up_to_processors[-1]
    for program, group in summary.settings.get("groups", {}).items():
        groups.setdefault(group, []).append(program)
    rows = []
    for group, names in groups.items():
        for system in summary.parallel:
            ratios = {p: summary.efficiency(p, system) for p in names}
            ratios = {p: ratio for p, ratio in ratios.items() if ratio}
            if ratios:
                lowest = min(ratios, key=ratios.get)
                mean, speedup = geometric_mean(ratios.values()), summary.mean(lambda p, s=system: summary.speedup(p, s, most), names)[0]
                rows.append((group, system, str(len(ratios)), bounded(mean), f"{lowest}: {bounded(ratios[lowest])}", bounded(speedup)))
    return rows


def speedup_rows(summary):
    """Returns rows, if there are many numbers of workers: program, system, speed-ups."""
    if len(summary.workers) <= FEW:
        return []

    def speedups(programs, system):
        means = (summary.mean(lambda p, w=w: summary.speedup(p, system, w), programs)[0] for w in summary.workers)
        return [number(mean) for mean in means]

    systems = [system for system in summary.parallel if system != "pedigrees"]
    groups = {**{name: [name] for name in summary.programs}, MEAN: summary.programs}
    if summary.fib_like and summary.with_work:
        groups[MEAN_OF_WORK] = summary.with_work
    rows = [(name, system, *speedups(names, system)) for name, names in groups.items() for system in systems]
    return [row for row in rows if any(row[2:])]


def published_rows(summary):
    """Returns rows: program, T_S/T_1 of native and of OpenCilk, T_S/T_P of native, and of
    OpenCilk on each of the paper's larger numbers of cores."""
    most = summary.up_to_processors[-1]
    rows, columns = [], []
    for program in summary.of_paper:
        row = summary.published["figure 6"][summary.published_name(program)]
        published = [row["serial"] / time for time in row["opencilk"]]
        values = [summary.efficiency(program, "native"), published[0],
                  summary.speedup(program, "native", most), *published[1:]]  # fmt: skip
        if values[0]:
            columns.append(values)
            rows.append((program, *(bounded(v) if isinstance(v, Ratio) else number(v) for v in values)))
    return with_means(rows, columns)


def with_means(rows, values):
    """Returns the rows, and one with the geometric means of the columns of `values`, which
    are what the rows show. A column that lacks a value has no mean."""
    if not rows:
        return []
    columns = zip(*values)
    means = [number(geometric_mean(column)) if all(column) else "" for column in columns]
    return [*rows, (MEAN, *means)]


def comparison_head(summary, first, second, ratio):
    columns = [f"{what}, {of_workers(w)}" for w in summary.up_to_processors
               for what in (f"{first} (s)", f"{second} (s)", ratio)]  # fmt: skip
    paper = [f"{ratio}, paper, {counted(n, 'core')}" for n in summary.published["workers"]]
    return ("program", *columns, *paper)


def comparison_rows(summary, lines):
    """Returns rows as in the paper's Figures 7 and 8: program, and for each number of
    workers two times and how many times longer the one is that is named so; then the
    ratios of the paper. `lines` are program, (program, system) of the first time and of the
    second, whether the first is the longer one, and the times of the paper, the longer ones
    first, or None."""
    rows, ratios = [], []
    for name, first, second, first_is_longer, times in lines:
        row, found = [name], []
        published = [a / b for a, b in zip(*times)] if times else [None] * len(summary.published["workers"])
        for workers in summary.up_to_processors:
            a, b = (*first, workers), (*second, workers)
            ratio = summary.ratio_of(a, b) if first_is_longer else summary.ratio_of(b, a)
            if ratio:
                found.append(ratio)
                row += [seconds(summary.median(*a)), seconds(summary.median(*b)), number(ratio)]
        if len(found) == len(summary.up_to_processors):
            rows.append((*row, *map(number, published)))
            ratios.append((*found, *published))
    if not rows:
        return []
    means = [number(geometric_mean(filter(None, column))) for column in zip(*ratios)]
    here = len(summary.up_to_processors)
    cells = [cell for mean in means[:here] for cell in ("", "", mean)]
    return [*rows, (MEAN, *cells, *means[here:])]


def pedigree_rows(summary):
    """Returns rows: without pedigrees, and with them."""
    without, slower = summary.published["figure 6"], summary.published["figure 7"]
    if summary.outside:
        return []
    return comparison_rows(summary, [
        (program, (program, "native"), (program, "pedigrees"), False,
         (slower[program], without[program]["opencilk"]) if program in slower else None)
        for program in summary.programs
    ])  # fmt: skip


def generator_rows(summary):
    """Returns rows: with DotMix, and with the built-in generator."""
    lines = []
    if summary.outside:
        return []
    for program, published in summary.published["figure 8"].items():
        times = published["opencilk, dotmix"], published["opencilk, builtin"]
        lines.append((program, (f"{program}-dotmix", "native"), (program, "native"), True, times))
    return comparison_rows(summary, lines)


def library_rows(summary):
    """Returns rows: program, library, the times of the serial program and of the library, how
    many times longer the former is, and, if that is much, why."""
    everything = {} if summary.outside else programs.of_run(summary.settings)
    rows = []
    for program in summary.programs:
        ratio = summary.ratio(program, ("serial", 1), ("library", 1))
        if ratio and program in everything:
            library = everything[program].library
            times = [seconds(summary.median(program, system, 1)) for system in ("serial", "library")]
            why = library.get("why", "") if ratio > BEST else ""
            rows.append((program, library.get("name", ""), *times, bounded(ratio), why))
    return rows


def other_inputs(summary, names):
    """Returns how the inputs of these programs differ from the paper's, as a sentence with a
    space before it, or nothing."""
    settings = summary.settings
    if summary.outside:
        return " The paper's inputs are others: the table of programs has those of this run."
    with_graphs = ", ".join(name for name in names if "rmat" in settings["programs"][name])
    if settings["size"] == "paper":
        said = f"In place of the paper's graph, com-Orkut, a random one (R-MAT) of its size: {with_graphs}."
        return f" {said}" if with_graphs else ""
    said = " Inputs are smaller than the paper's"
    return said + (f"; and in place of its graph, com-Orkut, a random one (R-MAT): {with_graphs}." if with_graphs else ".")


def program_rows(summary):
    """Returns rows: program, input, how often it was measured, what it does."""
    settings, rows = summary.settings, []
    for name in summary.programs:
        pairs = summary.pairs.get(name)
        count = str(summary.trials.get(name, 0)) + (f" + {pairs}" if pairs else "")
        rows.append((name, " ".join(settings["programs"][name]) or "-", count, settings["about"][name]))
    return rows


def failed(summary):
    """Returns a table of what failed, if something did."""
    rows = failures(summary)
    return [Table("What failed", ("measurement", "why"), rows, words=True)] if rows else []


def sections(summary):
    """Returns the other tables, the important ones first."""
    most = summary.up_to_processors[-1]
    settings = summary.settings
    randomized = summary.published["figure 8"]
    clear, possible = beaten(summary)
    head = ("program", "system", "workers", "its time / native's", "between")
    found = [
        Table("Goals", ("what", "measured", "between", "goal", "reached"),
              [row for row in goal_rows(summary) if row[3]],
              "Incomplete: not all programs were measured that the goal is about. Not certain: the goal is between the bounds."),
        Table("Suites", ("suite", "system", "programs", "T_S/T_1", "the lowest", f"T_S/T_{most}"), suite_rows(summary),
              "Geometric means of groups of programs, as the recipes say, and of which program T_S/T_1 is the lowest."),
        Table("Where another system is faster than native", head, beaten_rows(clear),
              f"By more than 3 %, and so are both bounds; by chance that is so in up to {by_chance(summary):.1f} of the comparisons."),
        Table("Not distinguishable", head, beaten_rows(possible),
              "By more than 3 % in the median, but not at both bounds: the trials do not tell.", folded=True),
        Table("Other systems against native",
              ("system", "workers", "its time / native's", "programs", MEAN_OF_WORK, "of them", "OpenCilk in the paper (cores)"),
              mean_rows(summary),
              "Geometric means; above 1, native is faster. More workers than processors: what a "
              "program meets that is not alone on a machine. The paper's column is the time of "
              "that system by OpenCilk's, on those of all the programs that the paper has, from the same source. "
              + fib_like(summary)),
        Table("Which programs the means are of", ("mean on so many workers", "programs", "which"), mean_bases(summary),
              f"Their inputs are in the table of programs. Means {MEAN_OF_WORK}: those of these programs but for "
              f"{', '.join(summary.fib_like)}." if summary.fib_like else "Their inputs are in the table of programs.",
              words=True, folded=True),
        Table("Speed-up by workers: T_S/T_P", ("program", "system", *map(str, summary.workers)), speedup_rows(summary),
              "How many times as fast as the serial program: medians."),
        Table("The paper's numbers",
              ("program", "T_S/T_1", "OpenCilk, 1 core", f"T_S/T_{most}",
               *(f"OpenCilk, {n} cores" for n in summary.published["workers"][1:])),
              published_rows(summary),
              "Speed by that of the serial program: native here, and OpenCilk on the paper's machine."
              + other_inputs(summary, summary.of_paper)),
        Table("The serial programs and libraries",
              ("program", "library", "serial (s)", "library (s)", "serial / library", "why it is slower"),
              library_rows(summary),
              "A speed-up says nothing if the serial program is slow: what one would call instead, on one "
              f"thread. Why a program takes more than {BEST} times as long is said behind it.", words=True),
        Table("Pedigrees", comparison_head(summary, "without", "with", "slowdown"), pedigree_rows(summary),
              "What it costs that every strand knows its place in the program, which random "
              "numbers that do not depend on the schedule are made of (the paper's Figure 7)."
              + other_inputs(summary, summary.of_paper)),
        Table("Random numbers", comparison_head(summary, "DotMix", "built in", "speed-up"), generator_rows(summary),
              "Tussah's generator and DotMix, both by pedigrees (the paper's Figure 8)."
              + other_inputs(summary, [p for p in summary.programs if p in randomized])),
        Table("All times, in seconds", ("program", *column_names(summary)), time_rows(summary),
              "Medians; behind ± half of the range in which the middle half of the runs is.", folded=True),
        Table("Programs", ("program", "input", "trials", "what it does"), program_rows(summary),
              "Behind + are the trials of serial and native alone, on 1 worker." if summary.pairs else "",
              words=True, folded=True),
        Table("Systems", ("system", "what it is"),
              [(name, settings["systems"][name]["about"]) for name in summary.systems], words=True),
        Table("Machine", ("what", "here"), [*settings["machine"].items(), *settings["versions"].items()],
              words=True),
    ]  # fmt: skip
    return [table for table in found if table.rows]


def figures(summary):
    """Returns the plots."""
    colour = theme.of_systems(summary.settings["systems"])
    found = []

    def add(name, title, text, series, measure, line, published=None):
        """Adds a plot of `measure(program, system)` for all programs that have it."""
        series = [*series, charts.OUTLINE] if published else series

        def value(program, system):
            one = published if system == charts.OUTLINE else lambda p: measure(p, system)
            return summary.mean(one, means[program])[0] if program in means else one(program)

        means = {}
        present = [p for p in summary.programs if any(value(p, s) for s in series)]
        if present:
            means = {MEAN: present}
            working = [p for p in present if p in summary.with_work]
            if 0 < len(working) < len(present):
                means[MEAN_OF_WORK] = working
            picture = charts.bars(
                [*present, *means], series, value, colour, line, {charts.OUTLINE: OPENCILK}, len(means),
                finding(summary, present, series, measure, line[1]), f"speed, that of {line[1]} being 1",
            )  # fmt: skip
            found.append(Figure(name, title, text + mean_counts(summary, series, measure), picture))

    def against_native(workers):
        def measure(program, system):
            ratio = summary.against_native(program, system, workers)
            return ratio.inverse() if ratio else None

        return measure

    if "native" in summary.systems and summary.others:
        add_means(summary, found, colour, against_native)
    # Libraries do other things, one in a twelfth of the time: they have a table.
    others = ("serial", "library", "pedigrees", *summary.by_hand)
    same = [s for s in summary.systems if s not in others]
    add("efficiency", "Work efficiency: T_S/T_1",
        "How fast a program is on one worker, by the serial program. At 1 the keywords cost "
        "nothing. Longer is better." + other_inputs(summary, summary.of_paper), same, summary.efficiency,
        (1, "the serial program"),
        summary.published_efficiency)  # fmt: skip
    parallel = [s for s in same if s in summary.parallel]
    for workers in [w for w in summary.plotted if w > 1]:
        add(f"speedup-{workers}", f"Speed-up on {workers} workers: T_S/T_{workers}",
            f"How many times as fast as the serial program a program is.{crowd(summary, workers)} "
            "Longer is better.", parallel, lambda p, s, w=workers: summary.speedup(p, s, w),
            (1, "the serial program"))  # fmt: skip
    if "native" in summary.systems:
        for kind, text, systems in (
            ("normalised", "the same source", summary.same_source),
            ("by-hand", "programs written by hand", summary.by_hand),
        ):
            for workers in summary.plotted:
                add(f"{kind}-{workers}", f"Speed relative to native, {text}, {of_workers(workers)}",
                    "A bar of 0.5 is a program that takes twice as long as native's."
                    + crowd(summary, workers), systems, against_native(workers), (1, "native"))  # fmt: skip
    return found


def finding(summary, present, series, measure, of):
    """Returns what a plot shows, as its title: the means of two systems, native or the first
    and the one that it is nearest to."""
    means = {}
    for system in series:
        if system != charts.OUTLINE:
            mean, _ = summary.mean(lambda p, s=system: measure(p, s), present)
            if mean:
                means[system] = float(mean)
    if not means:
        return ""
    first = "native" if "native" in means else max(means, key=means.get)
    others = {system: mean for system, mean in means.items() if system != first}
    shown = [first, *([max(others, key=others.get)] if others else [])]
    said = [f"{system} {means[system]:.2f}" for system in shown]
    return f"Of the speed of {of}, {' and '.join(said)} on average"


def mean_counts(summary, series, measure):
    """Returns of how many programs the means of a plot are, as a sentence with a space before
    it."""
    systems = {}
    for system in series:
        count = sum(1 for p in summary.programs if system != charts.OUTLINE and measure(p, system))
        if count:
            systems.setdefault(count, []).append(system)
    if len(systems) == 1:
        return f" The mean is of {counted(*systems, 'program')}."
    said = "; ".join(f"of {counted(count, 'program')} ({', '.join(names)})" for count, names in systems.items())
    return f" Means are {said}." if said else ""


def crowd(summary, workers):
    if workers <= summary.processors:
        return ""
    return f" These are {workers} workers on {summary.processors} processors."


def add_means(summary, found, colour, against_native):
    """Adds the plot of geometric means for each number of workers."""
    groups = {of_workers(w): (w, summary.programs) for w in summary.plotted}
    if summary.fib_like and summary.with_work:
        groups.update({f"{w}, {MEAN_OF_WORK}": (w, summary.with_work) for w in summary.plotted})

    def value(group, system):
        workers, names = groups[group]
        measure = against_native(workers)
        return summary.mean(lambda p: measure(p, system), names)[0]

    measure = against_native(summary.plotted[0])
    picture = charts.bars(
        [*groups], summary.others, value, colour, (1, "native"), means=0,
        title=finding(summary, summary.programs, summary.others, measure, "native"), across="speed, that of native being 1",
    )  # fmt: skip
    text = (
        "Geometric means of all programs that a system has. Shorter than the dashed line: slower "
        "than native. At 0.5 programs take twice as long." + mean_counts(summary, summary.others, measure)
    )
    found.append(Figure("means", "Speed of other systems, native's being 1", text, picture))
