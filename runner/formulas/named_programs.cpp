#include "runner/formulas/command_line.hpp"

#include <algorithm>
#include <cctype>

#include "spl/logic/revision_name.hpp"

namespace spl::runner {
namespace {

bool is_part_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '.' || c == '-';
}

}  // namespace

std::optional<NamedProgram> named_program(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || word.find('/') < equals ||
      word.starts_with('[')) {
    return std::nullopt;
  }
  return NamedProgram{word.substr(0, equals), word.substr(equals + 1)};
}

std::string wrong_build_name(const std::string& name) {
  constexpr const char* kRemedy = "; give the build another name";
  if (name == logic::kBaseline) {
    return std::string("\"baseline\" is the revision that --baseline names") +
           kRemedy;
  }
  if (name == "HEAD") {
    return std::string("\"HEAD\" is the commit that Git has checked out") +
           kRemedy;
  }
  // `@-` could not be written, and `->` follows a name.
  if (!name.empty() && std::ranges::all_of(name, is_part_of_name) &&
      name.front() != '-' && name.back() != '-') {
    return {};
  }
  return "\"" + name +
         "\" cannot name a build: names are of letters, digits, \"_\", \".\" "
         "and, between these, \"-\"";
}

}  // namespace spl::runner
