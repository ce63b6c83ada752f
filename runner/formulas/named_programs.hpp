#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

/// Builds of one workload that the user names.
namespace spl::runner {

/// Programs by the name of their build, which formulas write after `@`.
using NamedPrograms = std::map<std::string, std::vector<std::string>>;

/// A program and the name of its build.
struct NamedProgram {
  std::string name;
  std::string path;
};

/// Returns the parts of `NAME=PATH`; nothing for a path alone. A text with `/`
/// before its first `=` is a path, too.
[[nodiscard]] std::optional<NamedProgram> named_program(
    const std::string& word);

/// Returns why a build cannot have this name: a sentence with the remedy, or
/// empty.
[[nodiscard]] std::string wrong_build_name(const std::string& name);

}  // namespace spl::runner
