#include "spl/workload/valgrind.hpp"

namespace spl::workload {
namespace {

#if defined(__x86_64__)
/// Valgrind knows the instructions as a request. Without it they do nothing:
/// the rotations add up to 128 bits.
std::uint64_t send(const std::uint64_t* words) {
  std::uint64_t result = 0;
  asm volatile(
      "rolq $3, %%rdi\n\t"
      "rolq $13, %%rdi\n\t"
      "rolq $61, %%rdi\n\t"
      "rolq $51, %%rdi\n\t"
      "xchgq %%rbx, %%rbx"
      : "+d"(result)
      : "a"(words)
      : "cc", "memory");
  return result;
}
#elif defined(__aarch64__)
std::uint64_t send(const std::uint64_t* words) {
  register std::uint64_t result asm("x3") = 0;
  register const std::uint64_t* asked asm("x4") = words;
  asm volatile(
      "ror x12, x12, #3\n\t"
      "ror x12, x12, #13\n\t"
      "ror x12, x12, #51\n\t"
      "ror x12, x12, #61\n\t"
      "orr x10, x10, x10"
      : "+r"(result)
      : "r"(asked)
      : "cc", "memory");
  return result;
}
#else
std::uint64_t send(const std::uint64_t*) { return 0; }
#endif

}  // namespace

std::uint64_t ask(ValgrindRequest request, const char* text) {
  // A text of the log is a format, without anything that its list would hold.
  const std::uint64_t list[4] = {};
  const std::uint64_t words[6] = {static_cast<std::uint64_t>(request),
                                  reinterpret_cast<std::uintptr_t>(text),
                                  reinterpret_cast<std::uintptr_t>(list)};
  return send(words);
}

}  // namespace spl::workload
