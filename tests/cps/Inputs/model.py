"""Tests the fit of the model with numbers that are known."""

import math
import sys

sys.path.insert(0, sys.argv[1])
import model

# From a table of Student's distribution, with 10 degrees of freedom: for 12 samples.
QUANTILE = 2.22814

# Samples on the model are found again; the interval has no width.
exact = [
    model.Sample(work, path, p, 0.9 * work / p + 1.5 * path)
    for work in (1, 2, 3)
    for path in (0.1, 0.5)
    for p in (1, 2)
]
fit = model.fit(exact)
assert abs(fit.c1 - 0.9) < 1e-9 and abs(fit.cinf - 1.5) < 1e-9 and fit.error < 1e-9
assert max(fit.interval) < 1e-6 and abs(fit.r2 - 1) < 1e-9

# 10 % off, up and down. The intervals are those of a regression of 1 on x and y,
# computed here in another way: from the residuals without x, or without y.
noisy = [s._replace(time=s.time * (1.1 if i % 3 else 0.9)) for i, s in enumerate(exact)]
fit = model.fit(noisy)
x = [s.work / s.processors / s.time for s in noisy]
y = [s.path / s.time for s in noisy]
squares = sum((fit.c1 * a + fit.cinf * b - 1) ** 2 for a, b in zip(x, y))
for mine, other, width in ((x, y, fit.interval[0]), (y, x, fit.interval[1])):
    slope = sum(a * b for a, b in zip(mine, other)) / sum(b * b for b in other)
    rest = sum((a - slope * b) ** 2 for a, b in zip(mine, other))
    error = math.sqrt(squares / (len(noisy) - 2) / rest)
    assert abs(width / (QUANTILE * error) - 1) < 1e-5
for step in (-1e-4, 1e-4):
    for c1, cinf in ((fit.c1 + step, fit.cinf), (fit.c1, fit.cinf + step)):
        assert sum((c1 * a + cinf * b - 1) ** 2 for a, b in zip(x, y)) > squares

# All of one parallelism: there is no answer.
try:
    model.fit([model.Sample(w, w / 2, 1, w) for w in (1, 2, 3)])
    raise SystemExit("no error")
except ValueError:
    pass
