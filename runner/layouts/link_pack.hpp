#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/layouts/shuffling_linker.hpp"

/// Packs, which link a program and the libraries of its build again without the
/// build: the objects, and the commands that linked them.
namespace spl::runner {

/// The command that linked a file.
struct LinkCommand {
  std::filesystem::path output;    ///< Absolute.
  std::filesystem::path folder;    ///< Where the linker worked.
  std::vector<std::string> words;  ///< The linker's, without files of words.
};

/// Reads the links that the stand-in of recording_flags recorded in a folder:
/// the last link of each file that still exists.
[[nodiscard]] std::vector<LinkCommand> recorded_links(
    const std::filesystem::path& records);

/// A file that a program is started with.
struct LinkedFile {
  std::filesystem::path relative;  ///< To the folder of all files.
  /// Empty if the file cannot be linked again.
  std::vector<std::string> words;
};

struct LinkPack {
  ShufflingLinker linker;
  std::vector<LinkedFile> files;  ///< Programs and libraries.
  /// Why links do not differ: a sentence that continues "REVISION ..."; empty
  /// if they differ.
  std::string problem;
  /// Spent on the shorter of the tried links, by a single thread.
  double seconds = 0;
  bool are_identical = false;  ///< The problem is that all links are equal.
};

/// A program or library of a build.
struct BuiltFile {
  std::filesystem::path path;
  std::filesystem::path relative;
  bool is_program = true;
};

/// Copies objects, archives and linkers' scripts into a folder, which is
/// emptied before; also the shared libraries of `own`, the folder of the build.
/// Chooses no linker yet. Sets a problem if something cannot be copied. Throws
/// FileError.
[[nodiscard]] LinkPack copy_links(const std::vector<BuiltFile>& files,
                                  const std::vector<LinkCommand>& links,
                                  const std::filesystem::path& own,
                                  const std::filesystem::path& pack);

/// The time when work is ended that is not done; absent: none.
using TimeLimit = std::optional<std::chrono::steady_clock::time_point>;

/// Tries two links by the linker of the pack, and sets the pack's problem and
/// seconds.
void try_links(LinkPack& links, const std::filesystem::path& pack,
               const std::vector<std::string>& environment,
               const TimeLimit& end = {});

/// Writes the file that read_link_pack reads. Throws FileError.
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

/// Returns the text of kPackFacts, or the pack of such a text. Throws
/// FileError, which names the file, for any other text.
[[nodiscard]] std::string to_text(const LinkPack& links);
[[nodiscard]] LinkPack parse_link_pack(const std::string& text,
                                       const std::filesystem::path& file);

/// Reads the pack in a folder. Throws FileError if it is missing or damaged.
[[nodiscard]] LinkPack read_link_pack(const std::filesystem::path& pack);

/// Returns the path of a program that link_again leaves, relative to its
/// folder: as the program lies to the originals or, if it lies elsewhere, that
/// of the pack's first file.
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
  /// Threads of the linker; 0: as many as it likes.
  std::size_t threads = 0;
  TimeLimit end;
  /// Leaves FILE.map and FILE.d, the linker's map and what it has read, beside
  /// each file.
  bool is_traced = false;
};

/// Links all files of the pack in the order of the seed. Debug information is
/// left out: it takes most of the time, and nothing that is measured reads it.
/// Files without words become symbolic links to `originals`. Returns why it did
/// not work, or nothing. Several threads may call this at once.
[[nodiscard]] std::string link_again(const LinkPack& links,
                                     const LinkPlace& place,
                                     const std::filesystem::path& originals,
                                     std::uint32_t seed,
                                     const LinkOptions& options = {});

/// Links a file of the pack by another linker, in the order of its words; the
/// rest is as for link_again.
[[nodiscard]] std::string link_plainly(const LinkedFile& file,
                                       const std::filesystem::path& linker,
                                       const LinkPlace& place,
                                       const LinkOptions& options = {});

}  // namespace spl::runner
