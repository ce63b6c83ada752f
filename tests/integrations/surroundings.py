"""What the projects that tests make are built and committed in."""

import os


def own_environment(around):
    """The variables of this process without those that change what Git, builds
    and this project do, with an author, a cache below `around`, no store, and
    no signs of life, which report how long things take."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("GIT_", "SPL_", "CMAKE_", "CCACHE_"))
            or name == "SPL_MACHINE_LOCK"}
    return {**kept,
            "XDG_CACHE_HOME": str(around / "cache"),
            "SPL_HISTORY": "off",
            "SPL_PROGRESS": "never",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "Ann",
            "GIT_COMMITTER_EMAIL": "a@example.org"}
