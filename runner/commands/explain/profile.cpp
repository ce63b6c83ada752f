#include "runner/commands/explain/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <utility>

#include "runner/reports/terminal/wrapped_text.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

bool takes(std::string_view& line, std::string_view start) {
  if (!line.starts_with(start)) return false;
  line.remove_prefix(start.size());
  return true;
}

/// Returns the number at the beginning; 0 for what no program counts.
double number_in(std::string_view text) {
  constexpr double kMost = 1e18;
  constexpr std::size_t kLongest = 32;
  const std::string begin(text.substr(0, kLongest));
  const double number = std::strtod(begin.c_str(), nullptr);
  return number >= 0 && number <= kMost ? number : 0;
}

/// Returns the number after the first word: "17 9018" has a position first.
double cost_of(std::string_view line) {
  const std::size_t blank = line.find(' ');
  return blank == std::string_view::npos ? 0 : number_in(line.substr(blank));
}

/// Reads a profile line by line.
class Reader {
 public:
  void read(std::string_view line) {
    if (takes(line, "fn=")) {
      const std::string name = folded(line);
      function_ = &costs_[name];
      caller_ = std::hash<std::string>()(name);
    } else if (takes(line, "cfn=")) {
      called_ = &costs_[folded(line)];
    } else if (takes(line, "calls=")) {
      if (called_->calls == 0) called_->caller = caller_;
      if (called_->caller != caller_) called_->caller = kNoCaller;
      called_->calls += number_in(line);
      is_call_ = true;
    } else if (takes(line, "summary: ")) {
      result_.total = number_in(line);
    } else if (!line.empty() && line.front() >= '0' && line.front() <= '9') {
      add(cost_of(line));
    }
  }

  Profile result(double iterations) {
    for (auto& [name, cost] : costs_) {
      // What calls itself counts more than once.
      cost.inclusive = std::min(cost.inclusive, result_.total) / iterations;
      cost.exclusive /= iterations;
      cost.calls /= iterations;
      if (cost.exclusive > 0) result_.functions.emplace(name, cost);
    }
    result_.total /= iterations;
    return std::move(result_);
  }

 private:
  void add(double cost) {
    if (!is_call_) function_->exclusive += cost;
    if (!is_call_ || called_ != function_) function_->inclusive += cost;
    is_call_ = false;
  }

  Profile result_;
  std::map<std::string, FunctionCost> costs_;
  FunctionCost* function_ = &costs_[""];  // A name may be long, and lines many.
  FunctionCost* called_ = function_;
  std::size_t caller_ = kNoCaller;
  bool is_call_ = false;
};

std::string count_text(double count) {
  return std::abs(count - std::round(count)) < 0.005 || std::abs(count) >= 1000
             ? fmt::format("{:.0f}", count)
             : fmt::format("{:.2f}", count);
}

std::string signed_text(double count) {
  return (count > 0 ? "+" : "") + count_text(count);
}

/// Returns "1 -> 2", or the number that both sides have.
std::string pair_text(double left, double right) {
  const std::string one = count_text(left);
  const std::string other = count_text(right);
  return one == other ? one : one + " | " + other;
}

std::string names_of(const FunctionChange& one) {
  const std::string left = foreign_name(one.name);
  return one.right_name.empty() ? left
                                : left + " | " + foreign_name(one.right_name);
}

std::string mark_of(const FunctionChange& one) {
  if (!one.right_name.empty()) return "renamed";
  if (one.right.exclusive == 0) return "left only";
  if (one.left.exclusive == 0) return "right only";
  return {};
}

/// Returns the functions of a side that the other has not, by their callers;
/// an empty name where a caller has several.
std::map<std::size_t, std::string> only_in(const Profile& one,
                                           const Profile& other) {
  std::map<std::size_t, std::string> result;
  for (const auto& [name, cost] : one.functions) {
    if (cost.caller == kNoCaller || other.functions.contains(name)) continue;
    const auto [known, is_first] = result.emplace(cost.caller, name);
    if (!is_first) known->second.clear();
  }
  return result;
}

/// Returns the functions of `left` that have another name in `right`, with it.
std::map<std::string, std::string> renamed(const Profile& left,
                                           const Profile& right) {
  const auto of_right = only_in(right, left);
  std::map<std::string, std::string> result;
  for (const auto& [caller, name] : only_in(left, right)) {
    const auto other = of_right.find(caller);
    if (name.empty() || other == of_right.end() || other->second.empty()) {
      continue;
    }
    result.emplace(name, other->second);
  }
  return result;
}

}  // namespace

std::string folded(std::string_view name) {
  constexpr std::string_view kOperator = "operator";
  name = name.substr(0, std::min(name.find(" [clone"), name.find(" (.")));
  const std::size_t level = name.find('\'');  // Of a recursion.
  if (level != std::string_view::npos &&
      name.find_first_not_of("0123456789", level + 1) ==
          std::string_view::npos) {
    name = name.substr(0, level);
  }
  std::string result;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool is_operator = depth == 0 && result.ends_with(kOperator);
    if (is_operator && (c == '<' || c == '>' || c == '-')) {
      while (i < name.size() && name[i] != '(') result += name[i++];
      if (i < name.size()) result += name[i];
      continue;
    }
    if (c == '<' && depth++ == 0) result += "<>";
    if (depth == 0) result += c;
    if (c == '>' && depth > 0) --depth;
  }
  return result;
}

Profile profile(std::string_view text, double iterations) {
  Reader reader;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    reader.read(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return reader.result(iterations);
}

std::vector<FunctionChange> changes(const Profile& left, const Profile& right) {
  const auto cost_in = [](const Profile& of, const std::string& name) {
    const auto found = of.functions.find(name);
    return found == of.functions.end() ? FunctionCost() : found->second;
  };
  std::map<std::string, FunctionCost> others = right.functions;
  const auto other_names = renamed(left, right);
  std::vector<FunctionChange> result;
  const auto add = [&](FunctionChange one) {
    if (one.difference() != 0) result.push_back(std::move(one));
  };
  for (const auto& [name, cost] : left.functions) {
    const auto other = other_names.find(name);
    const bool has_other = other != other_names.end();
    const std::string& there = has_other ? other->second : name;
    add({name, cost, cost_in(right, there), has_other ? there : ""});
    others.erase(there);
  }
  for (const auto& [name, cost] : others) add({name, {}, cost});
  std::ranges::stable_sort(
      result, [](const FunctionChange& one, const FunctionChange& other) {
        return std::abs(one.difference()) > std::abs(other.difference());
      });
  return result;
}

std::string changes_text(const Profile& left, const Profile& right,
                         std::size_t most) {
  const std::vector<FunctionChange> all = changes(left, right);
  if (all.empty()) {
    return fmt::format(
        "  instructions are equal ({} on both sides): the difference is not in "
        "what is executed,\n  but in caches, layout, waiting or the kernel\n",
        count_text(left.total));
  }
  std::vector<std::vector<std::string>> rows = {
      {"difference", "left", "right", "with calls", "calls", "", ""}};
  FunctionChange others{"", {}, {}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const FunctionChange& one = all[i];
    if (i >= most) {
      others.left.exclusive += one.left.exclusive;
      others.right.exclusive += one.right.exclusive;
      continue;
    }
    rows.push_back({signed_text(one.difference()),
                    count_text(one.left.exclusive),
                    count_text(one.right.exclusive),
                    pair_text(one.left.inclusive, one.right.inclusive),
                    pair_text(one.left.calls, one.right.calls), names_of(one),
                    mark_of(one)});
  }
  double shown_left = 0;
  double shown_right = 0;
  for (const FunctionChange& one : all) {
    shown_left += one.left.exclusive;
    shown_right += one.right.exclusive;
  }
  if (all.size() > most) {
    rows.push_back({signed_text(others.difference()),
                    count_text(others.left.exclusive),
                    count_text(others.right.exclusive), "", "",
                    fmt::format("{} other functions", all.size() - most), ""});
  }
  rows.push_back({"0", count_text(left.total - shown_left),
                  count_text(right.total - shown_right), "", "",
                  "functions that cost the same", ""});
  rows.push_back({signed_text(left.total - right.total), count_text(left.total),
                  count_text(right.total), "", "", "all that Callgrind counted",
                  ""});
  std::string text;
  for (const std::string& one : aligned(rows, "rrrrrll")) {
    text += "  " + one + '\n';
  }
  return text;
}

}  // namespace spl::runner
