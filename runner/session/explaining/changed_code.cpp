#include "runner/session/explaining/changed_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runner/revisions/changed_workloads.hpp"
#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

/// A file at one of the two revisions.
const TreeFile* file_of(const CodeLines& code, const BuiltSources& sources) {
  if (code.file.empty()) return nullptr;
  const TreeFile* file = registering_file(sources.tree, code.file + ":0");
  return file != nullptr && file->submodule.empty() ? file : nullptr;
}

/// Whether lines of a hunk, or the place where it took some away, lie in a
/// function.
bool meets(int first, int count, const CodeLines& code) {
  const int last = count > 0 ? first + count - 1 : first + 1;
  return !code.file.empty() && first <= static_cast<int>(code.last) &&
         last >= static_cast<int>(code.first);
}

/// Returns "2,3" as Git does: a count of 1 is left out.
std::string range_text(int first, int count) {
  return count == 1 ? std::to_string(first)
                    : fmt::format("{},{}", first, count);
}

/// The two revisions, the older of which is that with a name.
class CodeChanges {
 public:
  CodeChanges(const BuiltSources& old, const BuiltSources& recent,
              Repository& repository)
      : old_(old), recent_(recent), repository_(repository) {}

  void add(const std::string& name, const CodeLines& old,
           const CodeLines& recent) {
    const TreeFile* before = file_of(old, old_);
    const TreeFile* after = file_of(recent, recent_);
    if (before == nullptr && after == nullptr) return;
    has_known_ = true;
    // A function that one side has is compared with the same file.
    if (before == nullptr) before = file_of({recent.file}, old_);
    if (after == nullptr) after = file_of({old.file}, recent_);
    if (before == nullptr || after == nullptr) {
      lines_ +=
          fmt::format("    {}, which the {} one lacks: {}\n",
                      foreign_name((before != nullptr ? before : after)->path),
                      before != nullptr ? "new" : "old", foreign_name(name));
      return;
    }
    if (before->id == after->id) return;
    for (const ChangedLines& one : repository_.changed_lines(*before, *after)) {
      if (!meets(one.old_first, one.old_count, old) &&
          !meets(one.new_first, one.new_count, recent)) {
        continue;
      }
      const std::string line = fmt::format(
          "    {}: @@ -{} +{} @@ {}\n", foreign_name(after->path),
          range_text(one.old_first, one.old_count),
          range_text(one.new_first, one.new_count), foreign_name(name));
      // Two call sites of a function may lie in one hunk.
      if (lines_.find(line) == std::string::npos) lines_ += line;
    }
  }

  [[nodiscard]] std::string text() const {
    if (!has_known_) return {};
    constexpr std::size_t kShort = 10;
    std::string range = old_.revision.id.substr(0, kShort);
    if (!recent_.revision.is_working_tree()) {
      range += ' ' + recent_.revision.id.substr(0, kShort);
    }
    if (lines_.empty()) {
      return "  git diff " + range + " has no line of these functions\n";
    }
    return "  of these functions, git diff -U0 " + range + " has:\n" + lines_;
  }

 private:
  const BuiltSources& old_;
  const BuiltSources& recent_;
  Repository& repository_;
  bool has_known_ = false;
  std::string lines_;
};

}  // namespace

std::string changed_code_text(const ChangeTable& table, std::size_t most,
                              const logic::Performance& left,
                              const logic::Performance& right,
                              const SourcesOfRevisions& sources,
                              Repository& repository) {
  const auto of_left = sources.find(left.revision);
  const auto of_right = sources.find(right.revision);
  if (of_left == sources.end() || of_right == sources.end() ||
      of_left == of_right) {
    return {};
  }
  const bool is_right_old = !of_right->second.revision.is_working_tree();
  if (!is_right_old && of_left->second.revision.is_working_tree()) return {};
  CodeChanges changes(is_right_old ? of_right->second : of_left->second,
                      is_right_old ? of_left->second : of_right->second,
                      repository);
  for (std::size_t i = 0; i < std::min(most, table.rows.size()); ++i) {
    const ChangeRow& one = table.rows[i];
    changes.add(one.name, is_right_old ? one.right_code : one.left_code,
                is_right_old ? one.left_code : one.right_code);
  }
  return changes.text();
}

}  // namespace spl::runner
