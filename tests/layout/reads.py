# ctest: "layout: reads" ${source}
"""Files are opened for reading in the places of a list only, and nothing calls
the C++ library's regular expressions, whose stack grows with the text.

usage: reads.py ROOT

What others may have put in a place is opened by open_regular() of
runner/system/files.hpp and what builds on it: it is a regular file, has a size,
and is not waited for. The others of this list have a reason.
"""

import re

import tree

# How many calls a file has that open for reading, and why it may.
ALLOWED = {
    "runner/system/files.cpp": (3, "the one way to open a file"),
    "runner/system/files.hpp": (1, "declares the stream of it"),
    "runner/system/claimed_folder.cpp": (1, "a folder"),
    "runner/system/file_lock.cpp": (1, "/proc/locks"),
    "runner/system/file_place.cpp": (1, "O_NONBLOCK; an earlier report"),
    "runner/system/folder_removal.cpp": (1, "folders"),
    "runner/system/host_facts.cpp": (10, "/proc and /sys"),
    "runner/system/machine_lock.cpp": (1, "O_NONBLOCK; looks at its kind"),
    "runner/system/new_file.cpp": (2, "O_NONBLOCK; a folder, own files"),
    "runner/system/process.cpp": (5, "/proc and /dev/null"),
    "runner/system/spawn.cpp": (1, "/dev/null, or the input of a command"),
    "runner/builds/tree_writer.cpp": (1, "folders"),
    "runner/git/git_repository.cpp": (1, "/proc"),
    "runner/programs/helper_process.cpp": (1, "/proc"),
    "runner/settings/trusted_file.cpp": (1, "O_NONBLOCK; looks at its owner"),
    "runner/store/opening.cpp": (1, "a folder"),
    "integrations/client/assertion.cpp": (1, "/proc"),
    "integrations/gtest/unseen.cpp": (1, "/proc"),
    "spl/workload/meter.cpp": (1, "/proc"),
    "spl/workload/scheduler_delay.cpp": (1, "/proc"),
    "spl/workload/throttling.cpp": (1, "/sys"),
}

OPENS = re.compile(r"\bO_RDONLY\b|\bifstream\b")
EXPRESSION = re.compile(r"\bstd::regex|<regex>")


def check(root):
    def count(code):
        return tree.statements_with(OPENS, code)
    for name, found, allowed in tree.miscounted(root, count, ALLOWED):
        yield (f"{name} opens files for reading in {found} places and not in "
               f"{allowed}, which tests/layout/reads.py has; use read_file(), "
               "regular_file() or open_regular()")

    def expressions(code):
        return len(EXPRESSION.findall(code))
    for name, _, _ in tree.miscounted(root, expressions, {}):
        yield (f"{name} has regular expressions of the C++ library; use "
               "names_in() or the like")


if __name__ == "__main__":
    raise SystemExit(tree.run(check))
