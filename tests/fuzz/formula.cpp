// Any bytes as formulas: what can be read is printed and read again, bound and
// expanded; what cannot is explained.
#include <cstddef>
#include <cstdint>
#include <string>

#include "parser/parser.hpp"
#include "parser/source.hpp"
#include "tests/fuzz/require.hpp"
#include "tests/logic/sample_catalogue.hpp"
#include "tests/parser/formula_text.hpp"

namespace {

using spl::parser::TextKind;

void read(const std::string& text, TextKind kind) {
  const spl::parser::Source source("f", text);
  const auto parsed = spl::parser::parse(text, kind);
  for (const auto& problem : parsed.problems) {
    require(problem.span.begin <= problem.span.end, "a span ends early");
    require(problem.span.end <= text.size(), "a span is outside of the text");
    require(!to_text(source.diagnose(problem)).empty(), "no message");
  }
  if (!parsed.problems.empty()) return;
  const std::string printed = spl::parser::to_text(parsed.document);
  const auto again = spl::parser::parse(printed, TextKind::kFile);
  require(again.problems.empty(), "what was printed cannot be read");
  require(spl::parser::to_text(again.document) == printed,
          "what was printed is read as something else");
}

void bind_and_expand(const std::string& text) {
  static const spl::logic::Catalogue catalogue = spl::logic::sample_catalogue();
  const auto parsed = spl::parser::parse(text, TextKind::kFile);
  if (!parsed.problems.empty()) return;
  const auto bound = spl::logic::bind(parsed.document, catalogue,
                                      spl::logic::Completeness::kWhole, "a");
  if (!bound.problems.empty()) return;
  for (const auto& formula : bound.formulas) {
    const auto expanded = spl::logic::expand(formula, bound);
    require(expanded.relations.size() <= spl::logic::kMostRelations,
            "too many relations");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read(text, TextKind::kFile);
  read(text, TextKind::kSingle);
  bind_and_expand(text);
  return 0;
}
