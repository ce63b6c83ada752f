#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "spl/workload/batch.hpp"
#include "spl/workload/entry.hpp"
#include "spl/workload/keep.hpp"
#include "spl/workload/parameters.hpp"
#include "spl/workload/signature.hpp"

namespace spl::workload {

/// Returns why a method does not get the arguments that it takes, such as
/// "takes (int, int), but its generator one makes (int)"; empty if it gets
/// them. `taken` is a std::tuple of arguments.
[[nodiscard]] std::string misfit_of_generator(const TypeOf& taken,
                                              const Maker& generator);
[[nodiscard]] std::string misfit_of_factory(const TypeOf& taken,
                                            const Maker& factory);
[[nodiscard]] std::string lack_of_generator(const TypeOf& taken);

/// The sources of random numbers of a method's run. The counted observations
/// begin with the same draws, however long the warm-up was, and arguments do
/// not depend on the factory's draws.
struct Draws {
  explicit Draws(std::uint64_t seed) : seeds(seed) { renew(); }

  void renew() {
    arguments = Random(seeds());
    instances = Random(seeds());
  }

  Random seeds;
  Random arguments{0};
  Random instances{0};
};

/// Whether a parameter leaves its argument unchanged, so that one instance
/// serves a whole run.
template <class Parameter>
inline constexpr bool kLeavesAlone = std::is_lvalue_reference_v<Parameter>&&
    std::is_const_v<std::remove_reference_t<Parameter>>;

/// A method, whose call is compiled into a loop that knows its types. Arguments
/// and instances come in batches that are made outside the timed part. Every
/// call gets its own arguments, and its own instance unless it takes the
/// instance by const reference.
template <class Callable>
class MethodEntry final : public Measurable {
 public:
  MethodEntry(const Origin& origin, const char* name, Callable callable)
      : Measurable(EntryFacts::Kind::kMethod, name, origin),
        callable_(std::move(callable)) {}

  void measure(Run& run, const Surroundings& surroundings) override {
    settle_heap(surroundings);
    if (surroundings.factory == nullptr) {
      call_with_arguments(run, surroundings, Types());
    } else {
      call_on_instances(run, surroundings, Types());
    }
    run.finish();
  }

 private:
  using Types = typename SignatureOf<Callable>::Parameters;

  /// Calls in one batch: few enough that their objects stay in the nearest
  /// cache. Memory that the objects own elsewhere is bounded by the time that
  /// an observation may last with its untimed parts (run.hpp): objects that
  /// take long to make and to fill are made for few calls at once.
  static constexpr std::size_t kBatchBytes = 16'384;
  template <std::size_t kBytes>
  static constexpr std::size_t kCapacity =
      kBytes <= 16            ? 1024
      : kBytes >= kBatchBytes ? 1
                              : kBatchBytes / kBytes;

  void describe(EntryFacts& facts) const override {
    describe_types(facts, Types());
  }
  template <class... Each>
  static void describe_types(EntryFacts& facts, TypeList<Each...> types) {
    facts.arguments = type_names(types);
    if constexpr ((kIsParameter<Each> && ...)) {
      facts.parameters = parameters_facts(types, std::tuple<>());
    }
  }

  template <class... Each>
  void call_with_arguments(Run& run, const Surroundings& surroundings,
                           TypeList<Each...> types) {
    using Tuple = std::tuple<Plain<Each>...>;
    constexpr bool kOwn = (kIsParameter<Each> && ...);
    if (!has_arguments<Tuple>(run, surroundings, kOwn)) return;
    Batch<Tuple> arguments(kCapacity<sizeof(Tuple)>);
    measure_batches(
        run, kCapacity<sizeof(Tuple)>,
        [&](std::size_t count, Draws& draws) {
          fill(arguments, count, draws, surroundings, types);
        },
        [&](std::size_t index) {
          call(types, arguments[index], std::index_sequence_for<Each...>());
        });
  }

  void call_on_instances(Run& run, const Surroundings& surroundings,
                         TypeList<>) {
    run.fail("takes no arguments, so it needs no factory " +
             surroundings.factory->name());
  }
  template <class Self, class... Each>
  void call_on_instances(Run& run, const Surroundings& surroundings,
                         TypeList<Self, Each...>) {
    using Tuple = std::tuple<Plain<Each>...>;
    constexpr TypeList<Each...> kRest;
    constexpr bool kShared = kLeavesAlone<Self>;
    constexpr std::size_t kBoth =
        kCapacity<sizeof(Tuple) + (kShared ? 0 : sizeof(Plain<Self>))>;
    Maker& factory = *surroundings.factory;
    run.fail(misfit_of_factory(type_of<Plain<Self>>(), factory));
    if (!has_arguments<Tuple>(run, surroundings, sizeof...(Each) == 0)) return;

    Batch<Plain<Self>> instances(kShared ? 1 : kBoth);
    Batch<Tuple> arguments(kBoth);
    const auto make = [&](std::size_t count, Random& random) {
      instances.clear();
      factory.make(&instances, count, random, surroundings.factory_arguments);
    };
    Draws first(run.seed());
    if constexpr (kShared) make(1, first.instances);
    measure_batches(
        run, kBoth,
        [&](std::size_t count, Draws& draws) {
          if constexpr (!kShared) make(count, draws.instances);
          fill(arguments, count, draws, surroundings, kRest);
        },
        [&](std::size_t index) {
          call(kRest, arguments[index], std::index_sequence_for<Each...>(),
               static_cast<Self&&>(instances[kShared ? 0 : index]));
        });
  }

  /// Whether the arguments are available with the right types.
  template <class Tuple>
  static bool has_arguments(Run& run, const Surroundings& surroundings,
                            bool without_generator) {
    if (surroundings.generator != nullptr) {
      run.fail(misfit_of_generator(type_of<Tuple>(), *surroundings.generator));
    } else if (!without_generator) {
      run.fail(lack_of_generator(type_of<Tuple>()));
    }
    return run.failure().empty();
  }

  /// Fills in the arguments of `count` calls, drawn or from the formula.
  template <class Tuple, class... Each>
  static void fill(Batch<Tuple>& arguments, std::size_t count, Draws& draws,
                   const Surroundings& surroundings, TypeList<Each...> types) {
    arguments.clear();
    if (surroundings.generator != nullptr) {
      surroundings.generator->make(&arguments, count, draws.arguments,
                                   surroundings.arguments);
    } else if constexpr ((kIsParameter<Each> && ...)) {
      for (std::size_t made = 0; made < count; ++made) {
        arguments.add([&] {
          return converted(surroundings.arguments, types,
                           std::index_sequence_for<Each...>());
        });
      }
    }
  }
  template <class... Each, std::size_t... kIndices>
  static std::tuple<Plain<Each>...> converted(
      [[maybe_unused]] const std::vector<Argument>& arguments,
      TypeList<Each...>, std::index_sequence<kIndices...>) {
    return std::tuple<Plain<Each>...>(convert<Each>(arguments[kIndices])...);
  }

  template <class Fill, class Call>
  static void measure_batches(Run& run, std::size_t capacity, Fill fill_batch,
                              Call call_one) {
    Draws draws(run.seed());
    bool counts = false;
    while (std::uint64_t left = run.next()) {
      if (run.counts() && !counts) draws.renew();
      counts = run.counts();
      while (left > 0) {
        const std::size_t count = left < capacity ? left : capacity;
        fill_batch(count, draws);
        run.start();
        for (std::size_t index = 0; index < count; ++index) call_one(index);
        run.stop(count);
        left -= count;
      }
    }
  }

  /// Calls with the tuple's elements, moved into parameters by value.
  template <class... Each, class Tuple, std::size_t... kIndices, class... Self>
  [[gnu::always_inline]] inline void call(TypeList<Each...>,
                                          [[maybe_unused]] Tuple& arguments,
                                          std::index_sequence<kIndices...>,
                                          Self&&... self) {
    if constexpr (std::is_void_v<typename SignatureOf<Callable>::Result>) {
      callable_(std::forward<Self>(self)...,
                static_cast<Each&&>(std::get<kIndices>(arguments))...);
      clobber();
    } else {
      keep(callable_(std::forward<Self>(self)...,
                     static_cast<Each&&>(std::get<kIndices>(arguments))...));
    }
  }

  Callable callable_;
};

template <class Callable>
[[nodiscard]] MethodEntry<Callable> register_method(const Origin& origin,
                                                    const char* name,
                                                    Callable callable) {
  return {origin, name, std::move(callable)};
}

}  // namespace spl::workload
