#pragma once

#include <algorithm>

/// A container of the numbers 0 .. size - 1.
template <typename Container>
Container filled(int size) {
  Container result;
  for (int i = 0; i < size; ++i) result.push_back(i);
  return result;
}

template <typename Container>
bool contains(const Container& container, int key) {
  return std::find(container.begin(), container.end(), key) != container.end();
}
