#include "tests/runner/temporary_folder.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace spl::runner {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "spl test XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error(name);
  path_ = name;
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
