#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "spl/experiment/name.hpp"
#include "spl/experiment/sum.hpp"
#include "spl/experiment/text.hpp"
#include "spl/experiment/value.hpp"
#include "spl/workload.hpp"
#include "spl/workload/composed_entry.hpp"

namespace spl {

namespace composed {

using workload::SignatureOf;
using workload::TypeList;

/// Takes the compiler and its flags from the source that includes this header.
static inline workload::Origin origin_here(const char* file = __BASE_FILE__,
                                           int line = 0) {
  workload::Origin origin = SPL_WORKLOAD_ORIGIN;
  origin.file = file;
  origin.line = line;
  return origin;
}

/// A lambda without captures, which has no state and so needs no object.
template <class Callable>
[[nodiscard]] Callable stateless() {
  struct Nothing {};
  return __builtin_bit_cast(Callable, Nothing());
}

template <class Callable>
constexpr void require_callable() {
  static_assert(!workload::kHasOneCall<Callable> || std::is_empty_v<Callable>,
                "SPL: this lambda captures something, which the process that "
                "measures it does not have: capture nothing, and let a "
                "generator make the arguments");
}

/// Returns a name for the type of a lambda. Lambdas at namespace scope have
/// equal names in different sources.
template <class Callable>
[[nodiscard]] const std::string& name_of_type() {
  static const std::string kName = [] {
    const std::string file = __BASE_FILE__;
    return workload::type_name(workload::type_of<Callable>()) + " in " +
           file.substr(file.rfind('/') + 1);
  }();
  return kName;
}

using Kind = workload::EntryFacts::Kind;

template <Kind kKind, class Callable>
[[nodiscard]] auto entry_of(const workload::Origin& origin, const char* name,
                            Callable callable) {
  if constexpr (kKind == Kind::kMethod) {
    return workload::register_method(origin, name, callable);
  } else if constexpr (kKind == Kind::kGenerator) {
    return workload::register_generator(origin, name, callable);
  } else {
    return workload::register_factory(origin, name, callable);
  }
}

/// Registers a lambda before main begins, under the name of its type: the
/// program that measures the lambda executes no test.
template <Kind kKind, class Callable>
struct Registered {
  static inline const auto kEntry = entry_of<kKind>(
      origin_here(), name_of_type<Callable>().c_str(), stateless<Callable>());
};

/// A callable, registered under a name that this process and those that measure
/// share. A function is registered as long as this object exists.
template <Kind kKind, class Callable>
class Registration {
 public:
  Registration(const std::string& name, Callable callable)
      : reference_(kIsLambda ? name_of_type<Callable>() : "function " + name),
        entry_(registered(reference_, callable)) {}

  /// Returns the name under which it is registered.
  [[nodiscard]] const std::string& reference() const { return reference_; }

 private:
  static constexpr bool kIsLambda = workload::kHasOneCall<Callable>;

  static auto registered(const std::string& name, Callable callable) {
    require_callable<Callable>();
    if constexpr (kIsLambda) {
      return &Registered<kKind, Callable>::kEntry;
    } else {
      return entry_of<kKind>(origin_here(), name.c_str(), callable);
    }
  }

  std::string reference_;
  decltype(registered(std::string(), std::declval<Callable>())) entry_;
};

/// Stands for a callable without a name, with which a class is an error.
template <class Callable>
struct Nameless {};

/// Exists for callables: neither names nor parts of formulas.
template <class Callable>
using IfNameless =
    std::enable_if_t<workload::kHasOneCall<Callable> ||
                     std::is_function_v<std::remove_pointer_t<Callable>>>;

template <class Parameter, class Type>
constexpr void require_argument() {
  constexpr bool kNumbers =
      std::is_arithmetic_v<Parameter> && std::is_arithmetic_v<Type>;
  constexpr bool kTexts = std::is_same_v<Parameter, std::string> &&
                          std::is_convertible_v<Type, std::string>;
  static_assert(
      kNumbers || kTexts,
      "SPL: this argument is text where the parameter is a number, or "
      "a number where the parameter is text");
  static_assert(
      !kNumbers || !std::is_integral_v<Parameter> || std::is_integral_v<Type>,
      "SPL: this argument is not an integer, but the parameter is one");
}

// The type of a Value or Variable; void of all others.
template <class Type>
Type type_of_value(const Value<Type>*);
void type_of_value(const void*);

/// Returns an argument's text, checked at compile time.
template <class Parameter, class Type>
[[nodiscard]] Text argument(const Type& value) {
  using Taken = workload::Plain<Parameter>;
  using Known = decltype(type_of_value(&value));
  if constexpr (!std::is_void_v<Known>) {
    require_argument<Taken, Known>();
    return value.text();
  } else if constexpr (std::is_arithmetic_v<Type>) {
    require_argument<Taken, Type>();
    return {number_text(static_cast<double>(value))};
  } else {
    require_argument<Taken, std::decay_t<Type>>();
    return {quoted(value)};
  }
}

[[nodiscard]] Text called(const workload::ComposedEntry& method,
                          const std::vector<Text>& arguments);

template <class List>
struct WithoutFirst {
  using First = void;
  using Rest = TypeList<>;
};
template <class Type, class... Types>
struct WithoutFirst<TypeList<Type, Types...>> {
  using First = workload::Plain<Type>;
  using Rest = TypeList<Types...>;
};

template <class... Types>
constexpr bool takes(TypeList<Types...>, TypeList<Types...>) {
  return true;
}
template <class Left, class Right>
constexpr bool takes(Left, Right) {
  return false;
}
template <class... Types>
TypeList<workload::Plain<Types>...> plain(TypeList<Types...>);

/// The common part of generators and factories.
template <Kind kKind, class Callable>
class Maker : public Registration<kKind, Callable> {
 public:
  using Registration<kKind, Callable>::Registration;

  using Result = typename SignatureOf<Callable>::Result;
  using Parameters = typename workload::WithoutRandom<
      typename SignatureOf<Callable>::Parameters>::Rest;
};

}  // namespace composed

/// Makes the arguments of one call, as a std::tuple or as one value. The
/// callable, a lambda without captures or a function, takes the arguments of
/// the formula, and optionally spl::Random& before them.
template <class Callable>
class Generator : public composed::Maker<composed::Kind::kGenerator, Callable> {
  using Base = composed::Maker<composed::Kind::kGenerator, Callable>;

 public:
  using Base::Base;

  /// The types of what it makes, in order.
  using Products = typename workload::Arguments<typename Base::Result>::Types;
};
template <class Callable>
Generator(const char*, Callable) -> Generator<Callable>;
template <class Callable, class = composed::IfNameless<Callable>>
Generator(Callable) -> Generator<composed::Nameless<Callable>>;

/// A generator that begins with no name, which does not compile.
template <class Callable>
class Generator<composed::Nameless<Callable>> {
 public:
  /// Fails to compile.
  explicit Generator(Callable /*unnamed*/) {
    static_assert(composed::kNever<Callable>,
                  "SPL: a generator begins with its name, as in "
                  "spl::Generator numbers(NAME, callable)");
  }
};

/// Makes the instance on which a method is called, its first argument. The
/// callable is as that of a Generator.
template <class Callable>
class Factory : public composed::Maker<composed::Kind::kFactory, Callable> {
  using Base = composed::Maker<composed::Kind::kFactory, Callable>;

 public:
  using Base::Base;

  /// The type of what it makes.
  using Instance = workload::Plain<typename Base::Result>;
};
template <class Callable>
Factory(const char*, Callable) -> Factory<Callable>;
template <class Callable, class = composed::IfNameless<Callable>>
Factory(Callable) -> Factory<composed::Nameless<Callable>>;

/// A factory that begins with no name, which does not compile.
template <class Callable>
class Factory<composed::Nameless<Callable>> {
 public:
  /// Fails to compile.
  explicit Factory(Callable /*unnamed*/) {
    static_assert(composed::kNever<Callable>,
                  "SPL: a factory begins with its name, as in "
                  "spl::Factory list(NAME, callable)");
  }
};

namespace composed {

template <class>
inline constexpr bool kIsMaker = false;
template <class Callable>
inline constexpr bool kIsMaker<Generator<Callable>> = true;
template <class Callable>
inline constexpr bool kIsMaker<Factory<Callable>> = true;

/// The makers of a method's arguments: here nothing but the formula.
template <class... Makers>
struct Surroundings {
  static constexpr bool kHasGenerator = false;
  static constexpr bool kHasFactory = false;
};
template <class G>
struct Surroundings<Generator<G>> {
  static constexpr bool kHasGenerator = true;
  static constexpr bool kHasFactory = false;
  using Products = typename Generator<G>::Products;
  using Parameters = typename Generator<G>::Parameters;
};
template <class F>
struct Surroundings<Factory<F>> {
  static constexpr bool kHasGenerator = false;
  static constexpr bool kHasFactory = true;
  using Instance = typename Factory<F>::Instance;
  using Parameters = typename Factory<F>::Parameters;
};
template <class G, class F>
struct Surroundings<Generator<G>, Factory<F>> : Surroundings<Generator<G>> {
  static_assert(std::is_same_v<typename Generator<G>::Parameters,
                               typename Factory<F>::Parameters>,
                "SPL: generator and factory of a method take the same "
                "arguments; a formula in text can give each its own");
  static constexpr bool kHasFactory = true;
  using Instance = typename Factory<F>::Instance;
};

/// The parameters of a formula's call.
template <class Callable, class Makers>
[[nodiscard]] constexpr auto parameters_of() {
  using Own = typename SignatureOf<Callable>::Parameters;
  if constexpr (Makers::kHasGenerator || Makers::kHasFactory) {
    return typename Makers::Parameters();
  } else {
    return Own();
  }
}

/// Checks at compile time that the makers make what the callable takes.
template <class Callable, class Makers>
constexpr void require_makers() {
  using Own = typename SignatureOf<Callable>::Parameters;
  using Split = WithoutFirst<Own>;
  if constexpr (Makers::kHasFactory) {
    static_assert(
        std::is_same_v<typename Split::First, typename Makers::Instance>,
        "SPL: the first parameter of a method with a factory is what the "
        "factory makes");
  }
  if constexpr (Makers::kHasGenerator) {
    using Taken =
        std::conditional_t<Makers::kHasFactory, typename Split::Rest, Own>;
    static_assert(
        takes(decltype(plain(Taken()))(), typename Makers::Products()),
        "SPL: the generator does not make what the method takes");
  } else if constexpr (Makers::kHasFactory) {
    static_assert(std::is_same_v<typename Split::Rest, TypeList<>>,
                  "SPL: a method with a factory and further parameters needs a "
                  "generator that makes their arguments");
  }
}

}  // namespace composed

/// A method that formulas compare:
///
///     const spl::Generator numbers("numbers", [](spl::Random& random, int n) {
///       return drawn(random, n);
///     });
///     const spl::Method sort("sort",
///         [](std::vector<int> data) { std::sort(data.begin(), data.end()); },
///         numbers);
///
/// The callable is a lambda without captures, at namespace scope or in a test,
/// or a function, at namespace scope. Its arguments are the instance, if there
/// is a factory, and then the products of the generator, or those of the
/// formula: `sort(1000)`. The name, an identifier, stands for the method in
/// reports and, if it is at namespace scope, in formulas that spl-run reads.
/// The result of a call is kept, and destroyed inside the timed part.
template <class Callable, class... Makers>
class Method
    : public composed::Part,
      private composed::Registration<composed::Kind::kMethod, Callable> {
  static_assert((composed::kIsMaker<Makers> && ...),
                "SPL: an spl::Generator makes the arguments of a method, and "
                "an spl::Factory its object, each with a name of its own");

 public:
  /// Registers the callable, under its type, or under the name if it is a
  /// function. Takes at most one Generator, and then at most one Factory; they
  /// outlive the method. Wrong types are compile errors. Throws
  /// std::invalid_argument if the name is no identifier; in C++20 a literal
  /// does not compile then.
  Method(const composed::Name& name, Callable callable, const Makers&... makers)
      : Base(name.text(), callable),
        entry_(name.text(), composed::origin_here(name.file(), name.line()),
               {this->reference(), makers.reference()...}) {
    composed::require_makers<Callable, Around>();
  }

  /// Returns the performance of a call with these arguments: numbers, texts,
  /// values and variables, of which C++ checks number and kind.
  template <class... Arguments>
  [[nodiscard]] Performance operator()(const Arguments&... arguments) const {
    return call(composed::parameters_of<Callable, Around>(), arguments...);
  }

 private:
  using Base = composed::Registration<composed::Kind::kMethod, Callable>;
  using Around = composed::Surroundings<Makers...>;

  template <class... Types, class... Arguments>
  Performance call(composed::TypeList<Types...>,
                   const Arguments&... arguments) const {
    constexpr bool kFits = sizeof...(Types) == sizeof...(Arguments);
    static_assert(kFits,
                  "SPL: give one argument for each parameter of the generator, "
                  "the factory or, without them, the method");
    if constexpr (kFits) {
      return Performance(
          composed::called(entry_, {composed::argument<Types>(arguments)...}));
    } else {
      return Performance(composed::Text{entry_.name()});
    }
  }

  workload::ComposedEntry entry_;
};
template <class Callable, class... Makers>
Method(const char*, Callable, const Makers&...) -> Method<Callable, Makers...>;
template <class Callable, class... Makers,
          class = composed::IfNameless<Callable>>
Method(Callable, const Makers&...) -> Method<composed::Nameless<Callable>>;

/// A method that begins with no name, which does not compile.
template <class Callable>
class Method<composed::Nameless<Callable>> {
 public:
  /// Fails to compile.
  template <class... Makers>
  explicit Method(Callable /*unnamed*/, const Makers&... /*makers*/) {
    static_assert(composed::kNever<Callable>,
                  "SPL: a method begins with its name, as in "
                  "spl::Method sort(NAME, callable)");
  }

  /// Returns nothing: this is never called.
  template <class... Arguments>
  Performance operator()(const Arguments&... arguments) const;
};

}  // namespace spl
