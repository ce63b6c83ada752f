#include "runner/session/signs_of_life.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "runner/builds/build_step.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/number_text.hpp"
#include "runner/system/terminal_text.hpp"

namespace spl::runner {
namespace {

// Lines of a log: the first soon, for a time limit may be short, then each as
// long again as it has taken.
constexpr double kShortestSilence = 10;
constexpr double kLongestSilence = 50;

constexpr double kRedrawn = 0.1;  ///< No eye follows more.

constexpr double kBeatSeconds = std::chrono::duration<double>(kBeat).count();

/// Returns how long something has lasted, in whole seconds.
std::string elapsed_text(double seconds) {
  return seconds_text(std::floor(seconds));
}

}  // namespace

SignsOfLife::SignsOfLife(Output output, Clock& clock, MakePulse make_pulse)
    : output_(std::move(output)),
      clock_(clock),
      make_pulse_(std::move(make_pulse)) {}

// Its thread ends before what it uses.
SignsOfLife::~SignsOfLife() { pulse_.reset(); }

/// Starts only if there is something to report: tests script the readings of
/// the clock, and a thread would be one too many.
void SignsOfLife::start() {
  if (begun_) return;
  begun_ = clock_.seconds();
  last_line_ = *begun_;
  start_pulse();
}

void SignsOfLife::start_pulse() {
  if (make_pulse_ && !pulse_) pulse_ = make_pulse_([this] { beat(); });
}

void SignsOfLife::begin_measuring() {
  if (!is_on()) return;
  const std::lock_guard lock(mutex_);
  start();
  measuring_since_ = progressed_ = clock_.seconds();
  progress_ = {};
  seen_.clear();
  work_.reset();
  waited_ = 0;
  waits_for_.clear();
}

void SignsOfLife::measure(const Progress& progress) {
  if (!is_on()) return;
  const std::lock_guard lock(mutex_);
  start();
  const double now = clock_.seconds();
  if (!measuring_since_) measuring_since_ = now;
  end_waiting(now);
  progress_ = progress;
  progressed_ = now - waited_;
  work_.reset();
  const bool is_last = progress.done == progress.most;
  if (is_last || !drawn_ || now - *drawn_ >= kRedrawn) draw(now);
}

void SignsOfLife::see(std::string text) {
  const std::lock_guard lock(mutex_);
  seen_ = std::move(text);
}

void SignsOfLife::build(const BuildNews& news) {
  if (!is_on() || news.what == BuildNews::What::kStarts) return;
  const std::lock_guard lock(mutex_);
  start();
  const double now = clock_.seconds();
  built_ = news.done;
  to_build_ = news.all;
  if (news.what == BuildNews::What::kBegins) {
    builds_[news.revision] = {now, news.log, news.expected};
    return draw(now);
  }
  if (news.what == BuildNews::What::kWaits) {
    builds_[news.revision].waits = true;
    return draw(now);
  }
  const auto known = builds_.find(news.revision);
  const double seconds = known == builds_.end() ? 0 : now - known->second.begun;
  if (known != builds_.end()) builds_.erase(known);
  const bool is_built = news.what == BuildNews::What::kBuilt;
  const std::string text =
      (is_built ? "built " + news.revision + " in "
                : "could not build " + news.revision + ", after ") +
      seconds_text(seconds) + "; " + std::to_string(built_) + " of " +
      std::to_string(to_build_) + (to_build_ == 1 ? " program" : " programs");
  const bool is_first_failure =
      !is_built && !std::exchange(has_failure_, true) && !news.failure.empty();
  if (is_first_failure) {
    add_first_failure(text + ": it " + message_text(news.failure), now);
  } else {
    add_line(text, now);
  }
  draw(now);
}

void SignsOfLife::add_first_failure(const std::string& text, double now) {
  if (output_.form == Form::kLog) return add_line(text, now);
  output_.write(to_text(TerminalSign::kClearLine) + "spl-run: " + text + '\n');
  drawn_.reset();
}

// Most of it is done before a beat, and then it is not worth a reading of the
// clock, nor a line.
void SignsOfLife::work(const std::string& what, double share) {
  if (!is_on()) return;
  const std::lock_guard lock(mutex_);
  if (share >= 1) {
    work_.reset();
    return clear_line();
  }
  start_pulse();
  if (!work_ || work_->what != what) work_ = Work{what};
  work_->share = share;
  work_->longest.reset();
}

void SignsOfLife::work_for(const std::string& what, double longest) {
  if (!is_on()) return;
  const std::lock_guard lock(mutex_);
  start_pulse();
  work_ = Work{what};
  work_->longest = longest;
}

void SignsOfLife::note(const std::string& text) {
  if (!is_on()) return;
  const std::lock_guard lock(mutex_);
  start();
  add_line(text, clock_.seconds());
}

void SignsOfLife::pause() {
  if (!is_on()) return;
  const std::lock_guard lock(mutex_);
  builds_.clear();
  measuring_since_.reset();
  seen_.clear();
  work_.reset();
  clear_line();
}

void SignsOfLife::clear_line() {
  if (output_.form == Form::kLine && drawn_)
    output_.write(to_text(TerminalSign::kClearLine));
  drawn_.reset();
}

void SignsOfLife::write(std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (output_.write) output_.write(text);
}

void SignsOfLife::beat() {
  const std::lock_guard lock(mutex_);
  const double now = clock_.seconds();
  if (!begun_) begun_ = last_line_ = now;
  see_waiting(now);
  if (work_ && !work_->begun) {
    work_->begun = now - kBeatSeconds;
  } else {
    draw(now);
  }
  if (output_.form != Form::kLog || !is_due(now)) return;
  const std::string what = activity(now);
  if (what.empty()) return;
  add_line("still " + what + (seen_.empty() ? "" : "; " + seen_), now);
}

void SignsOfLife::see_waiting(double now) {
  end_waiting(now);
  if (measuring_since_ && output_.waits_for) waits_for_ = output_.waits_for();
}

void SignsOfLife::end_waiting(double now) {
  if (!waits_for_.empty()) waited_ += now - beaten_;
  waits_for_.clear();
  beaten_ = now;
}

bool SignsOfLife::is_due(double now) const {
  return now - last_line_ >=
         std::clamp(last_line_ - *begun_, kShortestSilence, kLongestSilence);
}

void SignsOfLife::draw(double now) {
  if (output_.form != Form::kLine) return;
  const std::string what = activity(now);
  if (what.empty() || (drawn_ && what == line_)) return;
  output_.write(to_text(TerminalSign::kClearLine) + what);
  line_ = what;
  drawn_ = now;
}

void SignsOfLife::add_line(const std::string& text, double now) {
  if (output_.form != Form::kLog || now - *begun_ < output_.patience) return;
  output_.write("spl-run: " + text + '\n');
  last_line_ = now;
}

std::string SignsOfLife::activity(double now) const {
  if (!builds_.empty()) return building(now);
  if (work_) return working(*work_, now);
  return measuring_since_ ? measuring(now) : std::string();
}

/// Describes all builds by the one that has taken longest.
std::string SignsOfLife::building(double now) const {
  const auto oldest =
      std::ranges::min_element(builds_, [](const auto& one, const auto& other) {
        return one.second.begun < other.second.begun;
      });
  const Build& build = oldest->second;
  std::string text = (build.waits ? "waiting for another spl-run, which builds "
                                  : "building: ") +
                     oldest->first;
  const std::string step = build_step_of(build.log);
  if (!step.empty()) text += ", " + step;
  text += ", " + elapsed_text(now - build.begun);
  if (build.expected) {
    const bool is_late = now - build.begun > *build.expected;
    text +=
        (is_late ? ", usually " : " of about ") + seconds_text(*build.expected);
  }
  if (builds_.size() > 1) {
    text += ", and " + std::to_string(builds_.size() - 1) + " more at once";
  }
  return text + "; " + std::to_string(built_) + " of " +
         std::to_string(to_build_) + " done";
}

std::string SignsOfLife::measuring(double now) const {
  if (!waits_for_.empty()) {
    return "waiting for " + waits_for_ + ", " +
           elapsed_text(waited_ + now - beaten_);
  }
  const double measured = now - waited_;
  std::string text = "measuring: ";
  if (progress_.experiments > 1) {
    text +=
        fmt::format("{} of {}, ", progress_.experiment, progress_.experiments);
  }
  text += progress_.most == 0 ? "pilot"
                              : fmt::format("block {} of at most {}",
                                            progress_.done, progress_.most);
  text += ", " + elapsed_text(measured - *measuring_since_);
  const double left =
      progress_.most > 0 ? progress_.left
                         : std::ceil(progress_.left - (measured - progressed_));
  if (left > 0) {
    text += ", at most " + seconds_text(std::ceil(left)) + " more";
  }
  return text;
}

std::string SignsOfLife::working(const Work& work, double now) {
  const double elapsed = now - work.begun.value_or(now);
  std::string text = work.what;
  if (work.share > 0)
    text += fmt::format(", {:.0f} %", std::floor(100 * work.share));
  text += ", " + elapsed_text(elapsed);
  if (work.share > 0 && elapsed > 0) {
    const double left = elapsed / work.share * (1 - work.share);
    text += ", about " + seconds_text(std::ceil(left)) + " more";
  }
  if (work.longest && elapsed < *work.longest) {
    text += ", at most " + seconds_text(std::ceil(*work.longest - elapsed)) +
            " more";
  }
  return text;
}

}  // namespace spl::runner
