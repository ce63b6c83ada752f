#include "runner/revisions/differing_files.hpp"

#include <algorithm>
#include <map>

namespace spl::runner {

std::vector<std::string> differing_files(const Tree& one, const Tree& other) {
  std::map<std::string, std::string> ids;
  for (const TreeFile& file : one) ids[file.path] = file.id;
  std::vector<std::string> result;
  for (const TreeFile& file : other) {
    const auto found = ids.find(file.path);
    if (found == ids.end()) {
      result.push_back(file.path);
      continue;
    }
    if (found->second != file.id) result.push_back(file.path);
    ids.erase(found);
  }
  for (const auto& [path, id] : ids) result.push_back(path);
  return result;
}

std::string files_text(const std::vector<std::string>& files) {
  constexpr std::size_t kMostNames = 3;
  const std::size_t named = std::min(files.size(), kMostNames);
  std::string text = files.front();
  for (std::size_t i = 1; i < named; ++i) {
    text += (i + 1 == files.size() ? " and " : ", ") + files[i];
  }
  const std::size_t more = files.size() - named;
  return more == 0 ? text : text + " and " + std::to_string(more) + " more";
}

}  // namespace spl::runner
