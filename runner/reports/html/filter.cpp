#include <fmt/format.h>

#include <algorithm>

#include "runner/reports/html/sections.hpp"

namespace spl::runner {

std::string filter_html(const std::vector<logic::Verdict>& verdicts) {
  static constexpr logic::Verdict kWorstFirst[] = {
      logic::Verdict::kViolated, logic::Verdict::kError,
      logic::Verdict::kUndecided, logic::Verdict::kHolds};
  std::string text =
      "<form hidden><label>Filter <input type=search "
      "placeholder=\"words of a row\"></label>";
  for (const logic::Verdict one : kWorstFirst) {
    if (std::find(verdicts.begin(), verdicts.end(), one) == verdicts.end()) {
      continue;
    }
    text += fmt::format(
        " <label><input type=checkbox checked value=\"{0}\"> {0}</label>",
        to_text(one));
  }
  return text + " <output></output></form>\n";
}

}  // namespace spl::runner
