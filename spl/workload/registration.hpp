#pragma once

#include "spl/workload/body_entry.hpp"
#include "spl/workload/flags.hpp"
#include "spl/workload/maker_entry.hpp"
#include "spl/workload/method_entry.hpp"

// Names in formulas: identifiers joined by `.` or `::`, bare or in a string
// literal, or any other text in a string literal.
//
// SPL_WORKLOAD(name, (parameters), spl::values(...)...) { body }
//
// Registers a workload that drives its own loop. In the body, `spl` is an
// spl::Controller, and each parameter has a value from the formula. Parameters
// are integers, floating-point numbers or std::string; `()` for none. One
// spl::values(...) for each parameter has the values to measure if a formula
// states none.
#define SPL_WORKLOAD(name, ...)                                                \
  SPL_WORKLOAD_CHOSEN(                                                         \
      SPL_WORKLOAD_BEGINS_WITH_PARENTHESIS(SPL_WORKLOAD_FIRST(__VA_ARGS__, ))) \
  (SPL_WORKLOAD_UNIQUE(body), #name, __VA_ARGS__)

// SPL_METHOD(name, callable)
//
// Registers a method: a function, or a lambda with all its types written out.
// Its arguments are the instance, if there is a factory, and then the products
// of a generator, moved into parameters by value, or a formula's arguments. Its
// result is kept, and destroyed inside the timed part. A lambda is compiled
// into the loop; a function is called through its address.
#define SPL_METHOD(name, ...) \
  SPL_WORKLOAD_ENTRY(register_method, #name, __VA_ARGS__)

// SPL_FACTORY(name, callable, spl::values(...)...)
//
// Registers a factory, which makes the instance that a method takes as its
// first argument: one for a run if the method takes it by const reference, else
// one for each call. The callable takes the formula's arguments, and optionally
// spl::Random& before them.
#define SPL_FACTORY(name, ...) \
  SPL_WORKLOAD_ENTRY(register_factory, #name, __VA_ARGS__)

// SPL_GENERATOR(name, callable, spl::values(...)...)
//
// Registers a generator, which makes the (other) arguments of one call, as a
// std::tuple or as one value. The callable takes the formula's arguments, and
// optionally spl::Random& before them.
#define SPL_GENERATOR(name, ...) \
  SPL_WORKLOAD_ENTRY(register_generator, #name, __VA_ARGS__)

// --- What follows is for the macros above alone -----------------------------

#define SPL_WORKLOAD_ENTRY(registration, text, ...)                       \
  static auto SPL_WORKLOAD_UNIQUE(entry) = ::spl::workload::registration( \
      SPL_WORKLOAD_ORIGIN, ::spl::workload::name_of_tokens(text).c_str(), \
      __VA_ARGS__)

// 1 if the parameters are in parentheses, else 0.
#define SPL_WORKLOAD_BEGINS_WITH_PARENTHESIS(...) \
  SPL_WORKLOAD_HAS_COMMA(SPL_WORKLOAD_COMMA __VA_ARGS__)
#define SPL_WORKLOAD_CHOSEN(parentheses) SPL_WORKLOAD_CHOSEN_PASTED(parentheses)
#define SPL_WORKLOAD_CHOSEN_PASTED(parentheses) SPL_WORKLOAD_BODY_##parentheses

// A declaration that takes the body, so that this mistake is the only one.
#define SPL_WORKLOAD_BODY_0(body, text, ...)                                \
  static_assert(false,                                                      \
                "SPL: put the parameters of a workload in parentheses, as " \
                "in SPL_WORKLOAD(sort, (int size)); () for none");          \
  [[maybe_unused]] static void body(                                        \
      ::spl::Controller spl SPL_WORKLOAD_COMMA_IF_ANY(__VA_ARGS__)          \
          __VA_ARGS__)

#define SPL_WORKLOAD_BODY_1(body, text, ...)                               \
  static void body SPL_WORKLOAD_FIRST(SPL_WORKLOAD_DECLARE __VA_ARGS__, ); \
  static auto SPL_WORKLOAD_UNIQUE(entry) = ::spl::workload::register_body( \
      SPL_WORKLOAD_ORIGIN, ::spl::workload::name_of_tokens(text).c_str(),  \
      SPL_WORKLOAD_FIRST(SPL_WORKLOAD_TEXT __VA_ARGS__, ),                 \
      &body SPL_WORKLOAD_DROP __VA_ARGS__);                                \
  static void body SPL_WORKLOAD_FIRST(SPL_WORKLOAD_DECLARE __VA_ARGS__, )

#define SPL_WORKLOAD_FIRST(first, ...) first
#define SPL_WORKLOAD_DROP(...)
#define SPL_WORKLOAD_TEXT(...) #__VA_ARGS__
#define SPL_WORKLOAD_DECLARE(...)                                    \
  ([[maybe_unused]] ::spl::Controller spl SPL_WORKLOAD_COMMA_IF_ANY( \
      __VA_ARGS__) __VA_ARGS__)

#define SPL_WORKLOAD_UNIQUE(what) SPL_WORKLOAD_PASTE(what, __COUNTER__)
#define SPL_WORKLOAD_PASTE(what, number) SPL_WORKLOAD_PASTED(what, number)
#define SPL_WORKLOAD_PASTED(what, number) spl_workload_##what##_##number

// A comma unless there are no parameters: C++17 has no __VA_OPT__. With none,
// and only then, `SPL_WORKLOAD_COMMA __VA_ARGS__ ()` is a comma though
// __VA_ARGS__ has none.
#define SPL_WORKLOAD_COMMA_IF_ANY(...)     \
  SPL_WORKLOAD_SEPARATOR(                  \
      SPL_WORKLOAD_HAS_COMMA(__VA_ARGS__), \
      SPL_WORKLOAD_HAS_COMMA(SPL_WORKLOAD_COMMA __VA_ARGS__()))
#define SPL_WORKLOAD_COMMA(...) ,
#define SPL_WORKLOAD_HAS_COMMA(...)                                           \
  SPL_WORKLOAD_17TH(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, \
                    0, )
#define SPL_WORKLOAD_17TH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, \
                          ...)                                               \
  q
#define SPL_WORKLOAD_SEPARATOR(several, none) \
  SPL_WORKLOAD_SEPARATOR_PASTED(several, none)
#define SPL_WORKLOAD_SEPARATOR_PASTED(several, none) \
  SPL_WORKLOAD_SEPARATOR_##several##none
#define SPL_WORKLOAD_SEPARATOR_00 ,
#define SPL_WORKLOAD_SEPARATOR_01
#define SPL_WORKLOAD_SEPARATOR_10 ,
#define SPL_WORKLOAD_SEPARATOR_11 ,

// The compilation of this translation unit: see Origin (entry.hpp).
#define SPL_WORKLOAD_ORIGIN                                            \
  ::spl::workload::Origin {                                            \
    __FILE__, __LINE__, SPL_WORKLOAD_COMPILER, SPL_WORKLOAD_OPTIMIZED, \
        SPL_WORKLOAD_ASSERTIONS,                                       \
        SPL_WORKLOAD_ADDRESS SPL_WORKLOAD_THREAD SPL_WORKLOAD_MEMORY   \
            SPL_WORKLOAD_UNDEFINED,                                    \
        SPL_WORKLOAD_FLAGS                                             \
  }

#define SPL_WORKLOAD_TEXT_OF(number) SPL_WORKLOAD_TEXT(number)
#ifdef __clang__
#define SPL_WORKLOAD_COMPILER                                              \
  "Clang " SPL_WORKLOAD_TEXT_OF(__clang_major__) "." SPL_WORKLOAD_TEXT_OF( \
      __clang_minor__) "." SPL_WORKLOAD_TEXT_OF(__clang_patchlevel__)
#define SPL_WORKLOAD_HAS_FEATURE(feature) __has_feature(feature)
#else
#define SPL_WORKLOAD_COMPILER                                     \
  "GCC " SPL_WORKLOAD_TEXT_OF(__GNUC__) "." SPL_WORKLOAD_TEXT_OF( \
      __GNUC_MINOR__) "." SPL_WORKLOAD_TEXT_OF(__GNUC_PATCHLEVEL__)
#define SPL_WORKLOAD_HAS_FEATURE(feature) 0
#endif
#ifdef __OPTIMIZE__
#define SPL_WORKLOAD_OPTIMIZED true
#else
#define SPL_WORKLOAD_OPTIMIZED false
#endif
#ifdef NDEBUG
#define SPL_WORKLOAD_ASSERTIONS false
#else
#define SPL_WORKLOAD_ASSERTIONS true
#endif
#if defined(__SANITIZE_ADDRESS__) || SPL_WORKLOAD_HAS_FEATURE(address_sanitizer)
#define SPL_WORKLOAD_ADDRESS "address "
#else
#define SPL_WORKLOAD_ADDRESS ""
#endif
#if defined(__SANITIZE_THREAD__) || SPL_WORKLOAD_HAS_FEATURE(thread_sanitizer)
#define SPL_WORKLOAD_THREAD "thread "
#else
#define SPL_WORKLOAD_THREAD ""
#endif
#if SPL_WORKLOAD_HAS_FEATURE(memory_sanitizer)
#define SPL_WORKLOAD_MEMORY "memory "
#else
#define SPL_WORKLOAD_MEMORY ""
#endif
#if SPL_WORKLOAD_HAS_FEATURE(undefined_behavior_sanitizer)
#define SPL_WORKLOAD_UNDEFINED "undefined "
#else
#define SPL_WORKLOAD_UNDEFINED ""
#endif
