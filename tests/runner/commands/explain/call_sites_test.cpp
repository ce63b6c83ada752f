#include "runner/session/explaining/call_sites.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

/// An allocation as Valgrind logs it; the stack continues from its caller.
std::string allocation(int bytes, const std::string& stack) {
  return "**7** SPL allocates " + std::to_string(bytes) +
         "\n==7==    at 0x10: ask (spl/workload/valgrind.cpp:64)"
         "\n==7==    by 0x11: log (spl/workload/allocations.cpp:40)"
         "\n==7==    by 0x12: spl::workload::(anonymous namespace)::"
         "counted_malloc(unsigned long) (spl/workload/allocations.cpp:70)\n" +
         stack;
}

std::string frame(const std::string& text) {
  return "==7==    by 0x1F: " + text + '\n';
}

const std::string kNew =
    frame("operator new(unsigned long) (in /usr/lib/libstdc++.so.6.0.30)");
const std::string kGrow = frame("allocate (/usr/include/c++/12/bits/x.h:137)") +
                          frame(
                              "void std::vector<int>::_M_realloc_insert<int>"
                              "(int&&) (in /home/x/bench)");

TEST(CallSites, AreOutsideTheStandardLibrary) {
  const std::string log =
      allocation(9, kNew) + "**7** SPL observation\n" +
      allocation(8, kNew + kGrow + frame("parse<int>(int) (src/a.cpp:12)") +
                        frame("main (src/a.cpp:30)")) +
      allocation(24, kNew + kGrow + frame("parse<int>(int) (src/a.cpp:12)")) +
      allocation(100, frame("??? (in /home/x/bench)")) +
      allocation(50, frame("strdup (in /usr/lib/libc.so.6)"));
  const AllocatedAt sites = call_sites(log, 2);
  ASSERT_EQ(sites.size(), 3U);
  EXPECT_EQ(sites.at({"parse<>(int)", "src/a.cpp", 12}), (Allocated{1, 16}));
  EXPECT_EQ(sites.at({"a function without a name", "", 0}),
            (Allocated{0.5, 50}));
  EXPECT_EQ(sites.at({"strdup", "", 0}), (Allocated{0.5, 25}));
}

/// Two calls of a function that is a line further down on the right, of which
/// one asks for more; what is inlined has a bare name.
TEST(CallSites, AreTheSameWhereverTheirLinesAre) {
  AllocationProfile left;
  left.sites[{"a::parse(int)", "src/a.cpp", 12}] = {1, 8};
  left.sites[{"a::parse(int)", "src/a.cpp", 15}] = {2, 96};
  left.sites[{"print()", "src/a.cpp", 30}] = {3, 30};
  left.counted = {6, 134};
  AllocationProfile right;
  right.sites[{"parse", "/other/a.cpp", 13}] = {1, 8};
  right.sites[{"parse", "/other/a.cpp", 16}] = {1, 32};
  right.sites[{"main", "", 0}] = {5, 10};
  right.counted = {8, 70};
  EXPECT_EQ(changes_text(sites_table(left, right, &Allocated::bytes), 9),
            R"(  difference  left  right  calls    bytes
         +64    96     32  2 | 1  96 | 32  a::parse(int) (a.cpp:15 | 16)
         +30    30      0  3 | 0   30 | 0  print() (a.cpp:30)             left only
         -10     0     10  0 | 5   0 | 10  main                           right only
           0     8      8                  call sites that cost the same
         -20     0     20                  missing from this table
         +64   134     70                  all that the program counted
)");
  EXPECT_EQ(changes_text(sites_table(left, right, &Allocated::calls), 1),
            R"(  difference  left  right  calls   bytes
          -5     0      5  0 | 5  0 | 10  main                           right only
          +4     5      1                 2 other call sites
           0     1      1                 call sites that cost the same
          -1     0      1                 missing from this table
          -2     6      8                 all that the program counted
)");
  EXPECT_EQ(
      changes_text(sites_table(left, left, &Allocated::bytes), 9),
      "  both sides allocate alike: 6 calls, 134 bytes, at the same places\n");
}

}  // namespace
}  // namespace spl::runner
