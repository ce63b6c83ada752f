#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "spl/workload/protocol.hpp"
#include "spl/workload/random.hpp"
#include "spl/workload/run.hpp"
#include "spl/workload/type_name.hpp"

namespace spl::workload {

class Heap;

/// The place and settings of a registration's compilation. Macros make it in
/// the user's translation unit, since its settings count and not those of this
/// library.
struct Origin {
  const char* file;
  int line;
  const char* compiler;
  bool optimized;
  bool assertions;
  const char* sanitizers;  ///< Words, each with a space after it.
  const char* flags = "";  ///< Likewise; see flags.hpp.
};

/// Returns the name in SPL_WORKLOAD(name, ...) and its like from the text of
/// its tokens: "a::b" for `a :: b`, and the content of string literals.
[[nodiscard]] std::string name_of_tokens(const char* text);

/// The object that a macro defines to register something under a name. It is in
/// the registry (registry.hpp) as long as it lives.
class Entry {
 public:
  Entry(EntryFacts::Kind kind, std::string name, const Origin& origin);
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;
  virtual ~Entry();

  [[nodiscard]] EntryFacts::Kind kind() const { return kind_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const Origin& origin() const { return origin_; }
  /// Returns "file:line", or the file alone if the line is not known (0).
  [[nodiscard]] std::string place() const;

  [[nodiscard]] EntryFacts facts() const;

 protected:
  /// Adds the facts that only the typed entry knows to kind, name and place.
  virtual void describe(EntryFacts& facts) const = 0;

 private:
  const EntryFacts::Kind kind_;
  const std::string name_;
  const Origin origin_;
};

/// A generator or a factory: makes products from a performance's arguments.
class Maker : public Entry {
 public:
  using Entry::Entry;

  /// Returns the type of a product: a std::tuple of arguments, or the instance.
  [[nodiscard]] virtual TypeOf product() const = 0;

  /// Adds `count` products to a Batch (batch.hpp) of that type, which must have
  /// room for them. The arguments must fit the parameters.
  virtual void make(void* batch, std::size_t count, Random& random,
                    const std::vector<Argument>& arguments) = 0;
};

/// The makers and arguments for a measurement. The arguments fit the parameters
/// of the entries that take them.
struct Surroundings {
  Maker* generator = nullptr;
  Maker* factory = nullptr;
  std::vector<Argument> arguments;  ///< Arguments of the generator or method.
  std::vector<Argument> factory_arguments;
  Heap* heap = nullptr;  ///< Null: it stays as it is.
};

/// Settles the heap (heap.hpp): what is allocated next lies where it would if
/// nothing had been allocated before.
void settle_heap(const Surroundings& surroundings);

/// A workload or a method.
class Measurable : public Entry {
 public:
  using Entry::Entry;

  virtual void measure(Run& run, const Surroundings& surroundings) = 0;
};

}  // namespace spl::workload
