#include "runner/reports/json/written_json.hpp"

#include <nlohmann/json.hpp>

namespace spl::runner {

std::string written_json(const Json& json) { return json.dump(2) + '\n'; }

}  // namespace spl::runner
