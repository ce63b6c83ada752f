"""Writes the pictures of reports that the documentation shows.

usage: screenshots.py SPL_RUN COLLECTIONS SOURCE_FOLDER

Measures the example of collections with a formula that does not hold, and
writes its page in both themes to docs/pictures.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import chromium

SPL_RUN, COLLECTIONS, SOURCES = sys.argv[1:]
PICTURES = pathlib.Path(SOURCES) / "docs" / "pictures"
EXAMPLE = pathlib.Path(SOURCES) / "examples" / "collections" / "collections.spl"
VIOLATED = "array: arraylist(100) >= linkedlist(100)\n"


def write_page(path):
    """Its status is that of the formula that does not hold."""
    formulas = path.with_name("collections.spl")
    formulas.write_text(EXAMPLE.read_text() + "\n" + VIOLATED)
    done = subprocess.run(
        [SPL_RUN, "-p", COLLECTIONS, "-q", "--seed", "1", "--html", path,
         formulas.name], cwd=path.parent, check=False,
        env={name: value for name, value in os.environ.items()
             if not name.startswith("SPL_")})
    if done.returncode != 1:
        sys.exit(f"screenshots: spl-run returned {done.returncode}")


def main():
    if chromium.program() is None:
        sys.exit("screenshots: install chromium-headless-shell")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="spl ") as folder:
        path = pathlib.Path(folder) / "page.html"
        write_page(path)
        with chromium.Chromium() as browser:
            for name, dark in ("page-light", False), ("page-dark", True):
                page = browser.open(path, width=1200, height=800, dark=dark)
                page.screenshot(PICTURES / f"{name}.png", whole=False)


main()
