#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "runner/system/files.hpp"

namespace spl::runner {

/// The time that a folder of a network has to answer. A host and the runner ask
/// one after the other, and both together must take at most five seconds.
inline constexpr std::chrono::milliseconds kFolderPatience(2000);

/// The time to answer after a process was left that waits, perhaps for this
/// very folder.
inline constexpr std::chrono::milliseconds kFolderPatienceInVain(400);

/// Work that did not end in time: "did not answer within 2 s".
class FolderSilent : public FileError {
 public:
  using FileError::FileError;
};

/// Does work in a child and returns its result. The work may never end, as with
/// files of a network whose server is gone. Throws FileError with the message
/// of an exception of the work. Throws FolderSilent if the work does not end in
/// time; then kills the child, or leaves it if that does not end it.
[[nodiscard]] std::string work_in_time(
    const std::function<std::string()>& work,
    std::chrono::nanoseconds patience = kFolderPatience);

}  // namespace spl::runner
