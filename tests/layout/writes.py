# ctest: "layout: writes" ${source}
"""Files are opened for writing in the places of a list only.

usage: writes.py ROOT

All files are written by runner/system/new_file.hpp, under a name that nobody
can foresee and without following a link. The others of this list have a reason.
"""

import re

import tree

# How many calls a file has that open for writing, and why it may.
ALLOWED = {
    "runner/system/new_file.cpp": (1, "the one way to write a file"),
    "runner/system/appended_file.cpp": (1, "follows no link; logs, of several"),
    "runner/system/file_lock.cpp": (1, "follows no link; writes nothing"),
    "runner/system/machine_lock.cpp": (1, "a new file under a random name"),
    "runner/system/file_place.cpp": (1, "devices; refuses what is a file"),
    "runner/system/new_folder.cpp": (1, "a new folder under a random name"),
    "runner/system/work_in_time.cpp": (1, "/dev/null"),
    "runner/builds/tree_writer.cpp": (1, "new files only, step by step"),
    "runner/layouts/link_pool.cpp": (1, "hard links, in a new folder"),
    "runner/store/database.cpp": (1, "SQLite; opening.cpp has the rules"),
    "integrations/client/assertion.cpp": (2, "tmpfile(), without a name"),
    "spl/workload/worker.cpp": (1, "a new file under a random name"),
    "spl/workload/meter.cpp": (1, "/proc/self/clear_refs"),
}

OPENS = re.compile(
    r"\bO_WRONLY\b|\bO_RDWR\b|\bO_CREAT\b|\bO_TRUNC\b|\bO_APPEND\b"
    r"|\bO_TMPFILE\b|\bstd::(?:basic_)?(?:of|f)stream\b|\bfilebuf\b"
    r"|\b(?:f|fd|fre)open(?:64)?\s*\(|\bcreat(?:64)?\s*\("
    r"|\bmk[od]*s?temps?\w*\s*\(|\bmkd?temp\s*\(|\btmpfile\s*\(|\btmpnam\s*\("
    r"|\bcopy_file\b|\bfs::copy\s*\(|\bfilesystem::copy\s*\("
    r"|\bSQLITE_OPEN_CREATE\b|\bsendfile\s*\(|\bmknod(?:at)?\s*\(")


def check(root):
    def count(code):
        return tree.statements_with(OPENS, code)
    for name, found, allowed in tree.miscounted(root, count, ALLOWED):
        yield (f"{name} opens files for writing in {found} places and not in "
               f"{allowed}, which tests/layout/writes.py has; use FilePlace, "
               "write_file() or NewFile")


if __name__ == "__main__":
    raise SystemExit(tree.run(check))
