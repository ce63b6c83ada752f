#pragma once

#include <string>
#include <typeinfo>

namespace spl::workload {

/// A type of a measured program. Programs may be compiled with -fno-rtti, in
/// part, too: then the compiler's text stands for the type.
struct TypeOf {
  const std::type_info* info;  ///< Null without RTTI.
  const char* text;            ///< A signature, with the type as `Type`.
};

template <class Type>
[[nodiscard]] constexpr const char* signature_with_type() {
  return __PRETTY_FUNCTION__;
}

template <class Type>
[[nodiscard]] TypeOf type_of() {
#ifdef __cpp_rtti
  return {&typeid(Type), signature_with_type<Type>()};
#else
  return {nullptr, signature_with_type<Type>()};
#endif
}

/// Returns the type as people write it in C++.
[[nodiscard]] std::string type_name(const TypeOf& type);

[[nodiscard]] bool operator==(const TypeOf& a, const TypeOf& b);

}  // namespace spl::workload
