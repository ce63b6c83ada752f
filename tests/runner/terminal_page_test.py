# ctest: runner:terminal-page
"""Pages of what a terminal shows."""

import sys
import unittest

import terminal_page

SIZE = "import os; print(os.get_terminal_size().columns); raise SystemExit(3)"


class TerminalPage(unittest.TestCase):
    def test_program_has_a_terminal(self):
        self.assertEqual(
            terminal_page.run([sys.executable, "-c", SIZE], columns=93),
            (3, "93\n"))

    def test_colors_are_elements(self):
        self.assertEqual(
            terminal_page.colored("a < b: \x1b[32mholds\x1b[0m\n"),
            'a &lt; b: <span class="green">holds</span>\n')

    def test_one_color_ends_the_one_before(self):
        self.assertEqual(
            terminal_page.colored("\x1b[31mred\x1b[33myellow"),
            '<span class="red">red</span><span class="yellow">yellow</span>')

    def test_bold_and_dim_texts_have_elements(self):
        self.assertEqual(
            terminal_page.colored("\x1b[1mbold\x1b[0m \x1b[2mdim\x1b[0m"),
            '<span class="bold">bold</span> <span class="dim">dim</span>')

    def test_other_signs_are_refused(self):
        for text in "\x1b[4munderlined", "over\rwritten", "\x1b[K":
            with self.assertRaisesRegex(ValueError, "a terminal's sign"):
                terminal_page.colored(text)

    def test_themes_differ_in_color_only(self):
        pages = [terminal_page.to_html("text", dark) for dark in (False, True)]
        self.assertIn("#ffffff", pages[0])
        self.assertIn("#0d1117", pages[1])
        for page in pages:
            self.assertIn("<pre>text</pre>", page)


if __name__ == "__main__":
    unittest.main()
