#include "runner/git/content_id.hpp"

#include "runner/git/handles.hpp"

namespace spl::runner {

namespace fs = std::filesystem;

std::string tree_id(const Tree& tree) {
  std::string text;
  for (const TreeFile& file : tree) {
    text += static_cast<char>('0' + static_cast<int>(file.kind));
    text += ' ' + file.id + ' ' + file.path + '\0';
  }
  return content_id(text);
}

std::string content_id(std::string_view bytes) {
  git::start_library();
  git_oid id{};
  git::check(git_odb_hash(&id, bytes.data(), bytes.size(), GIT_OBJECT_BLOB),
             "cannot hash");
  return git::hexadecimal(id);
}

std::string file_id(const fs::path& path) {
  git::start_library();
  git_oid id{};
  git::check(git_odb_hashfile(&id, path.c_str(), GIT_OBJECT_BLOB),
             "cannot read " + path.string());
  return git::hexadecimal(id);
}

}  // namespace spl::runner
