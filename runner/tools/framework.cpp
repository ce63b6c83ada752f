#include "runner/tools/framework.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>

#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

constexpr std::string_view kTexts[] = {"SPL", "Google Benchmark", "Catch2",
                                       "nanobench", "an unknown framework"};
static_assert(std::size(kTexts) == std::size(kFrameworkNames));
static_assert(std::size(kTexts) ==
              static_cast<std::size_t>(Framework::kUnknown) + 1);

/// All but kUnknown can be named.
constexpr auto kNamed = static_cast<std::size_t>(Framework::kUnknown);

}  // namespace

std::string_view to_text(Framework framework) {
  return kTexts[static_cast<std::size_t>(framework)];
}

FrameworkProgram framework_program(const std::string& text) {
  if (text.starts_with('[')) {
    const auto list = nlohmann::json::parse(text, nullptr, false);
    const bool is_list = list.is_array() && !list.empty() &&
                         std::ranges::all_of(list, [](const auto& one) {
                           return one.is_string();
                         });
    if (is_list) {
      FrameworkProgram result = framework_program(list.front());
      result.arguments.assign(list.begin() + 1, list.end());
      return result;
    }
  }
  const std::string_view all = text;
  for (std::size_t i = 0; i < kNamed; ++i) {
    const std::string_view name = kFrameworkNames[i];
    if (!all.starts_with(name) || !all.substr(name.size()).starts_with(':')) {
      continue;
    }
    return {text.substr(name.size() + 1), static_cast<Framework>(i)};
  }
  return {text};
}

std::string program_text(const FrameworkProgram& program) {
  if (!program.arguments.empty()) {
    nlohmann::json list = program.arguments;
    list.insert(list.begin(), program_text({program.path, program.framework}));
    constexpr auto kAsItIs = nlohmann::json::error_handler_t::replace;
    return list.dump(-1, ' ', false, kAsItIs);
  }
  if (!program.framework) {
    const bool is_path = framework_program(program.path).path == program.path;
    return (is_path ? "" : "./") + program.path;
  }
  const auto number = static_cast<std::size_t>(*program.framework);
  return std::string(kFrameworkNames[number]) + ':' + program.path;
}

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

constexpr auto kMarkTexts = [] {
  std::array<std::string_view, std::size(kMarks)> texts;
  std::ranges::transform(kMarks, texts.begin(),
                         [](const Mark& one) { return one.text; });
  return texts;
}();

}  // namespace

Framework recognised(const std::string& program) {
  auto file = regular_file(program);
  const std::vector<bool> found = found_texts(file, kMarkTexts);
  const auto first = std::ranges::find(found, true);
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
