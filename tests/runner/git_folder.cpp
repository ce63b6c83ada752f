#include "tests/runner/git_folder.hpp"

#include <chrono>
#include <fstream>
#include <stdexcept>

#include "runner/layouts/tool.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {

namespace fs = std::filesystem;

GitFolder::GitFolder(const std::string& name) : path_(around_.path() / name) {
  fs::create_directory(path_);
  git({"init", "--quiet", "--initial-branch=main"});
}

fs::path GitFolder::write(const std::string& name,
                          const std::string& content) const {
  fs::path path = path_ / name;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

std::string GitFolder::git(const std::vector<std::string>& arguments) const {
  std::vector<std::string> words{"git", "-c", "protocol.file.allow=always"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const fs::path log = around_.path() / "git.log";
  fs::remove(log);
  const std::string time =
      std::to_string(1'700'000'000 + 60 * minutes_) + " +0100";
  const Ending ending = run_tool(
      {words,
       path_,
       {std::string("PATH=") + std::getenv("PATH"), "HOME=/nonexistent",
        "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=Ann",
        "GIT_AUTHOR_EMAIL=ann@example.org", "GIT_COMMITTER_NAME=Ann",
        "GIT_COMMITTER_EMAIL=ann@example.org", "GIT_AUTHOR_DATE=" + time,
        "GIT_COMMITTER_DATE=" + time},
       log,
       std::chrono::minutes(1),
       -1});
  std::string output = read_file(log);
  if (ending.kind != Ending::Kind::kExited || ending.status != 0) {
    throw std::runtime_error(to_text(words) + ": " + output);
  }
  while (output.ends_with('\n')) output.pop_back();
  return output;
}

std::string GitFolder::commit(const std::string& message) {
  ++minutes_;
  git({"add", "--all"});
  git({"commit", "--quiet", "--allow-empty", "-m", message});
  return git({"rev-parse", "HEAD"});
}

std::string GitFolder::store(const std::string& content) const {
  const fs::path file = around_.write("object", content);
  return git({"hash-object", "-w", file.string()});
}

std::string GitFolder::store_tree(const std::vector<Entry>& tree) const {
  std::string content;
  for (const auto& [kind, name, hash] : tree) {
    content += kind + ' ' + name + '\0';
    for (std::size_t i = 0; i < hash.size(); i += 2) {
      content += static_cast<char>(std::stoi(hash.substr(i, 2), nullptr, 16));
    }
  }
  const fs::path file = around_.write("object", content);
  return git({"hash-object", "-t", "tree", "-w", "--literally", file.string()});
}

std::string GitFolder::commit_tree(const std::string& tree) const {
  return git({"commit-tree", "-m", "Tree", tree});
}

}  // namespace spl::runner
