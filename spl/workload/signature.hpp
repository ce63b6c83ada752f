#pragma once

#include <tuple>
#include <type_traits>

#include "spl/workload/parameters.hpp"
#include "spl/workload/random.hpp"

namespace spl::workload {

/// Result and parameters of a callable that has one way to be called.
template <class Return, class... Types>
struct Signature {
  using Result = Return;
  using Parameters = TypeList<Types...>;
};

template <class Type>
struct SignatureOfType;  // Specialised for functions and members below.

template <class R, class... P>
struct SignatureOfType<R(P...)> : Signature<R, P...> {};
template <class R, class... P>
struct SignatureOfType<R(P...) noexcept> : Signature<R, P...> {};
template <class R, class C, class... P>
struct SignatureOfType<R (C::*)(P...)> : Signature<R, P...> {};
template <class R, class C, class... P>
struct SignatureOfType<R (C::*)(P...) noexcept> : Signature<R, P...> {};
template <class R, class C, class... P>
struct SignatureOfType<R (C::*)(P...) const> : Signature<R, P...> {};
template <class R, class C, class... P>
struct SignatureOfType<R (C::*)(P...) const noexcept> : Signature<R, P...> {};

template <class Callable, class = void>
inline constexpr bool kHasOneCall = false;
template <class Callable>
inline constexpr bool
    kHasOneCall<Callable, std::void_t<decltype(&Callable::operator())>> = true;

template <class Callable>
constexpr auto signature_of() {
  using Function = std::remove_pointer_t<Callable>;
  if constexpr (std::is_function_v<Function>) {
    return SignatureOfType<Function>();
  } else if constexpr (kHasOneCall<Callable>) {
    return SignatureOfType<decltype(&Callable::operator())>();
  } else {
    static_assert(kHasOneCall<Callable>,
                  "SPL: expected a function, or a lambda with all its types "
                  "written out: a generic lambda (auto) or overloaded "
                  "functions have no single signature");
    return Signature<void>();
  }
}

template <class Callable>
using SignatureOf = decltype(signature_of<Callable>());

/// Whether spl::Random& is the first parameter, and the parameters after it.
template <class Parameters>
struct WithoutRandom {
  static constexpr bool kRandom = false;
  using Rest = Parameters;
};
template <class... Types>
struct WithoutRandom<TypeList<Random&, Types...>> {
  static constexpr bool kRandom = true;
  using Rest = TypeList<Types...>;
};

/// The arguments from one draw of a generator: a std::tuple's elements, or the
/// value.
template <class Result>
struct Arguments {
  using Types = TypeList<Plain<Result>>;
  using Tuple = std::tuple<Plain<Result>>;
};
template <class... Elements>
struct Arguments<std::tuple<Elements...>> {
  using Types = TypeList<Plain<Elements>...>;
  using Tuple = std::tuple<Plain<Elements>...>;
};

template <class... Types>
[[nodiscard]] std::vector<std::string> type_names(TypeList<Types...>) {
  return {type_name(type_of<Plain<Types>>())...};
}

}  // namespace spl::workload
