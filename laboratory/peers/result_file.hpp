#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "laboratory/peers/comparison.hpp"

/// Results on disk, so that a bench of hours goes on where it was ended.
namespace spl::bench {

/// One line of JSON without its end, and back. Throws std::runtime_error for
/// another text.
[[nodiscard]] std::string encode(const Result& result);
[[nodiscard]] Result decode(std::string_view line);

/// A file with one line per result.
class ResultFile {
 public:
  /// Takes up the results of an earlier bench. A last line that was not
  /// completed is cut off. Throws std::runtime_error if the file cannot be
  /// written or holds something else.
  explicit ResultFile(std::filesystem::path path);

  [[nodiscard]] const std::vector<Result>& results() const { return results_; }

  /// On disk when it returns.
  void add(Result result);

 private:
  void read();

  std::filesystem::path path_;
  std::vector<Result> results_;
  std::ofstream file_;
};

/// What of the plan has no result yet, in order.
[[nodiscard]] std::vector<Comparison> remaining(
    const std::vector<Comparison>& plan, const std::vector<Result>& results);

}  // namespace spl::bench
