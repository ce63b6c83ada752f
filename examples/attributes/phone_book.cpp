#include "phone_book.hpp"

#include <algorithm>
#include <spl/expects.hpp>

namespace phone_book {

PhoneBook::PhoneBook(std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    names_.push_back("name " + std::to_string(size + i));  // of equal length
    numbers_.push_back(static_cast<long>(i) + 1);
  }
  std::sort(names_.begin(), names_.end());
}

long PhoneBook::find(const std::string& name) const {
  // UC3: what this code relies on in somebody else's library, said where it
  // does so, relative and absolute. GCC warns about attributes of statements,
  // so here stands the macro.
  SPL_EXPECTS("std::lower_bound(10000) <= 20 * std::lower_bound(100)")
  SPL_EXPECTS("std::lower_bound(10000) <= 50 us")
  const auto found = std::lower_bound(names_.begin(), names_.end(), name);
  if (found == names_.end() || *found != name) return 0;
  return numbers_[static_cast<std::size_t>(found - names_.begin())];
}

const std::string& PhoneBook::name(std::size_t i) const { return names_[i]; }

double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers[numbers.size() / 2];
}

}  // namespace phone_book
