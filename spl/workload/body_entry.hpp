#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "spl/workload/controller.hpp"
#include "spl/workload/entry.hpp"
#include "spl/workload/parameters.hpp"

namespace spl::workload {

/// Returns the name in SPL_WORKLOAD(name, ...) from the text of its tokens:
/// "a::b" for `a :: b`, and the content of a string literal.
[[nodiscard]] std::string name_of_tokens(const char* text);

/// A workload that drives its own loop. `Lists` is a std::tuple of Values.
template <class Lists, class... Parameters>
class BodyEntry final : public Measurable {
 public:
  using Body = void (*)(Controller, Parameters...);

  /// `declaration` is the text of the parameters between parentheses.
  BodyEntry(const Origin& origin, const char* name, const char* declaration,
            Body body, Lists values)
      : Measurable(EntryFacts::Kind::kWorkload, name_of_tokens(name), origin),
        declaration_(declaration),
        body_(body),
        values_(std::move(values)) {}

  void measure(Run& run, const Surroundings& surroundings) override {
    call(run, surroundings.arguments, std::index_sequence_for<Parameters...>());
    run.finish();
  }

 private:
  void describe(EntryFacts& facts) const override {
    facts.parameters = parameters_facts(TypeList<Parameters...>(), values_);
    name_parameters(facts.parameters, declaration_);
  }

  // The handle is made in its place, so that it is passed in registers.
  template <std::size_t... kIndices>
  void call(Run& run, [[maybe_unused]] const std::vector<Argument>& arguments,
            std::index_sequence<kIndices...>) {
    body_(Controller(run), convert<Parameters>(arguments[kIndices])...);
  }

  const char* declaration_;
  Body body_;
  Lists values_;
};

template <class... Parameters, class... Lists>
[[nodiscard]] BodyEntry<std::tuple<Lists...>, Parameters...> register_body(
    const Origin& origin, const char* name, const char* declaration,
    void (*body)(Controller, Parameters...), Lists... values) {
  require_parameters(TypeList<Parameters...>(), TypeList<Lists...>());
  return {origin, name, declaration, body,
          std::tuple<Lists...>(std::move(values)...)};
}

}  // namespace spl::workload
