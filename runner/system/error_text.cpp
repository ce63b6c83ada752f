#include "runner/system/error_text.hpp"

#include <sys/resource.h>

#include <filesystem>
#include <new>
#include <system_error>

namespace spl::runner {
namespace {

// Formulas may be nested, and files are read by parts of 64 kB.
constexpr rlim_t kSmallestStack = rlim_t{256} << 10;

bool is_errno(const std::error_code& code) {
  return code.category() == std::system_category() ||
         code.category() == std::generic_category();
}

}  // namespace

std::string error_text(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
    return limit_text(ENOMEM);
  }
  const auto* of_system = dynamic_cast<const std::system_error*>(&error);
  if (of_system == nullptr || !is_errno(of_system->code())) {
    return error.what();
  }
  std::string reason = limit_text(of_system->code().value());
  const auto* of_file =
      dynamic_cast<const std::filesystem::filesystem_error*>(&error);
  if (of_file == nullptr || of_file->path1().empty()) return reason;
  return of_file->path1().string() + ": " + reason;
}

std::string lacking_stack() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 ||
      limit.rlim_cur >= kSmallestStack) {
    return {};
  }
  return "the stack is limited to " + std::to_string(limit.rlim_cur >> 10) +
         " kB, which is too little; allow more (ulimit -s 8192)";
}

}  // namespace spl::runner
