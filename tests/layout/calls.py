# ctest: "layout: calls" ${source}
"""Some calls are in the places of lists only, which say why: usage, calls.py
ROOT.

Files are opened for writing by runner/system/new_file.hpp, under a name that
nobody can foresee and without following a link, and for reading by
open_regular() of runner/system/files.hpp and what builds on it: what others may
have put in a place is a regular file, has a size, and is not waited for.

Loops have a condition, and not only at their end. A loop may repeat a call only
for an error that means "try again", as EINTR does; EAGAIN, EEXIST and the like
need a bound, and so do waits for events.

Nothing calls the C++ library's regular expressions, whose stack grows with the
text.
"""

import re

import tree

# How many calls a file has that open for reading, and why it may.
READS = {
    "runner/system/files.cpp": (3, "the one way to open a file"),
    "runner/system/files.hpp": (1, "declares the stream of it"),
    "runner/system/passing_folder.cpp": (1, "a folder"),
    "runner/system/file_lock.cpp": (1, "/proc/locks"),
    "runner/system/file_place.cpp": (1, "O_NONBLOCK; an earlier report"),
    "runner/system/folder_removal.cpp": (1, "folders"),
    "runner/system/host_facts.cpp": (10, "/proc and /sys"),
    "runner/system/machine_lock.cpp": (1, "O_NONBLOCK; looks at its kind"),
    "runner/system/new_file.cpp": (2, "O_NONBLOCK; a folder, own files"),
    "runner/system/process.cpp": (5, "/proc and /dev/null"),
    "runner/system/spawn.cpp": (1, "/dev/null, or the input of a command"),
    "runner/builds/build_slot.cpp": (1, "folders"),
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
READING = re.compile(r"\bO_RDONLY\b|\bifstream\b")

# The same for writing.
WRITES = {
    "runner/system/new_file.cpp": (
        2, "the one way to write a file; logs, of several processes"),
    "runner/system/file_lock.cpp": (1, "follows no link; writes nothing"),
    "runner/system/machine_lock.cpp": (1, "a new file under a random name"),
    "runner/system/file_place.cpp": (1, "devices; refuses what is a file"),
    "runner/system/passing_folder.cpp": (1, "a new folder under a random name"),
    "runner/system/work_in_time.cpp": (1, "/dev/null"),
    "runner/builds/build_slot.cpp": (1, "new files only, step by step"),
    "runner/layouts/link_pool.cpp": (1, "hard links, in a new folder"),
    "runner/store/database.cpp": (1, "SQLite; opening.cpp has the rules"),
    "integrations/client/assertion.cpp": (2, "tmpfile(), without a name"),
    "spl/workload/worker.cpp": (1, "a new file under a random name"),
    "spl/workload/meter.cpp": (1, "/proc/self/clear_refs"),
}
WRITING = re.compile(
    r"\bO_WRONLY\b|\bO_RDWR\b|\bO_CREAT\b|\bO_TRUNC\b|\bO_APPEND\b"
    r"|\bO_TMPFILE\b|\bstd::(?:basic_)?(?:of|f)stream\b|\bfilebuf\b"
    r"|\b(?:f|fd|fre)open(?:64)?\s*\(|\bcreat(?:64)?\s*\("
    r"|\bmk[od]*s?temps?\w*\s*\(|\bmkd?temp\s*\(|\btmpfile\s*\(|\btmpnam\s*\("
    r"|\bcopy_file\b|\bfs::copy\s*\(|\bfilesystem::copy\s*\("
    r"|\bSQLITE_OPEN_CREATE\b|\bsendfile\s*\(|\bmknod(?:at)?\s*\(")

# How many loops and waits a file has that could have no end, and why each ends.
RETRIES = {
    "integrations/boost_test/spl/boost_test.hpp": (1, "a macro: once"),
    "integrations/catch2/spl/catch2.hpp": (1, "a macro: once"),
    "integrations/client/assertion.cpp": (1, "EINTR"),
    "integrations/doctest/spl/doctest.hpp": (1, "a macro: once"),
    "runner/builds/build_slot.cpp": (1, "a slot is free, or an error"),
    "runner/builds/program_cache.cpp": (1, "3 times; waits for a lock"),
    "runner/system/process_copy.cpp": (
        1, "other errors than EINTR end it; the copy heeds the same signals"),
    "runner/programs/block_helper.cpp": (2, "other errors than EINTR end it"),
    "runner/programs/helper_process.cpp": (1, "other errors than EINTR end it"),
    "runner/system/new_file.cpp": (1, "EINTR, or the end of the file"),
    "runner/system/file_lock.cpp": (1, "the time is over"),
    "runner/system/file_place.cpp": (1, "ENXIO of a pipe, for 5 s"),
    "runner/system/folder_removal.cpp": (1, "a name is free, or an error"),
    "runner/system/machine_lock.cpp": (2, "EINTR; others are the result"),
    "runner/system/number_text.cpp": (1, "the units end"),
    "runner/system/text_file.cpp": (1, "the root is its own parent"),
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
# Where the system is called.
ROOMS = ("spl/workload", "integrations", "runner/system", "runner/programs",
         "runner/builds", "runner/layouts", "runner/store", "runner/git")

EXPRESSION = re.compile(r"\bstd::regex|<regex>")


def check(root):
    def opens(expression):
        return lambda code: tree.statements_with(expression, code)

    def has(expression):
        return lambda code: len(expression.findall(code))
    for what, remedy, count, allowed, rooms in (
            ("opens of files for reading",
             "use read_file(), regular_file() or open_regular()",
             opens(READING), READS, tree.ROOMS[:4]),
            ("opens of files for writing",
             "use FilePlace, write_file() or NewFile",
             opens(WRITING), WRITES, tree.ROOMS[:4]),
            ("endless loops or calls of poll()", "state why they end",
             has(AGAIN), RETRIES, ROOMS),
            ("regular expressions of the C++ library",
             "use names_in() or the like",
             has(EXPRESSION), {}, tree.ROOMS[:4])):
        for name, found, may in tree.miscounted(root, count, allowed, rooms):
            yield (f"{name} has {found} {what} and not {may}, as "
                   f"tests/layout/calls.py has; {remedy}")


if __name__ == "__main__":
    raise SystemExit(tree.run(check))
