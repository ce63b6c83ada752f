#include "runner/git/handles.hpp"

#include <dlfcn.h>

#include <iterator>

#include "runner/git/repository.hpp"

namespace spl::runner {
namespace {

/// The version whose headers are included.
constexpr const char* kName = "libgit2.so." LIBGIT2_SOVERSION;

/// Loads it as the linker would have: from where the system has it, or from
/// where it was when spl-run was built. Never closed, since it may have
/// handles.
void* library() {
  static void* const loaded = [] {
    constexpr int kMode = RTLD_LAZY | RTLD_LOCAL;
    void* found = dlopen(kName, kMode);
    if (found != nullptr) return found;
    const std::string why = dlerror();
    found =
        dlopen((std::string(SPL_LIBGIT2_FOLDER "/") + kName).c_str(), kMode);
    if (found != nullptr) return found;
    throw RepositoryError("Git repositories cannot be read without libgit2 " +
                          std::string(LIBGIT2_SOVERSION) + ": " + why +
                          "; install it");
  }();
  return loaded;
}

}  // namespace

void* address_in_libgit2(const char* name) {
  void* const address = dlsym(library(), name);
  if (address == nullptr) {
    throw RepositoryError(std::string(kName) + " is another one: " + dlerror() +
                          "; install libgit2 " + LIBGIT2_VERSION);
  }
  return address;
}

}  // namespace spl::runner

namespace spl::runner::git {

namespace {

class Library {
 public:
  Library() {
    git_libgit2_init();
    // Objects that such a clone lacks are reported when they are looked for.
    const char* extensions[] = {"partialclone"};
    // It takes further arguments, which differ.
    const auto set_option = reinterpret_cast<decltype(&::git_libgit2_opts)>(
        address_in_libgit2("git_libgit2_opts"));
    set_option(GIT_OPT_SET_EXTENSIONS, extensions, std::size(extensions));
  }
  ~Library() { git_libgit2_shutdown(); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
};

}  // namespace

void start_library() { static const Library library; }

std::string last_message() {
  const git_error* error = git_error_last();
  return error != nullptr && error->message != nullptr
             ? error->message
             : "libgit2 does not say why";
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
        hexadecimal + " is not the name of an object");
  return id;
}

}  // namespace spl::runner::git
