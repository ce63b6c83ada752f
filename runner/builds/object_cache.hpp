#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace spl::runner {

/// The result of compiling one source.
struct CompiledObject {
  std::string printed;  ///< Warnings.
  std::string bytes;    ///< The content of the object file.
};

/// Compiled objects that are kept, under the hash of all that they depend on.
/// Several processes use one cache at once.
class ObjectCache {
 public:
  explicit ObjectCache(std::filesystem::path folder)
      : folder_(std::move(folder)) {}

  /// Returns the stored object, if there is one; a damaged one counts as
  /// absent.
  [[nodiscard]] std::optional<CompiledObject> find(
      const std::string& hash) const;

  /// Throws FileError.
  void store(const std::string& hash, const CompiledObject& object) const;

 private:
  [[nodiscard]] std::filesystem::path path(const std::string& hash) const;

  std::filesystem::path folder_;
};

}  // namespace spl::runner
