#pragma once

#include <cstddef>
#include <new>

namespace spl::workload {

/// A buffer for `capacity` adjacent objects. They are made in place, so they
/// need not be movable, and can be made again after clear() without an
/// allocation.
template <class Type>
class Batch {
 public:
  explicit Batch(std::size_t capacity)
      : objects_(static_cast<Type*>(::operator new (
            capacity * sizeof(Type), std::align_val_t{alignof(Type)}))) {}
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  ~Batch() {
    clear();
    ::operator delete (objects_, std::align_val_t{alignof(Type)});
  }

  /// Adds the result of `make()`; there must be room for it.
  template <class Make>
  void add(Make&& make) {
    ::new (static_cast<void*>(objects_ + size_)) Type(make());
    ++size_;
  }
  void clear() {
    while (size_ > 0) objects_[--size_].~Type();
  }
  [[nodiscard]] Type& operator[](std::size_t index) { return objects_[index]; }

 private:
  Type* objects_;
  std::size_t size_ = 0;
};

}  // namespace spl::workload
