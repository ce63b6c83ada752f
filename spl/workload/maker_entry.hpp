#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "spl/workload/batch.hpp"
#include "spl/workload/entry.hpp"
#include "spl/workload/parameters.hpp"
#include "spl/workload/signature.hpp"

namespace spl::workload {

/// The common part of generators and factories. Product is the type that a
/// Batch holds, made from the callable's result. `Lists` is a std::tuple of
/// Values.
template <class Product, class Callable, class Lists>
class MakerEntry : public Maker {
 public:
  MakerEntry(EntryFacts::Kind kind, const Origin& origin, const char* name,
             Callable callable, Lists values)
      : Maker(kind, name, origin),
        callable_(std::move(callable)),
        values_(std::move(values)) {}

  [[nodiscard]] TypeOf product() const final { return type_of<Product>(); }

  void make(void* batch, std::size_t count, Random& random,
            const std::vector<Argument>& arguments) final {
    auto& products = *static_cast<Batch<Product>*>(batch);
    for (std::size_t made = 0; made < count; ++made) {
      products.add(
          [&]() -> Product { return call(random, arguments, Parameters()); });
    }
  }

 protected:
  using Split = WithoutRandom<typename SignatureOf<Callable>::Parameters>;
  using Parameters = typename Split::Rest;

  void describe(EntryFacts& facts) const override {
    facts.parameters = parameters_facts(Parameters(), values_);
  }

 private:
  template <class... Types>
  decltype(auto) call(Random& random, const std::vector<Argument>& arguments,
                      TypeList<Types...>) {
    return call(random, arguments, TypeList<Types...>(),
                std::index_sequence_for<Types...>());
  }
  template <class... Types, std::size_t... kIndices>
  decltype(auto) call([[maybe_unused]] Random& random,
                      [[maybe_unused]] const std::vector<Argument>& arguments,
                      TypeList<Types...>, std::index_sequence<kIndices...>) {
    if constexpr (Split::kRandom) {
      return callable_(random, convert<Types>(arguments[kIndices])...);
    } else {
      return callable_(convert<Types>(arguments[kIndices])...);
    }
  }

  Callable callable_;
  Lists values_;
};

/// An entry that makes the argument tuples of a method.
template <class Callable, class Lists>
class GeneratorEntry final
    : public MakerEntry<
          typename Arguments<typename SignatureOf<Callable>::Result>::Tuple,
          Callable, Lists> {
 public:
  using Generated = Arguments<typename SignatureOf<Callable>::Result>;
  using Base = MakerEntry<typename Generated::Tuple, Callable, Lists>;

  GeneratorEntry(const Origin& origin, const char* name, Callable callable,
                 Lists values)
      : Base(EntryFacts::Kind::kGenerator, origin, name, std::move(callable),
             std::move(values)) {}

 private:
  void describe(EntryFacts& facts) const override {
    Base::describe(facts);
    facts.arguments = type_names(typename Generated::Types());
  }
};

/// An entry that makes the instances on which a method is called.
template <class Callable, class Lists>
class FactoryEntry final
    : public MakerEntry<Plain<typename SignatureOf<Callable>::Result>, Callable,
                        Lists> {
 public:
  using Instance = Plain<typename SignatureOf<Callable>::Result>;
  using Base = MakerEntry<Instance, Callable, Lists>;

  FactoryEntry(const Origin& origin, const char* name, Callable callable,
               Lists values)
      : Base(EntryFacts::Kind::kFactory, origin, name, std::move(callable),
             std::move(values)) {}

 private:
  void describe(EntryFacts& facts) const override {
    Base::describe(facts);
    facts.instance = type_name(type_of<Instance>());
  }
};

template <class Callable, class... Lists>
constexpr void require_maker() {
  using Called = SignatureOf<Callable>;
  static_assert(!std::is_void_v<typename Called::Result>,
                "SPL: a generator returns the arguments of one call (one "
                "value, or a std::tuple), and a factory an instance");
  require_parameters(
      typename WithoutRandom<typename Called::Parameters>::Rest(),
      TypeList<Lists...>());
}

template <class Callable, class... Lists>
[[nodiscard]] GeneratorEntry<Callable, std::tuple<Lists...>> register_generator(
    const Origin& origin, const char* name, Callable callable,
    Lists... values) {
  require_maker<Callable, Lists...>();
  return {origin, name, std::move(callable),
          std::tuple<Lists...>(std::move(values)...)};
}

template <class Callable, class... Lists>
[[nodiscard]] FactoryEntry<Callable, std::tuple<Lists...>> register_factory(
    const Origin& origin, const char* name, Callable callable,
    Lists... values) {
  require_maker<Callable, Lists...>();
  return {origin, name, std::move(callable),
          std::tuple<Lists...>(std::move(values)...)};
}

}  // namespace spl::workload
