#include "runner/builds/fetched_branches.hpp"

#include <algorithm>
#include <sstream>

namespace spl::runner {

namespace fs = std::filesystem;

std::vector<FetchedBranch> fetched_branches(const fs::path& build) {
  std::vector<FetchedBranch> result;
  std::error_code error;
  fs::recursive_directory_iterator at(build, error);
  for (; !error && at != fs::recursive_directory_iterator();
       at.increment(error)) {
    if (at->path().filename() != ".git") continue;
    if (at->is_directory(error)) at.disable_recursion_pending();
    const fs::path folder = at->path().parent_path();
    if (auto head = head_branch(folder)) {
      result.push_back(
          {folder.lexically_relative(build).string(), std::move(*head)});
    }
  }
  std::sort(result.begin(), result.end(),
            [](const FetchedBranch& left, const FetchedBranch& right) {
              return left.folder < right.folder;
            });
  return result;
}

std::string encode(const std::vector<FetchedBranch>& branches) {
  std::string text;
  for (const FetchedBranch& one : branches) {
    text += one.head.commit + ' ' + one.head.name + ' ' + one.folder + '\n';
  }
  return text;
}

std::vector<FetchedBranch> decode_fetched_branches(
    const std::vector<std::string>& lines) {
  std::vector<FetchedBranch> result;
  for (const std::string& line : lines) {
    std::istringstream words(line);
    FetchedBranch one;
    // Names of branches have no white space; folders may.
    words >> one.head.commit >> one.head.name >> std::ws;
    if (std::getline(words, one.folder)) result.push_back(std::move(one));
  }
  return result;
}

}  // namespace spl::runner
