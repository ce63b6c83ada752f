#include "runner/system/text_file.hpp"

#include <limits>

#include "runner/system/files.hpp"
#include "runner/system/outside_link.hpp"

namespace spl::runner {

std::string read_text_file(const std::filesystem::path& path,
                           struct stat* facts) {
  refuse_outside_link(path);
  const Descriptor file(
      open_regular(path, std::numeric_limits<std::uint64_t>::max()));
  if (facts != nullptr) (void)fstat(file.number(), facts);
  std::string text = read_opened_file(file, path, kMostText + 1);
  check_text_size(path, text.size());
  return text;
}

void check_text_size(const std::filesystem::path& path, std::size_t bytes) {
  if (bytes <= kMostText) return;
  throw FileError("cannot read " + path.string() +
                  ": it has more than 64 MiB; give a smaller file");
}

}  // namespace spl::runner
