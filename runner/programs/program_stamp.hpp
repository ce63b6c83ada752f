#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace spl::runner {

/// Says whether the file of a program is still the one that it was.
struct ProgramStamp {
  dev_t device = 0;
  ino_t inode = 0;
  off_t size = 0;
  std::int64_t seconds = 0;  ///< Of its last change.
  std::int64_t nanoseconds = 0;

  friend bool operator==(const ProgramStamp&, const ProgramStamp&) = default;
};

/// All zero where there is no such file.
[[nodiscard]] ProgramStamp program_stamp(const std::string& path);

}  // namespace spl::runner
