#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "runner/system/json_parser.hpp"

/// Foreign JSON, with the places of faults.
namespace spl::runner {

/// A file of observations or a report that cannot be used. what() names the
/// file and the place in it (a JSON path), and says what was expected.
class DataError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The largest file that is read, in bytes.
inline constexpr std::size_t kMostJsonBytes = std::size_t{256} << 20;

/// A JSON text with its file's name, for messages.
class JsonText {
 public:
  /// Throws DataError for what is not JSON, a number that no double holds, a
  /// key that an object has twice, and lists in lists without end.
  JsonText(std::string file, const std::string& text);

  /// Reads a file. Throws FileError as well, and DataError above
  /// kMostJsonBytes.
  [[nodiscard]] static JsonText read(const std::string& file);

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const nlohmann::json& root() const { return root_; }

  /// Throws DataError: `FILE: PLACE: SENTENCE`.
  [[noreturn]] void fail(const JsonPlace& place,
                         const std::string& sentence) const;

  /// Returns the value of a key; fails if the object lacks it.
  [[nodiscard]] const nlohmann::json& member(const nlohmann::json& object,
                                             const JsonPlace& place,
                                             std::string_view key) const;
  /// Fail, like number() and text(), if the value has another kind.
  void require_object(const nlohmann::json& value,
                      const JsonPlace& place) const;
  void require_array(const nlohmann::json& value, const JsonPlace& place) const;
  [[nodiscard]] double number(const nlohmann::json& value,
                              const JsonPlace& place) const;
  [[nodiscard]] const std::string& text(const nlohmann::json& value,
                                        const JsonPlace& place) const;

 private:
  std::string file_;
  nlohmann::json root_;
};

/// Returns the content of a file of observations. Throws FileError, and
/// DataError above kMostJsonBytes.
[[nodiscard]] std::string read_data(const std::string& file);

/// Returns `line 3, column 7`, from 1 and in bytes.
[[nodiscard]] std::string line_and_column(const std::string& text,
                                          std::size_t offset);

/// Returns "a number", "a list", "null", ...
[[nodiscard]] std::string kind_text(const nlohmann::json& value);

}  // namespace spl::runner
