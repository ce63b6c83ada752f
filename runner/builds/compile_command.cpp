#include "runner/builds/compile_command.hpp"

#include <algorithm>
#include <string_view>

namespace spl::runner {
namespace {

/// Options whose value is the next word.
constexpr std::string_view kTakesWord[] = {"-I",
                                           "-isystem",
                                           "-iquote",
                                           "-idirafter",
                                           "-D",
                                           "-U",
                                           "-include",
                                           "-imacros",
                                           "-x",
                                           "-MF",
                                           "-MT",
                                           "-MQ",
                                           "--param",
                                           "-isysroot",
                                           "--sysroot",
                                           "-target",
                                           "-iprefix",
                                           "-o",
                                           "-iwithprefixbefore",
                                           "-iwithprefix",
                                           "-imultilib"};

/// Beginnings of words after which the object still depends only on what is
/// hashed.
constexpr std::string_view kPlain[] = {
    "-I",         "-D",        "-U",        "-O",
    "-g",         "-W",        "-w",        "-f",
    "-m",         "-std=",     "-x",        "-pipe",
    "-ansi",      "-pedantic", "-pthread",  "-nostd",
    "-static",    "-shared",   "-isystem",  "-iquote",
    "-idirafter", "-stdlib=",  "--target=", "--sysroot=",
    "--param=",   "-rdynamic", "-no-pie",   "-traditional-cpp",
    "-trigraphs"};

/// Exceptions among those, which read or write more.
constexpr std::string_view kMore[] = {"-fprofile",
                                      "-fauto-profile",
                                      "-fbranch-prob",
                                      "-ftest-coverage",
                                      "-fcoverage",
                                      "-fplugin",
                                      "-fpass-plugin",
                                      "-fmodule",
                                      "-fcxx-modules",
                                      "-fsanitize-",
                                      "-fdump",
                                      "-fsave-opt",
                                      "-foptimization-record",
                                      "-fopt-info",
                                      "-fstack-usage",
                                      "-fcallgraph-info",
                                      "-ftime-trace",
                                      "-fpch",
                                      "-fpreprocessed",
                                      "-fdirectives-only",
                                      "-fcompare-debug",
                                      "-fthinlto-index",
                                      "-fmemory-profile",
                                      "-fxray",
                                      "-gsplit-dwarf",
                                      "-Wa,",
                                      "-Wp,",
                                      "-Wl,",
                                      "-fuse-",
                                      "-fembed",
                                      "-fbasic-block-sections",
                                      "-finstrument-functions-exclude",
                                      "-frecord-gcc-switches",
                                      "-fcs-profile",
                                      "-fdepfile",
                                      "-fdeps",
                                      "-flto-",
                                      "-fltrans",
                                      "-fwpa",
                                      "-fdirect-access",
                                      "-fworking-directory"};

/// Words -fNAME=VALUE whose value names no file.
constexpr std::string_view kPlainValues[] = {"-ffile-prefix-map=",
                                             "-fmacro-prefix-map=",
                                             "-fdebug-prefix-map=",
                                             "-fvisibility=",
                                             "-ftemplate-depth=",
                                             "-fconstexpr-",
                                             "-fdiagnostics-color=",
                                             "-flto=",
                                             "-fsanitize=",
                                             "-frandom-seed=",
                                             "-fstrict-flex-arrays=",
                                             "-fcf-protection=",
                                             "-fabi-version=",
                                             "-falign-",
                                             "-ffp-contract=",
                                             "-fmax-errors=",
                                             "-fmessage-length=",
                                             "-ftls-model=",
                                             "-fexcess-precision=",
                                             "-fdebug-",
                                             "-finline-limit=",
                                             "-fvect-cost-model=",
                                             "-fsigned-",
                                             "-fpack-struct=",
                                             "-ffixed-",
                                             "-fno-sanitize=",
                                             "-fsanitize-recover=",
                                             "-fno-sanitize-recover="};

constexpr std::string_view kSources[] = {".c",   ".cc", ".cpp", ".cxx",
                                         ".c++", ".C",  ".cp",  ".CPP"};

template <typename List>
bool begins_with_one_of(std::string_view word, const List& list) {
  return std::any_of(
      std::begin(list), std::end(list),
      [&](std::string_view one) { return word.starts_with(one); });
}

/// Returns whether the object depends only on what is hashed despite the word.
bool is_plain(std::string_view word) {
  const bool has_value =
      word.starts_with("-f") && word.find('=') != std::string_view::npos;
  if (has_value) return begins_with_one_of(word, kPlainValues);
  return begins_with_one_of(word, kPlain) && !begins_with_one_of(word, kMore);
}

bool is_source(std::string_view word) {
  return std::any_of(std::begin(kSources), std::end(kSources),
                     [&](std::string_view one) { return word.ends_with(one); });
}

/// Goes through the words once; `known` says whether all were understood.
class Reader {
 public:
  explicit Reader(const std::vector<std::string>& words) : words_(words) {}

  std::optional<CompileCommand> read() {
    if (words_.empty()) return std::nullopt;
    result_.preprocess.push_back(words_.front());
    while (at_ < words_.size()) {
      if (!take(words_[at_])) return std::nullopt;
    }
    if (!compiles_ || result_.source.empty() || result_.object.empty() ||
        // Without -MF the compiler would derive the name from an output that we
        // rename.
        writes_dependencies_ != !result_.dependencies.empty()) {
      return std::nullopt;
    }
    if (writes_dependencies_ && !has_target_) {
      keep({"-MQ", result_.object});
    }
    keep({"-E", "-fpch-preprocess"});
    return result_;
  }

 private:
  bool take(const std::string& word) {
    if (word == "-c") {
      compiles_ = true;
      ++at_;
      return true;
    }
    if (std::find(std::begin(kTakesWord), std::end(kTakesWord), word) !=
        std::end(kTakesWord)) {
      return take_pair(word);
    }
    if (word.starts_with("-o")) return take_object(word.substr(2));
    if (word == "-MD" || word == "-MMD") writes_dependencies_ = true;
    if (word == "-MD" || word == "-MMD" || word == "-MP") return take_plain();
    if (!word.starts_with('-')) return take_source(word);
    return is_plain(word) && take_plain();
  }

  bool take_pair(const std::string& word) {
    if (at_ + 1 == words_.size()) return false;
    const std::string& value = words_[at_ + 1];
    if (word == "-o") {
      at_ += 1;
      return take_object(value);
    }
    if (word == "-MF") result_.dependencies = value;
    has_target_ = has_target_ || word == "-MT" || word == "-MQ";
    keep({word, value});
    at_ += 2;
    return true;
  }

  bool take_object(const std::string& path) {
    // "-" is standard output.
    if (!result_.object.empty() || path.empty() || path == "-") return false;
    result_.object = path;
    ++at_;
    return true;
  }

  bool take_source(const std::string& path) {
    if (!result_.source.empty() || !is_source(path)) return false;
    result_.source = path;
    return take_plain();
  }

  bool take_plain() {
    keep({words_[at_]});
    ++at_;
    return true;
  }

  void keep(const std::vector<std::string>& words) {
    result_.preprocess.insert(result_.preprocess.end(), words.begin(),
                              words.end());
  }

  const std::vector<std::string>& words_;
  CompileCommand result_;
  std::size_t at_ = 1;
  bool compiles_ = false;
  bool writes_dependencies_ = false;
  bool has_target_ = false;
};

}  // namespace

std::optional<CompileCommand> compile_command(
    const std::vector<std::string>& words) {
  return Reader(words).read();
}

}  // namespace spl::runner
