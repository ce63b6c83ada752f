#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>

/// What the file of a program says of its links: ELF of 64 bits.
namespace spl::runner {

/// Returns the dynamic loader that a program names; empty if it names none, as
/// a static one, and for what is no program of 64 bits.
[[nodiscard]] std::string loader_of(std::istream& file);

/// Returns how a program was linked: "dynamically by GNU ld", "statically by
/// mold"; empty if that is not known. Throws FileError.
[[nodiscard]] std::string linking_of(const std::filesystem::path& program);

/// The identity of a program's file, which shows whether it was replaced.
struct ProgramStamp {
  dev_t device = 0;
  ino_t inode = 0;
  off_t size = 0;
  std::int64_t seconds = 0;  ///< Time of the last change.
  std::int64_t nanoseconds = 0;

  friend bool operator==(const ProgramStamp&, const ProgramStamp&) = default;
};

/// Returns the stamp of a program; all zero without such a file.
[[nodiscard]] ProgramStamp program_stamp(const std::string& path);

/// The largest file that is read as a program, in bytes.
inline constexpr std::uintmax_t kMostProgramBytes = std::uintmax_t{4} << 30;

/// Returns "has 5 GiB, ...": what follows the path of a larger one.
[[nodiscard]] std::string too_large_text(std::uintmax_t bytes);

}  // namespace spl::runner
