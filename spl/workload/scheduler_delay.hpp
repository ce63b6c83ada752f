#pragma once

#include <cstdint>
#include <string>

namespace spl::workload {

/// How long a thread could run and did not, for the scheduler gave the
/// processor to others, between two readings.
struct Delay {
  enum class Kind {
    kTold,
    kBesideThreads,  ///< Other threads of this process ran, too: not `ns` only.
    kUntold          ///< The kernel has no account, or it is another thread's.
  };
  std::uint64_t ns = 0;
  Kind kind = Kind::kTold;
};

/// The kernel's account of that: the second field of a thread's schedstat. Kept
/// open, so that a reading takes a microsecond. Not thread-safe.
class SchedulerDelay {
 public:
  /// The file with the account of whichever thread asks; by default the
  /// kernel's.
  explicit SchedulerDelay(std::string path = {});
  ~SchedulerDelay();
  SchedulerDelay(const SchedulerDelay&) = delete;
  SchedulerDelay& operator=(const SchedulerDelay&) = delete;

  /// Of the thread that asks, since it asked before; the first reading tells
  /// nothing. What other threads do for less than some microseconds of a
  /// processor's time does not count as running.
  [[nodiscard]] Delay since_last();

 private:
  void open_account(long thread);
  [[nodiscard]] bool read_account(std::uint64_t& waited) const;
  [[nodiscard]] bool others_ran();

  std::string path_;
  int file_ = -1;
  long thread_ = 0;             ///< Whose account is open.
  bool is_told_ = false;        ///< Whether the last reading was.
  std::uint64_t waited_ = 0;    ///< That it reported.
  std::int64_t others_ns_ = 0;  ///< What others had of processors, at most.
};

}  // namespace spl::workload
