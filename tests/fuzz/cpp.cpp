// Any bytes as a C++ source: what is found is read as formulas, and each place
// in it is one in the source, in order.
#include <cstddef>
#include <cstdint>
#include <string>

#include "parser/cpp_scanner.hpp"
#include "parser/parser.hpp"
#include "parser/source.hpp"
#include "tests/fuzz/require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const spl::parser::Source source("f.cpp", text);
  const auto scanned = spl::parser::scan(text);
  for (const auto& problem : scanned.problems) {
    require(problem.span.begin <= problem.span.end && problem.span.end <= size,
            "a span is outside of the source");
    require(!to_text(source.diagnose(problem)).empty(), "no message");
  }
  for (const auto& found : scanned.texts) {
    std::size_t last = 0;
    for (std::size_t i = 0; i <= found.text().size(); ++i) {
      const std::size_t place = found.place_in_source(i);
      require(last <= place && place <= size, "places are out of order");
      last = place;
    }
    const auto parsed =
        spl::parser::parse(found.text(), spl::parser::TextKind::kSingle);
    for (const auto& problem : parsed.problems) {
      require(!to_text(source.diagnose(found.in_source(problem))).empty(),
              "no message");
    }
  }
  return 0;
}
