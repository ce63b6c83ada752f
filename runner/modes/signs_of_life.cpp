#include "runner/modes/signs_of_life.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runner/builds/build_step.hpp"
#include "runner/system/number_text.hpp"
#include "runner/system/terminal_text.hpp"

namespace spl::runner {
namespace {

// Lines of a log: the first soon, for a time limit may be short, then each as
// long again as it has taken. Beats are a second apart.
constexpr double kShortestSilence = 10;
constexpr double kLongestSilence = 50;

constexpr double kRedrawn = 0.1;  ///< No eye follows more.

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
  if (make_pulse_) pulse_ = make_pulse_([this] { beat(); });
}

void SignsOfLife::begin_measuring() {
  if (!is_on()) return;
  const std::lock_guard lock(mutex_);
  start();
  measuring_since_ = clock_.seconds();
  progress_ = {};
  seen_.clear();
}

void SignsOfLife::measure(const Progress& progress) {
  if (!is_on()) return;
  const std::lock_guard lock(mutex_);
  start();
  const double now = clock_.seconds();
  if (!measuring_since_) measuring_since_ = now;
  progress_ = progress;
  const bool is_last = progress.done == progress.most;
  if (is_last || !drawn_ || now - *drawn_ >= kRedrawn) draw(now);
}

void SignsOfLife::see(std::string text) {
  const std::lock_guard lock(mutex_);
  seen_ = std::move(text);
}

void SignsOfLife::build(const BuildNews& news) {
  if (!is_on()) return;
  const std::lock_guard lock(mutex_);
  start();
  const double now = clock_.seconds();
  built_ = news.done;
  to_build_ = news.all;
  if (news.what == BuildNews::What::kBegins) {
    builds_[news.revision] = {now, news.log, news.expected};
    return draw(now);
  }
  const auto known = builds_.find(news.revision);
  const double seconds = known == builds_.end() ? 0 : now - known->second.begun;
  if (known != builds_.end()) builds_.erase(known);
  const bool is_built = news.what == BuildNews::What::kBuilt;
  add_line((is_built ? "built " + news.revision + " in "
                     : "could not build " + news.revision + ", after ") +
               seconds_text(seconds) + "; " + std::to_string(built_) + " of " +
               std::to_string(to_build_) +
               (to_build_ == 1 ? " program" : " programs"),
           now);
  draw(now);
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
  if (output_.form == Form::kLine)
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
  draw(now);
  if (output_.form != Form::kLog || !is_due(now)) return;
  const std::string what = activity(now);
  if (what.empty()) return;
  add_line("still " + what + (seen_.empty() ? "" : "; " + seen_), now);
}

bool SignsOfLife::is_due(double now) const {
  return now - last_line_ >=
         std::clamp(last_line_ - *begun_, kShortestSilence, kLongestSilence);
}

void SignsOfLife::draw(double now) {
  if (output_.form != Form::kLine) return;
  const std::string what = activity(now);
  if (what.empty()) return;
  output_.write(to_text(TerminalSign::kClearLine) + what);
  drawn_ = now;
}

void SignsOfLife::add_line(const std::string& text, double now) {
  if (output_.form != Form::kLog || now - *begun_ < output_.patience) return;
  output_.write("spl-run: " + text + '\n');
  last_line_ = now;
}

std::string SignsOfLife::activity(double now) const {
  if (!builds_.empty()) return building(now);
  return measuring_since_ ? measuring(now) : std::string();
}

/// Describes all builds by the one that has taken longest.
std::string SignsOfLife::building(double now) const {
  const auto oldest = std::min_element(
      builds_.begin(), builds_.end(), [](const auto& one, const auto& other) {
        return one.second.begun < other.second.begun;
      });
  const Build& build = oldest->second;
  std::string text = "building: " + oldest->first;
  const std::string step = build_step_of(build.log);
  if (!step.empty()) text += ", " + step;
  text += ", " + elapsed_text(now - build.begun);
  if (build.expected) text += " of about " + seconds_text(*build.expected);
  if (builds_.size() > 1) {
    text += ", and " + std::to_string(builds_.size() - 1) + " more at once";
  }
  return text + "; " + std::to_string(built_) + " of " +
         std::to_string(to_build_) + " done";
}

std::string SignsOfLife::measuring(double now) const {
  const std::string elapsed = elapsed_text(now - *measuring_since_);
  if (progress_.most == 0) return "measuring: pilot, " + elapsed;
  std::string text = "measuring: block " + std::to_string(progress_.done) +
                     " of at most " + std::to_string(progress_.most) + ", " +
                     elapsed;
  if (progress_.left > 0) {
    text += ", at most " + seconds_text(progress_.left) + " more";
  }
  return text;
}

}  // namespace spl::runner
