#include "tests/runner/temporary_folder.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace spl::runner {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const std::string& name) {
  std::string path = (fs::temp_directory_path() / (name + "XXXXXX")).string();
  if (mkdtemp(path.data()) == nullptr) throw std::runtime_error(path);
  path_ = path;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path TemporaryFolder::write(const std::string& name,
                                const std::string& content) const {
  fs::path path = path_ / name;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

}  // namespace spl::runner
