#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

/// Files that are obeyed only if no other user could have written them: they
/// could execute anything with the rights of this user.
namespace spl::runner {

/// A file that another user could have written. what() says why: "FILE belongs
/// to user ann" or "FOLDER can be written by all users".
class DistrustError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The user whose rights are at stake.
struct Rights {
  uid_t user = 0;
  /// As root by sudo: the user who called it.
  std::optional<uid_t> caller = {};
  /// The root of a container. Some are started with umask 0.
  bool is_root_of_container = false;
};

/// Returns the rights of this process.
[[nodiscard]] Rights own_rights();

/// Returns the content of a regular file. The file, its folder and, for a link,
/// the target and its folder must belong to the user, to root or to the caller
/// of sudo, and nobody else may write there, except a group of which nobody
/// else is a member. A folder is also trusted if Git's `safe.directory` names
/// it or the top of its repository. Throws DistrustError or FileError.
[[nodiscard]] std::string read_trusted_file(const std::filesystem::path& path,
                                            const Rights& rights);

/// Throws DistrustError if another user could have written a file that is
/// executed, or put it in its place, or can put one there if there is none,
/// unless Git trusts its folder. What was opened under this path counts, too.
void require_trusted_program(const std::filesystem::path& path,
                             const Rights& rights,
                             const struct stat* opened = nullptr);

/// Throws DistrustError if another user could have written the file or, for a
/// link, its target, or can put one there if there is none.
void require_trusted_content(const std::filesystem::path& path,
                             const Rights& rights);

/// Makes the folder, for this user alone, unless it exists. Throws
/// DistrustError if another user could write in the folder or replace it.
/// Reports no error if the folder cannot be made.
void require_own_folder(const std::filesystem::path& folder,
                        const Rights& rights);

}  // namespace spl::runner
