#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace spl::runner {

class Figures;
struct FormulaReport;
struct Report;
struct Style;

/// What a command found, and all that reports know of it.
class Outcome {
 public:
  virtual ~Outcome() = default;

  /// Returns the formulas that it decided; null if it is about none.
  [[nodiscard]] virtual const std::vector<FormulaReport>* decided() const {
    return nullptr;
  }

  /// Where its figures are from, if the report has no observations.
  enum class Basis { kNothing, kMeasurements, kStore };
  [[nodiscard]] virtual Basis basis() const { return Basis::kNothing; }

  // --- The terminal's report -------------------------------------------------

  /// Its section, which ends with a line feed unless it is empty.
  [[nodiscard]] virtual std::string section(const Report& report,
                                            const Style& style) const = 0;

  struct Shape {
    bool is_fitted = false;    ///< The section breaks its lines itself.
    bool is_apart = false;     ///< The summary follows an empty line.
    bool names_sides = false;  ///< The section has both revisions.
  };
  [[nodiscard]] virtual Shape shape() const { return {}; }

  /// The last lines; absent: where the figures are from.
  [[nodiscard]] virtual std::optional<std::string> summary(
      const Report& /*report*/, const Style& /*style*/) const {
    return std::nullopt;
  }

  // --- Reports in files ------------------------------------------------------

  /// Adds its members of the JSON report, besides its formulas.
  virtual void add_to(nlohmann::ordered_json& root) const = 0;

  /// The overall result in one line; empty if there is no HTML report of it.
  [[nodiscard]] virtual std::string headline() const { return {}; }
  /// Its part of that. `figures` gets what its rows show, in their order.
  [[nodiscard]] virtual std::string page(const Report& /*report*/,
                                         Figures& /*figures*/) const {
    return {};
  }

  /// Its table as CSV; empty if it has none.
  [[nodiscard]] virtual std::string csv() const { return {}; }
  /// The same in Markdown, which is all that the summary has then.
  [[nodiscard]] virtual std::string markdown_table() const { return {}; }
  /// What the summary in Markdown has of its formulas, if not their blocks.
  [[nodiscard]] virtual std::string markdown_formulas(
      const Report& /*report*/) const {
    return {};
  }
  /// What it has after its formulas.
  [[nodiscard]] virtual std::string markdown_notes() const { return {}; }

 protected:
  Outcome() = default;
  Outcome(const Outcome&) = default;
  Outcome(Outcome&&) = default;
  Outcome& operator=(const Outcome&) = default;
  Outcome& operator=(Outcome&&) = default;
};

}  // namespace spl::runner
