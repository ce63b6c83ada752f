#pragma once

#include <cstdint>
#include <type_traits>

namespace spl {

/// Random numbers for workloads: SplitMix64 (Steele, Lea, Flood 2014), the same
/// on every machine for the same seed. Also a standard uniform random bit
/// generator, as std::shuffle takes one.
class Random {
 public:
  /// As a standard generator has it.
  using result_type = std::uint64_t;

  /// Begins the sequence of a seed; any number is one.
  explicit Random(std::uint64_t seed) : state_(seed) {}

  /// The least and the largest number that operator() draws.
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }

  /// Returns 64 random bits.
  result_type operator()() {
    std::uint64_t bits = state_ += 0x9e3779b97f4a7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
  }

  /// Returns an integer from `low` to `high`, both included, each equally
  /// likely. Throws std::invalid_argument if there is none.
  template <class Low, class High>
  std::common_type_t<Low, High> operator()(Low low, High high) {
    static_assert(std::is_integral_v<Low> && std::is_integral_v<High>,
                  "SPL: random(low, high) draws integers; for other numbers "
                  "there is random.real(low, high)");
    using Result = std::common_type_t<Low, High>;
    const auto first = static_cast<Result>(low);
    const auto last = static_cast<Result>(high);
    if (last < first) throw_empty_range();
    return static_cast<Result>(
        static_cast<std::uint64_t>(first) +
        below_or_equal(static_cast<std::uint64_t>(last) -
                       static_cast<std::uint64_t>(first)));
  }

  /// Returns a number in [0, 1) on a grid of 2^-53.
  double real() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }

  /// Returns a number from `low`, included, to `high`, each equally likely.
  double real(double low, double high) { return low + (high - low) * real(); }

 private:
  [[noreturn]] static void throw_empty_range();

  /// Returns a number from 0 to `limit`. Draws that would favour small numbers
  /// are repeated.
  std::uint64_t below_or_equal(std::uint64_t limit) {
    if (limit == max()) return (*this)();
    const std::uint64_t count = limit + 1;
    const std::uint64_t favoured = (max() - count + 1) % count;  // 2^64 % count
    std::uint64_t bits = (*this)();
    while (bits < favoured) bits = (*this)();
    return bits % count;
  }

  std::uint64_t state_;
};

}  // namespace spl
