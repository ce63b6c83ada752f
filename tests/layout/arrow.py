# ctest: "layout: arrow" ${source}
"""Includes follow the arrow: usage, arrow.py ROOT.

Prints each include that breaks a rule of the tables below as FILE:LINE:
INCLUDE: RULE, and then fails. What a file includes through other headers
counts as well, and neither headers nor modules include one another in a
circle; a module is a header with the source of its name.
"""

import re
import sys

import tree

ANY = None

# The rooms of the statistics. Each includes those before it.
STATISTICS = (
    "spl/statistics",
    *(
        f"spl/statistics/{room}"
        for room in ("sequential", "interpretations", "effects", "history")
    ),
)

# The rooms of the runner. Each includes those before it, and those below all.
BELOW_RUNNER = ("parser", "spl/logic", *STATISTICS, "spl/workload")
RUNNER = tuple(
    f"runner/{room}"
    for room in (
        "system", "tools", "git", "layouts", "settings", "formulas",
        "programs", "store", "given", "builds", "revisions", "measuring",
        "findings", "reports", "session", "commands",
    )
)

# Each folder in it is a room that includes all others of these, and that none
# includes: deleting a command is deleting its folder, and its line of a table.
COMMANDS = "runner/commands"

# The other rooms that a room includes. A file is in the room with the longest
# name that is its folder; the header ROOM.hpp is in its room too.
ROOMS = {
    "spl/expects": (),
    "spl/setting": (),
    "spl/workload": (),
    **{room: STATISTICS[:i] for i, room in enumerate(STATISTICS)},
    "spl/logic": STATISTICS,
    "parser": ("spl/logic", *STATISTICS),
    "runner": (*BELOW_RUNNER, *RUNNER),
    **{room: (*BELOW_RUNNER, *RUNNER[:i]) for i, room in enumerate(RUNNER)},
    "integrations": ("spl/setting", "spl/workload"),
    "integrations/gtest": ("integrations", "spl/setting", "spl/workload"),
    **{
        f"integrations/{name}": ("integrations", "spl/workload")
        for name in ("boost_test", "catch2", "doctest")
    },
    "examples": ANY,
    "tests": ANY,
}

ALL = "sources and headers"
SOURCES = "sources"

# The rooms that use a library, and whether their headers do; tests use all. No
# header that users include brings one, but for the framework of its adapter.
LIBRARIES = {
    "PEGTL": (("tao/",), {"parser": ALL}),
    "Boost.Test": (("boost/test/",), {"integrations/boost_test": ALL}),
    "Boost": (
        ("boost/",),
        {
            **{room: SOURCES for room in STATISTICS},
            "runner/system": SOURCES,
        },
    ),
    "nlohmann_json": (
        ("nlohmann/",),
        {
            "runner": SOURCES,
            **{room: ALL for room in RUNNER},
            "integrations": SOURCES,
            "integrations/gtest": SOURCES,
            "integrations/catch2": SOURCES,
            "examples": ALL,
        },
    ),
    "CLI11": (("CLI/",), {"runner/formulas": ALL}),
    "fmt": (("fmt/",), {room: ALL for room in RUNNER}),
    "libgit2": (("git2.h", "git2/"), {"runner/git": ALL}),
    "SQLite": (("sqlite3.h",), {"runner/store": SOURCES}),
    "GoogleTest": (
        ("gtest/", "gmock/"),
        {"integrations/gtest": ALL, "examples": ALL},
    ),
    "Catch2": (("catch2/",), {"integrations/catch2": ALL, "examples": ALL}),
    "doctest": (("doctest/",), {"integrations/doctest": ALL, "examples": ALL}),
    "Google Benchmark": (("benchmark/",), {"examples": ALL}),
    "pugixml": (
        ("pugixml.hpp",),
        {"runner/tools": SOURCES, "runner/given": SOURCES, "examples": ALL},
    ),
}

# Headers that every room uses: those of the C++ library have no suffix; those
# of C, POSIX, Linux and the compilers.
SYSTEM = re.compile(
    r"[a-z_0-9]+"
    r"|(sys|linux|asm|net|netinet|arpa|sanitizer)/.+"
    r"|(aio|ar|arm_acle|assert|cpuid|ctype|cxxabi|dirent|dlfcn|elf|endian|err"
    r"|errno|execinfo|fcntl|features|fenv|float|fnmatch|ftw|getopt|glob|grp"
    r"|immintrin|inttypes|langinfo|libgen|limits|link|locale|malloc|math|mntent"
    r"|netdb|poll|pthread|pty|pwd|regex|sched|semaphore|setjmp|signal|spawn"
    r"|stdarg|stddef|stdint|stdio|stdlib|string|strings|syscall|syslog|termios"
    r"|time|ucontext|ulimit|unistd|utime|wchar|wctype|wordexp|x86intrin)\.h"
)

USES_ALL_LIBRARIES = "tests"


def room_of(path):
    fitting = [
        room
        for room in ROOMS
        if path.startswith(room + "/") or path == room + ".hpp"
    ]
    room = max(fitting, key=len, default=None)
    return "/".join(path.split("/")[:3]) if room == COMMANDS else room


def kind_of(room):
    """The entry of the tables that has the rules of a room."""
    return COMMANDS if room and room.startswith(COMMANDS + "/") else room


def library_of(target):
    for library, (prefixes, _) in LIBRARIES.items():
        if target.startswith(prefixes):
            return library
    return None


def allows(room, is_header, library):
    """Whether a file of the room may include, or bring, the library."""
    if room == USES_ALL_LIBRARIES:
        return True
    allowed = LIBRARIES[library][1].get(kind_of(room))
    return allowed == ALL or (allowed == SOURCES and not is_header)


def library_rule(library):
    rooms = [
        f"the {what} of {room}" for room, what in LIBRARIES[library][1].items()
    ]
    return f"{library} is only for " + ", ".join(rooms) + " and for tests"


def broken_rule(path, include, brought):
    """The rule that an include of this file breaks, or None."""
    room = room_of(path)
    other = room_of(include.target)
    if other is not None:
        allowed = ROOMS[kind_of(room)]
        if allowed is not ANY and other not in (room, *allowed):
            rooms = ", ".join(allowed) or "none"
            return f"{room} includes of the other rooms only: {rooms}"
        for library in sorted(brought):
            if not allows(room, path.endswith(".hpp"), library):
                return f"brings {library}; {library_rule(library)}"
        return None
    if room == "examples" and include.quoted and "/" not in include.target:
        return None  # A neighbour's: examples are projects of their own.
    if include.quoted:
        return "includes in quotes start at the root with the name of a room"
    library = library_of(include.target)
    if library is not None:
        if not allows(room, path.endswith(".hpp"), library):
            return library_rule(library)
    elif not SYSTEM.fullmatch(include.target):
        return "neither a system header nor a library of tests/layout/arrow.py"
    return None


def libraries_brought(graph):
    """The libraries that each file brings, itself or through others."""
    brought = {
        path: {library_of(include.target) for include in found} - {None}
        for path, found in graph.items()
    }
    changed = True
    while changed:
        changed = False
        for path, found in graph.items():
            for include in found:
                more = brought.get(include.target, set()) - brought[path]
                brought[path] |= more
                changed = changed or bool(more)
    return brought


def cycles(graph):
    """Each include that closes a circle of headers, as (path, include, way)."""
    done = set()

    def visit(path, way):
        for include in graph[path]:
            if include.target in way:
                circle = way[way.index(include.target) :]
                yield path, include, (*circle, include.target)
            elif include.target in graph and include.target not in done:
                yield from visit(include.target, (*way, include.target))
        done.add(path)

    for path in graph:
        if path not in done:
            yield from visit(path, (path,))


def modules(graph):
    """What each module includes of the others, as its headers and sources do."""
    result = {}
    for path, found in graph.items():
        name = path.rsplit(".", 1)[0]
        others = {include.target.rsplit(".", 1)[0] for include in found
                  if include.target in graph}
        result.setdefault(name, set()).update(others - {name})
    return result


def circles(graph):
    """Sets of more than one node that all reach one another, sorted."""
    reached = {}
    for start in graph:
        seen, rest = set(), [start]
        while rest:
            for other in graph[rest.pop()] - seen:
                seen.add(other)
                rest.append(other)
        reached[start] = seen
    return sorted({
        tuple(sorted(other for other in reached[node]
                     if node in reached[other]))
        for node in graph if node in reached[node]})


def check(root):
    """All breaches below the root, one text each."""
    graph = {
        path: list(tree.includes((root / path).read_text(encoding="utf-8")))
        for path in tree.files(root, (".hpp", ".cpp"))
    }
    brought = libraries_brought(graph)
    for path, found in graph.items():
        if room_of(path) is None:
            yield f"{path}:1: the file is in no room of tests/layout/arrow.py"
            continue
        for include in found:
            rule = broken_rule(path, include, brought.get(include.target, ()))
            if rule is not None:
                yield f"{path}:{include.line}: #include {include.text}: {rule}"
    closing = list(cycles(graph))
    for path, include, way in closing:
        yield (
            f"{path}:{include.line}: #include {include.text}: "
            f"headers go in a circle: {' -> '.join(way)}"
        )
    # Those of headers are circles of modules, too.
    for circle in circles(modules(graph)) if not closing else ():
        yield "modules include one another in a circle: " + ", ".join(circle)


if __name__ == "__main__":
    sys.exit(tree.run(check))
