#include "parser/cpp_scanner.hpp"

#include <gmock/gmock.h>

#include <string>

#include "parser/parser.hpp"
#include "parser/source.hpp"

namespace spl::parser {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// `text`, or `function: text`.
std::vector<std::string> found_in(const std::string& source) {
  std::vector<std::string> found;
  for (const EmbeddedText& text : scan(source).texts) {
    found.push_back((text.function() ? *text.function() + ": " : "") +
                    text.text());
  }
  return found;
}

std::string problems_in(const std::string& text) {
  const Source source("f.cpp", text);
  std::string problems;
  for (const logic::Problem& problem : scan(text).problems) {
    problems += to_text(source.diagnose(problem));
  }
  return problems;
}

TEST(CppScanner, FindsAttributesAndMacros) {
  EXPECT_THAT(found_in("[[spl::expects(\"THIS <= f\")]]\nint find(int);"),
              ElementsAre("find: THIS <= f"));
  EXPECT_THAT(found_in("[[nodiscard, using_this, gnu::cold(1), "
                       "spl::expects(\"1\"), spl :: expects ( \"2\" )]] "
                       "[[using spl: expects(\"3\"), expects(\"4\")]]"
                       " int find();"),
              ElementsAre("find: 1", "find: 2", "find: 3", "find: 4"));
  EXPECT_THAT(found_in("SPL_EXPECTS(\"1\")\nSPL_EXPECTS(\"2\");\n"
                       "[[spl::expects(\"3\")]] int find() { return 1; }"),
              ElementsAre("find: 1", "find: 2", "find: 3"));
  EXPECT_THAT(found_in("TEST(A, B) { SPL_ASSERT(\"a <= b\") << 1;\n"
                       "  if (x) SPL_EXPECT(\"c <= d\"); }"),
              ElementsAre("a <= b", "c <= d"));
  EXPECT_THAT(found_in("TEST(A, B) { SPL_ASSERT(\"a <= b\", spl::runs(2));\n"
                       "  SPL_EXPECT(\"c <= d\", f({1}), \"e\"); }\n"
                       "[[spl::expects(\"1\")]] int find();"),
              ElementsAre("a <= b", "c <= d", "find: 1"));
  EXPECT_THAT(found_in("void f(int key) {\n"
                       "  [[spl::expects(\"lookup(n) <= 5 us\")]]\n"
                       "  auto found = lookup(key);\n}"),
              ElementsAre("lookup(n) <= 5 us"));
}

TEST(CppScanner, JoinsLiteralsAndResolvesEscapes) {
  EXPECT_THAT(found_in("SPL_ASSERT(\"a\" /* b */ \" <=\"\n // c\n u8\" b\")"),
              ElementsAre("a <= b"));
  EXPECT_THAT(found_in(R"cpp(SPL_ASSERT(
                                 "\"a\\\"()\t<=\x20"
                                 "\u00b5\101\
b"))cpp"),
              ElementsAre("\"a\\\"()\t<= \xC2\xB5"
                          "Ab"));
  EXPECT_THAT(found_in("SPL_ASSERT(R\"(\"a\\b\"()\n<= b)\")"),
              ElementsAre("\"a\\b\"()\n<= b"));
  EXPECT_THAT(found_in("SPL_ASSERT(R\"x(a <= f()\")\" <= b)x\" \" + c\")"),
              ElementsAre("a <= f()\")\" <= b + c"));
}

TEST(CppScanner, IgnoresWhatOnlyLooksLikeFormulas) {
  // NOLINTBEGIN(bugprone-suspicious-missing-comma)
  const std::string sources[] = {
      "// [[spl::expects(\"a\")]]\nint f();",
      "// continued \\\n [[spl::expects(\"a\")]]\nint f();",
      "/* [[spl::expects(\"a\")]] */ int f();",
      "auto t = \"[[spl::expects(\\\"a\\\")]] int f();\";",
      "auto t = R\"x(\n[[spl::expects(\"a\")]] int f();)\")x\";",
      "char q = '\"'; // SPL_EXPECTS(\"a\")\nchar r = '\\'';",
      "int n = 1'000'000; /* ' */ // SPL_EXPECTS(\"a\")",
      "#define E SPL_EXPECTS(\"a\") \\\n  SPL_EXPECTS(\"b\")\n",
      "#define SPL_EXPECTS(text) static_assert(sizeof(text \"\"), \"\");\n",
      "#error don't \"SPL_EXPECTS(\"\n",
      "#if 0\nSPL_EXPECTS(\"a\")\n#endif\nint f();",
      "#if 0 // why\nSPL_EXPECTS(\"a\")\n#if 1\nSPL_EXPECTS(\"b\")\n#else\n"
      "SPL_EXPECTS(\"c\")\n#endif\nSPL_EXPECTS(\"d\")\n#endif\nint f();",
      "#if 1\n#else\nSPL_EXPECTS(\"a\")\n#endif\nint f();",
      "#if A\n#elif 0\nSPL_EXPECTS(\"a\")\n#endif\n",
      "#  if  (0)  /* no */\ndon't SPL_EXPECTS(\"a\")\n#endif",
      "SPL_ASSERT(formula); SPL_EXPECT(\"a\" + b); SPL_ASSERT(A \"b\");",
      "MY_SPL_EXPECTS(\"a\") int f();",
      "[[other::expects(\"a\")]] int f(); [[expects(\"a\")]] int g();",
      "int x = a[[]{ return 0; }()]; int y = a[b[spl::expects]];",
      "spl::expects(\"a\");",
  };
  // NOLINTEND(bugprone-suspicious-missing-comma)
  for (const std::string& source : sources) {
    EXPECT_THAT(found_in(source), IsEmpty()) << source;
    EXPECT_EQ(problems_in(source), "") << source;
  }
}

TEST(CppScanner, ReadsWhatMayBeCompiled) {
  EXPECT_THAT(found_in("#if 0\nSPL_EXPECTS(\"a\")\n#else\nSPL_EXPECTS(\"b\")\n"
                       "#endif\nint f();"),
              ElementsAre("f: b"));
  EXPECT_THAT(found_in("#if 1\nSPL_EXPECTS(\"a\")\n#endif\nint f();"),
              ElementsAre("f: a"));
  EXPECT_THAT(found_in("#ifdef A\nSPL_EXPECTS(\"a\") int f();\n#elif B\n"
                       "SPL_EXPECTS(\"b\") int g();\n#endif"),
              ElementsAre("f: a", "g: b"));
  EXPECT_THAT(found_in("#ifdef A\nnamespace a {\n#else\nnamespace b {\n"
                       "#endif\nSPL_EXPECTS(\"x\") int f();\n}\n"
                       "SPL_EXPECTS(\"y\") int g();"),
              ElementsAre("b::f: x", "g: y"));
  EXPECT_THAT(found_in("#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
                       "SPL_EXPECTS(\"x\") int f();\n#ifdef __cplusplus\n}\n"
                       "#endif\nSPL_EXPECTS(\"y\") int g();"),
              ElementsAre("f: x", "g: y"));
}

// THIS of a declaration after SPL_EXPECTS.
TEST(CppScanner, NamesTheFunctionDeclaredNext) {
  struct Row {
    std::string declaration;
    std::string name;
  };
  const Row rows[] = {
      {"int find(int);", "find"},
      {"template <class T, int N = (1 > 2)> const T& find(T);", "find"},
      {"template <class T> requires Ordered<T> && (N > 1) T find(T);", "find"},
      {"template <class T> requires requires(T t) { t + t; } T find(T);",
       "find"},
      {"static inline std::vector<std::pair<int, A<(1 > 2)>>> f() {}", "f"},
      {"unsigned long long int f(int x = g(1), T y = {1, 2}) {}", "f"},
      {"auto f(int) -> decltype(g(1)) {}", "f"},
      {"decltype(auto) f(int);", "f"},
      {"[[nodiscard]] API_EXPORT(1) int f() NOEXCEPT(1);", "f"},
      {"__attribute__((cold)) int f(int) const noexcept;", "f"},
      {"int (*f(int))(double);", "f"},
      {"T (*f(int))(double);", "f"},
      {"int (f)(int);", "f"},
      {"struct Node* f(int);", "f"},
      {"int Map<K, V>::Cursor::next(int) { return 1; }", "Map::Cursor::next"},
      {"template <class T>\nMap<T>::Map(int) : a{1}, b(2) {}", "Map::Map"},
      {"Map::~Map() {}", "Map::~Map"},
      {"int ::lib::f(int);", "lib::f"},
      {"bool operator==(A, B);", "operator=="},
      {"bool A::operator()(int) const;", "A::operator()"},
      {"int& A::operator[](int);", "A::operator[]"},
      {"A::operator bool() const;", "A::operator bool"},
      {"operator std::vector<int>() const;", "operator std::vector"},
      {"A& operator=(const A&) = default;", "operator="},
      {"A* operator->();", "operator->"},
      {"bool operator<(A, A);", "operator<"},
      {"void* operator new[](std::size_t);", "operator new[]"},
      {"double operator\"\"_km(double);", "operator\"\"_km"},
      {"namespace a { namespace b::c { int f(); } }", "-"},
      {"class A { int f(); };", "-"},
      {"int x = f(1);", "-"},
      {"using F = int(int);", "-"},
      {"int x;", "-"},
  };
  for (const Row& row : rows) {
    const auto texts = scan("SPL_EXPECTS(\"\") " + row.declaration).texts;
    ASSERT_EQ(texts.size(), 1U) << row.declaration;
    EXPECT_EQ(texts[0].function().value_or("-"), row.name) << row.declaration;
  }
}

// THIS of what `@` of a source is in front of.
TEST(CppScanner, QualifiesNames) {
  struct Row {
    std::string source;
    std::string name;
  };
  const Row rows[] = {
      {"namespace a { namespace b::c { @ int f(); } }", "a::b::c::f"},
      {"namespace a { int g() { return 1; } } @ int f();", "f"},
      {"namespace a { namespace { @ int f(); } }", "a::f"},
      {"namespace a { inline namespace v1 { @ int f(); } }", "a::f"},
      {"namespace a::inline v2::b [[deprecated]] { @ int f(); }", "a::b::f"},
      {"namespace a = b; @ int f();", "f"},
      {"namespace a { using namespace b; @ int f(); }", "a::f"},
      {"extern \"C\" { @ int f(); }", "f"},
      {"export namespace a { export { @ int f(); } }", "a::f"},
      {"class A { public: @ int f(); };", "A::f"},
      {"class A { @ A(int); };", "A::A"},
      {"class A { @ explicit A(int) : x{1} {} };", "A::A"},
      {"class A { @ virtual ~A(); };", "A::~A"},
      {"class A { @ template <class T> bool operator()(T) const; };",
       "A::operator()"},
      {"class A { enum class E { x }; @ int f(); };", "A::f"},
      {"class A { int x{1}; int y[2] = {1, 2}; @ int f(); };", "A::f"},
      {"class A { void g() { struct B { int x; }; } @ int f(); };", "A::f"},
      {"namespace a { class A { @ friend bool operator==(A, A); }; }",
       "a::operator=="},
      {"template <class T> class A final : public B<int> { struct C {"
       " @ int f(); }; };",
       "A::C::f"},
      {"class API alignas(8) [[nodiscard]] A : B, C { @ int f(); };", "A::f"},
      {"class EXPORT(1) A { @ int f(); };", "A::f"},
      {"template <> struct std::hash<A> { @ int f(); };", "std::hash::f"},
      {"struct A f() { return {}; } @ int g();", "g"},
      {"struct A* f() { return 0; } @ int g();", "g"},
      {"template <template <class> class T> void f() {} @ int g();", "g"},
      {"template <class T> concept C = requires(T t) { t; }; @ int f();", "f"},
      {"struct { @ int f(); } a;", "f"},
      {"union U { @ int f(); };", "U::f"},
      {"auto x = [](int) { return [] { return 1; }; }(1); @ int f();", "f"},
      {"int f(int x = [] { return 1; }(), @ int y);", "f"},
      {"void g() { @ int f(); }", "-"},
      {"void g() { struct A { @ int f(); }; }", "-"},
      {"MACRO_THAT_OPENS { namespace a { @ int f(); } }", "a::f"},
      {"int f @ (int);", "f"},
      {"int f(int) @;", "f"},
      {"} } @ int f();", "f"},
      {"@", "-"},
      {"class A { @ }; int f();", "-"},
  };
  for (Row row : rows) {
    const std::size_t at = row.source.find('@');
    row.source.replace(at, 1, "[[spl::expects(\"\")]]");
    const auto texts = scan(row.source).texts;
    ASSERT_EQ(texts.size(), 1U) << row.source;
    EXPECT_EQ(texts[0].function().value_or("-"), row.name) << row.source;
  }
}

TEST(CppScanner, TellsFunctionsOfOneNameApart) {
  struct Row {
    std::string source;
    std::string signature;
  };
  const Row rows[] = {
      {"@ int f(void);", "f()"},
      {"@ int f(int key = 3) { return key; }", "f(int)"},
      {"@ int f(unsigned  long);", "f(unsigned long)"},
      {"@ int f(unsigned n, unsigned);", "f(unsigned, unsigned)"},
      {"@ void f(const std::string& name, const T, struct stat* s);",
       "f(const std::string&, const T, struct stat*)"},
      {"@ void f(std::map<int,int> m = std::map<int, int>(), int a[3]);",
       "f(std::map<int, int>, int[3])"},
      {"@ void f(A a = {}, int n = 1);", ""},  // read up to the brace
      {"@ template <> int f<int>(int);", "f(int)"},
      {"struct A { @ int f(int) const noexcept; };", "A::f(int) const"},
      {"struct A { @ int f(int key) &&; };", "A::f(int) &&"},
      {"@ A::operator bool() const;", "A::operator bool() const"},
  };
  for (Row row : rows) {
    row.source.replace(row.source.find('@'), 1, "SPL_EXPECTS(\"\")");
    const auto texts = scan(row.source).texts;
    ASSERT_EQ(texts.size(), 1U) << row.source;
    EXPECT_EQ(texts[0].signature(), row.signature) << row.source;
  }
}

TEST(CppScanner, TellsPlacesInTheSource) {
  // The mistake is at the place of the `@`, which is taken out.
  const std::string rows[] = {
      "int x;\n  SPL_ASSERT(\"a <= b @) c\");",
      "SPL_ASSERT(\"a\"\n  \" <= b \" /* x */ \"@) c\");",
      "SPL_ASSERT(\"\\\"a\\\"()\\t <= \\x62 @) c\");",
      "SPL_ASSERT(R\"x(a\n <= @) c)x\");",
      "SPL_ASSERT(\"a <= b \\\n @) c\");",
      "SPL_ASSERT(\"a <=@\");",
      "SPL_ASSERT(\"a\" \" <=@\"\n);",
      "SPL_ASSERT(R\"(a <=@)\");",
      "SPL_ASSERT(\"\xC3\xA9\"@ + 1);",
  };
  for (std::string source : rows) {
    const std::size_t at = source.find('@');
    source.erase(at, 1);
    const ScannedSource scanned = scan(source);
    for (const EmbeddedText& text : scanned.texts) {
      const ParsedText parsed = parse(text.text(), TextKind::kSingle);
      ASSERT_EQ(parsed.problems.size(), 1U) << source;
      EXPECT_EQ(text.in_source(parsed.problems[0]).span.begin, at) << source;
    }
  }
}

TEST(CppScanner, ReportsAttributesThatHoldNoFormula) {
  EXPECT_EQ(problems_in("[[spl::expect(\"a <= b\")]] int f();"),
            "f.cpp:1:3: error: there is no attribute \"spl::expect\"; did you "
            "mean \"spl::expects\"?\n"
            "1 | [[spl::expect(\"a <= b\")]] int f();\n"
            "  |   ^\n");
  EXPECT_EQ(problems_in("[[using spl: expects]] int f();"),
            "f.cpp:1:14: error: \"spl::expects\" takes a formula: "
            "[[spl::expects(\"THIS <= 5 us\")]]\n"
            "1 | [[using spl: expects]] int f();\n"
            "  |              ^\n");
  EXPECT_EQ(problems_in("[[spl::expects(THIS <= b)]] int f();"),
            "f.cpp:1:16: error: \"spl::expects\" takes a formula as plain "
            "string literals and nothing else; found \"THIS\"\n"
            "1 | [[spl::expects(THIS <= b)]] int f();\n"
            "  |                ^\n");
  EXPECT_EQ(problems_in("[[spl::expects(\"a\" B)]] int f();"),
            "f.cpp:1:20: error: \"spl::expects\" takes a formula as plain "
            "string literals and nothing else; found \"B\"\n"
            "1 | [[spl::expects(\"a\" B)]] int f();\n"
            "  |                    ^\n");
  EXPECT_EQ(problems_in("SPL_EXPECTS(L\"a\") int f();"),
            "f.cpp:1:13: error: \"SPL_EXPECTS\" takes a formula as plain "
            "string literals and nothing else; found 'L\"a\"'\n"
            "1 | SPL_EXPECTS(L\"a\") int f();\n"
            "  |             ^\n");
  EXPECT_EQ(problems_in("SPL_EXPECTS(\"a\""),
            "f.cpp:1:16: error: \"SPL_EXPECTS\" takes a formula as plain "
            "string literals and nothing else; found the end of the file\n"
            "1 | SPL_EXPECTS(\"a\"\n"
            "  |                ^\n");
}

TEST(CppScanner, SurvivesEverything) {
  constexpr std::string_view kUnits[] = {
      "[[spl::expects(\"a\")]] ",
      "SPL_EXPECTS(\"a\")",
      "[[spl::expects(",
      "[[spl::expects(\"a\")]] f({",
      "[[spl::expects(\"a\")]] requires requires {",
      "namespace a {",
      "namespace a { SPL_EXPECTS(\"a\") int f();",
      "class A {",
      "template <",
      "operator",
      "#if 0\n",
      "#if 1\n#else\n",
      "#if A\n{\n#else\n",
      "#endif\n",
      "R\"",
      "R\"(",
      "u8R\"x(",
      "\"\\",
      "'",
      "/*",
      "//\\\n",
      "#define \\\n",
      "(",
      "}",
      "a<",
      "[[",
      "requires (",
      "SPL_ASSERT(\"\\u\" ",
      "SPL_ASSERT(\"\\x",
      "1'",
      "1e+"};
  for (const std::string_view unit : kUnits) {
    for (const std::string_view start :
         {"", "spl SPL_EXPECTS(\"\") f(", "spl {"}) {
      std::string source = "spl ";
      source += start;
      while (source.size() < 100'000) source += unit;
      const ScannedSource scanned = scan(source);
      for (const EmbeddedText& text : scanned.texts) {
        EXPECT_LE(text.place_in_source(text.text().size()), source.size());
      }
    }
  }
}

}  // namespace
}  // namespace spl::parser
