#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "spl/workload/protocol.hpp"
#include "spl/workload/type_name.hpp"

/// Conversions between the values of formulas and C++ types.
namespace spl {

class Random;

namespace workload {

template <class... Types>
struct TypeList {
  static constexpr std::size_t kSize = sizeof...(Types);
};

/// The result of spl::values.
template <class... Types>
struct Values {
  std::tuple<Types...> values;
};

}  // namespace workload

/// Declares the values of a parameter that are measured if a formula states
/// none: SPL_WORKLOAD(sort, (int size), spl::values(10, 100, 1000)).
template <class... Types>
[[nodiscard]] workload::Values<Types...> values(Types... values) {
  static_assert(sizeof...(Types) != 0,
                "SPL: spl::values(...) needs at least one value");
  return {std::tuple<Types...>(std::move(values)...)};
}

namespace workload {

template <class Type>
using Plain = std::remove_cv_t<std::remove_reference_t<Type>>;

/// Whether values of formulas convert to the type, const or not, by value or by
/// const reference.
template <class Type>
inline constexpr bool kIsParameter = (std::is_arithmetic_v<Plain<Type>> ||
                                      std::is_same_v<Plain<Type>, std::string>);

template <class Type>
constexpr void require_parameter() {
  static_assert(!std::is_same_v<Plain<Type>, Random>,
                "SPL: random numbers come first, by reference: spl::Random&");
  static_assert(kIsParameter<Type>,
                "SPL: a parameter must be of an integral type, a "
                "floating-point type or std::string, as formulas have no "
                "other values");
  static_assert(!std::is_lvalue_reference_v<Type> ||
                    std::is_const_v<std::remove_reference_t<Type>>,
                "SPL: a parameter must be taken by value or by const "
                "reference");
}

/// Converts an argument that fits the parameter (see misfit).
template <class Type>
[[nodiscard]] Plain<Type> convert(const Argument& argument) {
  if constexpr (std::is_arithmetic_v<Plain<Type>>) {
    return static_cast<Plain<Type>>(std::get<double>(argument));
  } else {
    return std::get<std::string>(argument);
  }
}

/// Returns why the arguments do not fit the parameters, as the end of a
/// sentence that begins with the entry's name; empty if they fit.
[[nodiscard]] std::string misfit(const std::vector<ParameterFacts>& parameters,
                                 const std::vector<Argument>& arguments);

/// Returns why the value does not fit the parameter, such as "takes int size,
/// not 2.5"; empty if it fits.
[[nodiscard]] std::string misfit(const ParameterFacts& parameter,
                                 const Argument& argument);

/// Returns "size" and "count" for "int size, std::size_t count = 1", and empty
/// names for parameters without a name.
[[nodiscard]] std::vector<std::string> parameter_names(
    const std::string& declaration);

/// Gives the parameters the names in their declaration.
void name_parameters(std::vector<ParameterFacts>& parameters,
                     const std::string& declaration);

/// Returns the largest number of the integral type that is also a double.
template <class Integer>
constexpr double largest() {
  constexpr int kExcess = std::numeric_limits<Integer>::digits > 53
                              ? std::numeric_limits<Integer>::digits - 53
                              : 0;
  return static_cast<double>((std::numeric_limits<Integer>::max() >> kExcess)
                             << kExcess);
}

template <class Type>
[[nodiscard]] ParameterFacts parameter_facts() {
  ParameterFacts facts;
  facts.type = type_name(type_of<Plain<Type>>());
  if constexpr (std::is_integral_v<Plain<Type>>) {
    facts.minimum =
        static_cast<double>(std::numeric_limits<Plain<Type>>::min());
    facts.maximum = largest<Plain<Type>>();
  } else {
    facts.kind = std::is_floating_point_v<Plain<Type>> ? ParameterKind::kNumber
                                                       : ParameterKind::kText;
  }
  return facts;
}

template <class Parameter, class Value>
[[nodiscard]] Argument to_argument(const Value& value) {
  if constexpr (std::is_arithmetic_v<Plain<Parameter>>) {
    static_assert(std::is_arithmetic_v<Value>,
                  "SPL: spl::values(...) of a number must be numbers");
    static_assert(
        !std::is_integral_v<Plain<Parameter>> || std::is_integral_v<Value>,
        "SPL: spl::values(...) of an integral parameter must be "
        "integers");
    return static_cast<double>(value);
  } else {
    static_assert(std::is_convertible_v<Value, std::string>,
                  "SPL: spl::values(...) of a std::string must be strings");
    return std::string(value);
  }
}

template <class Parameter, class... Types>
[[nodiscard]] std::vector<Argument> to_arguments(
    const Values<Types...>& values) {
  return std::apply(
      [](const Types&... each) {
        return std::vector<Argument>{to_argument<Parameter>(each)...};
      },
      values.values);
}

template <class List>
inline constexpr bool kIsValues = false;
template <class... Types>
inline constexpr bool kIsValues<Values<Types...>> = true;

/// Checks at compile time that formulas can call with these parameters, and
/// that there is one of Values for each, or none at all.
template <class... Parameters, class... Lists>
constexpr void require_parameters(TypeList<Parameters...>, TypeList<Lists...>) {
  (require_parameter<Parameters>(), ...);
  static_assert((kIsValues<Lists> && ...),
                "SPL: expected spl::values(...) after the parameters or the "
                "lambda, and nothing else");
  static_assert(
      sizeof...(Lists) == 0 || sizeof...(Lists) == sizeof...(Parameters),
      "SPL: give one spl::values(...) for each parameter, in the "
      "order of the parameters, or none at all");
}

/// Returns the facts of parameters with one of Values for each, or none at all.
template <class... Parameters, class... Lists>
[[nodiscard]] std::vector<ParameterFacts> parameters_facts(
    TypeList<Parameters...>, const std::tuple<Lists...>& values) {
  std::vector<ParameterFacts> facts{parameter_facts<Parameters>()...};
  if constexpr (sizeof...(Lists) != 0 &&
                sizeof...(Lists) == sizeof...(Parameters)) {
    std::size_t index = 0;
    std::apply(
        [&](const auto&... each) {
          ((facts[index++].values = to_arguments<Parameters>(each)), ...);
        },
        values);
  }
  return facts;
}

}  // namespace workload
}  // namespace spl
