#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace spl::workload {

/// The time during which quotas of processor time stopped this process: of its
/// control groups of version 1 or 2, and of the groups above them. Allocates
/// nothing, so that it moves no data of what is measured.
class Throttling {
 public:
  /// Finds the groups with a quota. `root` is where proc and sys/fs/cgroup are.
  explicit Throttling(const char* root = "");
  ~Throttling();
  Throttling(const Throttling&) = delete;
  Throttling& operator=(const Throttling&) = delete;

  /// Returns that time in ns, from an arbitrary start: 0 without a quota. It is
  /// added up over processors, so it may exceed what one thread has lost.
  [[nodiscard]] std::uint64_t stopped_ns() const;

 private:
  static constexpr std::size_t kMost = 16;  ///< Groups; deeper ones are rare.

  void open_accounts(const char* top, std::string_view group);

  std::array<int, kMost> accounts_{};  ///< Open files.
  std::size_t count_ = 0;
};

}  // namespace spl::workload
