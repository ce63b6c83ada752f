"""The table of verdicts: of SPL, and beside them of the independent method."""

from intervals import Ratio

HEADER = ("| promise | workload | before | commit | before, us | commit, us "
          "| ratio, Google Benchmark | verdict | ratio, SPL | verdict |")


def verdict(relation, ratio):
    """What an interval says of a promise to be faster, or not to cost."""
    if ratio is None:
        return "no interval"
    if ratio.lower > 1:
        return "refuted" if relation == "<" else "costs"
    if ratio.upper < 1:
        return "confirmed" if relation == "<" else "faster even"
    return "no difference shown" if relation == "<" else "no cost shown"


def spl_ratios(report):
    """The ratios of a JSON report of spl-run by the formulas' labels."""
    result = {}
    for formula in report["formulas"]:
        relation = formula["relations"][0]
        ratio = relation["ratio"]
        if ratio is None or ratio["lower"] is None or ratio["upper"] is None:
            result[formula["label"]] = None
            continue
        result[formula["label"]] = Ratio(ratio["estimate"], ratio["lower"],
                                         ratio["upper"])
    return result


def written(ratio):
    if ratio is None:
        return "-"
    return f"{ratio.estimate:.3f} ({ratio.lower:.3f} .. {ratio.upper:.3f})"


def row(result, spl):
    """`result` is one of compare.py's; `spl` the ratio in a report, if any."""
    relation = result["relation"]
    own = Ratio(*result["ratio"])
    cells = [f"{result['subject']} ({result['date']})",
             f"`{result['workload']}({', '.join(result['arguments'])})` {relation}",
             f"`{result['before']}`", f"`{result['commit']}`",
             f"{result['before_us']:.4g}", f"{result['commit_us']:.4g}",
             written(own), verdict(relation, own),
             written(spl), verdict(relation, spl)]
    return "| " + " | ".join(cells) + " |"


def table(results, ratios):
    """Markdown; a last line says how many verdicts are the same."""
    lines = [HEADER, "|" + "---|" * (HEADER.count("|") - 1)]
    same = 0
    for result in results:
        spl = ratios.get(result["label"])
        lines.append(row(result, spl))
        same += (verdict(result["relation"], Ratio(*result["ratio"])) ==
                 verdict(result["relation"], spl))
    if ratios:
        lines += ["", f"{same} of {len(results)} verdicts are the same."]
    return "\n".join(lines) + "\n"
