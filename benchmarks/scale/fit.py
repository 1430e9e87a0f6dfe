"""The law of the first paper on Cilk: T_P is about c1 * T_1 / P + c_inf * T_inf.

The constants are those with the least squares of relative errors; their intervals hold with 95 %.
"""

import sys
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


class Missing(Exception):
    """SciPy is not there; one line for the user."""


def fit(points, fewest=FEWEST):
    """Returns a Fit, or None if the points do not determine one. Raises Missing without SciPy."""
    if len(points) < fewest:
        return None
    try:
        import numpy
        import scipy.linalg
        import scipy.stats
    except ImportError:
        raise Missing(f"a fit needs SciPy, which {sys.executable} has not; apt-get install python3-scipy") from None
    time = numpy.array([p.time for p in points])
    # Of a row (a, b) with a * c1 + b * c_inf = 1, but for the relative error.
    rows = numpy.array([(p.share, p.span) for p in points]) / time[:, None]
    constants, _, rank, _ = scipy.linalg.lstsq(rows, numpy.ones(len(points)), cond=1e-6)
    if rank < 2:  # share and span are in the same proportion everywhere
        return None
    errors = rows @ constants - 1
    freedom = len(points) - 2
    variances = errors @ errors / freedom * numpy.diag(numpy.linalg.inv(rows.T @ rows))
    half = scipy.stats.t.ppf((1 + CONFIDENCE) / 2, freedom) * numpy.sqrt(variances)
    spread = ((time - time.mean()) ** 2).sum()
    return Fit(
        float(constants[0]),
        float(half[0]),
        float(constants[1]),
        float(half[1]),
        float(1 - ((errors * time) ** 2).sum() / spread) if spread else 1.0,
        float(abs(errors).mean()),
    )
