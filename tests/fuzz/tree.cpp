// Any list of names as a tree, one a line after a letter: l for a link, x for
// an executable, else a file. A link names the folder outside, its own name or
// the one above. The tree is refused, or it is where it should be and nothing
// is elsewhere; both are removed without a trace.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "runner/builds/build_slot.hpp"
#include "runner/system/files.hpp"
#include "runner/system/folder_removal.hpp"
#include "tests/fuzz/require.hpp"

namespace {

namespace fs = std::filesystem;
using spl::runner::Tree;
using spl::runner::TreeFile;

/// TOP/outside and TOP/lane/source.
struct Folders {
  Folders() {
    std::string name = "/dev/shm/spl-fuzz-XXXXXX";
    require(mkdtemp(name.data()) != nullptr, "no folder can be made");
    top = name;
    fs::create_directories(top / "outside");
    fs::create_directories(top / "lane/source");
  }
  ~Folders() { fs::remove_all(top); }
  Folders(const Folders&) = delete;
  Folders& operator=(const Folders&) = delete;

  fs::path top;
};

Tree tree_of(std::string_view text) {
  Tree result;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.size() < 2) continue;
    const auto kind = line[0] == 'l'   ? TreeFile::Kind::kLink
                      : line[0] == 'x' ? TreeFile::Kind::kExecutable
                                       : TreeFile::Kind::kRegular;
    result.push_back({std::string(line.substr(1)), kind, "", std::nullopt, ""});
  }
  return result;
}

std::string content_of(const TreeFile& file) {
  if (file.kind != TreeFile::Kind::kLink) return file.path;
  constexpr const char* kTargets[] = {"../../outside", "..", "."};
  const std::size_t which = file.path.size() % 4;
  return which < 3 ? kTargets[which] : fs::path(file.path).filename().string();
}

void check_out(const Tree& tree, const fs::path& source) {
  try {
    spl::runner::check_paths(tree);
    spl::runner::TreeWriter writer(source);
    for (const TreeFile& file : tree) writer.write(file, content_of(file));
  } catch (const spl::runner::FileError& error) {
    require(*error.what() != '\0', "a refusal says nothing");
    return;
  }
  for (const TreeFile& file : tree) {
    const fs::file_status status = fs::symlink_status(source / file.path);
    require(file.kind == TreeFile::Kind::kLink ? fs::is_symlink(status)
                                               : fs::is_regular_file(status),
            "a file is not there");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const Folders folders;
  const fs::path build_slot = folders.top / "lane";
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_out(tree_of(text), build_slot / "source");
  require(fs::is_empty(folders.top / "outside"), "something is outside");
  spl::runner::empty_folder(build_slot, "lock");
  require(fs::is_empty(build_slot), "something is left");
  require(std::distance(fs::directory_iterator(folders.top), {}) == 2,
          "something is beside the folders");
  return 0;
}
