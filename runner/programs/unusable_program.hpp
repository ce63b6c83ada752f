#pragma once

#include <string>
#include <utility>

#include "runner/programs/launcher.hpp"

namespace spl::runner {

/// A program that cannot be used, with the problem apart from its path.
class UnusableProgram : public ProgramError {
 public:
  /// `problem` continues "PATH ...", as what() has it.
  UnusableProgram(const std::string& path, std::string problem)
      : ProgramError(path + ' ' + problem), problem_(std::move(problem)) {}

  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  std::string problem_;
};

}  // namespace spl::runner
