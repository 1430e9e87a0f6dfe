"""Fits T_P = c1 T1/P + cinf Tinf, as section 5 of Blumofe et al. (PPoPP 1995) does:
least squares of the relative error; and draws its figure 5."""

import collections
import math
import sys

try:
    import numpy
    import scipy.linalg
    import scipy.stats
except ImportError:
    sys.exit(f"error: {sys.executable} has no SciPy, which fits the model; apt-get install python3-scipy")

# What the paper has found on a CM5 with 1 to 256 processors.
PAPER = "c1 = 0.9543 +- 0.1775, cinf = 1.54 +- 0.3888, R^2 = 0.9891, mean relative error 13.07 %"

TOO_FEW = "the model needs three samples of different parallelism"

Sample = collections.namedtuple("Sample", "work path processors time")
# `interval` are half the widths of 95 % confidence intervals of the coefficients.
Fit = collections.namedtuple("Fit", "c1 cinf interval r2 error samples")


def fit(samples):
    """The coefficients that make the sum of the squares of (model - time) / time
    least: a regression of 1 on T1/P/T_P and Tinf/T_P. R^2 is that of the times."""
    x = numpy.array([(s.work / s.processors / s.time, s.path / s.time) for s in samples])
    time = numpy.array([s.time for s in samples])
    freedom = len(samples) - 2
    if freedom < 1:
        raise ValueError(TOO_FEW)
    coefficients, _, rank, _ = scipy.linalg.lstsq(x, numpy.ones(len(samples)), cond=1e-6)
    if rank < 2:
        raise ValueError(TOO_FEW)
    errors = x @ coefficients - 1
    variances = numpy.diag(numpy.linalg.inv(x.T @ x)) * (errors @ errors) / freedom
    interval = scipy.stats.t.ppf(0.975, freedom) * numpy.sqrt(variances)
    spread = numpy.sum((time - time.mean()) ** 2)
    r2 = 1 - numpy.sum((errors * time) ** 2) / spread if spread else float("nan")
    error = float(numpy.mean(numpy.abs(errors)))
    return Fit(*coefficients.tolist(), tuple(interval.tolist()), float(r2), error, len(samples))


def describe(result):
    return (
        f"c1 = {result.c1:.4f} +- {result.interval[0]:.4f}, "
        f"cinf = {result.cinf:.4f} +- {result.interval[1]:.4f}, R^2 = {result.r2:.4f}, "
        f"mean relative error {result.error:.2%}, {result.samples} runs"
    )


# The plot: its size, and the margins on the left and below; colours by processors.
SIZE, LEFT, BELOW = 440, 60, 50
COLORS, OTHERS = {1: "#36c", 2: "#283"}, "#a50"
BOUND, MODEL = 'stroke="#888" stroke-dasharray="4 3"', 'stroke="#c33"'


def decades(values):
    """The powers of ten that enclose some numbers."""
    return math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))


def dot(x, y, color, title):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"><title>{title}</title></circle>'


def legend(processors):
    """What the signs are, in the lower right corner, where no run can be."""
    x, y = LEFT + SIZE - 190, SIZE - 76 - 18 * len(processors)
    signs = [
        (dot(x, y, COLORS.get(p, OTHERS), f"P = {p}"), f"run on {p} processor{'s' * (p > 1)}")
        for p in sorted(processors)
    ]
    signs += [
        (f'<path d="M-10 0h20" transform="translate({x} {y})" {kind}/>', text)
        for kind, text in (
            (BOUND, "bounds: P and T1 / Tinf"),
            (MODEL, "model: c1 T1 / P + cinf Tinf"),
        )
    ]
    for row, (sign, text) in enumerate(signs):
        yield (
            f'<g transform="translate(0 {18 * row})">{sign}'
            f'<text x="{x + 18}" y="{y + 4}">{text}</text></g>'
        )


def plot(samples, fitted):
    """An SVG of figure 5: for each run the speed-up T1/T_P over P, both divided by
    the parallelism T1/Tinf; the two bounds, and the model as a line."""
    points = [(s.processors * s.path / s.work, s.path / s.time, s.processors) for s in samples]
    low, high = decades([x for x, _, _ in points] + [y for _, y, _ in points] + [1.0])
    high = max(high, 1)

    def position(x, y):
        scale = SIZE / (high - low)
        return LEFT + (math.log10(x) - low) * scale, SIZE - (math.log10(y) - low) * scale

    def line(pairs, kind='stroke="#ddd"'):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (position(*pair) for pair in pairs))
        return f'<polyline points="{path}" fill="none" {kind}/>'

    least, most = 10.0**low, 10.0**high
    parts = []
    for exponent in range(low, high + 1):
        value = 10.0**exponent
        x, y = position(value, value)
        parts.append(line([(value, least), (value, most)]))
        parts.append(line([(least, value), (most, value)]))
        parts.append(f'<text x="{x:.1f}" y="{SIZE + 16}" text-anchor="middle">{value:g}</text>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    parts.append(line([(least, least), (1, 1), (most, 1)], BOUND))
    steps = [10.0 ** (low + (high - low) * i / 60) for i in range(61)]
    # Where the model is in the plot; a bad fit may have negative coefficients.
    curve = [(x, fitted.c1 / x + fitted.cinf) for x in steps]
    parts.append(line([(x, 1 / t) for x, t in curve if 1 / most <= t <= 1 / least], MODEL))
    for x, y, processors in points:
        x, y = position(x, y)
        parts.append(dot(x, y, COLORS.get(processors, OTHERS), f"P = {processors}"))
    parts += legend({p for _, _, p in points})
    parts.append(
        f'<text x="{LEFT + SIZE / 2}" y="{SIZE + 36}" text-anchor="middle">P / (T1 / Tinf)</text>'
        f'<text x="14" y="{SIZE / 2}" text-anchor="middle" '
        f'transform="rotate(-90 14 {SIZE / 2})">Tinf / T_P</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -10 {LEFT + SIZE + 20} '
        f'{SIZE + BELOW + 10}" font-family="sans-serif" font-size="12">'
        f'<rect y="-10" width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )
