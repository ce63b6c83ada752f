#include "runner/builds/build_step.hpp"

#include <cctype>

#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

constexpr std::size_t kLogEnd =
    8192;  ///< Bytes, with room for long command lines.

/// Takes the digits at the beginning off the text.
std::string_view number(std::string_view& text) {
  std::size_t size = 0;
  while (size < text.size() &&
         std::isdigit(static_cast<unsigned char>(text[size])) != 0) {
    ++size;
  }
  const std::string_view digits = text.substr(0, size);
  text.remove_prefix(size);
  return digits;
}

std::string step_of(std::string_view line) {
  if (!line.starts_with('[')) return {};
  line.remove_prefix(1);
  while (line.starts_with(' ')) line.remove_prefix(1);
  const std::string done(number(line));
  if (done.empty()) return {};
  if (line.starts_with("%]")) return done + " %";
  if (!line.starts_with('/')) return {};
  line.remove_prefix(1);
  const std::string all(number(line));
  if (all.empty() || !line.starts_with(']')) return {};
  return "step " + done + " of " + all;
}

}  // namespace

std::string build_step(std::string_view log) {
  while (!log.empty()) {
    const std::size_t end = log.find_last_not_of("\r\n");
    if (end == std::string_view::npos) return {};
    log = log.substr(0, end + 1);
    const std::size_t begin = log.find_last_of("\r\n") + 1;
    std::string step = step_of(log.substr(begin));
    if (!step.empty()) return step;
    log = log.substr(0, begin);
  }
  return {};
}

std::string build_step_of(const std::filesystem::path& log) {
  try {
    return build_step(read_end(log, kLogEnd));
  } catch (const FileError&) {
    return {};
  }
}

}  // namespace spl::runner
