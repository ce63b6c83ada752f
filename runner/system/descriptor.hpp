#pragma once

#include <unistd.h>

#include <string_view>
#include <utility>

namespace spl::runner {

/// An open file or the like, or none if negative; closed at the end of the
/// scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { reset(-1); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }

  /// Leaves it open.
  [[nodiscard]] int release() { return std::exchange(number_, -1); }

  void reset(int number) {
    if (number_ >= 0) close(number_);
    number_ = number;
  }

 private:
  int number_;
};

/// Writes the whole text to an open file. Returns zero, or the errno of the
/// write that failed.
[[nodiscard]] int write_all(int file, std::string_view text);

}  // namespace spl::runner
