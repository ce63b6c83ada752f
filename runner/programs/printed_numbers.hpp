#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spl::runner {

/// The numbers that a process prints behind names: of "NAME NUMBER", "NAME:
/// NUMBER" and "NAME = NUMBER" at the start of a line, if the line or a blank
/// ends the number. Other lines, and all but the start of a long line, are
/// passed over.
class PrintedNumbers {
 public:
  explicit PrintedNumbers(std::vector<std::string> names);

  /// Reads a part of the output.
  void read(std::string_view part);

  /// Returns the number of the last line that has one, which is not negative;
  /// nothing if none has. Reads the begun line as a whole one.
  [[nodiscard]] std::optional<double> value(const std::string& name);

 private:
  void end_line();

  std::vector<std::string> names_;
  std::map<std::string, double> values_;
  std::string line_;
};

}  // namespace spl::runner
