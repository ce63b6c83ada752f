#include "runner/system/warning.hpp"

namespace spl::runner {

std::string to_text(const Warning& warning) {
  const std::string origin =
      warning.file.empty() ? "" : "when " + warning.file + " was measured: ";
  return origin + warning.subject + warning.rest;
}

std::vector<std::string> to_texts(const Warnings& warnings) {
  std::vector<std::string> texts;
  for (const Warning& one : warnings) texts.push_back(to_text(one));
  return texts;
}

bool says_the_same(const Warning& one, const Warning& other) {
  return one.subject + one.rest == other.subject + other.rest;
}

}  // namespace spl::runner
