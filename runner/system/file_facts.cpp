#include "runner/system/file_facts.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <sstream>

namespace spl::runner {

namespace fs = std::filesystem;

std::string file_facts(const fs::path& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) return "absent";
  std::ostringstream text;
  text << facts.st_dev << '-' << facts.st_ino << '-' << facts.st_size << '-'
       << facts.st_mtim.tv_sec << '.' << facts.st_mtim.tv_nsec << '-'
       << facts.st_ctim.tv_sec << '.' << facts.st_ctim.tv_nsec;
  return text.str();
}

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end())
             .first == folder.end();
}

fs::path normal_path(const fs::path& path) {
  const fs::path result = fs::absolute(path).lexically_normal();
  return result.has_filename() ? result : result.parent_path();
}

std::vector<std::string> zero_ended(std::string_view text) {
  std::vector<std::string> result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\0'), text.size());
    result.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

}  // namespace spl::runner
