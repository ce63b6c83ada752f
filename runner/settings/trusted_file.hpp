#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

/// What could be written by another user is not obeyed: it could execute
/// anything with the rights of this one.
namespace spl::runner {

/// A file that another user could have written. what() says why: "FILE belongs
/// to user ann" or "FOLDER can be written by all users".
class DistrustError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Whose rights are at stake.
struct Rights {
  uid_t user = 0;
  /// As root by sudo: the user who called it.
  std::optional<uid_t> caller = {};
  /// The root of a container. Some are started with umask 0.
  bool is_root_of_container = false;
};

/// Of this process.
[[nodiscard]] Rights own_rights();

/// The content of a regular file. The file, its folder and, of a link, the
/// file and folder that it leads to belong to the user, to root or to who
/// called sudo, and nobody else can write there; a group may that nobody else
/// is in. What Git's `safe.directory` names, the folder or the top of its
/// repository, is trusted. Throws DistrustError, or FileError.
[[nodiscard]] std::string read_trusted_file(const std::filesystem::path& path,
                                            const Rights& rights);

/// Makes the folder, for this user alone, unless it is there. Throws
/// DistrustError where another user could write in it or put another in its
/// place. Where it cannot be made there is none.
void require_own_folder(const std::filesystem::path& folder,
                        const Rights& rights);

}  // namespace spl::runner
