#include "runner/system/sha1.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace spl::runner {
namespace {

std::string hash_of(std::string_view bytes) {
  Sha1 hash;
  hash.add(bytes);
  return hash.finish();
}

// The first, second and last are the examples of FIPS 180-2, appendix A.
TEST(Sha1, IsThatOfTheStandard) {
  EXPECT_EQ(hash_of("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  EXPECT_EQ(hash_of(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(hash_of(std::string(1'000'000, 'a')),
            "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST(Sha1, DoesNotDependOnTheParts) {
  std::string bytes;
  for (int i = 0; i < 200; ++i) bytes += static_cast<char>(i);
  const std::string whole = hash_of(bytes);
  for (std::size_t first = 0; first <= bytes.size(); ++first) {
    Sha1 hash;
    hash.add(std::string_view(bytes).substr(0, first));
    hash.add(std::string_view(bytes).substr(first, 1));
    hash.add(std::string_view(bytes).substr(std::min(first + 1, bytes.size())));
    EXPECT_EQ(hash.finish(), whole) << first;
  }
}

// At each place in a block where the size may find no space any more.
TEST(Sha1, StatesTheSizeInABlockOfItsOwnIfNeeded) {
  // Of Python's hashlib.
  EXPECT_EQ(hash_of(std::string(55, 'x')),
            "cef734ba81a024479e09eb5a75b6ddae62e6abf1");
  EXPECT_EQ(hash_of(std::string(56, 'x')),
            "901305367c259952f4e7af8323f480d59f81335b");
  EXPECT_EQ(hash_of(std::string(63, 'x')),
            "0ddc4e0cccd9a12850deb5abb0853a4425559fec");
  EXPECT_EQ(hash_of(std::string(64, 'x')),
            "bb2fa3ee7afb9f54c6dfb5d021f14b1ffe40c163");
}

}  // namespace
}  // namespace spl::runner
