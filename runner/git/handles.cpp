#include "runner/git/handles.hpp"

#include "runner/repository.hpp"

namespace spl::runner::git {

std::string last_message() {
  const git_error* error = git_error_last();
  return error != nullptr && error->message != nullptr
             ? error->message
             : "libgit2 does not tell why";
}

void check(int error, const std::string& what) {
  if (error < 0) throw RepositoryError(what + ": " + last_message());
}

std::string hexadecimal(const git_oid& id) {
  char text[GIT_OID_HEXSZ + 1] = {};
  git_oid_tostr(text, sizeof(text), &id);
  return text;
}

git_oid object_id(const std::string& hexadecimal) {
  git_oid id{};
  check(git_oid_fromstr(&id, hexadecimal.c_str()),
        hexadecimal + " is no object's name");
  return id;
}

}  // namespace spl::runner::git
