"""Counts of answers, and what they come to."""

import math
import statistics


def clopper_pearson(count, of, level=0.95):
    """The interval of Clopper and Pearson for a rate; (0, 1) of none."""
    tail = (1 - level) / 2

    def at_least(rate):
        return sum(math.comb(of, k) * rate ** k * (1 - rate) ** (of - k)
                   for k in range(count, of + 1))

    def at_most(rate):
        return sum(math.comb(of, k) * rate ** k * (1 - rate) ** (of - k)
                   for k in range(0, count + 1))

    lower = root(at_least, tail) if count > 0 else 0.0
    upper = root(lambda rate: -at_most(rate), -tail) if count < of else 1.0
    return lower, upper


def root(rising, wanted):
    """Where a function of a rate that rises has the wanted value."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if rising(middle) < wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def mann_whitney(left, right, alpha):
    """What Google Benchmark's compare tool concludes: "greater", "less" or
    "indistinct" of left, by the test of both sides in its normal approximation,
    with corrections for ties and continuity."""
    above = sum(1 if mine > other else 0.5 if mine == other else 0
                for mine in left for other in right)
    count, all_counts = len(left) * len(right), len(left) + len(right)
    values = list(left) + list(right)
    ties = sum(n ** 3 - n for n in (values.count(v) for v in set(values)))
    variance = count / 12 * (all_counts + 1
                             - ties / (all_counts * (all_counts - 1)))
    if above == count / 2 or variance == 0:
        return "indistinct"
    distance = (abs(above - count / 2) - 0.5) / math.sqrt(variance)
    if 2 * (1 - statistics.NormalDist().cdf(distance)) >= alpha:
        return "indistinct"
    return "greater" if above > count / 2 else "less"


def counted(count, of):
    """ "3 of 200 | 1.5 [0.3 .. 4.3]", in percent. """
    if of == 0:
        return "0 of 0 | -"
    lower, upper = clopper_pearson(count, of)
    return (f"{count} of {of} | {100 * count / of:.1f} "
            f"[{100 * lower:.1f} .. {100 * upper:.1f}]")



def is_different(result):
    return result["finding"] in ("greater", "less")


def is_found(result):
    """The slowed copy stands on the right."""
    return result["finding"] == "less"


def selected(results, **wanted):
    return [one for one in results
            if all(one[key] == value for key, value in wanted.items())]


def seconds(results):
    times = [one["seconds"] for one in results]
    return f"{statistics.median(times):.2f}" if times else "-"


def table(results, builds, ways):
    """Rows of builds and ways: pairs called different, slowdowns found."""
    lines = ["| build | way | pairs called different | %, interval of 95 % "
             "| median s | slowdowns of 5 % found | %, interval of 95 % "
             "| of 2 % | %, interval of 95 % |",
             "|---|---|---|---|---|---|---|---|---|"]
    for build in builds:
        for way in ways:
            equal, slight, slowed = (
                selected(results, build=build, way=way, slowed=percent)
                for percent in (0, 2, 5))
            if not equal and not slowed:
                continue
            lines.append(
                f"| {build} | {way} "
                f"| {counted(sum(map(is_different, equal)), len(equal))} "
                f"| {seconds(equal)} "
                f"| {counted(sum(map(is_found, slowed)), len(slowed))} "
                f"| {counted(sum(map(is_found, slight)), len(slight))} |")
    return "\n".join(lines) + "\n"


def kernels_table(results, kernels, ways):
    """Kernels by ways: pairs called different."""
    lines = ["| kernel | " + " | ".join(ways) + " |",
             "|---|" + "---|" * len(ways)]
    for kernel in kernels:
        cells = []
        for way in ways:
            some = selected(results, kernel=kernel, way=way, slowed=0)
            different = sum(map(is_different, some))
            cells.append(f"{different} of {len(some)}")
        lines.append(f"| {kernel} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def figures(results, way):
    """Lines with goals, as those of all benches: what an interval excludes is
    missed."""
    equal = selected(results, way=way, slowed=0)
    lines = []
    if equal:
        lower = clopper_pearson(sum(map(is_different, equal)), len(equal))[0]
        lines.append(figure("copies called different, lower end, %",
                            100 * lower, "<=", 2))
    for percent, least in (2, 90), (5, 98):
        slowed = selected(results, way=way, slowed=percent)
        if slowed:
            upper = clopper_pearson(sum(map(is_found, slowed)), len(slowed))[1]
            lines.append(figure(f"slowdowns of {percent} % found, upper end, %",
                                100 * upper, ">=", least))
    return lines


def figure(name, measured, relation, limit):
    met = measured <= limit if relation == "<=" else measured >= limit
    return (f"{name:<58} {measured:7.3f}  {relation} {limit:.2f}  "
            f"{'ok' if met else 'MISSED'}")
