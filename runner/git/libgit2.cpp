#include "runner/git/libgit2.hpp"

#include <dlfcn.h>

#include <string>

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
