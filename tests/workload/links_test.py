# ctest: workload:links ${CMAKE_READELF} workload_sample_main
"""A measured program links the C and C++ libraries, and nothing else.

usage: links_test.py READELF PROGRAM
"""

import re
import subprocess
import sys
import unittest

READELF, PROGRAM = sys.argv[1:3]

# Those of sanitizers, too, where this project is built with them.
ALLOWED = re.compile(r"(libstdc\+\+|libc\+\+|libc\+\+abi|libgcc_s|libc|libm"
                     r"|libpthread|libdl|libasan|libubsan|libtsan"
                     r"|ld-linux[-_a-z0-9]*)\.so(\.\d+)*")


class LinksTest(unittest.TestCase):
    def test_links_the_libraries_of_the_languages_only(self):
        text = subprocess.run([READELF, "-d", PROGRAM], stdout=subprocess.PIPE,
                              text=True, check=True).stdout
        needed = re.findall(r"\(NEEDED\).*\[(.+)\]", text)
        self.assertIn("libc.so.6", needed)
        self.assertEqual([one for one in needed if not ALLOWED.fullmatch(one)],
                         [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
