// The code that the attributes of phone_book.hpp and phone_book.cpp compare.
// Methods have the names of the functions, so that THIS finds them.

#include <algorithm>
#include <spl/workload.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "phone_book.hpp"

namespace {

using phone_book::PhoneBook;

/// Names of a book in random order, one after the other and again.
class Names {
 public:
  Names(const PhoneBook& book, spl::Random& random)
      : book_(book), order_(spl::permutation(random, book.size())) {}

  const std::string& next() {
    if (next_ == order_.size()) next_ = 0;
    return book_.name(static_cast<std::size_t>(order_[next_++]));
  }

 private:
  const PhoneBook& book_;
  std::vector<int> order_;
  std::size_t next_ = 0;
};

}  // namespace

SPL_WORKLOAD(phone_book::PhoneBook::find, (std::size_t size)) {
  const PhoneBook book(size);
  Names names(book, spl.random());
  while (spl.needs_more()) spl::keep(book.find(names.next()));
}

SPL_WORKLOAD(std::unordered_map::find, (std::size_t size)) {
  const PhoneBook book(size);
  std::unordered_map<std::string, long> map;
  for (std::size_t i = 0; i < size; ++i) map[book.name(i)] = 1;
  Names names(book, spl.random());
  while (spl.needs_more()) spl::keep(map.find(names.next()));
}

SPL_WORKLOAD(std::lower_bound, (std::size_t size)) {
  const PhoneBook book(size);
  std::vector<std::string> sorted;
  for (std::size_t i = 0; i < size; ++i) sorted.push_back(book.name(i));
  Names names(book, spl.random());
  while (spl.needs_more()) {
    spl::keep(std::lower_bound(sorted.begin(), sorted.end(), names.next()));
  }
}

// A generator that SPL brings, and the method that takes what it makes.
SPL_GENERATOR("uniform", spl::uniform);
SPL_METHOD("phone_book::median", phone_book::median);
