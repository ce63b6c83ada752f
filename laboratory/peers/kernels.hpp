#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "spl/workload/random.hpp"

/// What is measured by all tools that are compared: the same code in each.
namespace spl::bench {

/// Everyday work in 100 equal parts, 1 to 30 us in all, and as many parts more
/// as it is slowed by percent.
class Kernel {
 public:
  virtual ~Kernel() = default;

  /// Does all parts once; what it returns is to be kept, and grows with them.
  virtual std::uint64_t iterate() = 0;
};

/// "sort", "hash map" ...
[[nodiscard]] const std::vector<std::string>& kernel_names();

/// So many iterations of a kernel take some 0.1 s. Throws like make_kernel.
[[nodiscard]] int iterations_in_a_tenth_second(const std::string& name);

/// By how many percent kernels are slowed, identical code first.
inline constexpr int kSlowdowns[] = {0, 1, 2, 5, 10};

/// By how many percent one of two copies is slowed, if any.
inline constexpr int kCopySlowdown = 5;

/// Two functions from one source: the same instructions at two places.
enum class Copy { kFirst, kSecond };

/// Its data are drawn; the same numbers make the same data for every slowdown
/// and copy. Throws std::invalid_argument for a name that is none.
[[nodiscard]] std::unique_ptr<Kernel> make_kernel(const std::string& name,
                                                  int slowed_percent,
                                                  Random& random,
                                                  Copy copy = Copy::kFirst);

}  // namespace spl::bench
