"""Ways to compare two copies."""

import json
import subprocess
import time

from counts import mann_whitney
from programs import FIXED

ANSWERS = (0, 1, 4)  # Statuses of spl-run.
GOOGLE_LEVEL = 0.05

# What each needs built, and what it adds to the command.
OURS = {"-s layouts=1": ("ours", ["-s", "layouts=1"]),
        "default": ("ours", []),
        f"-s layouts={FIXED}": ("fixed", [])}
GOOGLE = "Google Benchmark, 0.1 s"
WAYS = [*OURS, GOOGLE]


def program_of(way):
    """The name of the program that a way compares copies in."""
    return OURS[way][0] if way in OURS else "google"


class Failed(Exception):
    """A tool that ended with an error."""


class Comparer:
    def __init__(self, spl_run, folder, environment):
        self.spl_run = spl_run
        self.report = folder / "report.json"
        self.environment = environment

    def compare(self, programs, way, pair):
        """What is found of the left copy, the ratio if known, and the seconds."""
        began = time.monotonic()
        if way == GOOGLE:
            found = self.google(programs.path("google"), pair)
        else:
            program, options = OURS[way]
            found = self.ours(programs.path(program), options, pair)
        return {"seconds": time.monotonic() - began, **found}

    def ours(self, program, options, pair):
        self.run([self.spl_run, "-p", program, "-e", pair.formula,
                  "-s", "alpha=0.01", "-s", "familywise=0", *options,
                  "--json", self.report], ANSWERS)
        report = json.loads(self.report.read_text(encoding="utf-8"))
        formula = report["formulas"][0]
        relation = formula["relations"][0]
        # Waiting for other measurements on the machine is no part of it.
        return {"finding": relation["finding"], "seconds": formula["seconds"],
                "ratio": relation["ratio"] and relation["ratio"]["estimate"],
                "blocks": relation["blocks"], "stopped": relation["stopped"]}

    def google(self, program, pair):
        """First all of one side, then all of the other, as one does with it."""
        left, right = (self.times(program, name) for name in pair.names)
        return {"finding": mann_whitney(left, right, GOOGLE_LEVEL),
                "ratio": sum(left) / sum(right)}

    def times(self, program, name):
        output = self.run([program, f"--benchmark_filter=^{name}$",
                           "--benchmark_repetitions=9",
                           "--benchmark_min_time=0.1",
                           "--benchmark_format=json"])
        return [one["real_time"] for one in json.loads(output)["benchmarks"]
                if one["run_type"] == "iteration"]

    def run(self, command, statuses=(0,)):
        command = [str(word) for word in command]
        done = subprocess.run(command, check=False, text=True,
                              stdin=subprocess.DEVNULL, env=self.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode not in statuses:
            raise Failed(f"{' '.join(command)} ended with {done.returncode}:\n"
                         f"{done.stdout}{done.stderr}")
        return done.stdout
