// States the formula of the environment in a test.
#include <gtest/gtest.h>

#include <cstdlib>

#include "spl/gtest.hpp"

TEST(Heaps, AreEqual) {
  SPL_EXPECT(std::getenv("HEAPS_FORMULA"),
             spl::setting("seed", std::getenv("HEAPS_SEED")),
             spl::setting("familywise", "0"));
}
