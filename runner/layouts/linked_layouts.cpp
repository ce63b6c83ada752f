#include "runner/layouts/linked_layouts.hpp"

#include <algorithm>

#include "runner/layouts/link_series.hpp"
#include "runner/system/files.hpp"
#include "runner/system/passing_folder.hpp"
#include "spl/workload/random.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;

class LinkedLayouts : public Layouts {
 public:
  LinkedLayouts(const WantedLayouts& wanted, const fs::path& cache,
                const std::vector<std::string>& environment)
      : parent_(cache / "fresh") {
    Random seeds(wanted.seed ^ 0x6c61796f7574ULL);  // Unlike all other seeds.
    for (const auto& [path, links] : wanted.programs) {
      Program& program = programs_[path];
      program.given = links.given;
      program.seconds = links.seconds;
      const std::uint64_t seed = seeds();
      if (!links.given.empty()) continue;
      program.linked =
          std::make_unique<LinkSeries>(path, links.pack, seed, environment);
    }
  }

  Layout layout(const std::string& path, const LayoutWish& wish) override {
    const auto found = programs_.find(path);
    if (found == programs_.end()) return {path, std::nullopt};
    const Program& program = found->second;
    const std::size_t number = number_of_link(wish.block, wish.layouts);
    if (!program.linked) {
      return given(program, number % program.given.size());
    }
    LayoutWish each = wish;
    if (wish.layouts > 1) {
      used_again_ = std::max(used_again_, wish.layouts);
      each.block = number;
      each.end = std::min(wish.end, wish.layouts);
    } else {
      program.linked->forget(used_again_, wish.block);
    }
    Layout result =
        program.linked->layout(each, [this] { return new_folder(); });
    result.layout_seconds = program.linked->link_seconds();
    return result;
  }

  [[nodiscard]] double link_seconds(const std::string& path) const override {
    const LinkSeries* links = linked(path);
    return links == nullptr ? 0 : links->link_seconds();
  }

  [[nodiscard]] std::size_t ready(const std::string& path) const override {
    const LinkSeries* links = linked(path);
    return links == nullptr ? SIZE_MAX : links->ready();
  }

 private:
  struct Program {
    std::vector<std::string> given;
    double seconds = 0;                  ///< The time to make one of the given.
    std::unique_ptr<LinkSeries> linked;  ///< Null for given links.
  };

  static Layout given(const Program& program, std::size_t which) {
    Layout result{program.given[which], which + 1};
    result.layout_seconds = program.seconds;
    return result;
  }

  [[nodiscard]] const LinkSeries* linked(const std::string& path) const {
    const auto found = programs_.find(path);
    return found == programs_.end() ? nullptr : found->second.linked.get();
  }

  fs::path new_folder() {
    if (!folder_) folder_ = std::make_unique<PassingFolder>(parent_);
    return folder_->path() / std::to_string(++count_);
  }

  std::size_t used_again_ = 0;  ///< The first links, which blocks share.
  fs::path parent_;
  std::unique_ptr<PassingFolder> folder_;  ///< Made when needed.
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
