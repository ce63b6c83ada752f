#include "runner/settings/output.hpp"

#include <algorithm>
#include <iterator>

#include "runner/settings/plain_error.hpp"
#include "spl/logic/name.hpp"

namespace spl::runner {
namespace {

constexpr Modes kOfFormulas = kEvaluating | Modes{Mode::kGuard};
constexpr std::string_view kDecidesNoFormulas = "which decides no formulas";
constexpr std::string_view kHasNoTimes = "which reports no times";
constexpr std::string_view kOfBenchmarks = "google-benchmark";
constexpr std::string_view kBenchmarkFile = "google-benchmark.json";

const OutputFormat kFormats[] = {
    {"json", ".json", kAll, ""},
    {"html", ".html",
     kOfFormulas | Modes{Mode::kTimes, Mode::kHistoryOf, Mode::kAudit},
     "whose report has no page of HTML"},
    {"markdown", ".md", kOfFormulas | Modes{Mode::kTimes}, kDecidesNoFormulas},
    {"csv", ".csv", {Mode::kTimes}, kHasNoTimes},
    {"junit", ".xml", kOfFormulas, kDecidesNoFormulas},
    {"github", "", kOfFormulas | Modes{Mode::kCheck}, kDecidesNoFormulas},
    {kOfBenchmarks, "", kOfFormulas | Modes{Mode::kTimes, Mode::kRank},
     kHasNoTimes},
};

}  // namespace

std::span<const OutputFormat> output_formats() { return kFormats; }

const OutputFormat* find_format(std::string_view name) {
  const auto found = std::ranges::find(kFormats, name, &OutputFormat::name);
  return found == std::end(kFormats) ? nullptr : &*found;
}

Output parse_output(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos && colon + 1 < text.size()) {
    if (const auto* format = find_format(text.substr(0, colon))) {
      return {std::string(format->name), text.substr(colon + 1)};
    }
  }
  if (text == "github") return {text, std::string(kStandardOutput)};
  if (text.ends_with(kBenchmarkFile)) return {std::string(kOfBenchmarks), text};
  for (const OutputFormat& one : kFormats) {
    if (one.ending.empty() || !text.ends_with(one.ending)) continue;
    return {std::string(one.name), text};
  }
  throw SettingError(
      "output takes a file that ends in .json, .html, .md, .csv or .xml, "
      "github, google-benchmark.json, or FORMAT:PATH such as json:-, not " +
      logic::quoted(text));
}

std::string to_text(const Output& output) {
  return output.format + ':' + output.path;
}

}  // namespace spl::runner
