#include "runner/layouts/link_series.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <optional>
#include <utility>

#include "runner/system/error_text.hpp"
#include "runner/system/files.hpp"
#include "runner/system/passing_folder.hpp"
#include "runner/system/processors.hpp"
#include "runner/system/surroundings.hpp"
#include "spl/statistics/sequential/look_levels.hpp"
#include "spl/workload/random.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// More links at once would take memory from the measured programs.
constexpr std::size_t kLargestBatch = 32;
/// One in this number of links from a pool is replaced there.
constexpr std::size_t kRenewed = 10;

double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

/// Returns the time after the seconds; nothing for more than an hour, since the
/// linker's own limit is earlier.
std::optional<Clock::time_point> end_after(double seconds) {
  constexpr double kLong = 3600;
  if (seconds > kLong) return std::nullopt;
  const std::chrono::duration<double> most(std::max(0.0, seconds));
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(most);
}

/// Returns the seconds for each link of a usual first batch, from the seconds
/// of a link alone.
double in_first_batch(double seconds, std::size_t processors) {
  constexpr std::size_t kLinks = statistics::kFewestUnits;
  const std::size_t rounds = (kLinks + processors - 1) / processors;
  return seconds * static_cast<double>(rounds) / static_cast<double>(kLinks);
}

}  // namespace

LinkSeries::LinkSeries(std::string program, fs::path pack, std::uint64_t seed,
                       std::vector<std::string> environment)
    : program_(std::move(program)),
      pack_folder_(std::move(pack)),
      is_elsewhere_(!is_below(program_, pack_folder_.parent_path())),
      environment_(std::move(environment)),
      pack_(read_link_pack(pack_folder_)),
      pool_(pack_folder_),
      seed_(seed),
      processors_(std::max<std::size_t>(1, allowed_processors().size())),
      link_seconds_(in_first_batch(pack_.seconds, processors_)) {
  draw_from_pool();
}

LinkSeries::~LinkSeries() {
  forget(0, SIZE_MAX);
  pool_.retire(renewable());
}

Layout LinkSeries::layout(const LayoutWish& wish,
                          const NewFolder& folder_anywhere) {
  const NewFolder new_folder = [&] {
    if (!is_elsewhere_) return folder_anywhere();
    if (copies_.empty()) {
      copies_ = folder_of_copies(program_, folder_anywhere());
      surrounded_ = copies_ / std::to_string(++folders_);
      surround_copy(program_, surrounded_);
    }
    return copies_ / std::to_string(++folders_);
  };
  const std::size_t number = wish.block;
  double took = 0;
  if (!made_.contains(number)) {
    const auto began = Clock::now();
    if (!take(number, new_folder)) make_batch(wish, new_folder);
    took = seconds_since(began);
  }
  const double removing = std::exchange(removing_, 0);
  const auto found = made_.find(number);
  if (found == made_.end()) {
    link_seconds_ = std::max(link_seconds_, took);
    return {program_, std::nullopt, took + removing, 0, true};
  }
  Layout layout = found->second.layout;
  double& counted = found->second.counted;
  layout.seconds = took + removing;
  layout.ahead = took - std::min(counted, took > 0 ? took : counted);
  counted = 0;
  return layout;
}

void LinkSeries::forget(std::size_t from, std::size_t end) {
  const auto began = Clock::now();
  std::error_code ignored;
  auto one = made_.lower_bound(from);
  while (one != made_.end() && one->first < end) {
    fs::remove_all(one->second.folder, ignored);
    one = made_.erase(one);
  }
  removing_ += seconds_since(began);
}

void LinkSeries::draw_from_pool() {
  drawn_ = pool_.seeds();
  Random order(~seed_);
  for (std::size_t i = drawn_.size(); i > 1; --i) {
    std::swap(drawn_[i - 1], drawn_[order(std::size_t{0}, i - 1)]);
  }
  ready_ = drawn_.size();
}

std::uint32_t LinkSeries::seed_of(std::size_t number) {
  if (number < drawn_.size()) return drawn_[number];
  const std::size_t which = number - drawn_.size();
  while (fresh_.size() <= which) {
    // lld takes 0 for a seed that differs each time.
    const auto one = static_cast<std::uint32_t>(Random(seed_ + next_fresh_++)(
        std::uint32_t{1}, std::uint32_t{0x7fffffff}));
    // An evaluation with the same `seed` may have left it in the pool.
    if (std::ranges::find(drawn_, one) == drawn_.end()) {
      fresh_.push_back(one);
    }
  }
  return fresh_[which];
}

bool LinkSeries::take(std::size_t number, const NewFolder& new_folder) {
  if (number >= drawn_.size()) return false;
  const Link link{number, drawn_[number], new_folder(), "", false};
  const auto began = Clock::now();
  if (!pool_.take(link.seed, place(link))) return false;
  ++taken_;
  add(link);
  made_.at(number).counted = seconds_since(began);
  return true;
}

void LinkSeries::make_batch(const LayoutWish& wish,
                            const NewFolder& new_folder) {
  std::vector<Link> links = ordered(wish, new_folder);
  const auto began = Clock::now();
  link_all(links, wish.seconds);
  std::size_t done = 0;
  for (const Link& link : links) {
    if (!link.problem.empty() && !link.is_late) {
      throw LayoutError(program_ + " cannot be linked again: " + link.problem);
    }
    if (link.is_late) {
      std::error_code ignored;
      fs::remove_all(link.folder, ignored);
      continue;
    }
    ++done;
    keep(link);
    add(link);
  }
  linked_ += done;
  while (made_.contains(ready_)) ++ready_;
  if (done == 0) return;
  link_seconds_ = seconds_since(began) / static_cast<double>(done);
  for (const Link& link : links) {
    if (!link.is_late) made_.at(link.number).counted = link_seconds_;
  }
}

/// Returns the link of the wish and the next links, as far as these are planned
/// and time allows.
std::vector<LinkSeries::Link> LinkSeries::ordered(const LayoutWish& wish,
                                                  const NewFolder& new_folder) {
  std::size_t most = std::clamp(linked_ / 2, wish.first_look,
                                std::max(kLargestBatch, processors_));
  if (link_seconds_ > 0) {
    const double held = wish.seconds / link_seconds_;
    if (held < static_cast<double>(most)) {
      most = std::max<std::size_t>(1, static_cast<std::size_t>(held));
    }
  }
  std::vector<Link> links{
      {wish.block, seed_of(wish.block), new_folder(), "", false}};
  for (std::size_t number = std::max(wish.block + 1, drawn_.size());
       number < wish.end && links.size() < most; ++number) {
    if (made_.contains(number)) continue;
    links.push_back({number, seed_of(number), new_folder(), "", false});
  }
  return links;
}

/// Makes the links in the order of their numbers: the last ones are missing if
/// the time is over.
void LinkSeries::link_all(std::vector<Link>& links, double seconds) const {
  const std::size_t count = std::min(processors_, links.size());
  const LinkOptions options{processors_ / count, end_after(seconds), {}};
  const Processors all = allowed_processors();
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    (void)bind_to(all);  // Not only those for measuring.
    for (std::size_t i = next++; i < links.size(); i = next++) {
      Link& link = links[i];
      try {
        link.problem =
            link_again(pack_, {pack_folder_, place(link), environment_},
                       pack_folder_.parent_path(), link.seed, options);
      } catch (const std::exception& error) {
        link.problem = error_text(error);
      }
      link.is_late =
          !link.problem.empty() && options.end && Clock::now() >= *options.end;
    }
  };
  std::vector<std::future<void>> workers;
  for (std::size_t i = 0; i < count; ++i) {
    workers.push_back(std::async(std::launch::async, work));
  }
  for (std::future<void>& one : workers) one.get();  // May throw ProcessEnds.
}

fs::path LinkSeries::place(const Link& link) const {
  return is_elsewhere_ ? link.folder / place_of_copy(program_) : link.folder;
}

void LinkSeries::add(const Link& link) {
  if (is_elsewhere_) surround_copy(program_, link.folder, surrounded_);
  const fs::path relative =
      linked_name(pack_, pack_folder_.parent_path(), program_);
  made_[link.number] = {
      {(place(link) / relative).string(), link.seed}, link.folder, 0};
}

void LinkSeries::keep(const Link& link) {
  const auto when_full = renewable() > 0 ? LinkPool::WhenFull::kReplaceOldest
                                         : LinkPool::WhenFull::kLeave;
  if (pool_.keep(link.seed, place(link), when_full) ==
      LinkPool::Kept::kInsteadOfOldest) {
    ++replaced_;
  }
}

std::size_t LinkSeries::renewable() const {
  return (taken_ + kRenewed - 1) / kRenewed - replaced_;
}

namespace {

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
