#pragma once

#include <sched.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The processors of a machine on which measured programs run.
namespace spl::runner {

/// Numbers of processors in ascending order, each once.
using Processors = std::vector<unsigned>;

/// Reads a list like `1` or `0-1,3`, as taskset and the kernel write it;
/// nothing if the text is no such list.
[[nodiscard]] std::optional<Processors> parse_processors(std::string_view text);

/// Returns a list that parse_processors() reads.
[[nodiscard]] std::string to_text(const Processors& processors);

/// Returns the processors that this process may use, even if it is bound to
/// others now.
[[nodiscard]] Processors allowed_processors();

/// Binds this thread, and all that it starts, to the processors. Returns a
/// sentence if that is impossible, and then changes nothing; else empty.
[[nodiscard]] std::string bind_to(const Processors& processors);

/// Returns the processors that this thread may use; empty if the kernel has too
/// many to list.
[[nodiscard]] Processors usable_processors();

/// Keeps this thread at a processor, if it may be there, as long as this lives.
class AtProcessor {
 public:
  explicit AtProcessor(std::optional<unsigned> processor);
  ~AtProcessor() { leave(); }
  AtProcessor(const AtProcessor&) = delete;
  AtProcessor& operator=(const AtProcessor&) = delete;

  /// Lets the calling thread go on at any processor that it could use before.
  /// Makes only a system call.
  void leave() const;

 private:
  bool is_there_ = false;
  cpu_set_t usable_{};  ///< Before.
};

}  // namespace spl::runner
