#include "runner/session/explaining/call_sites.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "runner/session/explaining/profile.hpp"
#include "spl/workload/valgrind.hpp"

namespace spl::runner {
namespace {

constexpr const char* kNameless = "a function without a name";

/// Returns the number at the beginning; 0 if there is none.
template <class Number>
Number leading(std::string_view text) {
  Number number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Returns a name without parameters, unnamed namespaces and the type of its
/// result.
std::string_view plain(std::string_view name) {
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  std::size_t open = name.find('(');
  for (; name.substr(std::min(open, name.size())).starts_with(kUnnamed);
       open = name.find('(')) {
    name.remove_prefix(open + kUnnamed.size());
  }
  name = name.substr(0, open);
  return name.starts_with("operator new")
             ? name
             : name.substr(name.rfind(' ') + 1);  // From 0 without one.
}

/// Returns it without namespaces, as Valgrind has it for what the compiler put
/// into its caller.
std::string_view bare(std::string_view name) {
  name = plain(name);
  const std::size_t scope = name.rfind("::");
  return scope == std::string_view::npos ? name : name.substr(scope + 2);
}

std::string_view last_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

/// A line of a stack.
struct Frame {
  CallSite site;
  bool is_of_library = false;  ///< The standard library, or the C library.
};

bool starts_with_any(std::string_view text,
                     std::initializer_list<std::string_view> all) {
  return std::ranges::any_of(
      all, [&](std::string_view one) { return text.starts_with(one); });
}

/// Reads "==7==    by 0x10981B: parse(int) (src/b.cpp:21)"; nothing of a line
/// that is none of a stack.
std::optional<Frame> frame(std::string_view line) {
  const std::size_t address = line.find("0x");
  const std::size_t name = line.find(": ", address);
  if (!line.starts_with("==") || address == std::string_view::npos ||
      name == std::string_view::npos) {
    return {};
  }
  line.remove_prefix(name + 2);
  const std::size_t open = line.rfind(" (");
  std::string_view place;
  if (open != std::string_view::npos && line.ends_with(')')) {
    place = line.substr(open + 2, line.size() - open - 3);
    line = line.substr(0, open);
  }
  Frame result;
  result.site.function = line == "???" ? kNameless : folded(line);
  result.is_of_library =
      starts_with_any(plain(result.site.function),
                      {"operator new", "std::", "__gnu_cxx::"}) ||
      place.find("/c++/") != std::string_view::npos;
  if (place.starts_with("in ")) {
    result.is_of_library |= starts_with_any(
        last_of(place), {"libstdc++.", "libc++", "libc.", "libc-", "ld-linux"});
    return result;
  }
  const std::size_t colon = place.rfind(':');
  if (colon == std::string_view::npos) return result;
  result.site.file = place.substr(0, colon);
  result.site.line = leading<unsigned>(place.substr(colon + 1));
  return result;
}

/// Reads a log line by line.
class LogReader {
 public:
  explicit LogReader(double iterations) : iterations_(iterations) {}

  void read(std::string_view line) {
    const auto takes = [&](std::string_view text) {
      const std::size_t place = line.find(text);
      const bool is_there =
          line.starts_with("**") && place != std::string_view::npos;
      if (is_there) line.remove_prefix(place + text.size());
      return is_there;
    };
    auto found = frame(line);
    if (found && is_open_) return take(*found);
    end_allocation();
    if (takes(kObservation)) result_.clear();
    if (!takes(workload::kLogAllocation)) return;
    size_ = static_cast<double>(leading<std::uint64_t>(line));
    is_open_ = true;
  }

  AllocatedAt result() && {
    end_allocation();
    return std::move(result_);
  }

 private:
  static constexpr std::string_view kLog = workload::kLogObservation;
  static constexpr std::string_view kObservation =
      kLog.substr(0, kLog.size() - 1);  // Without its line feed.

  /// The stack begins with functions of SPL, of which "counted_malloc" or the
  /// like is the last.
  void take(Frame& one) {
    if (one.site.function.find("counted_") != std::string::npos) {
      nearest_.reset();
      first_.reset();
      return;
    }
    if (!nearest_) nearest_ = one.site;
    if (!first_ && !one.is_of_library) first_ = std::move(one.site);
  }

  void end_allocation() {
    if (!is_open_) return;
    const auto site = first_ ? first_ : nearest_;
    Allocated& at = result_[site.value_or(CallSite{kNameless, "", 0})];
    at.calls += 1 / iterations_;
    at.bytes += size_ / iterations_;
    is_open_ = false;
    first_.reset();
    nearest_.reset();
  }

  double iterations_;
  AllocatedAt result_;
  bool is_open_ = false;  ///< An allocation whose stack may follow.
  double size_ = 0;
  std::optional<CallSite> first_;    ///< Outside of the standard library.
  std::optional<CallSite> nearest_;  ///< In it, perhaps.
};

using Site = std::pair<CallSite, Allocated>;
using Sites = std::vector<Site>;

/// Sites of the functions with one name in one file; first those that allocate
/// most often.
std::map<std::pair<std::string, std::string>, Sites> by_function(
    const AllocatedAt& all) {
  std::map<std::pair<std::string, std::string>, Sites> result;
  for (const auto& one : all) {
    const CallSite& site = one.first;
    result[{std::string(bare(site.function)), std::string(last_of(site.file))}]
        .emplace_back(one);
  }
  for (auto& [function, sites] : result) {
    std::ranges::stable_sort(sites, std::ranges::greater(),
                             [](const auto& one) { return one.second.calls; });
  }
  return result;
}

/// Takes off what both sides have alike, wherever it is. Returns its sum.
Allocated take_alike(Sites& left, Sites& right) {
  Allocated sum;
  std::erase_if(left, [&](const auto& one) {
    const auto other = std::ranges::find(
        right, one.second, [](const auto& site) { return site.second; });
    if (other == right.end()) return false;
    right.erase(other);
    sum.calls += one.second.calls;
    sum.bytes += one.second.bytes;
    return true;
  });
  return sum;
}

ChangeRow row_of(const Site& left, const Site& right,
                 double Allocated::*number) {
  const bool has_left = !left.first.function.empty();
  const CallSite& site = has_left ? left.first : right.first;
  const unsigned other = right.first.line;
  ChangeRow row;
  row.left = left.second.*number;
  row.right = right.second.*number;
  row.facts = {pair_text(left.second.calls, right.second.calls),
               pair_text(left.second.bytes, right.second.bytes)};
  row.place = placed_text(site.function, site.file, site.line);
  if (has_left && other != 0 && other != site.line) {
    row.place.insert(row.place.size() - 1, fmt::format(" | {}", other));
  }
  row.mark = side_mark(left.second.calls, right.second.calls);
  row.name = site.function;
  row.left_code = {left.first.file, left.first.line, left.first.line};
  row.right_code = {right.first.file, other, other};
  return row;
}

}  // namespace

AllocatedAt call_sites(std::string_view log, double iterations) {
  LogReader reader(iterations);
  for (std::size_t begin = 0; begin < log.size();) {
    const std::size_t end = std::min(log.find('\n', begin), log.size());
    reader.read(log.substr(begin, end - begin));
    begin = end + 1;
  }
  return std::move(reader).result();
}

ChangeTable sites_table(const AllocationProfile& left,
                        const AllocationProfile& right,
                        double Allocated::*number) {
  ChangeTable table;
  table.headings = {"calls", "bytes"};
  table.left_total = left.counted.*number;
  table.right_total = right.counted.*number;
  table.things = "call sites";
  table.all = "all that the program counted";
  table.equal = fmt::format(
      "  both sides allocate alike: {} calls, {} bytes, at the same places\n",
      number_of(left.counted.calls), number_of(left.counted.bytes));
  auto others = by_function(right.sites);
  auto all = by_function(left.sites);
  for (const auto& [function, sites] : others) all.try_emplace(function);
  for (auto& [function, of_left] : all) {
    Sites& of_right = others[function];
    table.alike += take_alike(of_left, of_right).*number;
    const std::size_t most = std::max(of_left.size(), of_right.size());
    of_left.resize(most);
    of_right.resize(most);
    for (std::size_t i = 0; i < most; ++i) {
      table.rows.push_back(row_of(of_left[i], of_right[i], number));
    }
  }
  return sorted(std::move(table));
}

}  // namespace spl::runner
