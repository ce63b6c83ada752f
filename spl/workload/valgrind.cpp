#include "spl/workload/valgrind.hpp"

namespace spl::workload {
namespace {

#if defined(__x86_64__)
/// Valgrind knows the instructions as a request. Without it they do nothing:
/// the rotations add up to 128 bits.
void send(const std::uint64_t* words) {
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
}
#elif defined(__aarch64__)
void send(const std::uint64_t* words) {
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
}
#else
void send(const std::uint64_t*) {}
#endif

}  // namespace

void ask(CallgrindRequest request, const char* text) {
  const std::uint64_t words[6] = {static_cast<std::uint64_t>(request),
                                  reinterpret_cast<std::uintptr_t>(text)};
  send(words);
}

}  // namespace spl::workload
