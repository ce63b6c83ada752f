#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/layouts/shuffling_linker.hpp"

/// All that it takes to link a program and the libraries of its build again,
/// without the build: the objects, and how they were linked.
namespace spl::runner {

/// How a file was linked.
struct LinkCommand {
  std::filesystem::path output;    ///< Absolute.
  std::filesystem::path folder;    ///< Where the linker worked.
  std::vector<std::string> words;  ///< Its own, without files of words.
};

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

/// Where a program is and how it is found among the others.
struct BuiltFile {
  std::filesystem::path path;
  std::filesystem::path relative;
  bool is_program = true;
};

/// Copies what is linked statically, and linkers' scripts, into a folder, which
/// is emptied before; of `own`, the folder of the build, shared libraries, too.
/// No linker is chosen yet. There is a problem where something cannot be
/// copied. Throws FileError.
[[nodiscard]] LinkPack copy_links(const std::vector<BuiltFile>& files,
                                  const std::vector<LinkCommand>& links,
                                  const std::filesystem::path& own,
                                  const std::filesystem::path& pack);

/// When something is ended, if it is not done.
using TimeLimit = std::optional<std::chrono::steady_clock::time_point>;

/// Tries two links by the linker of the pack, which sets its problem and its
/// seconds.
void try_links(LinkPack& links, const std::filesystem::path& pack,
               const std::vector<std::string>& environment,
               const TimeLimit& end = {});

/// Leaves in the folder what read_link_pack reads. Throws FileError.
void write_link_pack(const LinkPack& links, const std::filesystem::path& pack);

/// A pack that is to be made.
struct PackOrder {
  std::filesystem::path own;             ///< As copy_links takes it.
  ShufflingLinker linker;                ///< Links again.
  std::vector<std::string> environment;  ///< "NAME=value", all of it.
  std::filesystem::path pack;            ///< The folder.
};

/// Copies, tries and writes the links of the files of a build by spl-run.
/// Throws FileError.
void pack_links(const std::vector<BuiltFile>& files,
                const std::vector<LinkCommand>& links, const PackOrder& order);

/// The file of a pack that says how its files are linked.
inline constexpr const char* kPackFacts = "links.json";

/// Its text, and the pack of such a text. Throws FileError, which names the
/// file, for any other.
[[nodiscard]] std::string to_text(const LinkPack& links);
[[nodiscard]] LinkPack parse_link_pack(const std::string& text,
                                       const std::filesystem::path& file);

/// Throws FileError where there is none, or one that is damaged.
[[nodiscard]] LinkPack read_link_pack(const std::filesystem::path& pack);

/// Where link_again leaves a program, relative to the folder: as it lies to
/// the originals or, where it lies elsewhere, as the pack's first file.
[[nodiscard]] std::filesystem::path linked_name(
    const LinkPack& links, const std::filesystem::path& originals,
    const std::filesystem::path& program);

/// Where files are linked.
struct LinkPlace {
  std::filesystem::path pack;            ///< The folder of the pack.
  std::filesystem::path to;              ///< The folder that gets the files.
  std::vector<std::string> environment;  ///< "NAME=value", all of it.
};

/// How one link is made.
struct LinkOptions {
  /// Of the linker; 0: as many as it likes.
  std::size_t threads = 0;
  TimeLimit end;
  /// Leaves FILE.map and FILE.d, the linker's map and what it has read, beside
  /// each file.
  bool is_traced = false;
};

/// Links all files of the pack into a folder in the order of the seed, without
/// debug information, which nothing that is measured reads and which takes most
/// of the time where there is any; those that have no words are links to
/// `originals`. Returns why it did not work, or nothing. Several threads may
/// do so at once.
[[nodiscard]] std::string link_again(const LinkPack& links,
                                     const LinkPlace& place,
                                     const std::filesystem::path& originals,
                                     std::uint32_t seed,
                                     const LinkOptions& options = {});

/// Links a file of the pack by another linker, in the order of its words, as
/// link_again does otherwise.
[[nodiscard]] std::string link_plainly(const LinkedFile& file,
                                       const std::filesystem::path& linker,
                                       const LinkPlace& place,
                                       const LinkOptions& options = {});

}  // namespace spl::runner
