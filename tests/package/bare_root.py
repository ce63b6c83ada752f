"""Root folders whose programs see no other files: of some of this machine's
packages, and of a distribution. They take the rights of root."""

import os
import pathlib
import shlex
import subprocess

ENTER = """
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
mount --rbind /sys "$0/sys"
exec chroot "$0" env -i --chdir="$@"
"""


def printed(*words, **options):
    return subprocess.run(words, check=True, text=True, timeout=600,
                          stdout=subprocess.PIPE, **options).stdout


def closure(packages):
    """The installed packages that these need."""
    without = [f"--no-{kind}" for kind in (
        "recommends", "suggests", "conflicts", "breaks", "replaces", "enhances")]
    lines = printed("apt-cache", "depends", "--recurse", "--installed",
                    *without, *packages).splitlines()
    installed = printed(
        "dpkg-query", "-W", "-f", "${db:Status-Status} ${Package}\n")
    return sorted({line for line in lines
                   if f"installed {line}\n" in installed})


class BareRoot:
    enter = ENTER
    seconds = 1200  # The longest time of a script.

    @staticmethod
    def fault():
        """Why there can be none; empty if it can."""
        if os.geteuid() != 0 or subprocess.run(
                ["unshare", "--mount", "--pid", "--fork", "true"], check=False,
                stderr=subprocess.DEVNULL).returncode != 0:
            return "a root folder of its own takes the rights of root"
        return ""

    def __init__(self, folder, packages):
        self.folder = pathlib.Path(folder)
        for name in "dev", "etc", "proc", "root", "sys", "tmp":
            (self.folder / name).mkdir()
        for name in "bin", "lib", "lib64", "sbin":
            (self.folder / "usr" / name).mkdir(parents=True)
            (self.folder / name).symlink_to(f"usr/{name}")
        files = printed("dpkg", "-L", *closure(packages)).splitlines()
        files = [file for file in sorted(set(files))
                 if not file.startswith(("/usr/share/doc/", "/usr/share/man/"))
                 and (os.path.islink(file) or os.path.isfile(file))]
        names = self.folder / "tmp/files"
        names.write_text("\n".join(file.lstrip("/") for file in files))
        subprocess.run(
            'tar -C / -cf - -T tmp/files | tar --keep-directory-symlink -xpf -',
            cwd=self.folder, shell=True, check=True)
        for link, name in ("c++", "g++"), ("cc", "gcc"), ("awk", "mawk"):
            (self.folder / "usr/bin" / link).symlink_to(name)
        (self.folder / "etc/passwd").write_text("root:x:0:0::/root:/bin/sh\n")
        subprocess.run(["ldconfig", "-r", str(self.folder)], check=True)

    def write(self, path, text, mode=0o644):
        file = self.folder / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(mode)

    def run(self, script, folder="/root", shell=("bash", "-eo", "pipefail"),
            **variables):
        """Runs a script there, with these variables alone."""
        values = {"HOME": "/root", "PATH": "/usr/local/bin:/usr/bin:/bin",
                  **variables}
        return subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh",
             "-ec", self.enter, str(self.folder), folder,
             *(f"{name}={value}" for name, value in values.items()),
             *shell, "-c", script],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=self.seconds, check=False)


class ChangedRoot(BareRoot):
    """What becomes of another root folder, which stays as it is."""

    enter = 'mount -t overlay overlay -o "$LAYERS" "$0"\n' + ENTER
    seconds = 3600

    def __init__(self, folder, original):
        around = pathlib.Path(folder)
        for name in "root", "changes", "work":
            (around / name).mkdir()
        self.folder = around / "root"
        self.changes = around / "changes"
        layers = (f"lowerdir={original},upperdir={self.changes},"
                  f"workdir={around}/work")
        self.enter = f"LAYERS={shlex.quote(layers)}\n" + self.enter
