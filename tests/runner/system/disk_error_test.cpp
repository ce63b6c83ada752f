#include "runner/system/disk_error.hpp"

#include <gtest/gtest.h>

#include <cerrno>

namespace spl::runner {
namespace {

TEST(DiskError, NamesTheRemedy) {
  EXPECT_EQ(disk_error("write", "/cache/spl", EACCES),
            "cannot write /cache/spl: Permission denied; set XDG_CACHE_HOME "
            "to a folder that can be written");
  EXPECT_EQ(disk_error("read", "/cache/spl", EIO),
            "cannot read /cache/spl: Input/output error");
}

TEST(DiskError, NamesTheLimitOfTheCacheIfADiskIsFull) {
  for (const int full : {ENOSPC, EDQUOT}) {
    EXPECT_TRUE(disk_error("write", "/cache", full)
                    .ends_with(", or keep fewer built programs with "
                               "-s cache-limit=SIZE"));
  }
}

}  // namespace
}  // namespace spl::runner
