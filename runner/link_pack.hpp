#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/shuffling_linker.hpp"

/// All that it takes to link a program and the libraries of its build again,
/// without the build: the objects, and how they were linked.
namespace spl::runner {

/// How a file was linked.
struct LinkCommand {
  std::filesystem::path output;    ///< Absolute.
  std::filesystem::path folder;    ///< Where the linker worked.
  std::vector<std::string> words;  ///< Its own, without files of words.
};

/// Adds a word of a linker or, where it is a file of words (@FILE), these.
/// Throws FileError.
void append_words(const std::string& word, std::vector<std::string>& words);

/// What the stand-in of recording_flags left in a folder: the last link of each
/// file that is still there.
[[nodiscard]] std::vector<LinkCommand> recorded_links(
    const std::filesystem::path& records);

/// A file that a program is started with.
struct LinkedFile {
  std::filesystem::path relative;  ///< To the folder with all of them.
  /// Empty where it cannot be linked again.
  std::vector<std::string> words;
};

/// Of a pack whose links do not differ.
inline constexpr const char* kIdenticalLinks =
    "comes out identical from all links; let its build heed CXXFLAGS, which "
    "hold -ffunction-sections";

struct LinkPack {
  ShufflingLinker linker;
  std::vector<LinkedFile> files;  ///< Programs and libraries.
  /// Why links do not differ: a sentence that continues "REVISION ..."; empty
  /// where they do.
  std::string problem;
  /// That the shorter of the tried links took, by a single thread.
  double seconds = 0;
};

/// Where a program stands and how it is found among the others.
struct BuiltFile {
  std::filesystem::path path;
  std::filesystem::path relative;
  bool is_program = true;
};

/// Copies objects and archives into a folder, which is emptied before, and
/// tries two links. `own` is the folder of the build, of which everything is
/// copied that a linker reads; of others what is linked statically. Throws
/// FileError.
void pack_links(const std::vector<BuiltFile>& files,
                const std::vector<LinkCommand>& links,
                const std::filesystem::path& own, const ShufflingLinker& linker,
                const std::vector<std::string>& environment,
                const std::filesystem::path& pack);

/// The file of a pack that says how its files are linked.
inline constexpr const char* kPackFacts = "links.json";

/// Throws FileError where there is none.
[[nodiscard]] LinkPack read_link_pack(const std::filesystem::path& pack);

/// Where link_again leaves a program, relative to the folder: as it lies to
/// the originals or, where it lies elsewhere, as the pack's first file.
[[nodiscard]] std::filesystem::path linked_name(
    const LinkPack& links, const std::filesystem::path& originals,
    const std::filesystem::path& program);

/// What a link may use.
struct LinkLimits {
  /// Of the linker; 0: as many as it likes.
  std::size_t threads = 0;
  /// When it is ended, if it is not done.
  std::optional<std::chrono::steady_clock::time_point> end;
};

/// Links all files of the pack into a folder in the order of the seed, without
/// debug information, which nothing that is measured reads and which takes most
/// of the time where there is any; those that have no words are links to
/// `originals`. Returns why it did not work, or nothing. Several threads may
/// do so at once.
[[nodiscard]] std::string link_again(
    const LinkPack& links, const std::filesystem::path& pack,
    const std::filesystem::path& originals, std::uint32_t seed,
    const std::vector<std::string>& environment,
    const std::filesystem::path& to, const LinkLimits& limits = {});

}  // namespace spl::runner
