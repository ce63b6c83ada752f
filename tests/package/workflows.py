"""The steps of a workflow for GitHub, which tests execute."""

import re


def filled(text, values):
    """The text with what these expressions are."""
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda found: values[found[1]], text)


def commands(job, values):
    """The (script, variables) of each step of a job that executes something."""
    for step in job["steps"]:
        if "run" in step:
            yield step["run"], {name: filled(str(value), values)
                                for name, value in step.get("env", {}).items()}
