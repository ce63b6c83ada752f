#pragma once

#include <cstdint>
#include <string>

#include "spl/workload/throttling.hpp"

namespace spl::workload {

/// The time between two readings during which a thread was ready to run, but
/// the scheduler gave the processor to others. Without the time during which a
/// quota stopped the thread, which others did not get.
struct Delay {
  enum class Kind {
    kKnown,
    /// Other threads of this process ran, too, so `ns` is not all.
    kBesideThreads,
    kUnknown  ///< The kernel has no account, or it is another thread's.
  };
  std::uint64_t ns = 0;
  Kind kind = Kind::kKnown;
};

/// The kernel's account of that delay: the second field of a thread's
/// schedstat. The file stays open, so that a reading takes a microsecond. Not
/// thread-safe.
class SchedulerDelay {
 public:
  /// Takes the file with the account of the calling thread, by default the
  /// kernel's, and the root of the control groups' accounts.
  explicit SchedulerDelay(std::string path = {}, const char* groups = "");
  ~SchedulerDelay();
  SchedulerDelay(const SchedulerDelay&) = delete;
  SchedulerDelay& operator=(const SchedulerDelay&) = delete;

  /// Returns the delay of the calling thread since its last call; unknown at
  /// the first call. Other threads that use less than some microseconds of a
  /// processor do not count as running.
  [[nodiscard]] Delay since_last();

 private:
  void open_account(long thread);
  [[nodiscard]] bool read_account(std::uint64_t& waited) const;
  [[nodiscard]] bool others_ran();

  std::string path_;
  Throttling throttling_;
  int file_ = -1;
  long thread_ = 0;             ///< The thread whose account is open.
  bool has_reading_ = false;    ///< Whether the last reading succeeded.
  std::uint64_t waited_ = 0;    ///< The wait at the last reading.
  std::uint64_t stopped_ = 0;   ///< By quotas, at the last reading.
  std::int64_t others_ns_ = 0;  ///< Most processor time of other threads.
};

}  // namespace spl::workload
