#include "runner/tools/framework.hpp"

#include <iterator>

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
  if (!program.framework) {
    const bool names_one =
        framework_program(program.path).framework.has_value();
    return (names_one ? "./" : "") + program.path;
  }
  const auto number = static_cast<std::size_t>(*program.framework);
  return std::string(kFrameworkNames[number]) + ':' + program.path;
}

}  // namespace spl::runner
