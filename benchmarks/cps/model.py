"""Fits T_P = c1 T1/P + cinf Tinf, as section 5 of Blumofe et al. (PPoPP 1995) does:
least squares of the relative error; and draws its figure 5."""

import collections
import math
import pathlib
import sys
import types

sys.path += [str(pathlib.Path(__file__).resolve().parent.parent / room) for room in ("plotting", "scale")]
import charts
import fit as law
import predict

# What the paper has found on a CM5 with 1 to 256 processors.
PAPER = "c1 = 0.9543 +- 0.1775, cinf = 1.54 +- 0.3888, R^2 = 0.9891, mean relative error 13.07 %"

# Nanoseconds of a node of the paper's knary.
NODE = 118_000

TOO_FEW = "the model needs three samples of different parallelism"

Sample = collections.namedtuple("Sample", "work path processors time")
# `interval` are half the widths of 95 % confidence intervals of the coefficients.
Fit = collections.namedtuple("Fit", "c1 cinf interval r2 error samples")


def fit(samples):
    """The coefficients that make the sum of the squares of (model - time) / time
    least: a regression of 1 on T1/P/T_P and Tinf/T_P. R^2 is that of the times."""
    points = [law.Point(s.work / s.processors, s.path, s.time) for s in samples]
    try:
        found = law.fit(points, fewest=3)
    except law.Missing as error:
        sys.exit(f"error: {error}")
    if found is None:
        raise ValueError(TOO_FEW)
    interval = (found.c1_error, found.c_inf_error)
    return Fit(found.c1, found.c_inf, interval, found.r_squared, found.mean_relative_error, len(samples))


def simulate(folder, shapes, processors):
    """The fit of knary of these shapes on simulated processors that take as long for threads and
    steals as the paper's. Returns None if there is no `tussah predict`."""
    if not (folder / "tussah").exists():
        return None
    chosen = types.SimpleNamespace(bin=folder)
    samples = []
    for shape in shapes:
        k, n, r, _ = map(int, shape.split())
        dag = predict.knary(n, k, r, NODE, predict.THREAD)
        found = predict.predict(chosen, dag, processors, "--seeds=1", *predict.COSTS)
        samples += [
            Sample(found["work"], found["span"], row["workers"], row["seconds"])
            for row in found["predictions"][0]["rows"]
        ]
    return fit(samples)


def describe(result):
    return (
        f"c1 = {result.c1:.4f} +- {result.interval[0]:.4f}, "
        f"cinf = {result.cinf:.4f} +- {result.interval[1]:.4f}, R^2 = {result.r2:.4f}, "
        f"mean relative error {result.error:.2%}, {result.samples} runs"
    )


def plot(samples, fitted):
    """Returns the picture of figure 5."""
    runs = [charts.Normalised(s.processors, s.processors * s.path / s.work, s.path / s.time) for s in samples]
    missed = f"{fitted.error:.0%}" if math.isfinite(fitted.error) else "an unknown part"
    return charts.normalised(
        runs, fitted.c1, fitted.cinf, f"The law misses the {len(runs)} times of knary by {missed} on average"
    )
