"""Makes a Git history of a Debian source package: its upstream sources, and a
commit for each patch of its series.

    apt-get source --download-only tiff
    patches.py tiff_*.dsc FOLDER
"""

import pathlib
import subprocess
import sys
import tempfile

IDENTITY = ["-c", "user.name=Debian", "-c", "user.email=debian@example.org"]


def git(folder, *words):
    subprocess.run(["git", *IDENTITY, *words], cwd=folder, check=True)


def commit(folder, message):
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "--allow-empty", "-m", message)


def unpacked(description, folder):
    """The sources without patches; what Debian adds lies beside them."""
    subprocess.run(["dpkg-source", "--skip-patches", "-x", description, folder],
                   check=True, stdout=subprocess.DEVNULL)
    debian = folder.with_name("debian")
    (folder / "debian").rename(debian)
    return debian / "patches"


def main(description, folder):
    folder = pathlib.Path(folder).absolute()
    if folder.exists():
        sys.exit(f"{folder} exists: name a new folder")
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        sources = pathlib.Path(scratch) / "sources"
        patches = unpacked(description, sources)
        git(sources, "init", "--quiet")
        commit(sources, "Upstream")
        for name in (patches / "series").read_text().split():
            subprocess.run(["patch", "--quiet", "-p1", "-i", patches / name],
                           cwd=sources, check=True)
            commit(sources, name)
        sources.rename(folder)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
