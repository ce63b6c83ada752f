#include "runner/system/descriptor.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <string>
#include <thread>

namespace spl::runner {
namespace {

TEST(Descriptor, WritesMoreThanAPipeTakesAtOnce) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const Descriptor from(ends[0]);
  Descriptor to(ends[1]);
  std::string text(1'000'000, 'a');
  text.back() = 'z';
  std::string received;
  std::thread reader([&] {
    std::array<char, 4096> part{};
    while (true) {
      const ssize_t size = read(from.number(), part.data(), part.size());
      if (size <= 0) return;
      received.append(part.data(), static_cast<std::size_t>(size));
    }
  });
  const int error = write_all(to.number(), text);
  to.reset(-1);
  reader.join();
  EXPECT_EQ(error, 0);
  EXPECT_EQ(received, text);
}

TEST(Descriptor, ReturnsTheErrorOfAWrite) {
  EXPECT_EQ(write_all(-1, "text"), EBADF);
  EXPECT_EQ(write_all(-1, ""), 0);
}

}  // namespace
}  // namespace spl::runner
