// Any bytes as what links leave and take: the file of a pack, files of words
// that name one another, a linker's map, and the objects that it names.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "runner/layouts/link_map.hpp"
#include "runner/layouts/link_pack.hpp"
#include "runner/layouts/response_file.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/files.hpp"
#include "tests/fuzz/places.hpp"
#include "tests/fuzz/require.hpp"

namespace {

namespace fs = std::filesystem;
using spl::runner::FileError;

void read_pack(const std::string& text) {
  try {
    const auto pack = spl::runner::parse_link_pack(text, "links.json");
    const auto again =
        spl::runner::parse_link_pack(to_text(pack), "links.json");
    require(to_text(again) == to_text(pack), "a pack is read otherwise");
  } catch (const FileError& error) {
    require(std::string_view(error.what()).starts_with("links.json"),
            "a refusal names no file");
  }
}

/// @0, @1 ... are the parts between zero bytes.
void read_words(std::string_view text) {
  std::vector<std::string> parts(1);
  for (const char one : text) {
    if (one == '\0') {
      parts.emplace_back();
    } else {
      parts.back() += one;
    }
  }
  const auto content = [&](const fs::path& path) -> std::string {
    const std::string name = path.string();
    const auto number =
        name.empty() ? 0U : static_cast<unsigned>(name[0] - '0');
    if (name.size() != 1 || number >= parts.size()) throw FileError("none");
    return parts[number];
  };
  std::vector<std::string> words;
  try {
    spl::runner::append_words("@0", words, content);
  } catch (const FileError&) {
  } catch (const spl::runner::WordError&) {
  }
  require(words.size() <= 1'000'001, "there are too many words");
}

void read_objects(std::string_view text) {
  const MemoryFile file(text);
  try {
    (void)spl::runner::read_link_map(file.name());
  } catch (const FileError&) {
  }
  spl::runner::LinkedContents contents;
  for (const char* name : {".text", ".rodata", ".text.f", ".data"}) {
    (void)contents.content({file.name(), name});
    (void)contents.content({file.name() + "(a.o)", name});
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_pack(text);
  read_words(text);
  read_objects(text);
  return 0;
}
