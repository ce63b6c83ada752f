#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spl::workload {

class Meter;

/// Where the measured code's memory begins. What a program allocated before
/// (names of workloads, texts of requests, static objects of other files)
/// decides where later blocks lie inside a page, and whether they are new or
/// were freed before. A settled heap has forgotten that: nothing free is left
/// below its top, and the top is at a given offset in a page.
///
/// Settled are:
/// - the address of the next block, of any size, modulo a page;
/// - the room that is left in the top;
/// - the threshold between the break and mmap, which glibc raises when a larger
///   block is freed: it has its highest value, so that blocks of up to 32 MB
///   begin at the top;
/// - the arenas that ended threads have left to the next ones, if there are
/// any.
///
/// Memory that static objects keep stays where it is. It begins at the offset,
/// too, but what was allocated before it moves it.
///
/// The heap of glibc is settled, and no other. What settling takes is never
/// freed.
class Heap {
 public:
  /// Without an offset the heap stays as it is. At most `most_ns` is spent, by
  /// the number of blocks that are taken. Readings of the meters leave settling
  /// out; they must outlive the heap.
  Heap(std::optional<std::uint64_t> offset, double most_ns,
       const std::vector<Meter*>& meters);

  /// Settles the heap. The next block then begins at the offset in its page;
  /// after further calls at other offsets, which depend on the first.
  void settle();

  /// Returns why the heap is not settled, as the end of a sentence that begins
  /// with the program; empty if it is, or is to stay as it was.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  std::optional<std::uint64_t> offset_;
  std::size_t left_;  ///< Blocks that may still be taken.
  const std::vector<Meter*>& meters_;
  std::string problem_;
};

}  // namespace spl::workload
