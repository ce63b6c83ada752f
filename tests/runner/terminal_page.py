"""What a program prints on a terminal, and that as a page of HTML.

    status, text = run(["spl-run", "--help"], columns=80)
    page = to_html(text, dark=True)

Pages know the signs that spl-run writes: lines, and the styles of verdicts.
"""

import fcntl
import html
import os
import re
import struct
import subprocess
import termios

LINES = 50
STYLES = {"1": "bold", "2": "dim", "31": "red", "32": "green", "33": "yellow",
          "35": "magenta"}
PLAIN = "0"

STYLE = """
body {{ margin: 0; background: {paper}; }}
pre {{ display: inline-block; margin: 0; padding: 12px 16px; color: {ink};
  font: 14px/1.3 "DejaVu Sans Mono", monospace; }}
.red {{ color: {red}; }} .green {{ color: {green}; }}
.yellow {{ color: {yellow}; }} .magenta {{ color: {magenta}; }}
.bold {{ font-weight: bold; }} .dim {{ color: {dim}; }}
"""
LIGHT = {"paper": "#ffffff", "ink": "#24292f", "red": "#b3261e",
         "green": "#116329", "yellow": "#7d5100", "magenta": "#8250df",
         "dim": "#6e7781"}
DARK = {"paper": "#0d1117", "ink": "#d8dee4", "red": "#ff7b72",
        "green": "#56d364", "yellow": "#e3b341", "magenta": "#d2a8ff",
        "dim": "#8b949e"}


def run(words, columns, **options):
    """Its status, and all that it writes on a terminal of that width."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ,
                struct.pack("HHHH", LINES, columns, 0, 0))
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=theirs,
                               stderr=theirs, **options)
    os.close(theirs)
    parts = []
    while True:
        try:
            part = os.read(ours, 1 << 16)
        except OSError:  # Linux reports the end of a terminal so.
            part = b""
        if not part:
            break
        parts.append(part)
    os.close(ours)
    text = b"".join(parts).decode().replace("\r\n", "\n")
    return process.wait(), text


def colored(text):
    """The text with an element around all that has a style."""
    result, is_open = [], False
    for part in re.split(r"(\x1b\[[0-9;]*m)", text):
        if not part.startswith("\x1b"):
            if unknown := re.search(r"[\x00-\x09\x0b-\x1f]", part):
                raise ValueError(f"a terminal's sign {unknown[0]!r}")
            result.append(html.escape(part, quote=False))
            continue
        code = part[2:-1]
        if code != PLAIN and code not in STYLES:
            raise ValueError(f"a terminal's sign {part!r}")
        if is_open:
            result.append("</span>")
        is_open = code != PLAIN
        if is_open:
            result.append(f'<span class="{STYLES[code]}">')
    return "".join(result) + "</span>" * is_open


def to_html(text, dark):
    style = STYLE.format(**(DARK if dark else LIGHT))
    return ('<!doctype html><meta charset="utf-8"><title>terminal</title>'
            f"<style>{style}</style><pre>{colored(text)}</pre>")
