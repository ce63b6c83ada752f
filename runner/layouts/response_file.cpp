#include "runner/layouts/response_file.hpp"

#include <algorithm>

#include "runner/system/command_words.hpp"
#include "runner/system/descriptor.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 20;
constexpr std::size_t kMostFiles = 1000;
constexpr std::size_t kMostWords = 1'000'000;

class Expansion {
 public:
  Expansion(std::vector<std::string>& words, const ResponseContent& content)
      : words_(words), content_(content) {}

  void add(const std::string& word) {
    if (!word.starts_with('@')) {
      words_.push_back(word);
      if (++added_ > kMostWords) fail(word, "more than 1 000 000 words");
      return;
    }
    const std::string file = word.substr(1);
    if (std::ranges::find(open_, file) != open_.end()) {
      throw FileError("the response file " + file + " names itself");
    }
    if (++files_ > kMostFiles) fail(file, "more than 1000 response files");
    open_.push_back(file);
    for (const std::string& one : command_words(content_(file))) add(one);
    open_.pop_back();
  }

 private:
  [[noreturn]] void fail(const std::string& last, const std::string& what) {
    throw FileError((open_.empty() ? last : open_.front()) + " names " + what);
  }

  std::vector<std::string>& words_;
  const ResponseContent& content_;
  std::vector<std::string> open_;  ///< Files around the word.
  std::size_t files_ = 0;
  std::size_t added_ = 0;
};

}  // namespace

std::string read_response_file(const std::filesystem::path& path) {
  const Descriptor file(open_regular(path, kMostBytes));
  return read_opened_file(file, path, kMostBytes);
}

void append_words(const std::string& word, std::vector<std::string>& words,
                  const ResponseContent& content) {
  Expansion(words, content).add(word);
}

}  // namespace spl::runner
