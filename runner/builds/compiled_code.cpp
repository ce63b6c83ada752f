#include "runner/builds/compiled_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "runner/system/file_facts.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

/// Returns whether the last option -O of the flags optimises.
bool is_optimised(const std::string& flags) {
  std::istringstream words(flags);
  bool result = false;
  for (std::string word; words >> word;) {
    if (word.starts_with("-O")) result = word != "-O0";
  }
  return result;
}

/// Returns the known flags by source; of a source that is compiled in several
/// ways, all of them.
std::map<std::string, std::set<std::string>> flags_by_source(
    const CompiledCode& code) {
  std::map<std::string, std::set<std::string>> result;
  for (const CompiledSource& one : code.sources) {
    if (!one.flags.empty()) result[one.source].insert(one.flags);
  }
  return result;
}

std::string quoted(const std::set<std::string>& flags) {
  std::string text;
  for (const std::string& one : flags) {
    text += (text.empty() ? "\"" : " and \"") + one + '"';
  }
  return text;
}

}  // namespace

CompiledCode compiled_code(const std::filesystem::path& program) {
  const std::filesystem::path file = program.string() + kCompiledCode;
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return {};
  try {
    return decode_compiled(read_file(file));
  } catch (const FileError&) {
    return {};
  }
}

// The remedy, then each source and its flags, with a zero byte after each.
std::string encode(const CompiledCode& code) {
  std::string text = code.remedy + '\0';
  for (const auto& [source, flags] : code.sources) {
    for (const auto* one : {&source, &flags}) {
      text += *one;
      text += '\0';
    }
  }
  return text;
}

CompiledCode decode_compiled(const std::string& text) {
  const std::vector<std::string> fields = zero_ended(text);
  if (fields.size() % 2 != 1) {
    throw FileError("not a list of compiled sources: " + text);
  }
  CompiledCode result{{}, fields.front()};
  for (std::size_t i = 1; i < fields.size(); i += 2) {
    result.sources.push_back({fields[i], fields[i + 1]});
  }
  return result;
}

std::string lack_of_optimisation(const CompiledCode& code) {
  std::set<std::string> all;
  std::set<std::string> plain;
  for (const CompiledSource& one : code.sources) {
    all.insert(one.source);
    if (!one.flags.empty() && !is_optimised(one.flags))
      plain.insert(one.source);
  }
  if (plain.empty()) return {};
  const std::size_t more = plain.size() - 1;
  if (more == 0) return *plain.begin() + " is compiled without optimisation";
  return *plain.begin() + " and " + std::to_string(more) + " more of its " +
         std::to_string(all.size()) +
         " sources are compiled without optimisation";
}

bool is_unseen(const CompiledSource& one) {
  return one.flags.empty() || one.flags.starts_with("GNU ");
}

std::string unknown_part(const CompiledCode& code, const CompiledCode& other) {
  const auto of_other = flags_by_source(other);
  for (const CompiledSource& one : code.sources) {
    if (one.flags.empty()) return one.source;
    if (is_unseen(one) && !of_other.contains(one.source)) return one.source;
  }
  return {};
}

std::string unlike_flags(const CompiledCode& left, const std::string& left_name,
                         const CompiledCode& right,
                         const std::string& right_name) {
  const auto of_right = flags_by_source(right);
  for (const auto& [source, flags] : flags_by_source(left)) {
    const auto other = of_right.find(source);
    if (other == of_right.end() || other->second == flags) continue;
    return fmt::format("{} is compiled with {} for {} and with {} for {}",
                       source, quoted(flags), left_name, quoted(other->second),
                       right_name);
  }
  return {};
}

}  // namespace spl::runner
