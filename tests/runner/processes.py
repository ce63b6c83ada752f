"""What tests of real processes share."""

import os
import pathlib
import resource
import signal
import time

# The presets with address sanitizers set it.
IS_SANITIZED = "LSAN_OPTIONS" in os.environ
PATIENCE = 600 if IS_SANITIZED else 60  # Seconds, for what has to end.
SIX_GIB = 6 << 30


def marked(mark):
    """The processes that have MARK=mark in their environment."""
    wanted = f"MARK={mark}".encode()
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            if wanted in path.read_bytes().split(b"\0"):
                found.append(int(path.parent.name))
        except OSError:
            pass
    return found


def marked_programs(mark):
    """The names of those processes, as the kernel shortens them."""
    found = []
    for pid in marked(mark):
        try:
            found.append(pathlib.Path(f"/proc/{pid}/comm").read_text().strip())
        except OSError:
            pass
    return found


def wait_until(condition):
    """Polls, for processes come and go on their own; a minute is a failure."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("waited in vain")
        time.sleep(0.01)


def accept_signals():
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def without_notices(text):
    """What is printed if nobody else measures meanwhile."""
    return "".join(line for line in text.splitlines(keepends=True)
                   if not line.startswith("spl-run: waiting for "))


def limited_memory(environment):
    """Options of a process with 6 GiB. Sanitizers map terabytes that they do not
    use, and have a limit of their own."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (SIX_GIB, SIX_GIB))
    if not IS_SANITIZED:
        return {"env": environment, "preexec_fn": limit}
    options = environment.get("ASAN_OPTIONS", "")
    return {"env": {**environment, "ASAN_OPTIONS":
                    f"{options}:hard_rss_limit_mb={SIX_GIB >> 20}"}}
