#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "runner/system/files.hpp"

namespace spl::runner {

/// What a folder of a network has to answer. A host and the runner ask one
/// after the other, and five seconds are to be enough for both.
inline constexpr std::chrono::milliseconds kFolderPatience(2000);

/// The same after a process was left that waits, perhaps for this very folder.
inline constexpr std::chrono::milliseconds kFolderPatienceInVain(400);

/// Work that did not end in time: "did not answer within 2 s".
class FolderSilent : public FileError {
 public:
  using FileError::FileError;
};

/// Does work on files that may never end, such as those of a network whose
/// server is gone, in a child, and returns what it returns. Throws FileError
/// with its message where the work throws, and FolderSilent where it did not
/// end in time; then the child is killed or, if that does not end it either,
/// left.
[[nodiscard]] std::string work_in_time(
    const std::function<std::string()>& work,
    std::chrono::nanoseconds patience = kFolderPatience);

}  // namespace spl::runner
