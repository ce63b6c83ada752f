#include <nlohmann/json.hpp>

#include "runner/reports/json/sections.hpp"
#include "runner/reports/json/values.hpp"

namespace spl::runner {

Json json_of(const RevisionReport& report) {
  const Revision& revision = report.revision;
  Json result{{"name", text_json(report.name)},
              {"commit", text_json(revision.id)},
              {"subject", text_json(revision.subject)},
              {"author_date", text_json(revision.author_date)},
              {"dirty", revision.dirty}};
  if (!report.programs.empty()) result["programs"] = report.programs;
  return result;
}

}  // namespace spl::runner
