#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "runner/findings/bisection.hpp"
#include "runner/findings/single_change.hpp"
#include "runner/modes/session.hpp"
#include "runner/revisions/revisions.hpp"

/// The notes of a search, with which it can be resumed after an interruption.
namespace spl::runner {

/// The findings at a commit.
struct Tested {
  Standing standing = Standing::kUntested;
  std::string reason;                           ///< Why it was skipped.
  std::map<std::string, LogRatio> ratios = {};  ///< By a relation's text.
  std::set<std::string> violated = {};          ///< At the bad end: likewise.
};

/// By the commit's id.
using TestedCommits = std::map<std::string, Tested>;

/// The question of a search: all that the standing of a commit depends on, but
/// not how long it is measured; by names that messages use.
using Question = std::map<std::string, std::string>;

/// The commits between which is searched.
struct BisectionEnds {
  Revision good;
  Revision bad;
};

/// The names that formulas use are resolved.
[[nodiscard]] Question question(const Session& session,
                                const std::vector<FormulaText>& texts,
                                const BisectionEnds& ends,
                                Revisions& revisions);

/// The file of one question, in a folder that all share.
class BisectionNotes {
 public:
  /// `repository` is its folder.
  BisectionNotes(std::filesystem::path folder, const std::string& repository,
                 Question question);

  /// Throws PlainError if nothing is kept of this question; the message says
  /// in which way another differs that is kept of the repository.
  [[nodiscard]] TestedCommits read() const;

  /// Replaces the file in one step. Throws FileError.
  void write(const TestedCommits& commits) const;

  /// There is nothing to go on with any more.
  void remove() const;

 private:
  [[nodiscard]] std::string difference() const;

  std::filesystem::path folder_;
  std::string prefix_;  ///< Begins all file names of the repository.
  Question question_;
  std::filesystem::path file_;
};

}  // namespace spl::runner
