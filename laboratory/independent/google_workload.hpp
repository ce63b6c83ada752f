#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Stands in for spl/workload.hpp where compare.py builds workloads: the same
// bodies, timed by Google Benchmark. Names of workloads are identifiers, and
// bodies include what they use.
#define SPL_WORKLOAD(name, parameters, ...)                  \
  static void independent_##name SPL_INDEPENDENT parameters; \
  static const int independent_entry_##name =                \
      ::spl::independent::add(#name, &independent_##name);   \
  static void independent_##name SPL_INDEPENDENT parameters

#define SPL_INDEPENDENT(...) \
  ([[maybe_unused]] ::spl::Controller & spl, ##__VA_ARGS__)

namespace spl {

/// The loop of a workload.
class Controller {
 public:
  explicit Controller(benchmark::State& state) : state_(state) {}
  bool needs_more() { return state_.KeepRunning(); }

 private:
  benchmark::State& state_;
};

/// Has the compiler believe that the value is used.
template <typename Value>
void keep(Value&& value) {
  benchmark::DoNotOptimize(value);
}

namespace independent {

using Words = std::vector<std::string>;
using Body = std::function<void(Controller&, const Words&)>;

/// All workloads of the program by name.
inline std::map<std::string, Body>& bodies() {
  static std::map<std::string, Body> all;
  return all;
}

/// The argument that a word stands for. Throws std::invalid_argument.
template <typename Value>
Value argument(const std::string& word) {
  std::istringstream text(word);
  Value value{};
  if (!(text >> value)) throw std::invalid_argument("no value: " + word);
  return value;
}

template <typename... Parameters, std::size_t... Indices>
void call(void (*body)(Controller&, Parameters...), Controller& controller,
          const Words& words, std::index_sequence<Indices...> /*indices*/) {
  body(controller, argument<Parameters>(words.at(Indices))...);
}

template <typename... Parameters>
int add(const char* name, void (*body)(Controller&, Parameters...)) {
  bodies()[name] = [body](Controller& controller, const Words& words) {
    call(body, controller, words, std::index_sequence_for<Parameters...>());
  };
  return 0;
}

/// Runs one workload: PROGRAM NAME ARGUMENTS... -- OPTIONS OF GOOGLE BENCHMARK.
inline int run(int argc, char** argv) {
  const Words words(argv + 1, argv + argc);
  std::size_t end = 0;
  while (end < words.size() && words[end] != "--") ++end;
  if (end == 0 || end == words.size() || bodies().count(words[0]) == 0) {
    std::cerr << "usage: " << argv[0] << " WORKLOAD ARGUMENTS... -- OPTIONS\n";
    return 2;
  }
  const Words arguments(words.begin() + 1,
                        words.begin() + static_cast<std::ptrdiff_t>(end));
  const Body& body = bodies()[words[0]];
  benchmark::RegisterBenchmark(words[0].c_str(), [&](benchmark::State& state) {
    Controller controller(state);
    body(controller, arguments);
  });
  int options = argc - static_cast<int>(end) - 1;
  benchmark::Initialize(&options, argv + end + 1);
  return benchmark::RunSpecifiedBenchmarks() == 1 ? 0 : 1;
}

}  // namespace independent
}  // namespace spl
