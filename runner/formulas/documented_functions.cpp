#include "runner/formulas/documented_functions.hpp"

#include "parser/cpp_scanner.hpp"
#include "parser/source.hpp"

namespace spl::runner {

DocumentedFunctions documented_functions(
    const std::vector<FormulaText>& texts) {
  DocumentedFunctions result;
  for (const FormulaText& text : texts) {
    if (text.origin != FormulaText::Origin::kCpp) continue;
    const parser::Lines lines(text.content);
    for (const parser::EmbeddedText& one : parser::scan(text.content).texts) {
      if (!one.function()) continue;
      const auto line_of = [&](std::size_t offset) {
        return lines.position(one.place_in_source(offset)).line;
      };
      // A text in several literals has several lines.
      for (std::size_t at = 0; at < one.text().size(); ++at) {
        result.insert({{text.name, line_of(at)}, *one.function()});
      }
    }
  }
  return result;
}

}  // namespace spl::runner
