#include "spl/logic/formula.hpp"

namespace spl::logic {
namespace {

// One step through a name in which `::` is read as `.`.
char next_character(const std::string& name, std::size_t& position) {
  if (name.compare(position, 2, "::") == 0) {
    position += 2;
    return '.';
  }
  return name[position++];
}

}  // namespace

bool same_name(const std::string& left, const std::string& right) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < left.size() && j < right.size()) {
    if (next_character(left, i) != next_character(right, j)) return false;
  }
  return i == left.size() && j == right.size();
}

}  // namespace spl::logic
