#include "runner/git/top_folder.hpp"

namespace spl::runner {

namespace fs = std::filesystem;

fs::path top_folder(const fs::path& folder) {
  std::error_code error;
  for (fs::path at = folder; !at.empty(); at = at.parent_path()) {
    if (fs::exists(at / ".git", error)) return at;
    if (at == at.parent_path()) break;
  }
  return {};
}

}  // namespace spl::runner
