#include "runner/git/head_branch.hpp"

#include "runner/git/handles.hpp"
#include "runner/git/own_files.hpp"
#include "runner/git/repository.hpp"

namespace spl::runner {

std::optional<HeadBranch> head_branch(const std::filesystem::path& folder) {
  git::start_library();
  try {
    git::require_readable_repository(folder);
  } catch (const RepositoryError&) {
    return std::nullopt;
  }
  git_repository* opened = nullptr;
  if (git_repository_open_ext(&opened, folder.c_str(),
                              GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr) != 0) {
    return std::nullopt;
  }
  const git::RepositoryHandle repository(opened);
  git_reference* head = nullptr;
  if (git_repository_head(&head, repository.get()) != 0) return std::nullopt;
  const git::ReferenceHandle branch(head);
  if (git_reference_is_branch(branch.get()) == 0) return std::nullopt;
  return HeadBranch{git_reference_shorthand(branch.get()),
                    git::hexadecimal(*git_reference_target(branch.get()))};
}

}  // namespace spl::runner
