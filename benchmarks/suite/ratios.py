"""Ratios of times, how far they can be known, and their means."""

import math
import statistics

# How sure it must be that a ratio is between its bounds.
CONFIDENCE = 0.9


class Ratio(float):
    """A ratio that is between `low` and `high`, with that confidence. If there are too few
    values to say so, they are 0 and infinity. They leave out the errors of `unknown` of the
    ratios that it is a mean of, of which too little is known."""

    def __new__(cls, value, low=0.0, high=math.inf, unknown=0):
        ratio = super().__new__(cls, value)
        ratio.low, ratio.high, ratio.unknown = low, high, unknown
        return ratio

    @property
    def known(self):
        return self.low > 0

    def inverse(self):
        return Ratio(1 / self, 1 / self.high, 1 / self.low if self.known else math.inf, self.unknown)


def left_out(count):
    """Returns how many of `count` values can be left out at each end so that the median of
    all that there could be is still between those that remain; -1 if there are too few.
    Each value is above or below it with the same probability, whatever else is known."""
    beyond, found = 0.5**count, -1
    while 2 * beyond <= 1 - CONFIDENCE:
        found += 1
        beyond += math.comb(count, found + 1) / 2**count
    return found


def median(values):
    """Returns the median as a ratio with bounds."""
    values = sorted(values)
    ends = left_out(len(values))
    bounds = (values[ends], values[-1 - ends]) if ends >= 0 else ()
    return Ratio(statistics.median(values), *bounds)


def geometric_mean(values):
    """Returns the geometric mean, with bounds if values have some: what moves one of them
    away from its true value does not move the others. Those without bounds count as if they
    were exact, and the mean says how many these are. None if there are no values."""
    values = list(values)
    if not values:
        return None
    mean = math.exp(sum(map(math.log, values)) / len(values))
    if not all(isinstance(value, Ratio) for value in values):
        return mean
    known = [value for value in values if value.known]
    if not known:
        return Ratio(mean)
    below = math.hypot(*(math.log(value / value.low) for value in known)) / len(values)
    above = math.hypot(*(math.log(value.high / value) for value in known)) / len(values)
    unknown = len(values) - len(known)
    return Ratio(mean, mean * math.exp(-below), mean * math.exp(above), unknown)


def spread(values):
    """The range of the middle half of the values, relative to their median."""
    if len(values) < 2:
        return 0.0
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return (high - low) / statistics.median(values)
