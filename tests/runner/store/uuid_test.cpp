#include "runner/store/uuid.hpp"

#include <gtest/gtest.h>

#include <set>

namespace spl::runner {
namespace {

TEST(Uuid, IsDrawnInVersion4) {
  std::set<Uuid> drawn;
  for (int i = 0; i < 1000; ++i) {
    const Uuid uuid = random_uuid();
    const std::string text = to_text(uuid);
    ASSERT_EQ(text.size(), 36U);
    EXPECT_EQ(text[14], '4') << text;
    EXPECT_NE(std::string("89ab").find(text[19]), std::string::npos) << text;
    drawn.insert(uuid);
  }
  EXPECT_EQ(drawn.size(), 1000U);
}

// Expected value: python3 -c "import hashlib, uuid; print(uuid.UUID(bytes=
// hashlib.sha1(b'spl-run store' + b'a(10)').digest()[:16], version=5))"
TEST(Uuid, OfATextIsTheSameEverywhere) {
  EXPECT_EQ(to_text(uuid_of("a(10)")), "d9f251c8-b2cf-5fc1-ae9e-3c6311f9472d");
  EXPECT_NE(uuid_of("a(10)"), uuid_of("a(11)"));
}

}  // namespace
}  // namespace spl::runner
