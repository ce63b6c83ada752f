// Any bytes as a project file: it is read, or refused with a place in it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "runner/formulas/project_file.hpp"
#include "tests/fuzz/require.hpp"

namespace {

/// The place that a message begins with, "spl.json:LINE:COLUMN: error: ".
void check(const std::string& message, const std::string& text) {
  unsigned long line = 0;
  unsigned long column = 0;
  int length = 0;
  const int read = std::sscanf(message.c_str(), "spl.json:%lu:%lu: error: %n",
                               &line, &column, &length);
  require(read == 2 && length > 0, "a message has no place");
  require(message.size() > static_cast<std::size_t>(length),
          "a message says nothing");
  const auto lines = std::ranges::count(text, '\n') + 1;
  require(line >= 1 && line <= static_cast<unsigned long>(lines),
          "there is no such line");
  std::size_t begin = 0;
  for (unsigned long i = 1; i < line; ++i) begin = text.find('\n', begin) + 1;
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  require(column >= 1 && column <= end - begin + 1, "there is no such column");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    (void)spl::runner::parse_project_file("spl.json", text);
  } catch (const spl::runner::ProjectFileError& error) {
    check(error.what(), text);
  }
  return 0;
}
