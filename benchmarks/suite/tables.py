"""What a page says of a run, without its form: rows of text. The HTML page and the
pages of docs/ are made of the same."""

import plots
from summary import beaten, goals

MEAN = "geometric mean"
EFFICIENCY = (
    "Work efficiency: T_S/T_1",
    "What is left of the serial program's speed on one worker. 1 means that the keywords "
    "cost nothing. Higher is better.",
)


def number(value, digits=2):
    return "" if value is None else f"{value:.{digits}f}"


def seconds(value):
    return "" if value is None else f"{value:.3f}"


def trust(summary):
    """Returns whether the machine was quiet, as a sentence."""
    counted = f"{summary.disturbed} of {summary.samples} samples were disturbed by other processes"
    if summary.busy:
        return f"The machine was too busy to trust these numbers: {counted}."
    return f"The machine was quiet: {counted}."


def verified(summary):
    """Returns whether results were right, as a sentence."""
    if not summary.errors:
        return "Every run's result was that of the serial elision."
    return f"{len(summary.errors)} measurements failed, and are left out."


def failures(summary):
    return [(f"{p} {s} on {w}", error) for (p, s, w), error in summary.errors.items()]


def goal_rows(summary):
    """Returns rows: what, measured, goal, whether it is reached."""
    rows = []
    for what, value, goal in goals(summary):
        verdict = "" if goal is None else "yes" if value >= goal else "no"
        rows.append((what, number(value, 3), number(goal), verdict))
    if summary.others and "native" in summary.systems:
        worse = beaten(summary)
        rows.append(
            ("measurements in which another parallel system is more than 3 % faster than native",
             str(len(worse)), "0", "no" if worse else "yes")
        )  # fmt: skip
    return rows


def beaten_rows(summary):
    """Returns rows: program, system, workers, its time by native's."""
    return [(p, s, str(w), number(ratio)) for p, s, w, ratio in beaten(summary)]


def time_columns(summary):
    """Returns what is a column of `time_rows`: (system, workers)."""
    return [
        (system, workers)
        for system in summary.systems
        for workers in ((1,) if system not in summary.parallel else summary.workers)
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
    geometric mean of, and what the paper has for OpenCilk and those programs."""
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
            if workers == 1 and both and name in ("openmp", "onetbb"):
                published = number(summary.published_against(name, both, 0))
            rows.append((system, str(workers), number(mean), str(count), published))
    return rows


def pedigree_rows(summary):
    """Returns rows as in the paper's Figure 7: program, time without pedigrees, with, ratio,
    and the ratio of the paper, on the most workers that it was measured on first."""
    rows = []
    for program in summary.programs:
        ratio = summary.ratio(program, ("pedigrees", 1), ("native", 1))
        if not ratio:
            continue
        without = summary.published["figure 6"].get(program)
        published = summary.published["figure 7"].get(program)
        rows.append(
            (program, seconds(summary.median(program, "native", 1)),
             seconds(summary.median(program, "pedigrees", 1)), number(ratio),
             number(published[0] / without["opencilk"][0]) if published else "")
        )  # fmt: skip
    return rows


def generator_rows(summary):
    """Returns rows as in the paper's Figure 8, on one worker: program, time with DotMix,
    with the built-in generator, how many times faster that is, and the same published."""
    rows = []
    for program, published in summary.published["figure 8"].items():
        dotmix, builtin = f"{program}-dotmix", program
        # Their inputs may differ where DotMix would take too long.
        inputs = [summary.settings["programs"].get(name) for name in (dotmix, builtin)]
        times = [summary.median(name, "native", 1) for name in (dotmix, builtin)]
        if None in times or inputs[0][:1] != inputs[1][:1]:
            continue
        row = published["opencilk, dotmix"][0] / published["opencilk, builtin"][0]
        rows.append((program, *map(seconds, times), number(times[0] / times[1]), number(row)))
    return rows


def figures(summary, legend=False):
    """Returns the plots: name, title, text, systems in it, what a diamond means, SVG,
    which says itself what its colours mean if `legend`."""
    colour = plots.colours(summary.settings["systems"])
    groups = [*summary.programs, MEAN]

    def with_mean(measure):
        def value(program, system):
            if program == MEAN:
                return summary.mean(lambda p: measure(p, system))[0]
            return measure(program, system)

        return value

    def published(program):
        if program == MEAN:
            return summary.mean(summary.published_efficiency, summary.of_paper)[0]
        return summary.published_efficiency(program)

    others = [s for s in summary.systems if s != "serial"]
    found = [
        ("efficiency", *EFFICIENCY, others, "published for OpenCilk, or for the Cilk of 1995",
         plots.bars(groups, others, with_mean(summary.efficiency), colour, published, legend=legend))
    ]  # fmt: skip
    parallel = summary.parallel
    for workers in summary.workers:
        if workers == 1:
            continue
        value = with_mean(lambda p, s, w=workers: summary.speedup(p, s, w))
        found.append(
            (f"speedup-{workers}", f"Speed-up on {workers} workers: T_S/T_{workers}",
             f"How many times faster than the serial program {workers} workers are. Higher is better.",
             parallel, "", plots.bars(groups, parallel, value, colour, legend=legend))
        )  # fmt: skip
    if "native" in summary.systems and summary.others:
        for workers in summary.workers:
            def inverse(p, s, w=workers):
                ratio = summary.against_native(p, s, w)
                return 1 / ratio if ratio else None

            found.append(
                (f"normalised-{workers}", f"Speed relative to native, {workers} worker{'s' * (workers > 1)}",
                 "Native is the dashed line. A bar of 0.5 is a program that takes twice as long as native's.",
                 summary.others, "", plots.bars(groups, summary.others, with_mean(inverse), colour, legend=legend))
            )  # fmt: skip
    return colour, found
