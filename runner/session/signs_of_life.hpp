#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "runner/builds/builder.hpp"
#include "runner/measuring/schedule.hpp"
#include "runner/system/pulse.hpp"

namespace spl::runner {

/// Shows people that spl-run is at work, and what it is at: on a terminal in a
/// line that is written over, in a log in plain lines, one for each program
/// that is built and each formula that is decided. Where one thing takes long,
/// lines say so that are less than a minute apart. Several threads may call it.
class SignsOfLife {
 public:
  enum class Form {
    kNone,
    kLine,  ///< A terminal's, written over.
    kLog    ///< Plain lines.
  };

  struct Output {
    Form form = Form::kNone;
    std::function<void(std::string_view)> write;
    /// Seconds without any line of a log: what does not take longer is reported
    /// elsewhere.
    double patience = 0;
    /// Names what a block waits for before it is measured; empty: for nothing.
    std::function<std::string()> waits_for = {};
  };

  /// Without `make_pulse` only what is reported is passed on.
  SignsOfLife(Output output, Clock& clock, MakePulse make_pulse);
  ~SignsOfLife();
  SignsOfLife(const SignsOfLife&) = delete;
  SignsOfLife& operator=(const SignsOfLife&) = delete;

  [[nodiscard]] bool is_on() const { return output_.form != Form::kNone; }

  /// Something begins that takes its time: a pilot, until measure() reports
  /// more.
  void begin_measuring();
  void measure(const Progress& progress);
  /// Takes the state of a relation for the next line of a log.
  void see(std::string text);
  /// The first failure is told with its reason, on a terminal, too: whoever
  /// sees it may stop the others.
  void build(const BuildNews& news);
  /// Something goes on that is neither built nor measured, such as "deciding";
  /// `share` of it is done: from 0, if it is not known, to 1, which ends it.
  void work(const std::string& what, double share = 0);
  /// Likewise, what takes so many seconds at most.
  void work_for(const std::string& what, double longest);
  /// A line of a log.
  void note(const std::string& text);
  /// Nothing of it goes on any more: the terminal's line is cleared.
  void pause();
  /// Something that must be there even if nobody reads anything else.
  void write(std::string_view text);

 private:
  struct Build {
    double begun = 0;
    std::filesystem::path log;
    std::optional<double> expected;
    bool waits = false;  ///< Another process builds it.
  };

  struct Work {
    std::string what;
    double share = 0;
    std::optional<double> longest = std::nullopt;  ///< In seconds.
    std::optional<double> begun = std::nullopt;    ///< Known from a beat on.
  };

  void start();
  void start_pulse();
  void beat();
  void see_waiting(double now);
  void end_waiting(double now);
  void draw(double now);
  void clear_line();
  void add_line(const std::string& text, double now);
  void add_first_failure(const std::string& text, double now);
  [[nodiscard]] bool is_due(double now) const;
  [[nodiscard]] std::string activity(double now) const;
  [[nodiscard]] std::string building(double now) const;
  [[nodiscard]] std::string measuring(double now) const;
  [[nodiscard]] static std::string working(const Work& work, double now);

  const Output output_;
  Clock& clock_;
  MakePulse make_pulse_;
  std::mutex mutex_;             ///< Guards all below but the pulse.
  std::optional<double> begun_;  ///< When something was reported first.
  double last_line_ = 0;         ///< When a log got its last.
  std::optional<double> drawn_;  ///< When a terminal's line was written.
  std::string line_;             ///< The line that was written then.
  std::map<std::string, Build> builds_;  ///< By revision, at work.
  std::size_t built_ = 0;
  std::size_t to_build_ = 0;
  bool has_failure_ = false;
  std::optional<double> measuring_since_;
  Progress progress_;
  double progressed_ = 0;  ///< When it was reported.
  std::string waits_for_;  ///< At the last beat.
  double waited_ = 0;      ///< Since measuring_since_, without measuring.
  double beaten_ = 0;      ///< When the last beat was.
  std::string seen_;
  std::optional<Work> work_;
  std::unique_ptr<Pulse> pulse_;
};

}  // namespace spl::runner
