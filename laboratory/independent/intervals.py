"""Intervals of confidence for a ratio of means, from means of pairs of links."""

import dataclasses
import math
import statistics


@dataclasses.dataclass(frozen=True)
class Ratio:
    estimate: float
    lower: float
    upper: float


def student_tail(t, degrees):
    """The probability that Student's t is above `t` >= 0."""
    # Simpson's rule: with x = sqrt(degrees) * tan(angle) the density is a power
    # of the cosine.
    constant = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2))
    constant /= math.sqrt(math.pi)
    begin, end, steps = math.atan(t / math.sqrt(degrees)), math.pi / 2, 2000
    width = (end - begin) / steps

    def height(index):
        weight = 1 if index in (0, steps) else 4 if index % 2 else 2
        return weight * max(math.cos(begin + index * width), 0) ** (degrees - 1)

    return constant * width / 3 * sum(height(i) for i in range(steps + 1))


def student_quantile(tail, degrees):
    """Above this is Student's t with probability `tail` < 0.5."""
    low, high = 0.0, 1.0
    while student_tail(high, degrees) > tail:
        high *= 2
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        if student_tail(middle, degrees) > tail:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def paired_ratio(before, after, alpha):
    """The ratio after/before of geometric means with the interval of Student's t
    at 1 - 2 alpha. Values at one index were measured side by side."""
    if len(before) != len(after):
        raise ValueError("there are not as many means of one side as of the other")
    logs = [math.log(new / old) for old, new in zip(before, after)]
    middle = statistics.fmean(logs)
    half = (student_quantile(alpha, len(logs) - 1) * statistics.stdev(logs) /
            math.sqrt(len(logs)))
    return Ratio(math.exp(middle), math.exp(middle - half), math.exp(middle + half))
