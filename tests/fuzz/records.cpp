// Any bytes as the record of a link and as the list of layouts beside a
// program: they are read or refused in a sentence.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "runner/builds/link_record.hpp"
#include "runner/programs/program_catalogue.hpp"
#include "runner/settings/trusted_file.hpp"
#include "tests/fuzz/places.hpp"
#include "tests/fuzz/require.hpp"

namespace {

namespace fs = std::filesystem;

/// A folder with a program in it.
class Folder {
 public:
  Folder() {
    std::filesystem::create_directory(folder_.file("program.link"));
    write("program", "");
  }

  void write(const char* name, std::string_view text) const {
    std::ofstream(folder_.file(name), std::ios::binary) << text;
  }
  [[nodiscard]] fs::path program() const { return folder_.file("program"); }

 private:
  MemoryFolder folder_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const Folder folder;
  folder.write("program.link/record", text);
  folder.write("program.layouts", text);
  const spl::runner::Rights rights = spl::runner::own_rights();
  const auto refused_or = [](const auto& work) {
    try {
      work();
    } catch (const std::runtime_error& error) {
      require(*error.what() != '\0', "a refusal says nothing");
    }
  };
  refused_or([&] {
    const auto record = spl::runner::read_link_record(folder.program(), rights);
    if (record) require(record->content == text, "a record is read otherwise");
  });
  refused_or([&] {
    const auto links =
        spl::runner::given_links(folder.program().string(), rights);
    for (const std::string& link : links.paths) {
      require(fs::is_regular_file(link), "a layout is no file");
    }
  });
  return 0;
}
