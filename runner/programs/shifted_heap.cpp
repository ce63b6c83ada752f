#include "runner/programs/shifted_heap.hpp"

#include <limits.h>
#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "runner/programs/elf_program.hpp"
#include "runner/settings/trusted_file.hpp"
#include "runner/system/command_words.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLibrary = "libspl_heap_shift.so";
constexpr std::string_view kOffset = "SPL_HEAP_OFFSET=";
constexpr std::string_view kPreload = "LD_PRELOAD=";

fs::path own_program() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

fs::path library() { return own_program().parent_path() / kLibrary; }

/// Returns the interpreter of a script; the program itself if it is none.
fs::path executed(const fs::path& program) {
  auto file = regular_file(program);
  std::string line(PATH_MAX, '\0');
  file.read(line.data(), PATH_MAX);
  line.resize(static_cast<std::size_t>(file.gcount()));
  line.resize(std::min(line.find('\n'), line.size()));
  if (!line.starts_with("#!")) return program;
  const std::size_t begin = line.find_first_not_of(" \t", 2);
  if (begin == std::string::npos) return program;
  return line.substr(begin, line.find_first_of(" \t", begin) - begin);
}

/// Whether a program is there only to start another one, which would have the
/// variables no more.
bool starts_another(const fs::path& program) {
  static constexpr std::string_view kStarters[] = {
      "bash",   "chrt",    "dash",    "env",    "ionice",
      "nice",   "numactl", "setarch", "setsid", "sh",
      "stdbuf", "taskset", "timeout", "xargs",  "xvfb-run"};
  const std::string name = program.filename();
  return std::ranges::binary_search(kStarters, name);
}

/// Returns the mark of an allocator other than the C library's that the program
/// has in its file, as the name of a library or of a function.
std::optional<std::string_view> other_allocator(std::istream& file) {
  static constexpr std::string_view kMarks[] = {
      "__asan_init", "__hwasan_init", "__lsan_init", "__msan_init",
      "__tsan_init", "jemalloc",      "mimalloc",    "tcmalloc"};
  file.clear();
  file.seekg(0);
  const std::vector<bool> found = found_texts(file, kMarks);
  const auto first = std::ranges::find(found, true);
  if (first == found.end()) return std::nullopt;
  return kMarks[first - found.begin()];
}

}  // namespace

std::string lack_of_shift(const std::string& program,
                          const std::vector<std::string>& environment) {
  const std::string path = library();
  if (path.find_first_of(": ") != path.npos) {
    return "is not reached by " + path + ", whose path has a colon or a blank";
  }
  std::error_code error;
  if (!fs::exists(path, error)) {
    return "is not reached without " + path + ", which is not there";
  }
  try {
    require_trusted_program(path, own_rights());
  } catch (const DistrustError& distrust) {
    return "is not reached by " + path +
           ", which another user could have written (" + distrust.what() + ")";
  }
  const auto found = in_search_path(program, environment);
  if (!found) return "is not found";
  const fs::path file_name = executed(*found);
  if (starts_another(file_name)) return "only starts another program";
  struct stat facts {};
  if (stat(file_name.c_str(), &facts) == 0 &&
      (facts.st_mode & (S_ISUID | S_ISGID)) != 0) {
    return "has the rights of another user";
  }
  auto file = regular_file(file_name);
  const std::string loader = loader_of(file);
  if (loader.empty()) return "is linked statically, or for other processors";
  auto own_file = regular_file(own_program());
  if (loader != loader_of(own_file)) return "has another C library";
  if (const auto other = other_allocator(file)) {
    return "has another allocator than glibc's (" + std::string(*other) + ")";
  }
  return {};
}

void shift_heap(std::uint64_t offset, Scatter scatter, Command& command) {
  auto& variables = command.environment;
  std::erase_if(variables, [](const std::string& one) {
    return one.starts_with(kOffset);
  });
  variables.push_back(std::string(kOffset) +
                      (scatter == Scatter::kYes ? "s" : "") +
                      std::to_string(offset));
  const std::string own = library();
  const auto known = std::ranges::find_if(
      variables,
      [](const std::string& one) { return one.starts_with(kPreload); });
  if (known == variables.end()) {
    variables.push_back(std::string(kPreload) + own);
  } else if (!known->ends_with(own)) {
    *known += ':' + own;
  }
}

}  // namespace spl::runner
