#include "runner/git/repository.hpp"

namespace spl::runner {

std::string to_text(const Revision& revision) {
  if (revision.is_working_tree()) {
    return revision.dirty ? "the dirty working tree" : "the working tree";
  }
  return revision.id.substr(0, 10) + " (" + revision.subject + ')';
}

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
