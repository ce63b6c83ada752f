#include "runner/system/text_file.hpp"

#include "runner/system/files.hpp"
#include "runner/system/outside_link.hpp"

namespace spl::runner {

std::string read_text_file(const std::filesystem::path& path) {
  refuse_outside_link(path);
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (!error) check_text_size(path, size);
  std::string text = read_file(path, kMostText + 1);
  check_text_size(path, text.size());
  return text;
}

void check_text_size(const std::filesystem::path& path, std::size_t bytes) {
  if (bytes <= kMostText) return;
  throw FileError("cannot read " + path.string() +
                  ": it has more than 64 MiB; give a smaller file");
}

}  // namespace spl::runner
