#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace spl::statistics {

/// Random numbers for resampling: SplitMix64 (Steele, Lea and Flood 2014),
/// started from a seed and the number of a stream. Replicate k drawn from
/// stream k is the same in any order, on any number of threads and on any
/// platform.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint64_t stream)
      : state_(mixed(seed) + mixed(~stream)) {}

  [[nodiscard]] std::uint64_t next() {
    state_ += kIncrement;
    return mixed(state_);
  }

  /// Returns a number that is uniform on 0 ... count - 1, without bias, for
  /// 1 <= count < 2^32 (Lemire 2019, "Fast random integer generation in an
  /// interval").
  [[nodiscard]] std::size_t below(std::size_t count) {
    return scaled(static_cast<std::uint32_t>(next() >> 32),
                  static_cast<std::uint32_t>(count));
  }

  /// Returns two independent numbers like below(), in hardly more time than
  /// one.
  [[nodiscard]] std::pair<std::size_t, std::size_t> two_below(
      std::size_t count) {
    const auto range = static_cast<std::uint32_t>(count);
    const std::uint64_t bits = next();
    const std::size_t first =
        scaled(static_cast<std::uint32_t>(bits >> 32), range);
    return {first, scaled(static_cast<std::uint32_t>(bits), range)};
  }

 private:
  static constexpr std::uint64_t kIncrement = 0x9e3779b97f4a7c15;

  [[nodiscard]] static std::uint64_t mixed(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
  }

  // Returns the high half of bits times range. If the low half shows that this
  // result would come too often, it draws other bits.
  [[nodiscard]] std::size_t scaled(std::uint32_t bits, std::uint32_t range) {
    std::uint64_t product = std::uint64_t{bits} * range;
    if (static_cast<std::uint32_t>(product) < range) {
      const std::uint32_t threshold = (0U - range) % range;
      while (static_cast<std::uint32_t>(product) < threshold) {
        product = (next() >> 32) * range;
      }
    }
    return static_cast<std::size_t>(product >> 32);
  }

  std::uint64_t state_;
};

}  // namespace spl::statistics
