"""PNG images with a palette, a third of the size that a browser gives them.

    path.write_bytes(small(png))

Texts of a page have few colors. Where there are more than a palette holds, all are
rounded until they fit, which nobody sees.
"""

import collections
import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}  # Of true color, without and with transparency.
MOST_COLORS = 256


def chunks(png):
    """Pairs of type and data."""
    place = len(SIGNATURE)
    while place < len(png):
        size, kind = struct.unpack_from(">I4s", png, place)
        yield kind, png[place + 8:place + 8 + size]
        place += 12 + size


def chunk(kind, data):
    return (struct.pack(">I", len(data)) + kind + data
            + struct.pack(">I", zlib.crc32(kind + data)))


def predicted(filter_type, left, above, corner):
    """The filters of the PNG specification, section 9.2."""
    if filter_type == 1:
        return left
    if filter_type == 2:
        return above
    if filter_type == 3:
        return (left + above) // 2
    estimate = left + above - corner
    distances = (abs(estimate - left), abs(estimate - above),
                 abs(estimate - corner))
    return (left, above, corner)[distances.index(min(distances))]


def rows(data, width, channels):
    """Rows of bytes without their filters."""
    length = width * channels
    above = bytes(length)
    for begin in range(0, len(data), length + 1):
        filter_type, row = data[begin], bytearray(
            data[begin + 1:begin + 1 + length])
        if filter_type > 0:
            for i, value in enumerate(row):
                inside = i >= channels
                row[i] = value + predicted(
                    filter_type, row[i - channels] if inside else 0, above[i],
                    above[i - channels] if inside else 0) & 0xff
        above = bytes(row)
        yield above


def rounded(color, step):
    """White and black stay what they are."""
    return tuple(min(round(value / step) * step, 255) for value in color)


def small(png):
    """The same image, or the nearest with 256 colors."""
    parts = collections.defaultdict(bytes)
    for kind, data in chunks(png):
        parts[kind] += data
    width, height, depth, kind, *rest = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    if depth != 8 or kind not in CHANNELS or rest != [0, 0, 0]:
        raise ValueError("this is no PNG in true color that a browser makes")
    channels = CHANNELS[kind]
    pixels = []
    for row in rows(zlib.decompress(parts[b"IDAT"]), width, channels):
        pixels.append(list(zip(*(row[i::channels] for i in range(3)))))
    used = {color for row in pixels for color in row}
    step = 1
    while len({rounded(color, step) for color in used}) > MOST_COLORS:
        step += 1
    nearest = {color: rounded(color, step) for color in used}
    palette = sorted(set(nearest.values()))
    number = {color: i for i, color in enumerate(palette)}
    indexed = b"".join(
        b"\0" + bytes(number[nearest[color]] for color in row) for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return SIGNATURE + b"".join((
        chunk(b"IHDR", header),
        chunk(b"PLTE", bytes(value for color in palette for value in color)),
        chunk(b"IDAT", zlib.compress(indexed, 9)), chunk(b"IEND", b"")))
