#pragma once

#include <sched.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Which processors of a machine run what is measured.
namespace spl::runner {

/// Numbers in ascending order, each once.
using Processors = std::vector<unsigned>;

/// `1`, `0-1,3`, as taskset and the kernel write them; nothing if it is no such
/// list.
[[nodiscard]] std::optional<Processors> parse_processors(std::string_view text);

/// As parse_processors reads it.
[[nodiscard]] std::string to_text(const Processors& processors);

/// Those that this process may use, whatever it is bound to just now.
[[nodiscard]] Processors allowed_processors();

/// Binds this thread, and what it starts, to these. What is wrong with them, as
/// a sentence, or nothing; then nothing has changed.
[[nodiscard]] std::string bind_to(const Processors& processors);

/// Those that this thread may use; empty where the kernel has too many to list.
[[nodiscard]] Processors usable_processors();

/// Keeps this thread at a processor, if it may be there, as long as this lives.
class AtProcessor {
 public:
  explicit AtProcessor(std::optional<unsigned> processor);
  ~AtProcessor() { leave(); }
  AtProcessor(const AtProcessor&) = delete;
  AtProcessor& operator=(const AtProcessor&) = delete;

  /// The calling thread may go on at any that it could use before. Makes no
  /// more than a system call.
  void leave() const;

 private:
  bool is_there_ = false;
  cpu_set_t usable_{};  ///< Before.
};

}  // namespace spl::runner
