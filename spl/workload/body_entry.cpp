#include "spl/workload/body_entry.hpp"

namespace spl::workload {

std::string name_of_tokens(const char* text) {
  std::string name;
  const bool literal = *text == '"';
  for (const char* at = literal ? text + 1 : text; *at != '\0'; ++at) {
    if (literal && *at == '"') break;
    if (!literal && *at == ' ') continue;
    if (literal && *at == '\\' && at[1] != '\0') ++at;
    name += *at;
  }
  return name;
}

}  // namespace spl::workload
