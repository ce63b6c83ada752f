"""The packages for Debian, made and unpacked."""

import os
import subprocess


def run(*command, **variables):
    """What a command prints; an AssertionError with it if the command fails."""
    done = subprocess.run(
        [str(word) for word in command], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
        env={**os.environ, **variables}, timeout=300, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command} ends with {done.returncode}:\n"
                             + done.stdout)
    return done.stdout


def unpack(build, folder):
    """Makes the packages of a build and unpacks them in the folder.
    Returns their files by name, and the root of what was unpacked."""
    run("cpack", "--config", f"{build}/CPackConfig.cmake",
        "-B", folder / "made")
    root = folder / "unpacked"
    packages = {}
    for file in sorted((folder / "made").glob("*.deb")):
        packages[file.name.split("_")[0]] = file
        run("dpkg-deb", "-x", file, root)
    return packages, root
