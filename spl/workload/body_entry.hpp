#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "spl/workload/controller.hpp"
#include "spl/workload/entry.hpp"
#include "spl/workload/parameters.hpp"

namespace spl::workload {

/// A workload that drives its own loop. `Lists` is a std::tuple of Values.
template <class Lists, class... Parameters>
class BodyEntry final : public Measurable {
 public:
  using Body = void (*)(Controller, Parameters...);

  /// `declaration` is the text of the parameters between parentheses.
  BodyEntry(const Origin& origin, const char* name, const char* declaration,
            Body body, Lists values)
      : Measurable(EntryFacts::Kind::kWorkload, name, origin),
        declaration_(declaration),
        body_(body),
        values_(std::move(values)) {}

  void measure(Run& run, const Surroundings& surroundings) override {
    call(run, surroundings, std::index_sequence_for<Parameters...>());
    run.finish();
  }

 private:
  void describe(EntryFacts& facts) const override {
    facts.parameters = parameters_facts(TypeList<Parameters...>(), values_);
    name_parameters(facts.parameters, declaration_);
  }

  // Texts lie at an offset of their own, so that the length of one does not
  // decide where the body's memory begins. The handle is made in its place, so
  // that it is passed in registers.
  template <std::size_t... kIndices>
  void call(Run& run, const Surroundings& surroundings,
            std::index_sequence<kIndices...>) {
    if constexpr ((std::is_same_v<Plain<Parameters>, std::string> || ...)) {
      settle_heap(surroundings);
    }
    std::tuple<Plain<Parameters>...> values{
        convert<Parameters>(surroundings.arguments[kIndices])...};
    settle_heap(surroundings);
    body_(Controller(run),
          static_cast<Parameters&&>(std::get<kIndices>(values))...);
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
