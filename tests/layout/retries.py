# ctest: "layout: retries" ${source}
"""Loops that have no condition, or only one at their end, and waits for events
are those of a list, which says why they end.

usage: retries.py ROOT

A loop may repeat a call only for an error that means "try again", as EINTR
does; EAGAIN, EEXIST and the like need a bound.
"""

import re

import tree

# Where the system is called.
ROOMS = ("spl/workload", "integrations", "runner/system", "runner/programs",
         "runner/builds", "runner/layouts", "runner/store", "runner/git")

# How many such places a file has, and why each of them ends.
ALLOWED = {
    "integrations/boost_test/spl/boost_test.hpp": (1, "a macro: once"),
    "integrations/catch2/spl/catch2.hpp": (1, "a macro: once"),
    "integrations/client/assertion.cpp": (1, "EINTR"),
    "integrations/doctest/spl/doctest.hpp": (1, "a macro: once"),
    "runner/builds/build_slot.cpp": (1, "a slot is free, or an error"),
    "runner/builds/program_cache.cpp": (1, "3 times; waits for a lock"),
    "runner/programs/block_helper.cpp": (2, "other errors than EINTR end it"),
    "runner/programs/helper_process.cpp": (1, "other errors than EINTR end it"),
    "runner/system/file_copy.cpp": (1, "EINTR, or the end of the file"),
    "runner/system/file_lock.cpp": (1, "the time is over"),
    "runner/system/file_place.cpp": (1, "ENXIO of a pipe, for 5 s"),
    "runner/system/folder_removal.cpp": (1, "a name is free, or an error"),
    "runner/system/machine_lock.cpp": (2, "EINTR; others are the result"),
    "runner/system/number_text.cpp": (1, "the units end"),
    "runner/system/outside_link.cpp": (1, "the root is its own parent"),
    "runner/system/process.cpp": (5, "the time is over; errors end or delay it"),
    "runner/system/processors.cpp": (1, "the text ends"),
    "runner/system/pulse.cpp": (1, "its stop is requested"),
    "runner/system/spawn.cpp": (1, "EINTR"),
    "runner/system/work_in_time.cpp": (2, "the time is over, or an error"),
    "spl/workload/generators.cpp": (1, "numbers are drawn, not asked for"),
    "spl/workload/heap.cpp": (1, "a thread sleeps to the end of its process"),
}

AGAIN = re.compile(
    r"\bwhile\s*\(\s*(?:true|1)\s*\)|\bfor\s*\([^;()]*;\s*;|\bdo\s*\{"
    r"|\bppoll\s*\(|\bpoll\s*\(")


def check(root):
    def count(code):
        return len(AGAIN.findall(code))
    for name, found, allowed in tree.miscounted(root, count, ALLOWED, ROOMS):
        yield (f"{name} has {found} endless loops or calls of poll() and not "
               f"{allowed}; state in tests/layout/retries.py why they end")


if __name__ == "__main__":
    raise SystemExit(tree.run(check))
