#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runner/store/database.hpp"

/// Stores of single processes, where a file system lets no several processes
/// write into one: later processes take them over.
namespace spl::runner {

/// The name of a new store for this process alone, in a folder beside a store.
/// At its end the file is ready to be taken over. That of a process that was
/// killed is, too, for processes on the same machine.
class Spool {
 public:
  /// Makes the folder. Throws FileError.
  explicit Spool(const std::filesystem::path& store);
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
};

/// Returns the files beside the store that are ready. Removes what killed
/// processes left of those that are gone.
[[nodiscard]] std::vector<std::filesystem::path> ready_spools(
    const std::filesystem::path& store);

/// Adds what is in these files and removes them. A warning names what cannot be
/// read, which stays. Throws DatabaseError if the store cannot be written.
void take_over(const std::vector<std::filesystem::path>& spools, Database& into,
               std::vector<std::string>& warnings);

}  // namespace spl::runner
