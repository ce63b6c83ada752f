#include "runner/builds/link_record.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "runner/layouts/response_file.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {

namespace fs = std::filesystem;

namespace {

/// Throws DistrustError if another user could have written the linker, its
/// plugins or its inputs. The words follow the linker and its folder.
void require_trusted(const std::vector<std::string>& fields,
                     const Rights& rights) {
  const fs::path folder = fields[1];
  require_trusted_program(fields[0], rights);
  for (std::size_t i = 2; i < fields.size(); ++i) {
    const std::string& word = fields[i];
    // A plugin is executed by the linker, and may execute what it is given.
    const bool is_executed = word.find("-plugin") != std::string::npos ||
                             fields[i - 1].ends_with("-plugin");
    const std::size_t value = word.find_first_of("=@") + 1;  // 0: none.
    for (const std::size_t begin : {std::size_t{0}, value}) {
      const fs::path named = folder / word.substr(begin);
      std::error_code error;
      const bool is_absent = !fs::exists(named, error);
      if (is_absent ? begin == word.size() || word[begin] != '/'
                    : !fs::is_regular_file(named, error)) {
        continue;
      }
      if (is_executed) {
        require_trusted_program(named, rights);
      } else {
        require_trusted_content(named, rights);
      }
    }
  }
}

}  // namespace

fs::path link_record_file(const fs::path& program) {
  return program.string() + ".link/record";
}

std::optional<LinkRecord> read_link_record(const fs::path& program,
                                           const Rights& rights) {
  std::error_code error;
  const fs::path file = link_record_file(program);
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  try {
    LinkRecord result;
    result.content = read_trusted_file(file, rights);
    const std::vector<std::string> fields = zero_ended(result.content);
    if (fields.size() < 3) return std::nullopt;
    require_trusted(fields, rights);
    result.is_old = fs::last_write_time(file) != fs::last_write_time(program);
    result.linker = fields[0];
    result.link.output = program;
    result.link.folder = fields[1];
    for (std::size_t i = 2; i < fields.size(); ++i) {
      append_words(fields[i], result.link.words);
    }
    return result;
  } catch (const DistrustError&) {
    throw;
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

namespace {

template <std::size_t size>
bool is_one_of(const std::array<std::string_view, size>& all,
               const std::string& word) {
  return std::ranges::find(all, word) != all.end();
}

/// Returns whether the next word is the option's value and not an input.
bool takes_next_word(const std::string& word) {
  static constexpr std::array<std::string_view, 28> kOptions{
      "-o",           "-e",
      "-m",           "-z",
      "-h",           "-soname",
      "-u",           "-y",
      "-l",           "-L",
      "-rpath",       "--rpath",
      "-R",           "-init",
      "-fini",        "--soname",
      "--entry",      "-rpath-link",
      "--rpath-link", "--undefined",
      "--defsym",     "-dynamic-linker",
      "--wrap",       "-wrap",
      "-b",           "--format",
      "-Y",           "--exclude-libs"};
  return is_one_of(kOptions, word);
}

/// Returns whether the option names a file that linkers write beside the
/// program. Such a file is the build's own.
bool is_written(const std::string& name) {
  static constexpr std::array<std::string_view, 5> kOptions{
      "-Map", "--Map", "--dependency-file", "-dependency-file",
      "--print-gc-sections-to"};
  return is_one_of(kOptions, name);
}

bool is_system_file(const fs::path& path) {
  return is_below(path, "/usr") || is_below(path, "/lib") ||
         is_below(path, "/lib64");
}

/// Makes one link movable.
class Mover {
 public:
  explicit Mover(const LinkCommand& link) : link_(link) {
    for (std::size_t i = 0; i < link.words.size(); ++i) {
      const std::string& word = link.words[i];
      if (!word.starts_with("-L")) continue;
      const bool is_alone = word == "-L" && i + 1 < link.words.size();
      folders_.push_back(
          absolute(is_alone ? link.words[i + 1] : word.substr(2)));
    }
  }

  std::vector<std::string> words() {
    for (std::size_t i = 0; i < link_.words.size(); ++i) {
      const std::string& word = link_.words[i];
      if (is_written(word)) {
        ++i;
      } else if (takes_next_word(word) && i + 1 < link_.words.size()) {
        add_pair(word, link_.words[++i]);
      } else if (!is_written(word.substr(0, word.find('=')))) {
        add(word);
      }
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] fs::path absolute(const fs::path& path) const {
    return (link_.folder / path).lexically_normal();
  }

  void add_pair(const std::string& option, const std::string& value) {
    if (option == "-L" || option == "-l") {
      add(option + value);
      return;
    }
    result_.push_back(option);
    result_.push_back(value);
  }

  void add(const std::string& word) {
    if (word == "-Bstatic" || word == "-static" || word == "-dn") {
      prefers_static_ = true;
    } else if (word == "-Bdynamic" || word == "-dy") {
      prefers_static_ = false;
    }
    result_.push_back(moved(word));
  }

  std::string moved(const std::string& word) {
    if (word.starts_with("-l")) return library(word);
    std::error_code none;
    if (word.starts_with("-T") &&
        fs::is_regular_file(absolute(word.substr(2)), none)) {
      return "-T" + absolute(word.substr(2)).string();
    }
    if (word.starts_with("-L") && !word.starts_with("-L=")) {
      return "-L" + absolute(word.substr(2)).string();
    }
    const bool is_option = word.starts_with('-');
    const std::size_t sign = is_option ? word.find('=') : 0;
    if (sign == std::string::npos) return word;
    const std::size_t start = is_option ? sign + 1 : 0;
    std::error_code error;
    if (start == word.size() ||
        !fs::is_regular_file(absolute(word.substr(start)), error)) {
      return word;
    }
    return word.substr(0, start) + absolute(word.substr(start)).string();
  }

  /// Returns a static library of the build by its file, for only files that are
  /// named are copied, and the build may change it later.
  [[nodiscard]] std::string library(const std::string& word) const {
    std::error_code error;
    const std::string name = word.substr(2);
    const bool is_file = name.starts_with(':');
    const std::string archive = is_file ? name.substr(1) : "lib" + name + ".a";
    for (const fs::path& folder : folders_) {
      const bool is_shared =
          !is_file && !prefers_static_ &&
          fs::is_regular_file(folder / ("lib" + name + ".so"), error);
      if (is_shared) return word;
      if (!fs::is_regular_file(folder / archive, error)) continue;
      return archive.ends_with(".a") && !is_system_file(folder)
                 ? (folder / archive).string()
                 : word;
    }
    return word;
  }

  const LinkCommand& link_;
  std::vector<fs::path> folders_;
  bool prefers_static_ = false;
  std::vector<std::string> result_;
};

}  // namespace

LinkCommand movable(const LinkRecord& record, const fs::path& program) {
  const fs::path path = fs::absolute(program).lexically_normal();
  return {path, link_record_file(path).parent_path(),
          Mover(record.link).words()};
}

std::vector<std::string> with_origin(std::vector<std::string> words,
                                     const fs::path& folder) {
  bool is_path = false;
  for (std::string& word : words) {
    if (is_path || word.starts_with("-rpath=") ||
        word.starts_with("--rpath=")) {
      for (const std::string_view name : {"$ORIGIN", "${ORIGIN}"}) {
        for (std::size_t at = word.find(name); at != std::string::npos;
             at = word.find(name, at + folder.string().size())) {
          word.replace(at, name.size(), folder.string());
        }
      }
    }
    is_path = word == "-rpath" || word == "--rpath" || word == "-R";
  }
  return words;
}

}  // namespace spl::runner
