#pragma once

/// Performance tests composed in C++ (docs/assertions.md):
///
///     const spl::Variable n("n", {100, 1000});
///
///     TEST(Sorting, InsertionIsFasterOnFewNumbers) {
///       SPL_EXPECT(spl::mean(insertion(n)) < spl::mean(bubble(n)));
///     }
///
///     int main() {
///       spl::workload::answer_request_if_asked();
///       const spl::Experiment few(insertion(10) < bubble(10));
///       std::cout << few.evaluate().report;
///     }
///
/// Callables are measured in processes of their own, which start this program
/// again. C++17; link spl::client or the target of a test framework.

#include <string>
#include <utility>

#include "spl/assertion.hpp"           // IWYU pragma: export
#include "spl/experiment/formula.hpp"  // IWYU pragma: export
#include "spl/experiment/method.hpp"   // IWYU pragma: export

namespace spl {

/// A formula with its settings. The methods and generators that it names exist
/// as long as it is evaluated.
class Experiment {
 public:
  /// Takes a formula and settings: spl::alpha(0.001), spl::budget(10s).
  template <class... Settings>
  explicit Experiment(const Formula& formula, Settings... settings)
      : claim_(formula, std::move(settings)...) {}

  /// Returns the claim that assertions take, `SPL_EXPECT(experiment)`, valid as
  /// long as this.
  operator const client::Claim&() const { return claim_; }

  /// Measures and decides, which takes as long as the budget allows. Never
  /// throws for a wrong formula, or if there is no spl-run: the evaluation says
  /// so.
  [[nodiscard]] client::Evaluation evaluate(
      const std::string& recorded_runner = SPL_INTERNAL_RECORDED_RUNNER) const {
    return client::evaluate(claim_, recorded_runner);
  }

 private:
  client::Claim claim_;
};

/// Returns the experiment that proves a call of the first lambda faster than
/// one of the second: `SPL_EXPECT(spl::faster([] { a(); }, [] { b(); }))`.
template <class First, class Second, class... Settings>
[[nodiscard]] Experiment faster(First first, Second second,
                                Settings... settings) {
  return Experiment(Method("first", first)() < Method("second", second)(),
                    std::move(settings)...);
}

/// Explains that there are two.
template <class Only>
auto faster(const Only&) {
  static_assert(composed::kNever<Only>,
                "SPL: faster compares two lambdas, as in spl::faster(f, g)");
}

/// Explains that methods are compared by their calls.
template <class... First, class... Second, class... Settings>
auto faster(const Method<First...>&, const Method<Second...>&, Settings...) {
  static_assert(sizeof...(First) == 0,
                "SPL: faster compares two lambdas; compare calls of methods by "
                "a sign, as in a(n) < b(n)");
}

}  // namespace spl
