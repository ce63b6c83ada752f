#include "runner/revisions/revisions.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace spl::runner {
namespace {

/// A message of a tool that names something.
struct ToolMessage {
  std::string_view before;  ///< What stands before the name.
  std::string_view ends;    ///< The signs that end a name; so do line feeds.
  std::string_view after;   ///< What follows; a blank stands for any blanks.
};

constexpr std::string_view kBlanks = " \t\r\n";

bool begins_with(std::string_view text, std::string_view words) {
  for (const char sign : words) {
    if (text.empty()) return false;
    const bool is_blank = kBlanks.find(text.front()) != kBlanks.npos;
    if (sign == ' ' ? !is_blank : sign != text.front()) return false;
    text.remove_prefix(
        sign == ' ' ? std::min(text.find_first_not_of(kBlanks), text.size())
                    : 1);
  }
  return true;
}

/// Returns the names that a text has in such messages, in a time that grows
/// with the text. The C++ library's regular expressions need a stack that does.
std::vector<std::string> names_in(std::string_view text,
                                  const ToolMessage& message) {
  const std::string ends = std::string(message.ends) + '\n';
  const std::string skipped = std::string(kBlanks) + '"';
  std::vector<std::string> result;
  // A later message within a name would end where the name does.
  for (std::size_t end = 0;
       (end = text.find(message.before, end)) != text.npos;) {
    const std::size_t begin =
        text.find_first_not_of(skipped, end + message.before.size());
    if (begin == text.npos) break;
    end = std::min(text.find_first_of(ends, begin), text.size());
    if (end == begin || !begins_with(text.substr(end), message.after)) continue;
    const std::string_view name = text.substr(begin, end - begin);
    result.emplace_back(name.substr(0, name.find_last_not_of(' ') + 1));
  }
  return result;
}

namespace fs = std::filesystem;

/// Says what the build gets if an attribute is left out.
std::string instead(bool is_on_disk, const std::string& attribute) {
  const std::string quoted = '"' + attribute + "\" of .gitattributes";
  if (is_on_disk) {
    return quoted +
           " is not applied: the build of the working tree gets the files on "
           "disk, and builds of commits the files as Git stores them; this "
           "alone may make the sides differ";
  }
  return quoted +
         " is not applied: the build gets the files as Git stores them" +
         (attribute == "filter=lfs"
              ? "; git lfs fetch --all gets the files themselves"
              : "");
}

/// Returns the files that compilers, ninja, make and CMake report as missing.
std::vector<std::string> missing_files(const std::string& text) {
  constexpr std::array<ToolMessage, 5> kMessages{
      {{"error: ", " \t\r:", ": No such file or directory"},  // GCC
       {"error: '", "'", "' file not found"},                 // Clang
       {"error: '", "'", "', needed by"},                     // ninja
       {"No rule to make target '", "'", "'"},                // make
       {"Cannot find source file:", " \t\r", ""}}};           // CMake
  std::vector<std::string> result;
  for (const ToolMessage& message : kMessages) {
    const auto names = names_in(text, message);
    result.insert(result.end(), names.begin(), names.end());
  }
  return result;
}

}  // namespace

std::vector<std::string> left_out_remarks(const Tree& tree) {
  std::map<std::pair<std::string, bool>, std::vector<std::string>> files;
  for (const TreeFile& file : tree) {
    if (file.left_out.empty()) continue;
    files[{file.left_out, file.disk.has_value()}].push_back(file.path);
  }
  std::vector<std::string> result;
  for (const auto& [what, paths] : files) {
    const std::size_t more = paths.size() - 1;
    result.push_back(paths.front() +
                     (more == 0 ? std::string()
                                : " (and " + std::to_string(more) + " more)") +
                     ": " + instead(what.second, what.first));
  }
  return result;
}

std::string missing_target(const std::string& failure) {
  constexpr std::array<ToolMessage, 6> kMessages{
      {{"ninja: error: unknown target '", "'", "'"},
       {"No rule to make target '", "'", "'."},
       {"Can't invoke target `", "`", "`"},  // Meson
       // CMake
       {"The source directory", "\"", "\" does not exist"},
       {"add_subdirectory given source", "\"", "\" which"},
       // A build that makes all that there is.
       {"is built, but there is no program ", "(", "("}}};
  for (const ToolMessage& message : kMessages) {
    const std::vector<std::string> found = names_in(failure, message);
    if (found.empty()) continue;
    return "\n    " + found.front() +
           " may be newer than this revision: list its files as \"overlay\" in "
           "\"revisions\" of spl.json, which takes them from the working tree";
  }
  return "";
}

std::string ignored_source(const std::string& failure,
                           const std::vector<std::string>& ignored) {
  const std::vector<std::string> all = missing_files(failure);
  if (all.empty()) return "";
  // Messages have other folders in front of a name.
  std::map<fs::path, const std::string*> names;
  for (const std::string& path : ignored) {
    names.emplace(fs::path(path).filename(), &path);
  }
  for (const fs::path missing : all) {
    const auto found = names.find(missing.filename());
    if (found == names.end()) continue;
    return "\n" + *found->second +
           " is in the working tree, but Git ignores it, so that builds of "
           "revisions do not get it: generate it below {build}, or name it in "
           "\"overlay\" in \"revisions\" of spl.json";
  }
  return "";
}

}  // namespace spl::runner
