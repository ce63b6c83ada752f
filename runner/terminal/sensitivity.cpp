#include <fmt/format.h>

#include "runner/terminal/sections.hpp"

namespace spl::runner {

std::string sensitivity_section(const SensitivityReport& one) {
  std::string text = fmt::format(
      "{} times {:.6g}: found slower / faster, in % of the repetitions\n",
      to_text(one.performance), one.scale);
  for (const logic::SensitivityRow& row : one.rows) {
    const bool runs = row.draw == logic::SensitivityRow::Draw::kRuns;
    text +=
        fmt::format("  {:5} {:12}", row.size, runs ? "runs" : "observations");
    for (const logic::SensitivityCount& count : row.counts) {
      const auto share = [&](std::size_t found) {
        return 100 * static_cast<double>(found) /
               static_cast<double>(row.repetitions);
      };
      text += fmt::format("  {} {:.1f} / {:.1f}", to_text(count.interpretation),
                          share(count.slower), share(count.faster));
    }
    text += '\n';
  }
  return text;
}

}  // namespace spl::runner
