# ctest: runner:heap-shift spl-run ${compiler}
"""What spl-run does to the heap of programs that have no worker.

usage: heap_shift_test.py SPL_RUN COMPILER
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SPL_RUN, COMPILER = sys.argv[1:3]
PAGE = 4096

# Notes where its memory begins, and what it and its child know of it.
PROGRAM = r"""
#include <cstdio>
#include <cstdlib>
int main() {
  const void* block = std::malloc(1000);
  std::FILE* notes = std::fopen("notes", "a");
  const char* preloaded = std::getenv("LD_PRELOAD");
  std::fprintf(notes, "%zu %s %s\n",
               reinterpret_cast<std::size_t>(block) % 4096,
               preloaded == nullptr ? "none" : preloaded,
               std::getenv("SPL_HEAP_OFFSET") == nullptr ? "none" : "told");
  std::fclose(notes);
  return std::system("echo \"child ${LD_PRELOAD-none} "
                     "${SPL_HEAP_OFFSET-none}\" >>children");
}
"""


# Prints how far apart two blocks are in a page, for some sizes.
DISTANCES = r"""
#include <cstdio>
#include <cstdlib>
int main() {
  const std::size_t sizes[] = {48, 1000, 5000, 60000};
  for (std::size_t size : sizes) {
    const char* one = static_cast<char*>(std::malloc(size));
    const char* two = static_cast<char*>(std::malloc(size));
    std::printf("%zu ", static_cast<std::size_t>(two - one) % 4096);
  }
  std::puts(std::getenv("SPL_HEAP_OFFSET") == nullptr ? "none" : "told");
}
"""


class HeapShift(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.environment = {
            name: value for name, value in os.environ.items()
            if not name.startswith("SPL_") and name != "LD_PRELOAD"}
        self.environment |= {"SPL_PROGRESS": "never", "SPL_HISTORY": "off"}
        (self.folder / "program.cpp").write_text(PROGRAM)

    def compile(self, name, *flags):
        subprocess.run([COMPILER, "program.cpp", "-o", name, *flags],
                       cwd=self.folder, check=True)

    def compared(self, left, right, *options):
        done = subprocess.run(
            [SPL_RUN, "--runs", "6", "--json", "-", "-s", "observations-in-json",
             *options, "compare", left, right],
            cwd=self.folder, env=self.environment, text=True,
            stdin=subprocess.DEVNULL, capture_output=True, check=False)
        self.assertIn(done.returncode, (0, 1, 4), done.stdout + done.stderr)
        return json.loads(done.stdout), done.stderr

    def notes(self):
        return [line.split(maxsplit=1)
                for line in (self.folder / "notes").read_text().splitlines()]

    def test_each_process_draws_an_offset(self):
        self.compile("program")
        report, _ = self.compared("./program", "./program again")
        places = [int(place) for place, _ in self.notes()]
        self.assertGreater(len(set(places)), 5, places)
        self.assertEqual({place % 16 for place in places}, {0})
        details = report["performances"][0]["run_details"]
        self.assertGreater(len({one["heap_offset"] for one in details}), 2)
        relation = report["comparison"]["formula"]["relations"][0]
        self.assertNotIn("heap_in_one_layout", relation)

    def test_nothing_is_left_in_the_environment(self):
        self.compile("program")
        self.compared("./program", "./program again")
        self.assertEqual({known for _, known in self.notes()}, {"none none"})
        children = (self.folder / "children").read_text().splitlines()
        self.assertEqual(set(children), {"child none none"})

    def test_what_users_preload_stays_first(self):
        self.compile("program")
        self.environment["LD_PRELOAD"] = "libm.so.6"
        self.compared("./program", "./program again")
        self.assertEqual({known for _, known in self.notes()},
                         {"libm.so.6 none"})
        self.assertGreater(len({place for place, _ in self.notes()}), 4)

    # One of other frameworks times itself: it may find its heap scattered.
    def test_the_distance_of_two_blocks_is_drawn(self):
        (self.folder / "program.cpp").write_text(DISTANCES)
        self.compile("program")
        library = pathlib.Path(SPL_RUN).parent / "libspl_heap_shift.so"

        def distances(form):
            return [subprocess.run(
                ["./program"], cwd=self.folder, text=True, check=True,
                env={"LD_PRELOAD": str(library),
                     "SPL_HEAP_OFFSET": f"{form}{16 * i}"},
                stdout=subprocess.PIPE).stdout.split() for i in range(20)]

        shifted, scattered = distances(""), distances("s")
        for size in range(4):
            with self.subTest(size=size):
                self.assertEqual(len({one[size] for one in shifted}), 1)
                self.assertGreater(len({one[size] for one in scattered}), 9)
        self.assertEqual({one[4] for one in shifted + scattered}, {"none"})

    def test_is_kept_on_request(self):
        self.compile("program")
        report, _ = self.compared("./program", "./program again",
                                  "-s", "heap=kept")
        self.assertEqual(len({place for place, _ in self.notes()}), 1)
        details = report["performances"][0]["run_details"]
        self.assertEqual({one["heap_offset"] for one in details}, {None})

    def test_what_cannot_be_shifted_is_said(self):
        self.compile("still", "-static")
        report, _ = self.compared("./still", "sh -c ./still")
        relation = report["comparison"]["formula"]["relations"][0]
        self.assertTrue(relation["heap_in_one_layout"])
        warnings = [one for one in report["warnings"] if "heap" in one]
        self.assertEqual(len(warnings), 2, report["warnings"])
        self.assertTrue(warnings[0].endswith(
            "is linked statically, or for other processors, so that its heap is "
            "in one layout: a difference may come from where its data lie, not "
            "from code; give -s heap=kept if the question is about this place"),
            warnings)
        self.assertIn(" only starts another program, so that its heap is in one",
                      warnings[1])
        self.assertEqual({known for _, known in self.notes()}, {"none none"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
