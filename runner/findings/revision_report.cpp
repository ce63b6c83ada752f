#include "runner/findings/revision_report.hpp"

namespace spl::runner {

std::string good_commit(const std::vector<RevisionReport>& all) {
  std::string good;
  bool is_tested = false;
  for (const RevisionReport& one : all) {
    if (one.name.empty()) {
      if (one.revision.dirty) return {};
      is_tested = true;
    } else if (!good.empty()) {
      return {};
    } else {
      good = one.revision.id.substr(0, 10);
    }
  }
  return is_tested ? good : std::string();
}

}  // namespace spl::runner
