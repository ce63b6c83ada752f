#include "parser/parser.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "parser/source.hpp"
#include "tests/parser/dump.hpp"

namespace spl::parser {
namespace {

struct Row {
  std::string_view text;
  std::string_view tree;
};

std::string problems_of(std::string_view text, const ParsedText& parsed) {
  const Source source("test", std::string(text));
  std::string problems;
  for (const logic::Problem& problem : parsed.problems) {
    problems += to_text(source.diagnose(problem));
  }
  return problems;
}

void expect_trees(TextKind kind, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const ParsedText parsed = parse(row.text, kind);
    EXPECT_EQ(dump(parsed.document), row.tree) << row.text;
    EXPECT_EQ(problems_of(row.text, parsed), "") << row.text;
  }
}

void expect_file(const std::vector<Row>& rows) {
  expect_trees(TextKind::kFile, rows);
}

TEST(Parser, ReadsRelations) {
  expect_file({
      {"a(i) < b(i)", "(a( i ) < b( i ))"},
      {"a <= b", "(a <= b)"},
      {"a > b", "(a > b)"},
      {"a>=b", "(a >= b)"},
      {"a != b", "(a != b)"},
      {"a == b", "(a = b)"},
      {"a() = b()", "(a( ) = b( ))"},
      {"0.95 * b(i) < a(i) < 1.05 * b(i)",
       "((* 0.95 b( i )) < a( i ) < (* 1.05 b( i )))"},
      {"a < b <= c = d", "(a < b <= c = d)"},
      {"a = b >= c > d", "(a = b >= c > d)"},
      {"x = y within 5%", "(x = y within 5%)"},
      {"x == 2 * y + z within p", "(x = (+ (* 2 y) z) within p)"},
      {"i < j", "(i < j)"},
      {"f != \"a\"", "(f != \"a\")"},
      {"a<-b", "(a < (+ -b))"},
  });
}

TEST(Parser, ReadsGeometricMeans) {
  expect_file({
      {"geomean(f(n) / g(n) for n in 8, 64) <= 1.01",
       "(geomean (n { 8 64 }) ((* f( n ) /g( n )) <= 1.01))"},
      {"x: geomean( a / b for (i, j) in {(1, 2)}, k in S\n) > 2 and c < d",
       "(label x (and (geomean ((i j) { (tuple 1 2) }) (k { S }) ((* a /b) > "
       "2)) (c < d)))"},
      // The word is not reserved.
      {"geomean(n) < geomean", "(geomean( n ) < geomean)"},
  });
}

TEST(Parser, ReadsSums) {
  expect_file({
      {"a + b - c < 0", "((+ a b -c) < 0)"},
      {"a + (b - c) < 0", "((+ a (+ b -c)) < 0)"},
      {"(a + b) - c < 0", "((+ (+ a b) -c) < 0)"},
      {"a * b / c < 0", "((* a b /c) < 0)"},
      {"a / (b * c) < 0", "((* a /(* b c)) < 0)"},
      {"(a * b) * c < 0", "((* (* a b) c) < 0)"},
      {"a + b * c < 0", "((+ a (* b c)) < 0)"},
      {"(a + b) * c < 0", "((* (+ a b) c) < 0)"},
      {"-a * b < 0", "((* (+ -a) b) < 0)"},
      {"-(a * b) + c < 0", "((+ (+ -(* a b)) c) < 0)"},
      {"a - -b < 0", "((+ a -(+ -b)) < 0)"},
      {"--a < 0", "((+ -(+ -a)) < 0)"},
      {"((a)) < ((0))", "(a < 0)"},
      {"b + c + 5% < a", "((+ b c 5%) < a)"},
      {"2*b - 5% < a", "((+ (* 2 b) -5%) < a)"},
      {"sort(10*n) <= 12 * sort(n)", "(sort( (* 10 n) ) <= (* 12 sort( n )))"},
      {"parse(n) + print(n) <= roundtrip(n)",
       "((+ parse( n ) print( n )) <= roundtrip( n ))"},
  });
}

TEST(Parser, ReadsNumbersAndUnits) {
  expect_file({
      {"a < 5", "(a < 5)"},
      {"a < 0.5", "(a < 0.5)"},
      {"a < 1e6", "(a < 1e+06)"},
      {"a < 1E-2", "(a < 0.01)"},
      {"a < 2.5e+3", "(a < 2500)"},
      {"a < 5ns", "(a < 5ns)"},
      {"lookup(n) <= 5 us", "(lookup( n ) <= 5us)"},
      {"a < 5\tms", "(a < 5ms)"},
      {"a < 0.1 s", "(a < 0.1s)"},
      {"a < 5%", "(a < 5%)"},
      {"a < 5 %", "(a < 5%)"},
      {"a < 5 us# comment", "(a < 5us)"},
      {"a < 5 us and b < 1 s", "(and (a < 5us) (b < 1s))"},
      {"a < 5\nus < b", "(a < 5) (us < b)"},
      {"for i in 10 s(i) < b(i)", "(for (i { 10 }) (s( i ) < b( i )))"},
      {"for i in 10 s[g] < b(i)", "(for (i { 10 }) (s[ g ] < b( i )))"},
      {"for i in 10 s@v1 < b(i)", "(for (i { 10 }) (s@v1 < b( i )))"},
      {"for i in 10 s.a < b(i)", "(for (i { 10 }) (s.a < b( i )))"},
      {"for i in 10 s::a < b(i)", "(for (i { 10 }) (s::a < b( i )))"},
      {"for i in 1 s..2 s: a < b", "(for (i { (range 1s 2s) }) (a < b))"},
      {"for i in 10 seconds(i) < b", "(for (i { 10 }) (seconds( i ) < b))"},
  });
}

TEST(Parser, ReadsMethods) {
  expect_file({
      {"a[g] < b", "(a[ g ] < b)"},
      {"a[g, f](1) < b", "(a[ g f ]( 1 ) < b)"},
      {"a[ g , f ] < b", "(a[ g f ] < b)"},
      {"a[g]@v1(1) < b", "(a[ g ]@v1( 1 ) < b)"},
      {"a@v1[g](1) < b", "(a[ g ]@v1( 1 ) < b)"},
      {"a[\"g 1\"] < b", "(a[ 'g 1' ] < b)"},
      {"a.b::c < std::step.for", "(a.b::c < std::step.for)"},
      {"\"BM_Sort/1000\"() < \"step\"(i)", "('BM_Sort/1000'( ) < 'step'( i ))"},
      {"'a b'[g] < \"c\"@v1", "('a b'[ g ] < 'c'@v1)"},
      {"f(\"a.xml\", 'b', -n) < g", "(f( \"a.xml\" \"b\" (+ -n) ) < g)"},
      {"a@HEAD~1 < a@v1.2", "(a@HEAD~1 < a@v1.2)"},
      {"a@9f3c2d1(n) < a@feature/x", "(a@9f3c2d1( n ) < a@feature/x)"},
      {"a@v1^^ < b", "(a@v1^^ < b)"},
      {"a@\"main@{1}\"(n) < b", "(a@'main@{1}'( n ) < b)"},
      {"a@baseline < a@\"baseline\"", "(a@baseline < a@'baseline')"},
      {"a@v1-b < c", "(a@v1-b < c)"},
      {"a@v1 -b < c", "((+ a@v1 -b) < c)"},
      {"a@v1 / 2 < c", "((* a@v1 /2) < c)"},
      {"a@v1/2 < c", "(a@v1/2 < c)"},
      {"x < a@v1->c < d", "(implies (x < a@v1) (c < d))"},
      {"x < a@v1-->c < d", "(implies (x < a@v1-) (c < d))"},
      {"a@v1<b@v2", "(a@v1 < b@v2)"},
      {"THIS(n) <= 1.1 * std::lower_bound[sorted](n)",
       "(THIS( n ) <= (* 1.1 std::lower_bound[ sorted ]( n )))"},
      {"set <= b", "(set <= b)"},
      {"set(i) - set <= b", "((+ set( i ) -set) <= b)"},
      {"setting < format", "(setting < format)"},
  });
}

TEST(Parser, ReadsConnectives) {
  expect_file({
      {"a < b and c < d", "(and (a < b) (c < d))"},
      {"a < b && c < d and e < f", "(and (a < b) (c < d) (e < f))"},
      {"a < b or c < d || e < f", "(or (a < b) (c < d) (e < f))"},
      {"a < b or c < d and e < f", "(or (a < b) (and (c < d) (e < f)))"},
      {"(a < b or c < d) and e < f", "(and (or (a < b) (c < d)) (e < f))"},
      {"(a < b and c < d) and e < f", "(and (and (a < b) (c < d)) (e < f))"},
      {"a < b => c < d -> e < f implies g < h",
       "(implies (a < b) (implies (c < d) (implies (e < f) (g < h))))"},
      {"(a < b => c < d) => e < f",
       "(implies (implies (a < b) (c < d)) (e < f))"},
      {"a < b or c < d => e < f", "(implies (or (a < b) (c < d)) (e < f))"},
      {"not a < b", "(not (a < b))"},
      {"!a < b and not not c < d", "(and (not (a < b)) (not (not (c < d))))"},
      {"not(a < b or c < d)", "(not (or (a < b) (c < d)))"},
      {"a<b=>c<d", "(implies (a < b) (c < d))"},
      {"a<b->c<d", "(implies (a < b) (c < d))"},
      {"a!=b", "(a != b)"},
  });
}

TEST(Parser, TellsParenthesesOfFormulasFromThoseOfSums) {
  expect_file({
      {"(a < b)", "(a < b)"},
      {"((a < b))", "(a < b)"},
      {"(a) < (b)", "(a < b)"},
      {"((a + b)) < c", "((+ a b) < c)"},
      {"(a + b) * 2 < c and (c < d)", "(and ((* (+ a b) 2) < c) (c < d))"},
      {"((a + b) < c)", "((+ a b) < c)"},
      {"(f(\"<\") + a@v2) < c", "((+ f( \"<\" ) a@v2) < c)"},
  });
}

TEST(Parser, ReadsQuantifiersAndSets) {
  expect_file({
      {"for i in S: a(i) < b(i)", "(for (i { S }) (a( i ) < b( i )))"},
      {"for i in {1, 2} a(i) < b", "(for (i { 1 2 }) (a( i ) < b))"},
      {"for i in 1, 2 a(i) < b", "(for (i { 1 2 }) (a( i ) < b))"},
      {"for i in 1, 2 (a(i) < b)", "(for (i { 1 2 }) (a( i ) < b))"},
      {"for i in 1..10: a < b", "(for (i { (range 1 10) }) (a < b))"},
      {"for i in 1..10 step 3: a < b", "(for (i { (range 1 10 3) }) (a < b))"},
      {"for i in 1..1000 step *10: a < b",
       "(for (i { (range 1 1000 *10) }) (a < b))"},
      {"for i in n..m-1: a < b", "(for (i { (range n (+ m -1)) }) (a < b))"},
      {"for i in {1, 5..7, S, \"x\"}: a < b",
       "(for (i { 1 (range 5 7) S \"x\" }) (a < b))"},
      {"for i in S, j in T: a < b", "(for (i { S }) (j { T }) (a < b))"},
      {"for i in 1, 2, j in 3, i: a < b",
       "(for (i { 1 2 }) (j { 3 i }) (a < b))"},
      {"for (a, b) in {(1, 2), (3, 4)}: f(a) < g(b)",
       "(for ((a b) { (tuple 1 2) (tuple 3 4) }) (f( a ) < g( b )))"},
      {"for (a, b) in (1, 2), (3, 4), (c, d) in P, e in 1: f < g",
       "(for ((a b) { (tuple 1 2) (tuple 3 4) }) ((c d) { P }) (e { 1 }) "
       "(f < g))"},
      {"for (a) in (1): f(a) < g", "(for (a { 1 }) (f( a ) < g))"},
      {"for i in (1 + 2) * 3, (f(1, 2)): a < b",
       "(for (i { (* (+ 1 2) 3) f( 1 2 ) }) (a < b))"},
      {"exists i in S: a(i) < b and c < d",
       "(exists (i { S }) (and (a( i ) < b) (c < d)))"},
      {"x < y and for i in S: a < b => c < d",
       "(and (x < y) (for (i { S }) (implies (a < b) (c < d))))"},
      {"(for i in S: a < b) => c < d",
       "(implies (for (i { S }) (a < b)) (c < d))"},
      {"for i in S exists j in T not a < b",
       "(for (i { S }) (exists (j { T }) (not (a < b))))"},
      {"for i in S, j in S: i < j => sort(i) <= sort(j)",
       "(for (i { S }) (j { S }) (implies (i < j) (sort( i ) <= sort( j ))))"},
  });
}

TEST(Parser, ReadsDefinitions) {
  expect_file({
      {"limit = 5 us", "(define limit 5us)"},
      {"share = 5%", "(define share 5%)"},
      {"low = -5", "(define low (+ -5))"},
      {"S = {1, 2..4, (5, \"a\")}",
       "(define S { 1 (range 2 4) (tuple 5 \"a\") })"},
      {"a = b", "(define a b)"},
      {"a = B.c[g, f]@v1", "(define a B.c[ g f ]@v1)"},
      {"a = \"BM_Sort/1000\"", "(define a 'BM_Sort/1000')"},
      {"a = 'x y'[g]", "(define a 'x y'[ g ])"},
      {"a = b # comment\nc = d", "(define a b) (define c d)"},
      {"a = b; c = d", "(define a b) (define c d)"},
      {"a =\n  b", "(define a b)"},
      {"a = b\n\n(c < d)", "(define a b) (c < d)"},
      {"set = {1}", "(define set { 1 })"},
  });
}

TEST(Parser, TakesEverythingElseWithAnEqualsSignForARelation) {
  expect_file({
      {"a(i) = b(i)", "(a( i ) = b( i ))"},
      {"a = b()", "(a = b( ))"},
      {"a = 2 * b", "(a = (* 2 b))"},
      {"a == b", "(a = b)"},
      {"a = b + c", "(a = (+ b c))"},
      {"a = b\n  + c", "(a = (+ b c))"},
      {"a = b # comment\n# another\n= c", "(a = b = c)"},
      {"a = b and c < d", "(and (a = b) (c < d))"},
      {"a = b\nand c < d", "(and (a = b) (c < d))"},
      {"a = b => c < d", "(implies (a = b) (c < d))"},
      {"a = b within 5%", "(a = b within 5%)"},
      {"a = -b", "(a = (+ -b))"},
      {"THIS = b", "(THIS = b)"},
      {"x: a = b", "(label x (a = b))"},
      {"THIS = HashMap.get()", "(THIS = HashMap.get( ))"},
  });
}

TEST(Parser, EndsASingleTextWithAFormula) {
  expect_trees(TextKind::kSingle,
               {
                   {"a = b", "(a = b)"},
                   {"a = b;", "(a = b)"},
                   {"a = b # comment\n ;\n", "(a = b)"},
                   {"a = 5 us", "(a = 5us)"},
                   {"b = c; a = b", "(define b c) (a = b)"},
                   {"b = c\na = b", "(define b c) (a = b)"},
                   {"S = {1}; for i in S: a(i) < b(i)",
                    "(define S { 1 }) (for (i { S }) (a( i ) < b( i )))"},
                   {"set alpha = 0.1; a < b", "(set alpha <0.1>) (a < b)"},
                   {"x: a = b", "(label x (a = b))"},
               });
}

TEST(Parser, ReadsSettings) {
  expect_file({
      {"set alpha = 0.001", "(set alpha <0.001>)"},
      {"set max-runs=20 # many", "(set max-runs <20>)"},
      {"set budget = 5 s ; a < b", "(set budget <5 s>) (a < b)"},
      {"set launcher = \"taskset -c 1; #\"",
       "(set launcher <taskset -c 1; #>)"},
      {"set launcher = ''", "(set launcher <>)"},
      {"set launcher = srun --exclusive -n1  \r\na < b",
       "(set launcher <srun --exclusive -n1>) (a < b)"},
      {"set alpha = 0.1\n- a < b", "(set alpha <0.1>) ((+ -a) < b)"},
  });
}

TEST(Parser, ReadsLabels) {
  expect_file({
      {"fast: a < b", "(label fast (a < b))"},
      {"fast :\n  a < b", "(label fast (a < b))"},
      {"a::b < c", "(a::b < c)"},
      {"sort.fast: for i in S: a < b",
       "(label sort.fast (for (i { S }) (a < b)))"},
      {"set: a < b", "(label set (a < b))"},
  });
}

TEST(Parser, SeparatesStatements) {
  expect_file({
      {"", ""},
      {"# nothing", ""},
      {";;\n;", ""},
      {"a < b\nc < d", "(a < b) (c < d)"},
      {"a < b;c < d;", "(a < b) (c < d)"},
      {"a < b\r\nc < d\r\n", "(a < b) (c < d)"},
      {"\xEF\xBB\xBF"
       "a < b\n",
       "(a < b)"},
      {"a\n<\nb\n\nand\n\nc < d", "(and (a < b) (c < d))"},
      {"a < b # x\n  - c", "(a < (+ b -c))"},
      {"a < b # \xC2\xB5\nc < d", "(a < b) (c < d)"},
      {"a(\n1,\n2\n) < b", "(a( 1 2 ) < b)"},
      {"  a < b\n  c < d", "(a < b) (c < d)"},
  });
}

TEST(Parser, ReadsThePapersFormulas) {
  expect_file({
      {"THIS = HashMap.get()", "(THIS = HashMap.get( ))"},
      {"ver1 = myMethod@ver1\nver2 = myMethod@ver2\n\nver2 <= ver1\n",
       "(define ver1 myMethod@ver1) (define ver2 myMethod@ver2) "
       "(ver2 <= ver1)"},
      {"arraylist  = ArrayList.contains[randomSearch, factoryArrayList]\n"
       "linkedlist = LinkedList.contains[randomSearch, factoryLinkedList]\n"
       "for i in 10, 100, 500, 1000\n"
       "    linkedlist(i) > arraylist(i)\n",
       "(define arraylist ArrayList.contains[ randomSearch factoryArrayList ]) "
       "(define linkedlist "
       "LinkedList.contains[ randomSearch factoryLinkedList ]) "
       "(for (i { 10 100 500 1000 }) (linkedlist( i ) > arraylist( i )))"},
      {"for n in {100, 500, 1000, 5000, 10000}: "
       "A(n) >= 0.95 * B(n) and A(n) <= 1.05 * B(n)",
       "(for (n { 100 500 1000 5000 10000 }) (and (A( n ) >= (* 0.95 B( n ))) "
       "(A( n ) <= (* 1.05 B( n )))))"},
      {"for n in {256, 1024, 4096, 16384, 65536}: "
       "rijndael(n) <= 0.9 * blowfish(n) and rijndael(n) <= 200 * arrayCopy(n)",
       "(for (n { 256 1024 4096 16384 65536 }) (and (rijndael( n ) <= "
       "(* 0.9 blowfish( n ))) (rijndael( n ) <= (* 200 arrayCopy( n )))))"},
  });
}

TEST(Parser, TellsWhereThingsStand) {
  const std::string_view text =
      "x: for i in {1}: (a(i) + b) < 2 * c  and d<e ;";
  const ParsedText parsed = parse(text, TextKind::kFile);
  const Source source("test", std::string(text));
  const logic::Statement& statement = parsed.document.statements.at(0);
  EXPECT_EQ(source.text_of(statement.span),
            "x: for i in {1}: (a(i) + b) < 2 * c and d<e");
  const auto& labelled = std::get<logic::LabelledFormula>(statement.node);
  EXPECT_EQ(source.text_of(labelled.label->span), "x");
  EXPECT_EQ(source.text_of(labelled.formula.span),
            "for i in {1}: (a(i) + b) < 2 * c and d<e");
  const auto& body =
      std::get<logic::Quantifier>(labelled.formula.node).body.front();
  EXPECT_EQ(source.text_of(body.span), "(a(i) + b) < 2 * c and d<e");
  const auto& chain = std::get<logic::Chain>(
      std::get<logic::Connective>(body.node).parts.front().node);
  EXPECT_EQ(source.text_of(chain.sums.at(0).span), "(a(i) + b)");
  EXPECT_EQ(source.text_of(chain.sums.at(1).span), "2 * c");
}

TEST(Parser, NestsAHundredDeep) {
  const auto nested = [](int depth, const std::string& open,
                         const std::string& inner, const std::string& close) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += open;
    text += inner;
    for (int i = 0; i < depth; ++i) text += close;
    return text;
  };
  const std::vector<std::array<std::string, 3>> kShapes = {
      {"(", "a(1) < b(1)", ")"},  {"(", "a(1)", ")"},
      {"-", "a(1)", ""},          {"not ", "a(1) < b(1)", ""},
      {"!(", "a(1) < b(1)", ")"}, {"for i in S: ", "a(1) < b(1)", ""},
      {"a < b => ", "a < b", ""}, {"a(", "1", ")"},
  };
  for (const auto& [open, inner, close] : kShapes) {
    const bool sum = inner.find('<') == std::string::npos;
    const std::string rest = sum ? " < c" : "";
    const int levels = open == "!(" ? 2 : 1;
    const int most = (open == "a(" ? 101 : 100) / levels;
    const auto good =
        parse(nested(most, open, inner, close) + rest, TextKind::kFile);
    EXPECT_TRUE(good.problems.empty()) << open;
    for (const int depth : {most + 1, 100'000}) {
      const auto bad =
          parse(nested(depth, open, inner, close) + rest, TextKind::kFile);
      ASSERT_EQ(bad.problems.size(), 1U) << open;
      EXPECT_EQ(bad.problems[0].message,
                "this nests more than 100 deep; split the formula");
    }
  }
}

}  // namespace
}  // namespace spl::parser
