#include "runner/given/named_files.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "runner/system/files.hpp"
#include "runner/system/json_text.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

bool exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// Returns the length of the name in front of `=`; 0: there is none.
std::size_t length_of_name(const std::string& value) {
  const std::size_t equals = value.find('=');
  if (equals == value.npos || exists(value)) return 0;
  const bool is_name = std::all_of(
      value.begin(), value.begin() + static_cast<std::ptrdiff_t>(equals),
      [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
      });
  return is_name ? equals : 0;
}

/// The samples below a folder of criterion, such as `target/criterion`: those
/// of its last run.
std::vector<std::string> samples_below(const std::string& folder) {
  std::vector<std::string> result;
  constexpr auto kOptions = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, kOptions), end; at != end;
       ++at) {
    if (at.depth() == kMostNested) at.disable_recursion_pending();
    const fs::path& path = at->path();
    const bool is_sample = path.filename() == "sample.json" &&
                           path.parent_path().filename() == "new";
    std::error_code ignored;
    if (is_sample && at->is_regular_file(ignored)) result.push_back(path);
  }
  return result;
}

std::vector<std::string> files_in(const std::string& folder) {
  const std::string sample = fs::path(folder) / "sample.json";
  if (exists(sample)) return {sample};
  std::vector<std::string> result;
  for (const fs::directory_entry& one : fs::directory_iterator(folder)) {
    const std::string ending = one.path().extension();
    const bool is_report =
        ending == ".json" || ending == ".xml" || ending == ".csv";
    std::error_code ignored;  // A link may lead to itself.
    if (is_report && one.is_regular_file(ignored)) result.push_back(one.path());
  }
  if (result.empty()) result = samples_below(folder);
  std::ranges::sort(result);
  return result;
}

std::vector<std::string> files_of(const std::string& path) {
  std::error_code ignored;
  const bool is_folder = fs::is_directory(path, ignored);
  const bool is_pattern =
      !exists(path) && path.find_first_of("*?") != path.npos;
  if (is_pattern) {
    const std::vector<fs::path> found = matching_files(path);
    return {found.begin(), found.end()};
  }
  if (!is_folder) return {path};
  std::vector<std::string> result = files_in(path);
  if (!result.empty()) return result;
  throw DataError(path +
                  ": no file in this folder ends in .json, .xml or .csv");
}

}  // namespace

std::vector<NamedFiles> named_files(const std::vector<std::string>& data) {
  std::vector<NamedFiles> result;
  for (const std::string& value : data) {
    const std::size_t length = length_of_name(value);
    const std::string set = value.substr(0, length);
    if (value.empty() || value.size() == length + 1) {
      throw DataError("a file of observations is named without a path");
    }
    auto at = std::ranges::find_if(
        result, [&](const auto& one) { return one.set == set; });
    if (at == result.end()) at = result.insert(result.end(), {set, {}});
    const auto files = files_of(length == 0 ? value : value.substr(length + 1));
    at->files.insert(at->files.end(), files.begin(), files.end());
  }
  if (result.size() == 1) return result;
  for (const NamedFiles& one : result) {
    if (!one.set.empty()) continue;
    throw DataError(one.files.front() +
                    ": other files have a name, as NAME=FILE gives it; give "
                    "this file one, too");
  }
  return result;
}

}  // namespace spl::runner
