#include "runner/git/repository.hpp"

#include "runner/system/text_file.hpp"

namespace spl::runner {

std::string to_text(const Revision& revision) {
  if (revision.is_working_tree()) {
    return revision.dirty ? "the dirty working tree" : "the working tree";
  }
  return revision.id.substr(0, 10) + " (" + revision.subject + ')';
}

namespace fs = std::filesystem;

fs::path top_folder(const fs::path& folder) {
  return nearest_with(".git", folder);
}

}  // namespace spl::runner
