#include "runner/builds/compiler_call.hpp"

#include <algorithm>
#include <iterator>

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// Options whose value is the next word.
constexpr std::string_view kOptionsWithWord =
    " -o -I -isystem -iquote -idirafter -D -U -include -imacros -MF -MT"
    " -MQ -x -L -l -T -u -z -e -h -Xlinker -Xclang -Xassembler"
    " -Xpreprocessor -isysroot -target --param -B -wrapper -iprefix"
    " -iwithprefix -iwithprefixbefore -imultilib -aux-info -dumpbase"
    " -dumpdir -mllvm -arch -framework -rpath --sysroot -soname"
    " -rdynamic-list ";

/// Options with which nothing is linked or compiled.
constexpr std::string_view kQuestions[] = {
    "-E",           "-M",         "-MM",          "-fsyntax-only",
    "-###",         "--version",  "-dumpversion", "-dumpfullversion",
    "-dumpmachine", "-dumpspecs", "--help",       "-emit-ast"};

constexpr std::string_view kLanguageEnds[] = {".c",   ".cc", ".cpp",  ".cxx",
                                              ".c++", ".C",  ".cp",   ".CPP",
                                              ".i",   ".ii", ".c++m", ".cppm"};

/// Options -f that change what compilers print, look for or call things, and no
/// code.
constexpr std::string_view kNoCode[] = {"-fdiagnostics",
                                        "-fno-diagnostics",
                                        "-fcolor",
                                        "-fno-color",
                                        "-fmessage",
                                        "-fmax-errors",
                                        "-ferror-limit",
                                        "-ftemplate-",
                                        "-fconstexpr-",
                                        "-ffile-prefix-map",
                                        "-fmacro-prefix-map",
                                        "-fdebug-",
                                        "-frandom-seed",
                                        "-fuse-ld",
                                        "-fworking-dir",
                                        "-fcaret",
                                        "-fshow-",
                                        "-fansi-escape",
                                        "-fmodules-ts",
                                        "-fdeps-",
                                        "-fpch-",
                                        "-frecord-gcc",
                                        "-fplugin"};

/// Macros that change the code of every program.
constexpr std::string_view kMacros[] = {"-DNDEBUG", "-UNDEBUG",
                                        "-D_FORTIFY_SOURCE",
                                        "-U_FORTIFY_SOURCE", "-D_GLIBCXX_"};

template <typename List>
bool is_among(std::string_view word, const List& list) {
  return std::ranges::find(list, word) != std::end(list);
}

template <typename List>
bool begins_as_one_of(std::string_view word, const List& list) {
  return std::ranges::any_of(
      list, [&](std::string_view one) { return word.starts_with(one); });
}

bool takes_word(const std::string& option) {
  return option.find(' ') == option.npos &&
         kOptionsWithWord.find(' ' + option + ' ') != std::string_view::npos;
}

bool is_in_language(const std::string& word) {
  return is_among(fs::path(word).extension().string(), kLanguageEnds);
}

bool changes_code(std::string_view word) {
  if (word.starts_with("-f")) return !begins_as_one_of(word, kNoCode);
  // -MD and -MF are about dependencies, which -m is not.
  return word.starts_with("-O") || word.starts_with("-m") || word == "-pg" ||
         word == "--coverage" || begins_as_one_of(word, kMacros);
}

/// Goes through the words once.
class CallReader {
 public:
  explicit CallReader(const std::vector<std::string>& words) : words_(words) {}

  CompilerCall read() {
    if (words_.empty()) return {};
    std::error_code error;
    // One compiler has several names: cc, gcc, gcc-12.
    const fs::path real = fs::canonical(words_.front(), error);
    call_.flags = (error ? fs::path(words_.front()) : real).filename().string();
    for (at_ = 1; at_ < words_.size(); ++at_) take(words_[at_]);
    const bool has_input =
        !call_.sources.empty() || !call_.inputs.empty() || call_.reads_input;
    if (!asks_ && has_input) {
      call_.makes = compiles_ ? CompilerCall::Makes::kCompiled
                              : CompilerCall::Makes::kLinked;
    }
    return std::move(call_);
  }

 private:
  void take(const std::string& word) {
    if (takes_word(word)) {
      if (at_ + 1 < words_.size()) take_pair(word, words_[++at_]);
    } else if (word == "-") {
      call_.reads_input = true;
    } else if (!word.starts_with('-')) {
      (is_in_language(word) || is_of_language_ ? call_.sources : call_.inputs)
          .push_back(word);
    } else {
      take_option(word);
    }
  }

  void take_pair(const std::string& option, const std::string& value) {
    if (option == "-o") {
      call_.output = value;
    } else if (option == "-L" || option == "-l") {
      call_.searches.push_back(option + value);
    } else if (option == "-x") {
      is_of_language_ = value == "c" || value == "c++";
    } else if (option == "-D" || option == "-U") {
      if (changes_code(option + value)) add_flag(option + value);
    } else if (option == "--param") {
      add_flag("--param=" + value);
    }
  }

  void take_option(const std::string& word) {
    compiles_ = compiles_ || word == "-c" || word == "-S";
    call_.is_partial = call_.is_partial || word == "-r";
    asks_ = asks_ || is_among(word, kQuestions) ||
            word.starts_with("-print-") || word.starts_with("--print-") ||
            word.starts_with("--help");
    if (word.starts_with("-o")) call_.output = word.substr(2);
    if (word.starts_with("-x")) {
      is_of_language_ = word == "-xc" || word == "-xc++";
    }
    if (word.starts_with("-L") || word.starts_with("-l")) {
      call_.searches.push_back(word);
    }
    if (changes_code(word)) add_flag(word);
  }

  void add_flag(const std::string& word) { call_.flags += ' ' + word; }

  const std::vector<std::string>& words_;
  CompilerCall call_;
  std::size_t at_ = 1;
  bool compiles_ = false;
  bool asks_ = false;
  bool is_of_language_ = false;
};

}  // namespace

CompilerCall compiler_call(const std::vector<std::string>& words) {
  return CallReader(words).read();
}

std::string object_of(const CompilerCall& call, const std::string& source) {
  if (!call.output.empty()) return call.output;
  if (call.makes == CompilerCall::Makes::kLinked) return "a.out";
  return fs::path(source).stem().string() + ".o";
}

namespace {

/// Takes the next line off the text, with those that continue it.
std::string next_line(std::string_view& text) {
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    line += text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.ends_with('\\')) break;
    line.back() = ' ';
  }
  return line;
}

/// Returns the text after the targets.
std::string_view after_targets(std::string_view line) {
  for (std::size_t at = line.find(':'); at != std::string_view::npos;
       at = line.find(':', at + 1)) {
    if (at + 1 == line.size()) return {};
    if (line[at + 1] == ' ' || line[at + 1] == '\t') return line.substr(at + 1);
  }
  return {};
}

/// Takes the next word off a line; empty at its end. Compilers escape spaces
/// and # by a backslash, and $ by another one.
std::string next_word(std::string_view& line) {
  std::string word;
  while (!line.empty()) {
    const char sign = line.front();
    const char next = line.size() > 1 ? line[1] : '\0';
    line.remove_prefix(1);
    if ((sign == '\\' && (next == ' ' || next == '#')) ||
        (sign == '$' && next == '$')) {
      word += next;
      line.remove_prefix(1);
    } else if (sign != ' ' && sign != '\t' && sign != '\r') {
      word += sign;
    } else if (!word.empty()) {
      return word;
    }
  }
  return word;
}

}  // namespace

std::vector<fs::path> prerequisites(std::string_view text,
                                    const fs::path& folder) {
  std::vector<fs::path> result;
  while (!text.empty()) {
    const std::string line = next_line(text);
    std::string_view rest = after_targets(line);
    for (std::string word = next_word(rest); !word.empty();
         word = next_word(rest)) {
      result.push_back((folder / word).lexically_normal());
    }
  }
  return result;
}

}  // namespace spl::runner
