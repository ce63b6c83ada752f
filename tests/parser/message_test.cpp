#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "parser/parser.hpp"
#include "parser/source.hpp"
#include "tests/parser/dump.hpp"

// What people read when something does not fit: whole messages, with their
// places and excerpts.
namespace spl::parser {
namespace {

std::string problems_of(std::string_view text, TextKind kind) {
  const Source source("f", std::string(text));
  std::string problems;
  for (const logic::Problem& problem : parse(text, kind).problems) {
    problems += to_text(source.diagnose(problem));
  }
  return problems;
}

TEST(Messages, TellWhatWasExpectedAndWhatIsThere) {
  struct Row {
    std::string_view text;
    std::string_view place;
    std::string_view message;
    std::string_view excerpt;
  };
  const Row kRows[] = {
      {"a(i) + \"x\" =< b", "1:12",
       "expected a relation sign (< <= > >= = !=) after 'a(i) + \"x\"', found "
       "\"=<\"; did you mean \"<=\"?",
       "a(i) + \"x\" =< b\n           ^"},
      {"a <> b", "1:3",
       "expected a relation sign (< <= > >= = !=) after \"a\", found \"<>\"; "
       "did you mean \"!=\"?",
       "a <> b\n  ^"},
      {"a === b", "1:3",
       "expected a relation sign (< <= > >= = !=) after \"a\", found \"===\"; "
       "did you mean \"=\"?",
       "a === b\n  ^"},
      {"a !== b", "1:3",
       "expected a relation sign (< <= > >= = !=) after \"a\", found \"!==\"; "
       "did you mean \"!=\"?",
       "a !== b\n  ^"},
      {"a =! b", "1:3",
       "expected a relation sign (< <= > >= = !=) after \"a\", found \"=!\"; "
       "did you mean \"!=\"?",
       "a =! b\n  ^"},
      {"a <=> b", "1:3",
       "expected a relation sign (< <= > >= = !=) after \"a\", found \"<=>\"; "
       "did you mean \"=\"?",
       "a <=> b\n  ^"},
      {"a < b ==> c < d", "1:7",
       "expected an operator or the end of the statement after \"b\", found "
       "\"==>\"; did you mean \"=>\"?",
       "a < b ==> c < d\n      ^"},
      {"a < b & c < d", "1:7",
       "expected an operator or the end of the statement after \"b\", found "
       "\"&\"; did you mean \"and\"?",
       "a < b & c < d\n      ^"},
      {"a < b | c < d", "1:7",
       "expected an operator or the end of the statement after \"b\", found "
       "\"|\"; did you mean \"or\"?",
       "a < b | c < d\n      ^"},
      {"a <= b // comment", "1:8",
       "expected an operator or the end of the statement after \"b\", found "
       "\"//\"; did you mean \"#\"?",
       "a <= b // comment\n       ^"},
      {"// comment", "1:1",
       "expected a definition, a setting or a formula, found \"//\"; did you "
       "mean \"#\"?",
       "// comment\n^"},
      {"/* comment */ a < b", "1:1",
       "expected a definition, a setting or a formula, found \"/*\"; did you "
       "mean \"#\"?",
       "/* comment */ a < b\n^"},
      {"a ≤ b", "1:3",
       "expected a relation sign (< <= > >= = !=) after \"a\", found \"≤\"; "
       "did you mean \"<=\"?",
       "a ≤ b\n  ^"},
      {"a ≥ b", "1:3",
       "expected a relation sign (< <= > >= = !=) after \"a\", found \"≥\"; "
       "did you mean \">=\"?",
       "a ≥ b\n  ^"},
      {"a ≠ b", "1:3",
       "expected a relation sign (< <= > >= = !=) after \"a\", found \"≠\"; "
       "did you mean \"!=\"?",
       "a ≠ b\n  ^"},
      {"a <= 5 µs", "1:8",
       "expected an operator or the end of the statement after \"5\", found "
       "\"µs\"; did you mean \"us\"?",
       "a <= 5 µs\n       ^"},
      {"a <= 5 μs", "1:8",
       "expected an operator or the end of the statement after \"5\", found "
       "\"μs\"; did you mean \"us\"?",
       "a <= 5 μs\n       ^"},
      {"a − b < c", "1:3",
       "expected a relation sign (< <= > >= = !=) after \"a\", found \"−\"; "
       "did you mean \"-\"?",
       "a − b < c\n  ^"},
      {"a < “b”", "1:5",
       "expected a number, a method or \"(\" after \"<\", found \"“\"; did you "
       "mean '\"'?",
       "a < “b”\n    ^"},
      {"SELF(i) <= b(i)", "1:1",
       "\"SELF\" is not known; did you mean \"THIS\"?", "SELF(i) <= b(i)\n^"},
      {"for i, j in S: a(i) < b(j)", "1:6",
       "expected \"in\" after the variable \"i\", found \",\"; did you mean "
       "\"for i in S, j in T\", or \"for (i, j) in S\" for tuples?",
       "for i, j in S: a(i) < b(j)\n     ^"},
      {"for (i, j in S: a(i) < b(j)", "1:11",
       "expected \",\" or \")\" after the variable \"j\", found the reserved "
       "word \"in\"",
       "for (i, j in S: a(i) < b(j)\n          ^"},
      {"for i S: a(i) < b(i)", "1:7",
       "expected \"in\" after \"i\", found \"S\"",
       "for i S: a(i) < b(i)\n      ^"},
      {"for in S: a < b", "1:5",
       "expected a variable after \"for\", found the reserved word \"in\"",
       "for in S: a < b\n    ^"},
      {"for i in: a < b", "1:9", "expected a set after \"in\", found \":\"",
       "for i in: a < b\n        ^"},
      {"for i in {}: a(i) < b(i)", "1:11",
       "expected a value, a range or a tuple after \"{\", found \"}\"",
       "for i in {}: a(i) < b(i)\n          ^"},
      {"for i in {1, 2: a(i) < b(i)", "1:15",
       "expected an operator, \",\" or \"}\" in the set after \"2\", found "
       "\":\"",
       "for i in {1, 2: a(i) < b(i)\n              ^"},
      {"for i in {1,, 2}: a(i) < b(i)", "1:13",
       "expected a value, a range or a tuple after \",\", found \",\"",
       "for i in {1,, 2}: a(i) < b(i)\n            ^"},
      {"for i in 1..: a(i) < b(i)", "1:13",
       "expected the end of the range after \"..\", found \":\"",
       "for i in 1..: a(i) < b(i)\n            ^"},
      {"for i in 1..10 step: a(i) < b(i)", "1:20",
       "expected the width of the steps after \"step\", found \":\"",
       "for i in 1..10 step: a(i) < b(i)\n                   ^"},
      {"for i in 1..10 step *: a(i) < b(i)", "1:22",
       "expected the width of the steps after \"*\", found \":\"",
       "for i in 1..10 step *: a(i) < b(i)\n                     ^"},
      {"for (i, j) in (1, ): a(i) < b(j)", "1:19",
       "expected a value after \",\", found \")\"",
       "for (i, j) in (1, ): a(i) < b(j)\n                  ^"},
      {"for (i, j) in (1, 2 a(i) < b(j)", "1:21",
       "expected an operator, \",\" or \")\" in the tuple after \"2\", found "
       "\"a\"; to multiply, write \"*\" between them",
       "for (i, j) in (1, 2 a(i) < b(j)\n                    ^"},
      {"for i in S:", "1:12",
       "expected a formula after \":\", found the end of the text",
       "for i in S:\n           ^"},
      {"for i in S: a(i)", "1:17",
       "expected a relation sign (< <= > >= = !=) after \"a(i)\", found the "
       "end of the text; a formula compares, as in \"f(n) <= 2 * g(n)\"",
       "for i in S: a(i)\n                ^"},
      {"for i.x in S: a(i) < b(i)", "1:6",
       "expected \"in\" after \"i\", found \".\"",
       "for i.x in S: a(i) < b(i)\n     ^"},
      {"forall i in S: a(i) < b(i)", "1:8",
       "expected a relation sign (< <= > >= = !=) after \"forall\", found "
       "\"i\"; did you mean \"for\" instead of \"forall\"?",
       "forall i in S: a(i) < b(i)\n       ^"},
      {"For i in S: a(i) < b(i)", "1:5",
       "expected a relation sign (< <= > >= = !=) after \"For\", found \"i\"; "
       "did you mean \"for\" instead of \"For\"?",
       "For i in S: a(i) < b(i)\n    ^"},
      {"a(i) => b(i)", "1:6",
       "expected a relation sign (< <= > >= = !=) after \"a(i)\", found "
       "\"=>\", which joins formulas; did you mean \">=\"?",
       "a(i) => b(i)\n     ^"},
      {"(a => b) < c", "1:4",
       "expected a relation sign (< <= > >= = !=) after \"a\", found \"=>\", "
       "which joins formulas; did you mean \">=\"?",
       "(a => b) < c\n   ^"},
      {"a < b AND c < d", "1:7",
       "expected an operator or the end of the statement after \"b\", found "
       "\"AND\"; did you mean \"and\"?",
       "a < b AND c < d\n      ^"},
      {"a < b and", "1:10",
       "expected a formula after \"and\", found the end of the text",
       "a < b and\n         ^"},
      {"a < b and or c < d", "1:11",
       "expected a formula after \"and\", found the reserved word \"or\"",
       "a < b and or c < d\n          ^"},
      {"not", "1:4",
       "expected a formula after \"not\", found the end of the text",
       "not\n   ^"},
      {"a < b => ", "1:9",
       "expected a formula after \"=>\", found the end of the text",
       "a < b => \n        ^"},
      {"(a < b", "1:7",
       "expected an operator or \")\" after \"b\", found the end of the text",
       "(a < b\n      ^"},
      {"(a + b < c", "1:11",
       "expected an operator or \")\" after \"c\", found the end of the text",
       "(a + b < c\n          ^"},
      {"(a < b) + c < d", "1:9",
       "expected an operator or the end of the statement after \")\", found "
       "\"+\"",
       "(a < b) + c < d\n        ^"},
      {"a(i) +", "1:7",
       "expected a number, a method or \"(\" after \"+\", found the end of the "
       "text",
       "a(i) +\n      ^"},
      {"a(i) + * b", "1:8",
       "expected a number, a method or \"(\" after \"+\", found \"*\"",
       "a(i) + * b\n       ^"},
      {"a * (b + ) < c", "1:10",
       "expected a number, a method or \"(\" after \"+\", found \")\"",
       "a * (b + ) < c\n         ^"},
      {"(a + b", "1:7",
       "expected an operator or \")\" after \"a + b\", found the end of the "
       "text",
       "(a + b\n      ^"},
      {"a(1, 2", "1:7",
       "expected an operator, \",\" or \")\" in the arguments after \"2\", "
       "found the end of the text",
       "a(1, 2\n      ^"},
      {"a(1,) < b", "1:5", "expected an argument after \",\", found \")\"",
       "a(1,) < b\n    ^"},
      {"a(, 1) < b", "1:3", "expected an argument after \"(\", found \",\"",
       "a(, 1) < b\n  ^"},
      {"a(1 2) < b", "1:5",
       "expected an operator, \",\" or \")\" in the arguments after \"1\", "
       "found \"2\"",
       "a(1 2) < b\n    ^"},
      {"a(b < c) < d", "1:5",
       "expected an operator, \",\" or \")\" in the arguments after \"b\", "
       "found \"<\"",
       "a(b < c) < d\n    ^"},
      {"a(i)", "1:5",
       "expected a relation sign (< <= > >= = !=) after \"a(i)\", found the "
       "end of the text; a formula compares, as in \"f(n) <= 2 * g(n)\"",
       "a(i)\n    ^"},
      {"a", "1:2",
       "expected a relation sign (< <= > >= = !=) after \"a\", found the end "
       "of the text; a formula compares, as in \"f(n) <= 2 * g(n)\"",
       "a\n ^"},
      {"5", "1:2",
       "expected a relation sign (< <= > >= = !=) after \"5\", found the end "
       "of the text; a formula compares, as in \"f(n) <= 2 * g(n)\"",
       "5\n ^"},
      {"\"a\" < ", "1:6",
       "expected a number, a method or \"(\" after \"<\", found the end of the "
       "text",
       "\"a\" < \n     ^"},
      {"a <", "1:4",
       "expected a number, a method or \"(\" after \"<\", found the end of the "
       "text",
       "a <\n   ^"},
      {"a < < b", "1:5",
       "expected a number, a method or \"(\" after \"<\", found \"<\"",
       "a < < b\n    ^"},
      {"a < b c", "1:7",
       "expected an operator or the end of the statement after \"b\", found "
       "\"c\"",
       "a < b c\n      ^"},
      {"a < b )", "1:7",
       "expected an operator or the end of the statement after \"b\", found "
       "\")\"",
       "a < b )\n      ^"},
      {"a < b < c > d", "1:11",
       "the signs of a chain must be all of \"<\", \"<=\", \"=\" or all of "
       "\">\", \">=\", \"=\"; join other relations by \"and\"",
       "a < b < c > d\n          ^"},
      {"a > b = c < d", "1:11",
       "the signs of a chain must be all of \"<\", \"<=\", \"=\" or all of "
       "\">\", \">=\", \"=\"; join other relations by \"and\"",
       "a > b = c < d\n          ^"},
      {"a != b != c", "1:8",
       "the signs of a chain must be all of \"<\", \"<=\", \"=\" or all of "
       "\">\", \">=\", \"=\"; join other relations by \"and\"",
       "a != b != c\n       ^"},
      {"a < b within 5%", "1:7",
       "\"within\" belongs to a single equality, as in \"x = y within 5%\"",
       "a < b within 5%\n      ^"},
      {"a = b = c within 5%", "1:11",
       "\"within\" belongs to a single equality, as in \"x = y within 5%\"",
       "a = b = c within 5%\n          ^"},
      {"a = b within", "1:13",
       "expected a percentage after \"within\", found the end of the text",
       "a = b within\n            ^"},
      {"a (i) < b", "1:3",
       "expected a relation sign (< <= > >= = !=) after \"a\", found \"(\"; "
       "[...], @... and (...) follow a method without white space",
       "a (i) < b\n  ^"},
      {"a [g] < b", "1:3",
       "expected a relation sign (< <= > >= = !=) after \"a\", found \"[\"; "
       "[...], @... and (...) follow a method without white space",
       "a [g] < b\n  ^"},
      {"a @v1 < b", "1:3",
       "expected a relation sign (< <= > >= = !=) after \"a\", found \"@v1\"; "
       "[...], @... and (...) follow a method without white space",
       "a @v1 < b\n  ^"},
      {"a@ v1 < b", "1:3",
       "expected a revision directly after \"@\", found white space; write "
       "unusual ones in quotes, @\"main@{1}\"",
       "a@ v1 < b\n  ^"},
      {"a@ < b", "1:3",
       "expected a revision directly after \"@\", found white space; write "
       "unusual ones in quotes, @\"main@{1}\"",
       "a@ < b\n  ^"},
      {"a@{1} < b", "1:3",
       "expected a revision directly after \"@\", found \"{\"; write unusual "
       "ones in quotes, @\"main@{1}\"",
       "a@{1} < b\n  ^"},
      {"a@main@{1} < b", "1:7",
       "an unquoted revision has letters, digits and _ . / ~ ^ - only; write "
       "others in quotes, @\"main@{1}\"; found \"@\"",
       "a@main@{1} < b\n      ^"},
      {"a@v1(1)@v2 < b", "1:8",
       "[...] and @... stand behind a method once each, then (...) once; found "
       "\"@v2\"",
       "a@v1(1)@v2 < b\n       ^"},
      {"a[x]@v(1)[y] < b", "1:10",
       "[...] and @... stand behind a method once each, then (...) once; found "
       "\"[\"",
       "a[x]@v(1)[y] < b\n         ^"},
      {"a[x][y] < b", "1:5",
       "[...] and @... stand behind a method once each, then (...) once; found "
       "\"[\"",
       "a[x][y] < b\n    ^"},
      {"a(1)(2) < b", "1:5",
       "[...] and @... stand behind a method once each, then (...) once; found "
       "\"(\"",
       "a(1)(2) < b\n    ^"},
      {"a[] < b", "1:3",
       "expected the name of a generator or factory after \"[\", found \"]\"",
       "a[] < b\n  ^"},
      {"a[x,] < b", "1:5",
       "expected the name of a generator or factory after \",\", found \"]\"",
       "a[x,] < b\n    ^"},
      {"a[x,y,z] < b", "1:6",
       "expected \"]\" after \"y\", found \",\"; [...] holds one generator and "
       "one factory at most",
       "a[x,y,z] < b\n     ^"},
      {"a[x < b", "1:5",
       "expected \"]\" after \"x\", found \"<\"; [...] holds one generator and "
       "one factory at most",
       "a[x < b\n    ^"},
      {"a[for] < b", "1:3",
       "expected the name of a generator or factory after \"[\", found the "
       "reserved word \"for\"",
       "a[for] < b\n  ^"},
      {"\"\"(1) < b", "1:1", "expected a name between the quotes",
       "\"\"(1) < b\n^"},
      {"a@\"\" < b", "1:3", "expected a name between the quotes",
       "a@\"\" < b\n  ^"},
      {"a#b", "1:2", "a comment needs white space between a name and its \"#\"",
       "a#b\n ^"},
      {"a@v1#comment", "1:5",
       "a comment needs white space between a name and its \"#\"",
       "a@v1#comment\n    ^"},
      {"a = b#comment", "1:6",
       "a comment needs white space between a name and its \"#\"",
       "a = b#comment\n     ^"},
      {"a. < b", "1:3",
       "expected a name directly after \".\", found white space",
       "a. < b\n  ^"},
      {"a.5 < b", "1:3", "expected a name directly after \".\", found \"5\"",
       "a.5 < b\n  ^"},
      {"std:: < b", "1:6",
       "expected a name directly after \"::\", found white space",
       "std:: < b\n     ^"},
      {"::std::sort < b", "1:1",
       "expected a definition, a setting or a formula, found \"::\"; a name "
       "does not begin with \"::\"",
       "::std::sort < b\n^"},
      {"größe(n) < b", "1:3",
       "expected a relation sign (< <= > >= = !=) after \"gr\", found \"ö\"; "
       "outside strings and comments the text is ASCII",
       "größe(n) < b\n  ^"},
      {"a <= \"abc", "1:6", "this string is not closed on its line",
       "a <= \"abc\n     ^"},
      {"a <= 'abc\"", "1:6", "this string is not closed on its line",
       "a <= 'abc\"\n     ^"},
      {"5x < b", "1:2",
       "a number cannot go on with \"x\"; units are ns, us, ms, s and %, and a "
       "product needs \"*\"",
       "5x < b\n ^"},
      {"0x10 < b", "1:2",
       "a number cannot go on with \"x10\"; units are ns, us, ms, s and %, and "
       "a product needs \"*\"",
       "0x10 < b\n ^"},
      {"1.x < b", "1:3",
       "expected a digit after the decimal point, found \"x\"", "1.x < b\n  ^"},
      {"1e999 < b", "1:1",
       "this number is too large or too small to be represented",
       "1e999 < b\n^"},
      {"a <= 5 min", "1:8",
       "expected an operator or the end of the statement after \"5\", found "
       "\"min\"; the units are ns, us, ms, s and %",
       "a <= 5 min\n       ^"},
      {"a <= 5 sec", "1:8",
       "expected an operator or the end of the statement after \"5\", found "
       "\"sec\"; did you mean \"s\"?",
       "a <= 5 sec\n       ^"},
      {"a < 5 % b", "1:9",
       "expected an operator or the end of the statement after \"5 %\", found "
       "\"b\"; to multiply, write \"*\" between them",
       "a < 5 % b\n        ^"},
      {"step = 5", "1:1",
       "expected a definition, a setting or a formula, found the reserved word "
       "\"step\"",
       "step = 5\n^"},
      {"in < b", "1:1",
       "expected a definition, a setting or a formula, found the reserved word "
       "\"in\"",
       "in < b\n^"},
      {"THIS = for", "1:8",
       "expected a number, a method or \"(\" after \"=\", found the reserved "
       "word \"for\"",
       "THIS = for\n       ^"},
      {"a: b: c < d", "1:5",
       "expected a relation sign (< <= > >= = !=) after \"b\", found \":\"; a "
       "label is a single name at the start of a statement",
       "a: b: c < d\n    ^"},
      {"a-b: c < d", "1:4",
       "expected a relation sign (< <= > >= = !=) after \"a-b\", found \":\"; "
       "a label is a single name at the start of a statement",
       "a-b: c < d\n   ^"},
      {"x: ", "1:3",
       "expected a formula after \":\", found the end of the text", "x: \n  ^"},
      {"1: a < b", "1:2",
       "expected a relation sign (< <= > >= = !=) after \"1\", found \":\"; a "
       "label is a single name at the start of a statement",
       "1: a < b\n ^"},
      {"set alpha", "1:10",
       "expected \"=\" after the setting's name \"alpha\", found the end of "
       "the text",
       "set alpha\n         ^"},
      {"set alpha 0.1", "1:11",
       "expected \"=\" after the setting's name \"alpha\", found \"0.1\"",
       "set alpha 0.1\n          ^"},
      {"set alpha == 0.1", "1:11",
       "expected \"=\" after the setting's name \"alpha\", found \"==\"",
       "set alpha == 0.1\n          ^"},
      {"set alpha = ", "1:12",
       "expected a value after \"=\", found the end of the text",
       "set alpha = \n           ^"},
      {"set alpha = # none", "1:13",
       "expected a value after \"=\", found a comment",
       "set alpha = # none\n            ^"},
      {"set alpha = \"0.1\" x", "1:19",
       "expected the end of the setting after '\"0.1\"', found \"x\"",
       "set alpha = \"0.1\" x\n                  ^"},
      {"set alpha = 1\r2", "1:14",
       "only printable ASCII may stand here unquoted, found white space",
       "set alpha = 1?2\n             ^"},
      {"set alpha = µ", "1:13",
       "only printable ASCII may stand here unquoted, found \"µ\"; outside "
       "strings and "
       "comments the text is ASCII",
       "set alpha = µ\n            ^"},
      {"a = {1, 2} x", "1:12",
       "expected the end of the definition after \"}\", found \"x\"",
       "a = {1, 2} x\n           ^"},
      {"a = {1, 2", "1:10",
       "expected an operator, \",\" or \"}\" in the set after \"2\", found the "
       "end of the text",
       "a = {1, 2\n         ^"},
      {"a = 1..10", "1:6",
       "expected an operator or the end of the statement after \"1\", found "
       "\"..\"; a range stands behind \"in\" or in braces",
       "a = 1..10\n     ^"},
      {"a = \"\"", "1:5", "expected a name between the quotes",
       "a = \"\"\n    ^"},
      {"} a < b", "1:1",
       "expected a definition, a setting or a formula, found \"}\"",
       "} a < b\n^"},
      {"a ? b", "1:3",
       "expected a relation sign (< <= > >= = !=) after \"a\", found \"?\"",
       "a ? b\n  ^"},
      {"a $ b", "1:3",
       "expected a relation sign (< <= > >= = !=) after \"a\", found \"$\"",
       "a $ b\n  ^"},
      {"a < b, c < d", "1:6",
       "expected an operator or the end of the statement after \"b\", found "
       "\",\"; join formulas by \"and\" or separate them by \";\"",
       "a < b, c < d\n     ^"},
      {"\ta(i) <\t+ b", "1:9",
       "expected a number, a method or \"(\" after \"<\", found \"+\"",
       "\ta(i) <\t+ b\n\t      \t^"},
      {"a@v1-b < c -> ", "1:14",
       "expected a formula after \"->\", found the end of the text",
       "a@v1-b < c -> \n             ^"},
      {"a < b\001", "1:6",
       "expected an operator or the end of the statement after \"b\", found "
       "the byte 0x01",
       "a < b?\n     ^"},
  };
  for (const Row& row : kRows) {
    const std::string expected = "f:" + std::string(row.place) +
                                 ": error: " + std::string(row.message) + '\n' +
                                 std::string(row.excerpt) + '\n';
    EXPECT_EQ(problems_of(row.text, TextKind::kFile), expected) << row.text;
  }
}

TEST(Messages, NameTheMissingFormulaOfASingleText) {
  struct Row {
    std::string_view text;
    std::string_view problems;
  };
  const Row kRows[] = {
      {"",
       "f:1:1: error: this text is empty; a formula looks like \"f(n) <= 2 * "
       "g(n)\"\n\n^\n"},
      {"set alpha = 0.1 ",
       "f:1:16: error: this text ends without a formula; definitions and "
       "settings stand in front of one\nset alpha = 0.1 \n               ^\n"},
      {"a < b; S = {1, 2};",
       "f:1:19: error: this text ends without a formula; definitions and "
       "settings stand in front of one\na < b; S = {1, 2};\n                  "
       "^\n"},
  };
  for (const Row& row : kRows) {
    EXPECT_EQ(problems_of(row.text, TextKind::kSingle), row.problems)
        << row.text;
  }
}

struct RecoveryRow {
  std::string_view text;
  std::string_view good;
  std::string_view places;
};

TEST(Messages, AreGivenForEveryStatement) {
  const RecoveryRow kRows[] = {
      // Reading resumes behind `;` ...
      {"a <; b < c; d <", "(b < c)", "1:4 1:16"},
      {"a(\";\" b; c < d", "(c < d)", "1:7"},
      {"a b # ; x y\nc < d", "(c < d)", "1:3"},
      {"a b // ; x y\nc < d", "(c < d)", "1:3"},
      // ... or at the next line that is not indented ...
      {"a b\n  c d\n\te f\ng < h\n", "(g < h)", "1:3"},
      {"a b\n\n  # x\nc < d\ne f\ng < h", "(c < d) (g < h)", "1:3 5:3"},
      {"for i in S\n  a(i) b\n  and c < d\ne < f", "(e < f)", "2:8"},
      // ... be it the one in which the mistake shows ...
      {"a(i)\nb(i) < c(i)", "(b( i ) < c( i ))", "2:1"},
      {"a(i)\nb(i) <", "", "2:1 2:7"},
      // ... unless that line continues the statement.
      {"a b\nand c < d\n=> e < f\ng < h", "(g < h)", "1:3"},
      {"for i in {\n1 2\n}: a < b\ng < h", "(g < h)", "2:3"},
      {"a < b\n% c\nd < e", "(a < b) (d < e)", "2:1"},
      {"\xEF\xBB\xBF"
       "a b\r\nc < d\r\n",
       "(c < d)", "1:3"},
      // Where a text ends too early, the place is behind its last word.
      {"a <\n\n# more\n", "", "1:4"},
  };
  for (const RecoveryRow& row : kRows) {
    const Source source("f", std::string(row.text));
    const ParsedText parsed = parse(row.text, TextKind::kFile);
    std::string places;
    for (const logic::Problem& problem : parsed.problems) {
      const Position place = source.position(problem.span.begin);
      if (!places.empty()) places += ' ';
      places += std::to_string(place.line) + ':' + std::to_string(place.column);
    }
    EXPECT_EQ(places, row.places) << row.text;
    EXPECT_EQ(dump(parsed.document), row.good) << row.text;
  }
}

TEST(Messages, RejectWhatIsNotUtf8) {
  EXPECT_EQ(problems_of("a < b # \xB5", TextKind::kFile),
            "f:1:9: error: this comment is not UTF-8: found the byte 0xB5\n"
            "a < b # ?\n        ^\n");
  EXPECT_EQ(problems_of("a(\"\xC3\") < b", TextKind::kFile),
            "f:1:4: error: this string is not UTF-8: found the byte 0xC3\n"
            "a(\"?\") < b\n   ^\n");
}

// Found by fuzzing: the text may look like what messages are made with.
TEST(Messages, QuoteWhatLooksLikeAPlaceholder) {
  EXPECT_EQ(problems_of("a@\"{found}\" b", TextKind::kFile),
            "f:1:13: error: expected a relation sign (< <= > >= = !=) after "
            "'a@\"{found}\"', found \"b\"\n"
            "a@\"{found}\" b\n            ^\n");
}

TEST(Messages, StayShort) {
  const std::string name(1000, 'a');
  const std::string problems = problems_of(name + " " + name, TextKind::kFile);
  EXPECT_EQ(problems.substr(0, problems.find('\n')),
            "f:1:1002: error: expected a relation sign (< <= > >= = !=) after "
            "\"" +
                std::string(57, 'a') + "...\", found \"" +
                std::string(57, 'a') + "...\"");
}

}  // namespace
}  // namespace spl::parser
