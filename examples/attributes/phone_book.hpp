#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// A library whose functions say in attributes how fast they are. Here is no
/// SPL: compilers that do not know the attribute ignore it.
namespace phone_book {

/// Names and numbers, sorted by name.
class PhoneBook {
 public:
  /// Makes up `size` entries.
  explicit PhoneBook(std::size_t size);

  // UC2 of the paper: the speed is documented by that of a function which
  // everybody knows.
  /// The number of a name; 0 if it is not there.
  [[nodiscard,
    spl::expects("for n in 100, 10000:"
                 "  THIS(n) <= 20 * std::unordered_map::find(n)")]] long
  find(const std::string& name) const;

  [[nodiscard]] const std::string& name(std::size_t i) const;
  [[nodiscard]] std::size_t size() const { return names_.size(); }

 private:
  std::vector<std::string> names_;
  std::vector<long> numbers_;
};

// UC1: no slower than an earlier revision of itself, which spl-run builds as
// spl.json tells.
// clang-format off
[[spl::expects("no_slower:"
               "  THIS[uniform](1000) <= THIS[uniform]@baseline(1000) + 5%")]]
[[spl::expects("THIS[uniform](10000) <= 20 * THIS[uniform](1000)")]]
/// Sorts, and returns the middle one of some numbers.
double median(std::vector<double> numbers);
// clang-format on

}  // namespace phone_book
