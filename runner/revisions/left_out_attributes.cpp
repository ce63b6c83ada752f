#include "runner/revisions/left_out_attributes.hpp"

#include <map>
#include <utility>

namespace spl::runner {
namespace {

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

}  // namespace spl::runner
