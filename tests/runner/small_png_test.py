# ctest: runner:small-png
"""Images with a palette show what the given ones do."""

import random
import struct
import unittest
import zlib

import small_png


def true_color(pixels, filters, channels=3):
    """A PNG whose rows are filtered in these ways."""
    data, above = b"", bytes(len(pixels[0]) * channels)
    for filter_type, row in zip(filters, pixels):
        values = bytes(value for color in row for value in
                       (*color, *(255,) * (channels - 3)))
        data += bytes([filter_type]) + bytes(
            (value - small_png.predicted(
                filter_type, values[i - channels] if i >= channels else 0,
                above[i], above[i - channels] if i >= channels else 0)
             if filter_type else value) & 0xff
            for i, value in enumerate(values))
        above = values
    header = struct.pack(">IIBBBBB", len(pixels[0]), len(pixels), 8,
                         2 if channels == 3 else 6, 0, 0, 0)
    half = zlib.compress(data)
    return small_png.SIGNATURE + b"".join((
        small_png.chunk(b"IHDR", header), small_png.chunk(b"IDAT", half[:9]),
        small_png.chunk(b"IDAT", half[9:]), small_png.chunk(b"IEND", b"")))


def shown(png):
    parts = dict(small_png.chunks(png))
    width = struct.unpack_from(">I", parts[b"IHDR"])[0]
    palette = [tuple(parts[b"PLTE"][i:i + 3])
               for i in range(0, len(parts[b"PLTE"]), 3)]
    return [[palette[i] for i in row] for row in
            small_png.rows(zlib.decompress(parts[b"IDAT"]), width, 1)]


class SmallPng(unittest.TestCase):
    def test_keeps_few_colors(self):
        drawn = random.Random(1)
        colors = [tuple(drawn.choices(range(256), k=3)) for _ in range(9)]
        pixels = [drawn.choices(colors, k=7) for _ in range(5)]
        for channels in 3, 4:
            png = small_png.small(true_color(pixels, range(5), channels))
            self.assertEqual(shown(png), pixels)

    def test_rounds_many_colors(self):
        pixels = [[(x, y, 255) for x in range(64)] for y in range(64)]
        found = shown(small_png.small(true_color(pixels, [0] * 64)))
        self.assertLessEqual(len({color for row in found for color in row}), 256)
        self.assertLessEqual(max(
            abs(one - other) for row, pair in zip(found, pixels)
            for color, given in zip(row, pair)
            for one, other in zip(color, given)), 4)

    def test_refuses_other_images(self):
        with self.assertRaises(ValueError):
            small_png.small(small_png.small(true_color([[(1, 2, 3)]], [0])))


if __name__ == "__main__":
    unittest.main()
