#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "runner/programs/run_record.hpp"
#include "runner/system/json_text.hpp"
#include "spl/logic/performance.hpp"

namespace spl::runner {

/// Whether a value is an object with such a key.
[[nodiscard]] bool has(const nlohmann::json& value, const char* key);

/// Reads the values of an object, each at its key. Throws DataError with the
/// place of what is missing or of another kind.
class ObjectReader {
 public:
  /// All three outlive it.
  ObjectReader(const JsonText& text, const nlohmann::json& object,
               const JsonPlace& place);
  ObjectReader(const JsonText& text, const nlohmann::json& object,
               JsonPlace&& place) = delete;

  [[nodiscard]] const nlohmann::json& value(const char* key) const;
  [[nodiscard]] double number(const char* key) const;
  /// Returns a text; empty for null.
  [[nodiscard]] std::string text(const char* key) const;
  [[nodiscard]] std::uint64_t whole(const char* key) const;
  [[nodiscard]] bool flag(const char* key) const;

 private:
  const JsonText& text_;
  const nlohmann::json& object_;
  const JsonPlace& place_;
};

/// Returns the performance that an entry is about. Throws DataError.
[[nodiscard]] logic::Performance performance_in(const JsonText& text,
                                                const nlohmann::json& entry,
                                                const JsonPlace& place);

/// Returns the record of a run by its details. Throws DataError.
[[nodiscard]] RunRecord record_in(const JsonText& text,
                                  const nlohmann::json& details,
                                  const JsonPlace& place);

}  // namespace spl::runner
