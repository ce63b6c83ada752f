#include "runner/session/explaining/profile.hpp"

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
      if (function_->file.empty() && own_lines_ != nullptr) {
        function_->file = own_file_;
      }
      has_own_file_ = function_->file == own_file_;
    } else if (takes(line, "cfn=")) {
      const std::string name = folded(line);
      called_ = &costs_[name];
      called_name_ = std::hash<std::string>()(name);
    } else if (takes(line, "calls=")) {
      if (called_->calls == 0) called_->caller = caller_;
      if (called_->caller != caller_) called_->caller = kNoCaller;
      called_->calls += number_in(line);
      is_call_ = true;
    } else if (takes(line, "summary: ")) {
      result_.total = number_in(line);
    } else if (!line.empty() && line.front() >= '0' && line.front() <= '9') {
      constexpr double kMostLines = 1e9;
      add(static_cast<unsigned>(std::min(number_in(line), kMostLines)),
          cost_of(line));
    }
  }

  Profile result(double iterations) {
    for (auto& [name, cost] : costs_) {
      // What calls itself counts more than once.
      cost.inclusive = std::min(cost.inclusive, result_.total) / iterations;
      cost.exclusive /= iterations;
      cost.calls /= iterations;
      if (cost.exclusive == 0) continue;
      result_.own[std::hash<std::string>()(name)] = cost.exclusive;
      result_.functions.emplace(name, std::move(cost));
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
    const bool is_call = std::exchange(is_call_, false);
    if (is_call && called_ == function_) return;
    function_->inclusive += cost;
    if (is_call) {
      function_->called[called_name_] += cost;
      return;
    }
    function_->exclusive += cost;
    if (lines_ == nullptr || line == 0) return;
    lines_->insert(line);
    if (has_own_file_ && lines_ == own_lines_) function_->lines[line] += cost;
  }

  Profile result_;
  std::map<std::string, FunctionCost> costs_;
  FunctionCost* function_ = &costs_[""];  // A name may be long, and lines many.
  FunctionCost* called_ = function_;
  std::size_t caller_ = kNoCaller;
  std::size_t called_name_ = kNoCaller;
  bool is_call_ = false;
  bool has_own_file_ = false;
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

/// Whether the side without a function has put it into its only caller, which
/// costs more there and executes its lines.
bool is_inlined(const FunctionCost& one, const Profile& with,
                const Profile& without) {
  const auto lines = without.executed.find(one.file);
  const auto before = with.own.find(one.caller);
  const auto caller = without.own.find(one.caller);
  if (lines == without.executed.end() || before == with.own.end() ||
      caller == without.own.end() || caller->second <= before->second) {
    return false;
  }
  const auto executed = std::ranges::count_if(one.lines, [&](const auto& line) {
    return lines->second.contains(line.first);
  });
  return executed > 0 && 2 * executed >= std::ssize(one.lines);
}

/// Returns the row of a function with its name, and that on the right.
ChangeRow row_of(const std::string& name, const FunctionCost& left,
                 const std::string& right_name, const FunctionCost& right) {
  const auto code = [](const FunctionCost& cost) {
    return cost.lines.empty() ? CodeLines()
                              : CodeLines{cost.file, cost.lines.begin()->first,
                                          cost.lines.rbegin()->first};
  };
  const bool is_renamed = name != right_name;
  const FunctionCost& larger = left.exclusive > right.exclusive ? left : right;
  const unsigned line = line_of(larger);
  ChangeRow row;
  row.left = left.exclusive;
  row.right = right.exclusive;
  row.facts = {pair_text(left.inclusive, right.inclusive),
               pair_text(left.calls, right.calls)};
  row.place = placed_text(is_renamed ? name + " | " + right_name : name,
                          line > 0 ? larger.file : "", line);
  row.mark = is_renamed ? "renamed" : side_mark(row.left, row.right);
  row.name = name;
  row.left_code = code(left);
  row.right_code = code(right);
  return row;
}

/// Writes the stacks of a profile. Callgrind knows who called whom, but not on
/// whose behalf: what a function spends is divided among its callers as they
/// spend in it.
class Stacks {
 public:
  Stacks(const Profile& profile, std::string root)
      : profile_(profile), stack_{std::move(root)} {
    for (const auto& one : profile.functions) {
      names_.emplace(std::hash<std::string>()(one.first), &one);
      for (const auto& [name, cost] : one.second.called) calls_[name] += cost;
    }
  }

  std::string text() && {
    for (const auto& [name, one] : names_) {
      const double cost = std::min(rest_, one->second.inclusive - calls_[name]);
      if (cost >= 1) add(*one, cost);
    }
    add_line(rest_);  // What calls itself through others has no first caller.
    return std::move(text_);
  }

 private:
  using Function = std::map<std::string, FunctionCost>::value_type;

  void add_line(double cost) {
    cost = std::floor(cost);
    if (cost < 1) return;
    rest_ -= cost;
    for (const std::string& one : stack_) text_ += one + ';';
    text_.back() = ' ';
    text_ += fmt::format("{:.0f}\n", cost);
  }

  void add(const Function& function, double cost) {
    constexpr std::size_t kDeepest = 100;
    const double least = profile_.total / 10'000;
    stack_.push_back(function.first);
    const double share = cost / function.second.inclusive;
    for (const auto& [name, inclusive] : function.second.called) {
      const auto called = names_.find(name);
      const double part = std::min(cost, share * inclusive);
      if (part < least || called == names_.end() || stack_.size() > kDeepest ||
          std::ranges::count(stack_, called->second->first) > 0) {
        continue;
      }
      cost -= part;
      add(*called->second, part);
    }
    add_line(cost);
    stack_.pop_back();
  }

  const Profile& profile_;
  std::map<std::size_t, const Function*> names_;
  std::map<std::size_t, double> calls_;  ///< The costs of all calls of each.
  std::vector<std::string> stack_;
  double rest_ = profile_.total;  ///< What no line has.
  std::string text_;
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

ChangeTable functions_table(const Profile& left, const Profile& right) {
  ChangeTable table;
  table.headings = {"with calls", "calls"};
  table.left_total = left.total;
  table.right_total = right.total;
  table.things = "functions";
  table.all = "all that Callgrind counted";
  table.equal = fmt::format(
      "  instructions are equal ({} on both sides): the difference is not in "
      "what is executed,\n  but in caches, layout, waiting or the kernel\n",
      number_of(left.total));
  const FunctionCost none;
  const auto cost_in = [&](const Profile& of, const std::string& name) {
    const auto found = of.functions.find(name);
    return found == of.functions.end() ? &none : &found->second;
  };
  const auto add = [&](const std::string& name, const FunctionCost& of_left,
                       const std::string& there, const FunctionCost& of_right) {
    if (of_left.exclusive == of_right.exclusive) {
      table.alike += of_left.exclusive;
      return;
    }
    table.rows.push_back(row_of(name, of_left, there, of_right));
    if ((&of_right == &none && is_inlined(of_left, left, right)) ||
        (&of_left == &none && is_inlined(of_right, right, left))) {
      table.rows.back().mark += ", inlined on the other side";
    }
  };
  const auto other_names = renamed(left, right);
  std::set<std::string> shown;  // Of the right.
  for (const auto& [name, cost] : left.functions) {
    const auto other = other_names.find(name);
    const std::string& there =
        other == other_names.end() ? name : other->second;
    add(name, cost, there, *cost_in(right, there));
    shown.insert(there);
  }
  for (const auto& [name, cost] : right.functions) {
    if (!shown.contains(name)) add(name, none, name, cost);
  }
  return sorted(std::move(table));
}

std::string folded_stacks(std::string_view text, const std::string& root) {
  const Profile one = profile(text, 1);
  return Stacks(one, root).text();
}

}  // namespace spl::runner
