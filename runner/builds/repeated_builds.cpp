#include "runner/builds/builder.hpp"

#include <algorithm>

namespace spl::runner {
namespace {

std::string identical(std::size_t builds, const BuildRecipe& recipe) {
  return "comes out identical from all " + std::to_string(builds) +
         " builds (" +
         (recipe.shuffles_builds
              ? "they are linked in different orders only if there is mold or "
                "lld in PATH and the build heeds CXXFLAGS and LDFLAGS)"
              : "-frandom-seed changes nothing in it; without -s layouts=1 "
                "each "
                "build is linked in an order of its own, too)");
}

/// Returns the mean of the seconds that are known; 0 if none are.
double mean_seconds(const std::vector<double>& all) {
  double sum = 0;
  std::size_t known = 0;
  for (const double one : all) {
    sum += one;
    if (one > 0) ++known;
  }
  return known == 0 ? 0 : sum / static_cast<double>(known);
}

/// Adds a build of the same revision to others.
void add(const Built& one, Built& all) {
  if (all.failure.empty()) all.failure = one.failure;
  for (const std::string& warning : one.warnings) {
    const auto& known = all.warnings;
    if (std::ranges::find(known, warning) == known.end()) {
      all.warnings.push_back(warning);
    }
  }
  if (!all.failure.empty()) return;
  for (std::size_t i = 0; i < one.programs.size(); ++i) {
    BuiltProgram& program = all.programs[i];
    program.given.push_back(one.programs[i].path);
    const std::string& content = one.programs[i].content;
    if (!content.empty()) program.content += content + ' ';
  }
}

}  // namespace

std::vector<BuildOrder> several_of_each(const std::vector<BuildOrder>& orders,
                                        std::size_t builds) {
  std::vector<BuildOrder> result;
  for (std::size_t number = 1; number <= builds; ++number) {
    for (const BuildOrder& order : orders) {
      result.push_back(order);
      result.back().number = static_cast<std::uint32_t>(number);
    }
  }
  return result;
}

std::vector<Built> builds_of_each(const std::vector<Built>& built,
                                  std::size_t builds,
                                  const BuildRecipe& recipe) {
  const std::size_t orders = built.size() / builds;
  std::vector<Built> result(
      built.begin(), built.begin() + static_cast<std::ptrdiff_t>(orders));
  for (std::size_t i = 0; i < orders; ++i) {
    Built& all = result[i];
    for (BuiltProgram& program : all.programs) program.content.clear();
    bool do_differ = false;
    std::vector<double> seconds;
    for (std::size_t number = 0; number < builds; ++number) {
      const Built& one = built[number * orders + i];
      do_differ = do_differ || one.content != built[i].content;
      add(one, all);
      seconds.push_back(one.seconds);
    }
    all.seconds = mean_seconds(seconds);
    if (do_differ || !all.failure.empty()) continue;
    for (BuiltProgram& program : all.programs) program.given.clear();
    all.links_problem = identical(builds, recipe);
  }
  return result;
}

}  // namespace spl::runner
