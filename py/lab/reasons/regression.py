"""Fitting of the weights of facts: logistic regression on the differences of two plays, in plain Python.

A pair says which of two plays is better, so there is no intercept: with the plays swapped it says the
opposite.
"""

from collections.abc import Sequence
from math import exp, sqrt

RIDGE = 3.0
"""Keeps weights small on which the pairs say little; for variables scaled to a deviation of 1."""
ROUNDS = 12

Row = Sequence[float]


def fit(rows: Sequence[Row]) -> list[float]:
    """Return the weights that best put the sums of rows, better less worse, above zero (Newton's method)."""
    width = len(rows[0])
    spread = [sqrt(sum([row[at] ** 2 for row in rows]) / len(rows)) or 1.0 for at in range(width)]
    scaled = [[value / by for value, by in zip(row, spread, strict=True)] for row in rows]
    weights = [0.0] * width
    for _ in range(ROUNDS):
        gradient = [-RIDGE * weight for weight in weights]
        hessian = [[RIDGE * (at == other) for other in range(width)] for at in range(width)]
        for row in scaled:
            wrong = 1 / (1 + exp(sum([weight * value for weight, value in zip(weights, row, strict=True)])))
            used = [(at, value) for at, value in enumerate(row) if value]
            for at, value in used:
                gradient[at] += wrong * value
                line, by = hessian[at], wrong * (1 - wrong) * value
                for other, beside in used:
                    line[other] += by * beside
        weights = [weight + step for weight, step in zip(weights, solve(hessian, gradient), strict=True)]
    return [weight / by for weight, by in zip(weights, spread, strict=True)]


def solve(matrix: Sequence[Row], right: Row) -> list[float]:
    """Solve linear equations with a positive definite matrix by Gaussian elimination."""
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for at, pivot in enumerate(lines):
        for below in lines[at + 1 :]:
            by = below[at] / pivot[at]
            below[at:] = [value - by * other for value, other in zip(below[at:], pivot[at:], strict=True)]
    found: list[float] = []
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at]
        known = sum([value * each for value, each in zip(line[at + 1 : -1], found, strict=True)])
        found.insert(0, (line[-1] - known) / line[at])
    return found
