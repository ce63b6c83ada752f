#include "runner/system/warning.hpp"

namespace spl::runner {

std::string to_text(const Warning& warning) {
  std::string text;
  for (const std::string& file : warning.files) {
    text += "when " + file + " was measured: ";
  }
  return text + warning.subject + warning.rest;
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
