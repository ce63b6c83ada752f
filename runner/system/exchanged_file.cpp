#include "runner/system/exchanged_file.hpp"

#include <fcntl.h>

#include "runner/system/descriptor.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {

std::string read_exchanged_file(const std::filesystem::path& path) {
  const Descriptor file(open_regular(path, kMostExchanged, O_NOFOLLOW));
  return read_opened_file(file, path, kMostExchanged);
}

}  // namespace spl::runner
