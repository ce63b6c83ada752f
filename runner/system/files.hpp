#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "runner/system/descriptor.hpp"

namespace spl::runner {

/// A file or folder that cannot be read or written; what() names it, the
/// system's reason and the remedy where there is one.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The whole content of a file, or its first `most` bytes: a device may have no
/// end. Throws FileError.
[[nodiscard]] std::string read_file(
    const std::filesystem::path& path,
    std::size_t most = std::numeric_limits<std::size_t>::max());

/// All that is left to read of an open file, which messages name by the path.
/// Throws FileError.
[[nodiscard]] std::string read_opened_file(const Descriptor& file,
                                           const std::filesystem::path& path);

/// Its last `most` bytes, or all of it where there are fewer; what is before
/// them is not read. Throws FileError.
[[nodiscard]] std::string read_end(const std::filesystem::path& path,
                                   std::size_t most);

/// Replaces the file in one step, and removes what processes left beside it
/// that were killed while they did so. Throws FileError.
void write_file(const std::filesystem::path& path, const std::string& content);

/// Throws FileError if write_file would fail as things are: to be known before
/// what is to be written has taken its time.
void check_writable(const std::filesystem::path& path);

/// Whether formulas are in attributes and macros there: the usual endings of
/// C++ sources and headers.
[[nodiscard]] bool is_cpp_file(const std::filesystem::path& path);

/// The files that a path names: itself, or the .spl files and C++ files in and
/// below a folder, in order. Throws FileError where there are none.
[[nodiscard]] std::vector<std::filesystem::path> formula_files(
    const std::filesystem::path& path);

/// What a pattern matches, in order: `*` and `?` within a name, `**` any number
/// of folders; files, and folders that the pattern names in full. Throws
/// FileError where there are none.
[[nodiscard]] std::vector<std::filesystem::path> matching_files(
    const std::filesystem::path& pattern);

}  // namespace spl::runner
