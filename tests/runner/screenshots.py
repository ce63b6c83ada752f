"""Writes the pictures of reports that the documentation shows.

usage: screenshots.py SPL_RUN COLLECTIONS SOURCE_FOLDER

Measures formulas about the example of collections, one of which does not hold,
and writes to docs/pictures in both themes: their page, and what a terminal of 80
and of 140 columns shows.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import chromium
import pictures
import terminal_page

SPL_RUN, COLLECTIONS, SOURCES = sys.argv[1:]
PICTURES = pathlib.Path(SOURCES) / "docs" / "pictures"
EXAMPLE = pathlib.Path(SOURCES) / "examples" / "collections" / "collections.spl"
VIOLATED = "linear: json_parse(100) <= 5 * json_parse(10)\n"
SHOWN_IN_TERMINALS = """\
arraylist  = ArrayList.contains[randomSearch, factoryArrayList]
linkedlist = LinkedList.contains[randomSearch, factoryLinkedList]
for i in 10, 1000: linkedlist(i) > arraylist(i)
"""
# As readers enter them, from the top of the repository.
WORDS = ["build/release/bin/spl-run", "-p", "build/release/bin/collections",
         "perf/collections.spl"]
THEMES = ("light", False), ("dark", True)


def make_folder(path):
    """Folders in which WORDS name the programs given."""
    programs = path / "build" / "release" / "bin"
    programs.mkdir(parents=True)
    (path / "perf").mkdir()
    for name in "spl-run", "collections":
        here = SPL_RUN if name == "spl-run" else COLLECTIONS
        for source in pathlib.Path(here).parent.glob(name + "*"):
            (programs / source.name).symlink_to(source)


def environment():
    """Without what would set an option or the colours."""
    names = ("CI", "NO_COLOR", "CLICOLOR_FORCE", "COLUMNS", "LC_ALL")
    return {**{name: value for name, value in os.environ.items()
               if not name.startswith("SPL_") and name not in names
               or name == "SPL_MACHINE_LOCK"},
            "LANG": "C.UTF-8", "TERM": "xterm", "SPL_PROGRESS": "never"}


def require_violation(status, text):
    if status != 1:
        sys.exit(f"screenshots: spl-run returned {status}, not the 1 of a formula "
                 f"that does not hold:\n{text}")


def write_page(folder):
    """Its path."""
    (folder / "perf" / "collections.spl").write_text(
        EXAMPLE.read_text() + "\n" + VIOLATED)
    path = folder / "page.html"
    done = subprocess.run(
        [*WORDS, "-q", "-s", "seed=1", "-o", f"html:{path}"], cwd=folder, check=False,
        env=environment(), text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    require_violation(done.returncode, done.stdout)
    return path


def terminal_text(folder, columns):
    (folder / "perf" / "collections.spl").write_text(
        SHOWN_IN_TERMINALS + VIOLATED)
    words = [*WORDS[:1], "-s", "seed=1", *WORDS[1:]]
    status, text = terminal_page.run(words, columns, cwd=folder,
                                     env=environment())
    require_violation(status, text)
    return f"$ {' '.join(WORDS)}\n{text}"


def save(page, name, **part):
    page.screenshot(PICTURES / f"{name}.png", **part)
    pictures.name_identity(PICTURES / f"{name}.png", SOURCES)


def main():
    if chromium.program() is None:
        sys.exit("screenshots: install chromium-headless-shell")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="spl ") as name, \
            chromium.Chromium() as browser:
        folder = pathlib.Path(name)
        make_folder(folder)
        report = write_page(folder)
        for theme, dark in THEMES:
            page = browser.open(report, width=1200, height=800, dark=dark)
            save(page, f"page-{theme}", whole=False)
        for columns in 80, 140:
            text = terminal_text(folder, columns)
            for theme, dark in THEMES:
                path = folder / "terminal.html"
                path.write_text(terminal_page.to_html(text, dark))
                page = browser.open(path, dark=dark)
                save(page, f"terminal-{columns}-{theme}", of="pre")


main()
