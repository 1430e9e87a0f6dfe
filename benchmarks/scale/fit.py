"""The law of the first paper on Cilk: T_P is about c1 * T_1 / P + c_inf * T_inf.

The constants are those with the least squares of relative errors; their intervals hold with 95 %.
"""

import math
from dataclasses import dataclass

# With fewer the intervals mean nothing.
FEWEST = 8
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Point:
    """A measurement: T_1 / P, T_inf and T_P, in seconds."""

    share: float
    span: float
    time: float


@dataclass(frozen=True)
class Fit:
    c1: float
    c1_error: float
    c_inf: float
    c_inf_error: float
    r_squared: float
    mean_relative_error: float


def student_quantile(probability, freedom):
    """Returns where Student's distribution has reached `probability`, which is more than 0.5."""
    scale = math.gamma((freedom + 1) / 2) / math.gamma(freedom / 2) / math.sqrt(freedom * math.pi)

    def density(x):
        return scale * (1 + x * x / freedom) ** (-(freedom + 1) / 2)

    def reached(x, steps=2000):  # Simpson's rule
        width = x / steps
        inner = sum((4 if i % 2 else 2) * density(i * width) for i in range(1, steps))
        return 0.5 + width / 3 * (density(0) + inner + density(x))

    low, high = 0.0, 1000.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if reached(middle) < probability else (low, middle)
    return low


def fit(points):
    """Returns a Fit, or None if the points do not determine one."""
    if len(points) < FEWEST:
        return None
    # Of a row (a, b) with a * c1 + b * c_inf = 1, but for the relative error.
    rows = [(p.share / p.time, p.span / p.time) for p in points]
    aa, ab, bb = (sum(r[i] * r[j] for r in rows) for i, j in ((0, 0), (0, 1), (1, 1)))
    a, b = sum(r[0] for r in rows), sum(r[1] for r in rows)
    determinant = aa * bb - ab * ab
    if determinant <= 1e-12 * aa * bb:  # share and span are in the same proportion everywhere
        return None
    c1, c_inf = (bb * a - ab * b) / determinant, (aa * b - ab * a) / determinant
    errors = [r[0] * c1 + r[1] * c_inf - 1 for r in rows]
    variance = sum(e * e for e in errors) / (len(points) - 2)
    factor = student_quantile((1 + CONFIDENCE) / 2, len(points) - 2)
    mean = sum(p.time for p in points) / len(points)
    missed = sum((e * p.time) ** 2 for e, p in zip(errors, points))
    spread = sum((p.time - mean) ** 2 for p in points)
    return Fit(
        c1,
        factor * math.sqrt(variance * bb / determinant),
        c_inf,
        factor * math.sqrt(variance * aa / determinant),
        1 - missed / spread if spread else 1.0,
        sum(map(abs, errors)) / len(errors),
    )
