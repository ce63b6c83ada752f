#include "runner/builds/builder.hpp"

#include "runner/builds/build_hash.hpp"
#include "runner/builds/build_inputs.hpp"
#include "runner/git/content_id.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

bool may_be_unread(const TreeFile& file) {
  return is_never_looked_for(file.path);
}

/// Returns what the tree has at the path: a file's content, or the names in a
/// folder but those that lie around builds.
std::string id_in(const Tree& tree, const std::string& path) {
  const std::string folder = path.empty() ? path : path + '/';
  std::set<std::string> names;
  for (const TreeFile& file : tree) {
    if (file.path == path) return file.id;
    if (!file.path.starts_with(folder)) continue;
    names.insert(file.path.substr(
        folder.size(), file.path.find('/', folder.size()) - folder.size()));
  }
  return content_id(joined({names.begin(), names.end()}));
}

}  // namespace

std::string hash_without_unread(BuildOrder order, const BuildSite& site) {
  if (!site.recipe.files.empty() || site.recipe.keeps_source ||
      order.number != 0) {
    return {};
  }
  std::erase_if(order.tree, may_be_unread);
  return build_hash(order, site);
}

// The hash, then each path and what is there, with a zero byte after each.
std::string read_text(const std::string& hash, const Tree& tree,
                      const std::set<fs::path>& opened,
                      const fs::path& source) {
  std::string text = hash + '\0';
  std::set<std::string> files;
  for (const TreeFile& file : tree) {
    if (!may_be_unread(file)) files.insert(file.path);
  }
  const Tree seen = counted(tree);
  for (const fs::path& one : opened) {
    const std::string path =
        one == source ? "" : one.lexically_relative(source).string();
    if (files.contains(path)) continue;  // The hash has it.
    text += path + '\0' + id_in(seen, path) + '\0';
  }
  return text;
}

bool holds(const std::string& text, const std::string& hash, const Tree& tree) {
  const std::vector<std::string> fields = zero_ended(text);
  if (fields.size() % 2 != 1 || fields.front() != hash) return false;
  const Tree seen = counted(tree);
  for (std::size_t i = 1; i < fields.size(); i += 2) {
    if (id_in(seen, fields[i]) != fields[i + 1]) return false;
  }
  return true;
}

}  // namespace spl::runner
