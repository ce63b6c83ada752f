#pragma once

#include <compare>
#include <string>

namespace spl::runner {

/// A piece of an object that a linker put into a program.
struct LinkedSection {
  std::string file;  ///< Canonical; in an archive "LIBRARY(MEMBER)".
  std::string name;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads <=>.
  auto operator<=>(const LinkedSection&) const = default;
};

}  // namespace spl::runner
