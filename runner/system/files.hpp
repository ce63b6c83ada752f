#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "runner/system/descriptor.hpp"

namespace spl::runner {

/// A file or folder that cannot be read or written; what() names it, the
/// system's reason and, if there is one, the remedy.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The largest file that is read: 4 GiB. More takes minutes, or all memory.
inline constexpr std::uint64_t kMostFile = std::uint64_t{4} << 30;

/// Opens a regular file for reading, the one way to open what others may have
/// put there. Throws FileError, also for pipes and devices, which may have no
/// end, and for files of more than `most` bytes. Flags are added to those of
/// open().
[[nodiscard]] int open_regular(const std::filesystem::path& path,
                               std::uint64_t most = kMostFile, int flags = 0);

/// The same as a stream. It has failed where open_regular() throws.
[[nodiscard]] std::ifstream regular_file(const std::filesystem::path& path);

/// Returns which of some texts are in a file, which is read in parts, up to
/// where the first of them is found.
[[nodiscard]] std::vector<bool> found_texts(
    std::istream& file, std::span<const std::string_view> texts);

/// Returns the content of a regular file, or its first `most` bytes. Throws
/// FileError as open_regular() does.
[[nodiscard]] std::string read_file(const std::filesystem::path& path,
                                    std::size_t most = kMostFile);

/// Returns the rest of an open file, or its next `most` bytes; messages name it
/// by the path. Throws FileError.
[[nodiscard]] std::string read_opened_file(const Descriptor& file,
                                           const std::filesystem::path& path,
                                           std::size_t most = kMostFile);

/// Returns the last `most` bytes of a file, or all if there are fewer, without
/// reading the bytes before them. Throws FileError.
[[nodiscard]] std::string read_end(const std::filesystem::path& path,
                                   std::size_t most);

/// Replaces a file of spl-run's own in one step, or a link in its place; files
/// that the user names have a FilePlace. Throws FileError.
void write_file(const std::filesystem::path& path, const std::string& content);

/// Has Git ignore a folder of spl-run's own, which may be in a repository.
/// Throws FileError.
void keep_from_git(const std::filesystem::path& folder);

/// Returns whether the name has a usual ending of C++ sources and headers,
/// whose formulas are in attributes and macros.
[[nodiscard]] bool is_cpp_file(const std::filesystem::path& path);

/// Returns the files that a path names: the file itself, or the .spl files and
/// C++ files in and below a folder, in order. Throws FileError if there are
/// none.
[[nodiscard]] std::vector<std::filesystem::path> formula_files(
    const std::filesystem::path& path);

/// The most levels of folders, one in another, that are looked through.
inline constexpr int kMostNested = 200;

/// The most files and folders that patterns look at together.
inline constexpr std::size_t kMostMatched = 1'000'000;

/// Returns the files that match a pattern, in order, or a folder that the
/// pattern names in full. `*` and `?` match within a name, `**` any number of
/// folders. Throws FileError if there are none, or if more files and folders
/// would be looked at than are left.
[[nodiscard]] std::vector<std::filesystem::path> matching_files(
    const std::filesystem::path& pattern);
[[nodiscard]] std::vector<std::filesystem::path> matching_files(
    const std::filesystem::path& pattern, std::size_t& left);

/// The largest file that processes exchange: 64 MiB.
inline constexpr std::uintmax_t kMostExchanged = std::uintmax_t{64} << 20;

/// Reads a file that another process was expected to write and may have
/// replaced by anything. Does not follow links or wait for pipes; refuses
/// devices and larger files. Throws FileError.
[[nodiscard]] std::string read_exchanged_file(
    const std::filesystem::path& path);

/// Returns the device, number, size and times of a file or folder as one word,
/// which changes with the file; "absent" if there is none.
[[nodiscard]] std::string file_facts(const std::filesystem::path& path);

/// Returns whether the path is the folder or below it; both are absolute and
/// normal.
[[nodiscard]] bool is_below(const std::filesystem::path& path,
                            const std::filesystem::path& folder);

/// Returns the absolute path, without a dot or slash at its end.
[[nodiscard]] std::filesystem::path normal_path(
    const std::filesystem::path& path);

/// Returns the parts of a text that each end with a zero byte.
[[nodiscard]] std::vector<std::string> zero_ended(std::string_view text);

}  // namespace spl::runner
