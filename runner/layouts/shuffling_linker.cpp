#include "runner/layouts/shuffling_linker.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "runner/git/content_id.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/disk_error.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// Returns the name by which compilers search a linker below a folder given
/// with -B.
std::string program_name(const std::string& linker) { return "ld." + linker; }

/// A record is the folder, then the words, each with a zero byte after it.
/// Files that compilers remove are kept beside it: files of words, and the
/// objects of sources that are compiled and linked by one command.
std::string recorder(const fs::path& linker) {
  return R"(#!/bin/sh
# Links as the linker does, and records how.
if [ -n "$SPL_LINKS" ] && mkdir -p "$SPL_LINKS" &&
  record=$(mktemp "$SPL_LINKS/XXXXXXXXXX"); then
  {
    count=0
    temporary=${TMPDIR:-/tmp}
    temporary=${temporary%/}
    keep() {
      count=$((count + 1))
      kept=$record.$count$2
      ln "$1" "$kept" 2>/dev/null || cp "$1" "$kept"
    }
    printf '%s\0' "$PWD"
    for word in "$@"; do
      case $word in
      @*)
        keep "${word#@}" "" && word=@$kept
        ;;
      "$temporary"/*/*) ;;
      "$temporary"/*.o)
        keep "$word" .o && word=$kept
        ;;
      esac
      printf '%s\0' "$word"
    done
  } >"$record"
fi
exec )" + to_text(std::vector<std::string>{linker.string()}) +
         " \"$@\"\n";
}

/// Returns an identity of size and time: another version of the linker and
/// another stand-in have another folder.
std::string version_of(const fs::path& linker) {
  const std::string stand_in = content_id(recorder(linker)).substr(0, 8);
  struct stat facts {};
  if (stat(linker.c_str(), &facts) != 0) return stand_in;
  return std::to_string(facts.st_size) + '-' +
         std::to_string(facts.st_mtim.tv_sec) + '-' + stand_in;
}

}  // namespace

std::vector<ShufflingLinker> shuffling_linkers(
    const std::vector<std::string>& environment) {
  std::vector<ShufflingLinker> result;
  for (const char* name : {"mold", "lld"}) {
    if (const auto path = in_search_path(program_name(name), environment)) {
      result.push_back({name, *path});
    }
  }
  return result;
}

std::optional<ShufflingLinker> find_shuffling_linker(
    const std::vector<std::string>& environment) {
  const auto all = shuffling_linkers(environment);
  if (all.empty()) return std::nullopt;
  return all.front();
}

std::string shuffle_option(const ShufflingLinker& linker, std::uint32_t seed) {
  // Without a pattern lld would shuffle the initialisers, too.
  const std::string which = linker.name == "lld" ? ".text*=" : "";
  return "--shuffle-sections=" + which + std::to_string(seed);
}

std::string recording_flags(const ShufflingLinker& linker,
                            const fs::path& cache) {
  const fs::path folder =
      cache / "linkers" / (linker.name + '-' + version_of(linker.path));
  const fs::path program = folder / program_name(linker.name);
  if (access(program.c_str(), X_OK) != 0) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw FileError(disk_error("write", folder, error.value()));
    const fs::path fresh =
        program.string() + '.' + std::to_string(getpid()) + ".new";
    write_file(fresh, recorder(linker.path));
    if (chmod(fresh.c_str(), 0755) != 0 ||
        rename(fresh.c_str(), program.c_str()) != 0) {
      throw FileError(disk_error("write", program, errno));
    }
  }
  return "-fuse-ld=" + linker.name + ' ' +
         to_text(std::vector<std::string>{"-B" + folder.string() + '/'});
}

}  // namespace spl::runner
