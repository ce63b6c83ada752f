"""Promises of a history: formulas that hold a workload at a commit against the
same workload at the commit before."""

import dataclasses
import re

FORMULA = re.compile(
    r"^(?P<label>\w+): (?P<workload>\w+)@(?P<commit>\w+)\((?P<arguments>[^()]*)\) "
    r"(?P<relation><=?) (?P=workload)@(?P=commit)~1\((?P=arguments)\)$")


@dataclasses.dataclass(frozen=True)
class Promise:
    label: str
    workload: str
    arguments: tuple
    relation: str
    commit: str

    @property
    def before(self):
        return self.commit + "~1"


def parsed(text):
    """The promises of a formula file, of which nothing else may be there."""
    result = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        match = FORMULA.match(line)
        if not match:
            raise ValueError(
                f"line {number} is not of the form LABEL: WORKLOAD@COMMIT(ARGUMENTS) "
                f"< WORKLOAD@COMMIT~1(ARGUMENTS): {line}")
        arguments = tuple(word.strip() for word in match["arguments"].split(",")
                          if word.strip())
        result.append(Promise(match["label"], match["workload"], arguments,
                              match["relation"], match["commit"]))
    return result
