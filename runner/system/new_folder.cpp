#include "runner/system/new_folder.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace spl::runner {

std::filesystem::path make_new_folder(const std::filesystem::path& parent,
                                      const std::string& begin) {
  std::string name = (parent / (begin + "XXXXXX")).string();
  int error = 0;
  if (mkdtemp(name.data()) == nullptr) {
    error = errno;
  } else if (chmod(name.c_str(), S_IRWXU) != 0 && errno != ENOENT) {
    // The umask had reduced it. Another process may have removed the folder as
    // abandoned, which the caller sees when it opens that.
    error = errno;
    rmdir(name.c_str());
  }
  if (error != 0) throw std::system_error(error, std::generic_category());
  return name;
}

}  // namespace spl::runner
