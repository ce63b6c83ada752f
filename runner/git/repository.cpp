#include "runner/git/repository.hpp"

namespace spl::runner {

std::string to_text(const Revision& revision) {
  if (revision.is_working_tree()) {
    return revision.dirty ? "the dirty working tree" : "the working tree";
  }
  return revision.id.substr(0, 10) + " (" + revision.subject + ')';
}

}  // namespace spl::runner
