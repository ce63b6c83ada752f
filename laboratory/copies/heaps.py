"""Equal code whose data lie elsewhere for reasons of no interest: names, texts,
tables. How often is it called different, and after how many blocks equal?"""

import dataclasses
import json
import random
import statistics
import subprocess

from counts import clopper_pearson, figure, is_different

KERNELS = ("fill", "copy", "compare", "search", "equal",
           "hashing", "lookup", "growth", "churn", "sum")
BYTES = (48, 200, 1000, 5000, 30_000, 256_000)
LONG = "a_copy_under_a_name_of_some_fifty_letters_or_more"
# The right side; the left side is KERNEL_a but for texts.
KINDS = ("name", "text", "table", "allocation", "slowed")
EQUAL = ("name", "text", "table")
WAYS = {"heap kept": ["-s", "heap=kept"], "default": []}
LIMITS = {"different": 2.0, "excluded": 0.6, "blocks": 1.2, "found": 90.0}


@dataclasses.dataclass(frozen=True)
class Question:
    kind: str
    kernel: str
    bytes: int
    letters: int  # Of the text that nobody reads.

    @property
    def formula(self):
        left = f"{self.kernel}_a"
        if self.kind == "text":
            told = f"{self.kernel}_told({self.bytes}, "
            return f'{told}"") = {told}"{"x" * self.letters}")'
        right = {"name": f"{self.kernel}_{LONG}",
                 "table": f"{left}@table",
                 "allocation": f"{self.kernel}_more",
                 "slowed": f"{self.kernel}_slowed"}[self.kind]
        return f"{left}({self.bytes}) = {right}({self.bytes})"


def questions(count, seed):
    """Kinds and kernels take turns; fewer are a beginning of more."""
    draw = random.Random(seed)
    return [Question(KINDS[i % len(KINDS)],
                     KERNELS[i // len(KINDS) % len(KERNELS)],
                     draw.choice(BYTES), draw.randint(16, 80))
            for i in range(count)]


def asked(spl_run, folder, environment, question, options, seed):
    report = folder / "heap.json"
    words = [spl_run, "-p", folder / "copies_heaps",
             "-p", f"table={folder / 'copies_heaps_table'}",
             "-e", question.formula, "-s", f"seed={seed}", "-s", "familywise=0",
             *options, "--json", report]
    done = subprocess.run([str(word) for word in words], text=True, check=False,
                          env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True)
    if done.returncode not in (0, 1, 4):
        raise RuntimeError(f"{question.formula}: {done.stdout}{done.stderr}")
    relation = json.loads(report.read_text())["formulas"][0]["relations"][0]
    ratio = relation["ratio"] or {}
    return {"finding": relation["finding"], "blocks": relation["blocks"],
            "stopped": relation["stopped"], "lower": ratio.get("lower"),
            "upper": ratio.get("upper")}


def read(path):
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines()]


def results(spl_run, folder, environment, count, path):
    """Each question twice, in evaluations of their own; goes on where it was
    interrupted."""
    known = {(one["number"], one["way"], one["turn"]): one for one in read(path)}
    with path.open("a", encoding="utf-8") as file:
        for number, question in enumerate(questions(count, 1)):
            for way in WAYS:
                for turn in range(2):
                    if (number, way, turn) in known:
                        continue
                    one = {"number": number, "way": way, "turn": turn,
                           "kind": question.kind, "kernel": question.kernel,
                           **asked(spl_run, folder, environment, question,
                                   WAYS[way], 2 * number + turn + 1)}
                    known[number, way, turn] = one
                    print(json.dumps(one), file=file, flush=True)
    return list(known.values())


def excluded(some):
    """Pairs of evaluations of a question, and those whose intervals exclude each
    other."""
    pairs = {}
    for one in some:
        if one["lower"] is not None and one["upper"] is not None:
            pairs.setdefault(one["number"], []).append(one)
    both = [two for two in pairs.values() if len(two) == 2]
    apart = [two for two in both if two[0]["upper"] < two[1]["lower"]
             or two[1]["upper"] < two[0]["lower"]]
    return len(apart), len(both)


def blocks_of(some):
    made = [one["blocks"] for one in some if one["stopped"] == "resolution"]
    return statistics.mean(made) if made else None


def percent(count, of):
    if of == 0:
        return "-"
    low, high = clopper_pearson(count, of)
    return (f"{count} of {of} | {100 * count / of:.1f} "
            f"[{100 * low:.1f} .. {100 * high:.1f}]")


def table(all_results):
    lines = ["| right side | heap | called different | %, interval of 95 % "
             "| intervals that exclude each other | % | blocks to no change of 2 % |",
             "|---|---|---|---|---|---|---|"]
    for kind in KINDS:
        for way in WAYS:
            some = [one for one in all_results
                    if one["kind"] == kind and one["way"] == way]
            if not some:
                continue
            blocks = blocks_of(some)
            lines.append(
                f"| {kind} | {way} "
                f"| {percent(sum(map(is_different, some)), len(some))} "
                f"| {percent(*excluded(some))} "
                f"| {'-' if blocks is None else f'{blocks:.1f}'} |")
    return "\n".join(lines) + "\n"


def kernels_table(all_results):
    lines = ["| kernel | " + " | ".join(
        f"{way}: called different | blocks" for way in WAYS) + " |",
        "|---|" + "---|---|" * len(WAYS)]
    for kernel in KERNELS:
        cells = []
        for way in WAYS:
            some = [one for one in all_results if one["kernel"] == kernel
                    and one["way"] == way and one["kind"] in EQUAL]
            blocks = blocks_of(some)
            cells.append(f"{sum(map(is_different, some))} of {len(some)} | "
                         f"{'-' if blocks is None else f'{blocks:.1f}'}")
        lines.append(f"| {kernel} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def figures(all_results):
    """Lines with goals: what an interval excludes is missed."""
    ours = [one for one in all_results if one["way"] == "default"]
    equal = [one for one in ours if one["kind"] in EQUAL]
    slowed = [one for one in ours if one["kind"] == "slowed"]
    lines = []

    def add(name, count, of, relation, limit):
        if of > 0:
            ends = clopper_pearson(count, of)
            lines.append(figure(name, 100 * ends[0 if relation == "<=" else 1],
                                relation, limit))

    add("equal code called different, lower end, %",
        sum(map(is_different, equal)), len(equal), "<=", LIMITS["different"])
    add("intervals that exclude each other, lower end, %", *excluded(equal),
        "<=", LIMITS["excluded"])
    add("slowdowns of 5 % found, upper end, %",
        sum(one["finding"] == "less" for one in slowed), len(slowed), ">=",
        LIMITS["found"])
    moved = blocks_of([one for one in equal if one["kernel"] != "sum"])
    still = blocks_of([one for one in equal if one["kernel"] == "sum"])
    if moved and still:
        lines.append(figure("blocks to no change, of those of sum",
                            moved / still, "<=", LIMITS["blocks"]))
    return lines
