"""What pictures in docs/pictures were made of, which they name.

A picture is of one machine and one moment. What it shows of a report is in the
file that the tests of reports compare with: a picture has the hash of that file
as it was, in a text chunk.
"""

import hashlib
import pathlib
import struct
import zlib

KEY = b"Report"
SIGNATURE = b"\x89PNG\r\n\x1a\n"
# The reports of the pictures whose names begin so.
REPORTS = {"page": "report.html", "terminal-80": "screen_80.txt",
           "terminal-140": "screen_140.txt"}


def report_of(picture, sources):
    name = pathlib.Path(picture).stem.rpartition("-")[0]
    return pathlib.Path(sources) / "tests" / "runner" / "data" / REPORTS[name]


def identity(report):
    return hashlib.sha256(pathlib.Path(report).read_bytes()).hexdigest().encode()


def chunks(data):
    """The kinds and contents of the chunks of a PNG."""
    at = len(SIGNATURE)
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        yield kind, data[at + 8:at + 8 + size]
        at += 12 + size


def named_identity(picture):
    """The one that a picture names, or None."""
    for kind, content in chunks(pathlib.Path(picture).read_bytes()):
        key, _, value = content.partition(b"\0")
        if kind == b"tEXt" and key == KEY:
            return value
    return None


def name_identity(picture, sources):
    """Writes into a new picture what it is made of."""
    data = pathlib.Path(picture).read_bytes()
    content = b"tEXt" + KEY + b"\0" + identity(report_of(picture, sources))
    chunk = struct.pack(">I", len(content) - 4) + content
    end = data.rindex(b"IEND") - 4
    pathlib.Path(picture).write_bytes(
        data[:end] + chunk + struct.pack(">I", zlib.crc32(content)) + data[end:])
