#include "runner/foreign/recognition.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <vector>

#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

/// A text that a program of the framework has in its file.
struct Mark {
  Framework framework;
  std::string_view text;
};

// Names of options and variables are in the file whatever was inlined and
// stripped; where a library is shared, its name or those of its functions are.
// The first framework of which a program has one is its own.
constexpr Mark kMarks[] = {
    {Framework::kSpl, "SPL_WORKER"},
    {Framework::kGoogleBenchmark, "benchmark_list_tests"},
    {Framework::kGoogleBenchmark, "_ZN9benchmark"},
    {Framework::kNanobench, "NANOBENCH_SUPPRESS_WARNINGS"},
    {Framework::kCatch2, "benchmark-no-analysis"},
    {Framework::kCatch2, "_ZN5Catch"}};

constexpr std::size_t kLongest =
    std::max_element(std::begin(kMarks), std::end(kMarks),
                     [](const Mark& one, const Mark& other) {
                       return one.text.size() < other.text.size();
                     })
        ->text.size();

}  // namespace

Framework recognised(const std::string& program) {
  auto file = regular_file(program);
  std::array<bool, std::size(kMarks)> found{};
  constexpr std::size_t kPart = std::size_t{1} << 20;
  std::vector<char> part(kLongest + kPart);
  std::size_t kept = 0;  // Of the part before: a mark may be in both.
  while (!found.front()) {
    file.read(part.data() + kept, kPart);
    const auto size = static_cast<std::size_t>(file.gcount());
    if (size == 0) break;
    const std::string_view text(part.data(), kept + size);
    for (std::size_t i = 0; i < found.size(); ++i) {
      found[i] = found[i] || text.find(kMarks[i].text) != text.npos;
    }
    kept = std::min(kLongest, text.size());
    std::copy_n(text.end() - static_cast<std::ptrdiff_t>(kept), kept,
                part.begin());
  }
  const auto first = std::find(found.begin(), found.end(), true);
  return first == found.end()
             ? Framework::kUnknown
             : kMarks[static_cast<std::size_t>(first - found.begin())]
                   .framework;
}

Framework recognised_by_help(std::string_view output) {
  constexpr Mark kOptions[] = {
      {Framework::kGoogleBenchmark, "--benchmark_filter="},
      {Framework::kCatch2, "--benchmark-no-analysis"}};
  for (const Mark& one : kOptions) {
    if (output.find(one.text) != output.npos) return one.framework;
  }
  return Framework::kUnknown;
}

}  // namespace spl::runner
