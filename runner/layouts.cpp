#include "runner/layouts.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>

#include "runner/disk_error.hpp"
#include "runner/files.hpp"
#include "runner/link_pack.hpp"
#include "spl/workload/random.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

/// A folder that goes with the object or, where its process was killed, with
/// the next object.
class PassingFolder {
 public:
  explicit PassingFolder(const fs::path& parent) {
    std::error_code error;
    fs::create_directories(parent, error);
    if (error) throw FileError(disk_error("write", parent, error.value()));
    const int all = locked(parent / "lock", LOCK_EX);
    clear_abandoned(parent);
    std::string name = (parent / "XXXXXX").string();
    const bool is_made = mkdtemp(name.data()) != nullptr;
    const int reason = errno;
    path_ = name;
    if (is_made) descriptor_ = locked(path_ / "lock", LOCK_EX);
    close(all);
    if (!is_made) throw FileError(disk_error("write", parent, reason));
  }
  ~PassingFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    close(descriptor_);
  }
  PassingFolder(const PassingFolder&) = delete;
  PassingFolder& operator=(const PassingFolder&) = delete;

  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  static int locked(const fs::path& path, int how) {
    const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) throw FileError(disk_error("write", path, errno));
    while (flock(file, how) != 0 && errno == EINTR) {
    }
    return file;
  }

  static void clear_abandoned(const fs::path& parent) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(parent, error)) {
      const fs::path lock = entry.path() / "lock";
      const int file = open(lock.c_str(), O_RDWR | O_CLOEXEC);
      if (file < 0) continue;
      if (flock(file, LOCK_EX | LOCK_NB) == 0) {
        fs::remove_all(entry.path(), error);
      }
      close(file);
    }
  }

  fs::path path_;
  int descriptor_ = -1;
};

class LinkedLayouts : public Layouts {
 public:
  LinkedLayouts(const WantedLayouts& wanted, const fs::path& cache,
                std::vector<std::string> environment)
      : fixed_(wanted.fixed),
        environment_(std::move(environment)),
        parent_(cache / "fresh") {
    Random seeds(wanted.seed ^ 0x6c61796f7574ULL);  // Apart from all others.
    for (const auto& [path, links] : wanted.programs) {
      Program& program = programs_[path];
      program.links = links;
      program.seed = seeds();
      if (!links.given.empty()) continue;
      program.pack = read_link_pack(links.pack);
      program.link_seconds = program.pack.seconds;
    }
  }

  Layout layout(const std::string& path, std::size_t block) override {
    const auto found = programs_.find(path);
    if (found == programs_.end()) return {path, std::nullopt};
    Program& program = found->second;
    const std::size_t number = fixed_ > 0 ? block % fixed_ : block;
    const auto& given = program.links.given;
    if (!given.empty()) {
      const std::size_t which = number % given.size();
      return {given[which], which + 1};
    }
    const auto made = program.made.find(number);
    if (made != program.made.end()) return made->second;
    const auto began = std::chrono::steady_clock::now();
    if (fixed_ == 0) forget(program);
    Layout layout = linked(path, program, number);
    program.made.emplace(number, layout);
    const auto took = std::chrono::steady_clock::now() - began;
    layout.seconds = std::chrono::duration<double>(took).count();
    program.link_seconds = layout.seconds;
    return layout;
  }

  [[nodiscard]] double link_seconds(const std::string& path) const override {
    const auto found = programs_.find(path);
    return found == programs_.end() ? 0 : found->second.link_seconds;
  }

 private:
  struct Program {
    ProgramLinks links;
    LinkPack pack;
    std::uint64_t seed = 0;
    std::map<std::size_t, Layout> made;  ///< By number.
    std::vector<fs::path> folders;       ///< Of these.
    double link_seconds = 0;
  };

  static void forget(Program& program) {
    std::error_code ignored;
    for (const fs::path& one : program.folders) fs::remove_all(one, ignored);
    program.folders.clear();
    program.made.clear();
  }

  Layout linked(const std::string& path, Program& program, std::size_t number) {
    // lld takes 0 for a seed that differs each time.
    const auto seed = static_cast<std::uint32_t>(Random(program.seed + number)(
        std::uint32_t{1}, std::uint32_t{0x7fffffff}));
    if (!folder_) folder_ = std::make_unique<PassingFolder>(parent_);
    const fs::path folder = folder_->path() / std::to_string(++count_);
    const fs::path originals = program.links.pack.parent_path();
    program.folders.push_back(folder);
    const std::string problem =
        link_again(program.pack, program.links.pack, originals, seed,
                   environment_, folder);
    if (!problem.empty()) {
      throw LayoutError(path + " cannot be linked again: " + problem);
    }
    return {(folder / linked_name(program.pack, originals, path)).string(),
            seed};
  }

  std::size_t fixed_;
  std::vector<std::string> environment_;
  fs::path parent_;
  std::unique_ptr<PassingFolder> folder_;  ///< Made when it is needed.
  std::map<std::string, Program> programs_;
  std::size_t count_ = 0;
};

}  // namespace

std::unique_ptr<Layouts> make_layouts(
    const WantedLayouts& wanted, const fs::path& cache,
    const std::vector<std::string>& environment) {
  return std::make_unique<LinkedLayouts>(wanted, cache, environment);
}

}  // namespace spl::runner
