#pragma once

#include <type_traits>

namespace spl {

/// Makes the compiler assume that `value` is used, so that its computation
/// stays, and that all memory may have been read and written. Costs no
/// instruction for a value in a register or in memory. A variable that is not
/// const counts as changed, too.
template <class T>
[[gnu::always_inline]] inline void keep(T&& value) {
  using Plain = std::remove_cv_t<std::remove_reference_t<T>>;
  constexpr bool kChangeable = std::is_lvalue_reference_v<T> &&
                               !std::is_const_v<std::remove_reference_t<T>>;
  // One constraint for each kind: compilers that may choose ("+m,r") store
  // what they have in a register, or move it to one of another kind.
  constexpr bool kInRegister = std::is_scalar_v<Plain> &&
                               !std::is_member_pointer_v<Plain> &&
                               // NOLINTNEXTLINE(bugprone-sizeof-expression)
                               sizeof(Plain) <= sizeof(void*);
  if constexpr (kInRegister && std::is_floating_point_v<Plain>) {
#if defined(__aarch64__)
    if constexpr (kChangeable) {
      asm volatile("" : "+w"(value) : : "memory");
    } else {
      asm volatile("" : : "w"(value) : "memory");
    }
#else
    if constexpr (kChangeable) {
      asm volatile("" : "+x"(value) : : "memory");
    } else {
      asm volatile("" : : "x"(value) : "memory");
    }
#endif
  } else if constexpr (kInRegister) {
    if constexpr (kChangeable) {
      asm volatile("" : "+r"(value) : : "memory");
    } else {
      asm volatile("" : : "r"(value) : "memory");
    }
  } else if constexpr (kChangeable) {
    asm volatile("" : "+m"(value) : : "memory");
  } else {
    asm volatile("" : : "m"(value) : "memory");
  }
}

/// Makes the compiler assume that all memory whose address is known elsewhere
/// may have been read and written: stores before it are made, loads after it
/// are repeated.
[[gnu::always_inline]] inline void clobber() {
  asm volatile("" : : : "memory");
}

}  // namespace spl
