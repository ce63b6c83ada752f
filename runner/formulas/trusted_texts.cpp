#include "runner/formulas/trusted_texts.hpp"

#include <algorithm>
#include <filesystem>
#include <string>

#include "runner/settings/plain_error.hpp"
#include "runner/settings/trusted_file.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// A string of C++ may be written in parts, but one file has the whole word.
bool writes_commands(const std::vector<FormulaText>& texts) {
  return std::ranges::any_of(texts, [](const FormulaText& one) {
    return one.content.find("command(") != std::string::npos ||
           one.content.find("command@") != std::string::npos;
  });
}

void require_trusted(const std::vector<FormulaText>& texts,
                     const std::vector<std::string>& named) {
  const Rights rights = own_rights();
  for (const FormulaText& one : texts) {
    const bool is_given = one.origin == FormulaText::Origin::kOption ||
                          std::ranges::find(named, one.name) != named.end();
    if (is_given) continue;
    try {
      require_trusted_program(one.name, rights, &one.opened);
    } catch (const DistrustError& distrust) {
      throw PlainError(
          "formulas write commands, and another user could have "
          "written " +
          one.name + ": " + distrust.what() +
          "; name the files that are meant");
    }
  }
}

}  // namespace

void require_trusted_texts(const std::vector<FormulaText>& texts,
                           const Invocation& invocation) {
  const auto& definitions = invocation.layers.definitions;
  if (!writes_commands(texts) && !writes_commands(definitions)) return;
  require_trusted(texts, invocation.line.files);
  require_trusted(definitions, {});
}

}  // namespace spl::runner
