#include "runner/commands/explain/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <utility>

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
    if (takes(line, "fl=")) {
      enter(line);
      own_lines_ = lines_;
      own_file_ = line;
    } else if (takes(line, "fi=") || takes(line, "fe=")) {
      enter(line);
    } else if (takes(line, "fn=")) {
      const std::string name = folded(line);
      function_ = &costs_[name];
      caller_ = std::hash<std::string>()(name);
      if (function_->lines.empty() && own_lines_ != nullptr) {
        function_->file = own_file_;
      }
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
      add(static_cast<unsigned>(number_in(line)), cost_of(line));
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
  /// Notes the file of what follows.
  void enter(std::string_view file) {
    lines_ = file == "???" ? nullptr : &result_.executed[std::string(file)];
  }

  void add(unsigned line, double cost) {
    if (!is_call_) function_->exclusive += cost;
    if (!is_call_ && lines_ != nullptr && line > 0) {
      lines_->insert(line);
      if (lines_ == own_lines_) function_->lines[line] += cost;
    }
    if (!is_call_ || called_ != function_) function_->inclusive += cost;
    is_call_ = false;
  }

  Profile result_;
  std::map<std::string, FunctionCost> costs_;
  FunctionCost* function_ = &costs_[""];  // A name may be long, and lines many.
  FunctionCost* called_ = function_;
  std::size_t caller_ = kNoCaller;
  bool is_call_ = false;
  std::set<unsigned>* lines_ = nullptr;      ///< Of the file that is entered.
  std::set<unsigned>* own_lines_ = nullptr;  ///< Of that of the function.
  std::string own_file_;
};

/// Returns the most expensive line; 0 if there is none.
unsigned line_of(const FunctionCost& cost) {
  const auto found = std::ranges::max_element(
      cost.lines, {}, [](const auto& line) { return line.second; });
  return found == cost.lines.end() ? 0 : found->first;
}

CodeLines code_of(const FunctionCost& cost) {
  if (cost.lines.empty()) return {};
  return {cost.file, cost.lines.begin()->first, cost.lines.rbegin()->first};
}

/// Returns the name and where its side that costs more spends most.
std::string place_of(const FunctionChange& one) {
  const FunctionCost& cost =
      one.left.exclusive > one.right.exclusive ? one.left : one.right;
  const unsigned line = line_of(cost);
  std::string name = one.name;
  if (!one.right_name.empty()) name += " | " + one.right_name;
  return placed_text(name, line > 0 ? cost.file : "", line);
}

std::string mark_of(const FunctionChange& one) {
  if (!one.right_name.empty()) return "renamed";
  const std::string mark = side_mark(one.left.exclusive, one.right.exclusive);
  return one.is_inlined ? mark + ", inlined on the other side" : mark;
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

/// Finds functions that one side has and the other has put into their callers.
class Inlined {
 public:
  Inlined(const Profile& with, const Profile& without)
      : with_(with), without_(without) {
    for (const auto& [name, cost] : with.functions) {
      names_.emplace(std::hash<std::string>()(name), &name);
    }
  }

  [[nodiscard]] bool contains(const FunctionCost& one) const {
    const auto caller = names_.find(one.caller);
    const auto lines = without_.executed.find(one.file);
    if (caller == names_.end() || lines == without_.executed.end() ||
        one.lines.empty()) {
      return false;
    }
    const auto other = without_.functions.find(*caller->second);
    if (other == without_.functions.end() ||
        other->second.exclusive <=
            with_.functions.at(*caller->second).exclusive) {
      return false;
    }
    const auto there = std::ranges::count_if(one.lines, [&](const auto& line) {
      return lines->second.contains(line.first);
    });
    return 2 * there >= std::ssize(one.lines);
  }

 private:
  const Profile& with_;
  const Profile& without_;
  std::map<std::size_t, const std::string*> names_;
};

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
    if (one.left.exclusive != one.right.exclusive) {
      result.push_back(std::move(one));
    }
  };
  const Inlined in_right(left, right);
  const Inlined in_left(right, left);
  for (const auto& [name, cost] : left.functions) {
    const auto other = other_names.find(name);
    const bool has_other = other != other_names.end();
    const std::string& there = has_other ? other->second : name;
    add({name, cost, cost_in(right, there), has_other ? there : "",
         !right.functions.contains(there) && in_right.contains(cost)});
    others.erase(there);
  }
  for (const auto& [name, cost] : others) {
    add({name, {}, cost, "", in_left.contains(cost)});
  }
  return result;
}

ChangeTable functions_table(const Profile& left, const Profile& right) {
  const std::vector<FunctionChange> all = changes(left, right);
  const auto alike = [&](const Profile& profile, auto side) {
    double sum = 0;
    for (const auto& [name, cost] : profile.functions) sum += cost.exclusive;
    for (const FunctionChange& one : all) sum -= (one.*side).exclusive;
    return sum;
  };
  ChangeTable table;
  table.headings = {"with calls", "calls"};
  table.left_total = left.total;
  table.right_total = right.total;
  table.left_alike = alike(left, &FunctionChange::left);
  table.right_alike = alike(right, &FunctionChange::right);
  table.things = "functions";
  table.all = "all that Callgrind counted";
  table.equal = fmt::format(
      "  instructions are equal ({} on both sides): the difference is not in "
      "what is executed,\n  but in caches, layout, waiting or the kernel\n",
      number_of(left.total));
  for (const FunctionChange& one : all) {
    table.rows.push_back({one.left.exclusive,
                          one.right.exclusive,
                          {pair_text(one.left.inclusive, one.right.inclusive),
                           pair_text(one.left.calls, one.right.calls)},
                          place_of(one),
                          mark_of(one),
                          one.name,
                          code_of(one.left),
                          code_of(one.right)});
  }
  return sorted(std::move(table));
}

}  // namespace spl::runner
