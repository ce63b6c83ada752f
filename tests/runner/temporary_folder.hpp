#pragma once

#include <filesystem>
#include <string>

namespace spl::runner {

/// An empty folder that goes with this object.
class TemporaryFolder {
 public:
  /// Its name begins so.
  explicit TemporaryFolder(const std::string& name = "spl test ");
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Writes a file in it, with the folders above; its path.
  std::filesystem::path write(const std::string& name,
                              const std::string& content) const;

 private:
  std::filesystem::path path_;
};

}  // namespace spl::runner
