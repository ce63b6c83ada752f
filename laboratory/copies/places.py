"""Where links of one program put its copies in their cache lines."""

import collections
import re
import subprocess

LINE = 64  # Bytes.
KERNEL = re.compile(r"(\w+) t .*namespace\)::(\w+<\d+, 100>)\([^\[\n]*$",
                    re.MULTILINE)


def places(symbols):
    """By copy, its place in a cache line, as `nm --demangle` lists a program."""
    return {name: int(address, 16) % LINE
            for address, name in KERNEL.findall(symbols)}


def counted(links):
    """By copy, how many of the links put it at which place."""
    found = collections.defaultdict(collections.Counter)
    for link in links:
        for name, place in link.items():
            found[name][place] += 1
    return found


def of_links(programs):
    """Of the fixed links of a build."""
    paths = programs.path("fixed").with_suffix(".layouts").read_text("utf-8")
    return counted(places(subprocess.run(
        ["nm", "--demangle", path], check=True, text=True,
        stdout=subprocess.PIPE).stdout) for path in paths.split())


def row(build, found):
    """Which places there are, how many a copy has at least, and how far counts
    are from even ones: chi squared, whose mean would be its degrees of freedom."""
    total = sum(found.values(), collections.Counter())
    even = {name: sum(counts.values()) / len(total)
            for name, counts in found.items()}
    squares = [sum((counts[place] - even[name]) ** 2 / even[name]
                   for place in total) for name, counts in found.items()]
    return (f"| {build} | {len(found)} | {', '.join(map(str, sorted(total)))} "
            f"| {min(map(len, found.values()))} "
            f"| {sum(squares) / len(squares):.1f} ({len(total) - 1}) |")


HEAD = ("| build | copies | places in 64 bytes | fewest of a copy "
        "| mean chi squared (degrees of freedom) |\n|---|---|---|---|---|")
