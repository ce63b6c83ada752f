"""Equal code whose data lie elsewhere for reasons of no interest: names, texts,
tables. How often is it called different, and after how many blocks equal?"""

import dataclasses
import itertools
import json
import pathlib
import random
import statistics
import subprocess

from counts import clopper_pearson, figure, is_different

KERNELS = ("fill", "copy", "compare", "search", "equal",
           "hashing", "lookup", "growth", "churn", "sum")
BYTES = (48, 200, 1000, 5000, 30_000, 256_000)
LONG = "a_copy_under_a_name_of_some_fifty_letters_or_more"
# The right side; the left side is KERNEL_a but for texts.
KINDS = ("name", "text", "table", "neighbour", "allocation", "slowed")
EQUAL = ("name", "text", "table", "neighbour")
# What is asked of each kind of program.
PARTS = {"heaps": KINDS, "google": ("name", "table", "neighbour", "slowed"),
         "assertions": ("name", "text", "slowed")}
# Programs that have one file more.
OTHERS = ("table", "neighbour")
WAYS = {"heap kept": ["-s", "heap=kept"], "default": []}
KEPT_SHARE = 4  # One round of so many is asked with the heap kept, too.
LIMITS = {"different": 2.0, "excluded": 0.6, "blocks": 1.2, "found": 90.0}


@dataclasses.dataclass(frozen=True)
class Question:
    kind: str
    kernel: str
    bytes: int
    letters: int  # Of the text that nobody reads.

    @property
    def right(self):
        return {"name": f"{self.kernel}_{LONG}", "table": f"{self.kernel}_a",
                "neighbour": f"{self.kernel}_a", "allocation": f"{self.kernel}_more",
                "slowed": f"{self.kernel}_slowed"}[self.kind]

    @property
    def build(self):
        return f"@{self.kind}" if self.kind in OTHERS else ""

    @property
    def google_formula(self):
        left, right = (f'"{name}/{self.bytes}"'
                       for name in (f"{self.kernel}_a", self.right))
        return f"{left}() = {right}{self.build}()"

    @property
    def formula(self):
        if self.kind == "text":
            told = f"{self.kernel}_told({self.bytes}, "
            return f'{told}"") = {told}"{"x" * self.letters}")'
        return (f"{self.kernel}_a({self.bytes}) = "
                f"{self.right}{self.build}({self.bytes})")


def questions(count, seed, kinds):
    """Kinds and kernels take turns; fewer are a beginning of more."""
    draw = random.Random(seed)
    return [Question(kinds[i % len(kinds)],
                     KERNELS[i // len(kinds) % len(KERNELS)],
                     draw.choice(BYTES), draw.randint(16, 80))
            for i in range(count)]


def report_of(words, folder, environment):
    """What spl-run reports."""
    report = folder / "heap.json"
    done = subprocess.run([str(word) for word in (*words, "--json", report)],
                          text=True, check=False, env=environment, cwd=folder,
                          stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode not in (0, 1, 3, 4):  # 3: could not be measured.
        raise RuntimeError(f"{words}: {done.stdout}{done.stderr}")
    return json.loads(report.read_text())


def answer(relation):
    ratio = relation["ratio"] or {}
    return {"finding": relation["finding"], "blocks": relation["blocks"],
            "stopped": relation["stopped"], "lower": ratio.get("lower"),
            "upper": ratio.get("upper")}


def asked(spl_run, folder, environment, words, seed):
    report = report_of([spl_run, *words, "-s", f"seed={seed}",
                        "-s", "familywise=0"], folder, environment)
    return answer(report["formulas"][0]["relations"][0])


def read(path):
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines()]


def asserted(spl_run, program, folder, environment, formula, seed):
    """What a test of GoogleTest that states the formula reports."""
    report = folder / "assertions.json"
    done = subprocess.run(
        [str(program), f"--gtest_output=json:{report}"], text=True, check=False,
        env={**environment, "SPL_RUNNER": str(spl_run),
             "HEAPS_FORMULA": formula, "HEAPS_SEED": str(seed)},
        cwd=folder, stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{formula}: {done.stdout}{done.stderr}")
    found = json.loads(report.read_text())["testsuites"][0]["testsuite"][0]
    ends = [float(end) for end
            in found.get("spl_1_interval_1", "").split(" .. ") if end]
    is_less = float(found.get("spl_1_ratio_1", 1)) < 1
    finding = ("indistinct" if found["spl_1_strength_1"] != "refuted"
               else "less" if is_less else "greater")
    return {"finding": finding, "blocks": None, "stopped": None,
            "lower": ends[0] if ends else None,
            "upper": ends[-1] if ends else None}


def results(spl_run, folder, environment, count, part, some):
    """Each question of some kinds twice, in evaluations of their own; goes on where it was
    interrupted."""
    suffix = "" if part == "heaps" else f"_{part}"
    path = folder / f"heaps{suffix}.jsonl"
    program = folder / f"copies_heaps{suffix}"
    kinds = PARTS[part]
    ways = {"default": []} if part == "assertions" else WAYS
    known = {(one["number"], one["way"], one["turn"]): one for one in read(path)}

    def answered(question, options, seed):
        if part == "assertions":
            return asserted(spl_run, program, folder, environment,
                            question.formula, seed)
        formula = (question.google_formula if part == "google"
                   else question.formula)
        words = ["-p", program, "-e", formula, *options]
        if question.kind in OTHERS:
            words += ["-p", f"{question.kind}={program}_{question.kind}"]
        return asked(spl_run, folder, environment, words, seed)

    with path.open("a", encoding="utf-8") as file:
        for number, question in enumerate(questions(count, 1, kinds)):
            if question.kind not in some:
                continue
            is_kept = number // (len(kinds) * len(KERNELS)) % KEPT_SHARE == 0
            for way, options in ways.items():
                if way != "default" and not is_kept:
                    continue
                for turn in range(2):
                    if (number, way, turn) in known:
                        continue
                    one = {"number": number, "way": way, "turn": turn,
                           "kind": question.kind, "kernel": question.kernel,
                           **answered(question, options, 2 * number + turn + 1)}
                    known[number, way, turn] = one
                    print(json.dumps(one), file=file, flush=True)
    return list(known.values())


PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(heaps LANGUAGES CXX)
add_subdirectory("${SPL_ROOT}" spl EXCLUDE_FROM_ALL)
add_executable(heaps "${SPL_ROOT}/laboratory/copies/heaps.cpp" other.cpp)
target_include_directories(heaps PRIVATE "${SPL_ROOT}")
target_link_libraries(heaps PRIVATE spl::workload_main)
"""


def make_repository(folder, compiler, environment):
    """Of two commits, the second of which adds the table."""
    here = pathlib.Path(__file__).resolve().parent

    def git(*words):
        subprocess.run(["git", "-c", "user.name=Ann", "-c", "user.email=a@b.c",
                        *words], cwd=folder, check=True, env=environment,
                       stdout=subprocess.DEVNULL)

    folder.mkdir()
    (folder / "CMakeLists.txt").write_text(PROJECT)
    (folder / "spl.json").write_text(json.dumps({"revisions": {
        "configure": ["cmake", "-S", "{source}", "-B", "{build}", "-G", "Ninja",
                      "-DCMAKE_BUILD_TYPE=Release",
                      f"-DCMAKE_CXX_COMPILER={compiler}",
                      f"-DSPL_ROOT={here.parents[1]}"],
        "build": ["cmake", "--build", "{build}", "--target", "heaps"],
        "program": "{build}/heaps"}}))
    (folder / "other.cpp").write_text("")
    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "One")
    (folder / "other.cpp").write_text((here / "heaps_table.cpp").read_text())
    git("commit", "-qam", "Add a table")


def guards(spl_run, folder, compiler, environment, count):
    """The claims of guards of the second commit against the first; each guard
    with a seed of its own."""
    repository = folder / "repository"
    if not repository.exists():
        make_repository(repository, compiler, environment)
    path = folder / "heaps_guard.jsonl"
    known = read(path)
    made = {one["guard"] for one in known}
    for guard in sorted(set(range(count)) - made):
        report = report_of(
            [spl_run, "guard", "--baseline", "HEAD~1", "--rev", "HEAD",
             "--filter", "*_a", "-s", "familywise=0", "-s",
             f"seed={guard + 1}"], repository, environment)
        some = [{"guard": guard, "number": formula["label"], "way": "default",
                 "kind": "guard", **answer(formula["relations"][0])}
                for formula in report["formulas"]]
        with path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(one) + "\n" for one in some)
        known += some
    return known


def excluded(some):
    """Pairs of evaluations of a question, and those whose intervals exclude each
    other."""
    pairs = {}
    for one in some:
        if one["lower"] is not None and one["upper"] is not None:
            pairs.setdefault(one["number"], []).append(one)
    both = [two for some in pairs.values()
            for two in itertools.combinations(some, 2)]
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


def table(all_results, kinds=(*KINDS, "guard")):
    lines = ["| right side | heap | called different | %, interval of 95 % "
             "| intervals that exclude each other | % | blocks to no change of 2 % |",
             "|---|---|---|---|---|---|---|"]
    for kind in kinds:
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
    equal = [one for one in ours if one["kind"] in (*EQUAL, "guard")]
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
    moved = blocks_of([one for one in equal if one.get("kernel", "sum") != "sum"])
    still = blocks_of([one for one in equal if one.get("kernel") == "sum"])
    if moved and still:
        lines.append(figure("blocks to no change, of those of sum",
                            moved / still, "<=", LIMITS["blocks"]))
    return lines
