#include "runner/system/error_text.hpp"

#include <cxxabi.h>
#include <sys/resource.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>

namespace spl::runner {
namespace {

// Formulas may be nested, and files are read by parts of 64 kB.
constexpr rlim_t kSmallestStack = rlim_t{256} << 10;

bool is_errno(const std::error_code& code) {
  return code.category() == std::system_category() ||
         code.category() == std::generic_category();
}

/// Whether the message is for programmers. Those for people are exceptions of
/// the run time: std::runtime_error, and what ours derive from it.
bool is_of_a_library(const std::exception& error) {
  return dynamic_cast<const std::runtime_error*>(&error) == nullptr;
}

std::string type_name(const std::exception& error) {
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(typeid(error).name(), nullptr, nullptr, nullptr),
      &std::free);
  return name == nullptr ? "std::exception" : name.get();
}

}  // namespace

std::string error_text(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
    return limit_text(ENOMEM);
  }
  if (is_of_a_library(error)) {
    return "spl-run failed with an unknown error (" + type_name(error) +
           "); report it with the command and the files that it read";
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
