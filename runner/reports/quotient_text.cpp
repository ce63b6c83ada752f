#include "runner/reports/quotient_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "runner/tools/measured_metric.hpp"

namespace spl::runner {
namespace {

using Unit = QuotientText::Unit;

struct Words {
  std::string_view more;
  std::string_view less;
  std::string_view as;  ///< "times as long", "about as long as".
};

constexpr Words kWords[] = {{"longer", "shorter", "as long"},
                            {"more", "fewer", "as many"},
                            {"higher", "lower", "as high"},
                            {"larger", "smaller", "as large"}};

const Words& words_for(Compared what) {
  return kWords[static_cast<std::size_t>(what)];
}

/// The quotient in the unit.
double value_in(Unit unit, double quotient) {
  constexpr double kHundred = 100;
  switch (unit) {
    case Unit::kMore:
      return (quotient - 1) * kHundred;
    case Unit::kLess:
      return (1 - quotient) * kHundred;
    case Unit::kTimesLess:
      return 1 / quotient;
    case Unit::kNone:
    case Unit::kTimes:
      break;
  }
  return quotient;
}

Unit unit_of(double estimate, Compared what) {
  constexpr double kTwice = 1.995;  // What three digits round to it.
  if (estimate >= kTwice) return Unit::kTimes;
  if (estimate >= 1) return Unit::kMore;
  return estimate <= 1 / kTwice && what == Compared::kTime ? Unit::kTimesLess
                                                           : Unit::kLess;
}

bool is_in_times(Unit unit) {
  return unit == Unit::kTimes || unit == Unit::kTimesLess;
}

constexpr double kNearly = 1e-9;  // Of a last digit.

double floored(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  return std::floor(value * scale + kNearly) / scale;
}

double ceiled(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  return std::ceil(value * scale - kNearly) / scale;
}

/// A number with so many decimals. Fewer than none round before the point:
/// "12 300", "123 million".
std::string number(double value, int decimals) {
  if (decimals >= 0) return fmt::format("{:.{}f}", value, decimals);
  constexpr double kThousand = 1e3;
  constexpr double kFiveDigits = 9999.5;
  const double last = std::pow(10.0, -decimals);
  const double rounded = std::nearbyint(value / last) * last;
  for (const auto& [size, name] :
       {std::pair(1e9, "billion"), {1e6, "million"}}) {
    if (rounded < size) continue;
    const double words = rounded / size;
    return words < kFiveDigits ? fmt::format("{:.4g} {}", words, name)
                               : fmt::format("{:.0f} {}", words, name);
  }
  if (rounded < kFiveDigits) return fmt::format("{:.0f}", rounded);
  return fmt::format("{:.0f} {:03.0f}", std::floor(rounded / kThousand),
                     std::fmod(rounded, kThousand));
}

int exponent_of(double value) {
  if (!(value > 0) || !std::isfinite(value)) return 0;
  return static_cast<int>(std::floor(std::log10(value) + kNearly));
}

/// A factor in so many digits, or more before the point: "1.2", "50 million".
std::string factor_text(double factor, int digits) {
  const int exponent = exponent_of(factor);
  return exponent < digits
             ? fmt::format("{:.{}g}", factor, digits)
             : number(factor, std::min(-1, digits - 1 - exponent));
}

constexpr int kDecimalsOfPercent = 2;

/// One digit of half the range, three at most; in times two at least, and in
/// percent no part of a hundredth.
int decimals_for(double value, double half, Unit unit) {
  constexpr int kMost = 2;  // After the first.
  int most = std::min(kMost - exponent_of(value), kDecimalsOfPercent);
  if (!is_in_times(unit)) most = std::max(most, 0);
  if (!std::isfinite(half) || !(half > 0)) return most;
  int decimals = -exponent_of(half);
  if (is_in_times(unit)) decimals = std::max(decimals, 1 - exponent_of(value));
  return std::clamp(decimals, std::min(most, 0), most);
}

/// The decimals, up to so many, that write a value in full.
int decimals_of(double value, int most) {
  int decimals = std::min(most, 0);
  while (decimals < most && std::abs(floored(value + kNearly, decimals) -
                                     value) > kNearly * value) {
    ++decimals;
  }
  return decimals;
}

/// Whether a bound and its rounded form are on the same side of a limit.
bool keeps_side(double bound, double rounded, double limit) {
  if (std::abs(bound - limit) < kNearly) return true;
  return bound < limit ? rounded < limit : rounded > limit;
}

enum class Outward { kDown, kUp };

/// A bound rounded outward, with up to two more decimals where it would touch a
/// limit; one that is nearer is "over 0".
std::string bound_text(double bound, Outward way, int decimals,
                       std::initializer_list<double> limits) {
  constexpr int kMore = 2;
  const auto rounded = [&](int digits) {
    return way == Outward::kDown ? floored(bound, digits)
                                 : ceiled(bound, digits);
  };
  const auto keeps = [&](double number) {
    return std::ranges::all_of(
        limits, [&](double limit) { return keeps_side(bound, number, limit); });
  };
  for (int more = 0; more <= kMore; ++more) {
    const double found = rounded(decimals + more);
    if (keeps(found)) return number(found, decimals + more);
  }
  return (way == Outward::kDown ? "over " : "under ") +
         number(rounded(decimals), decimals);
}

/// "9% longer", "2.5 times as long": an end of a range around 1, rounded
/// outward.
std::string end_text(double quotient, int decimals, Compared what,
                     double limit) {
  const Words& words = words_for(what);
  if (quotient >= 2) {
    const int few = std::min(1, 2 - exponent_of(quotient));
    return bound_text(quotient, Outward::kUp, few, {limit}) + " times " +
           std::string(words.as);
  }
  const bool is_more = quotient >= 1;
  const double beside = (is_more ? limit - 1 : 1 - limit) * 100;
  return bound_text(std::abs(quotient - 1) * 100, Outward::kUp, decimals,
                    {0, beside}) +
         "% " + std::string(is_more ? words.more : words.less);
}

/// The words without a range, of sides that are not alike.
QuotientText uncertain_text(double estimate, Compared what) {
  constexpr double kOneDigit = 0.2;
  const double half = std::min(kOneDigit, std::abs(estimate - 1) / 2);
  QuotientText text = quotient_text(
      {estimate, estimate * (1 - half), estimate * (1 + half)}, what);
  text.words = "perhaps " + text.words;
  text.range.clear();
  return text;
}

QuotientText open_text(const MeasuredQuotient& quotient, Compared what,
                       Ends ends, double limit) {
  constexpr double kAlike = 1.05;
  const double apart = std::max(quotient.estimate, 1 / quotient.estimate);
  const bool has_range = quotient.lower > 0 || std::isfinite(quotient.upper);
  if (!has_range && std::isfinite(apart) && apart > kAlike) {
    return uncertain_text(quotient.estimate, what);
  }
  QuotientText text;
  const std::string as(words_for(what).as);
  text.words = apart <= kAlike ? "about " + as + " as" : "not told apart from";
  const bool has_lower = quotient.lower > 0 && ends != Ends::kUpper;
  const bool has_upper = std::isfinite(quotient.upper) && ends != Ends::kLower;
  const double half =
      (std::isfinite(quotient.upper) ? quotient.upper : 2) - quotient.lower;
  const int decimals =
      decimals_for(std::max(quotient.upper, 2 - quotient.lower) * 100 - 100,
                   half * 50, Unit::kMore);
  const auto end = [&](double one) {
    return end_text(one, decimals, what, limit);
  };
  const std::string lower =
      has_lower ? end(std::min(quotient.lower, 1 - 1e-12)) : "";
  if (has_lower && has_upper) {
    text.range = lower + ".." + end(quotient.upper);
  } else if (has_upper) {
    text.range = "at most " + end(quotient.upper);
  } else if (has_lower) {
    text.range = "at most " + lower;
  }
  return text;
}

/// An upper end that is so many times the value tells nothing.
constexpr double kTellsNothing = 1000;

/// Whether the range has no width: nothing varied.
bool is_exact(const MeasuredQuotient& quotient) {
  return quotient.upper - quotient.lower <= kNearly * quotient.estimate;
}

}  // namespace

Compared compared(std::string_view metric, logic::Dimension dimension) {
  if (dimension == logic::Dimension::kTime) return Compared::kTime;
  if (is_rate(metric)) return Compared::kRate;
  return metric == "allocated-bytes" || metric == "peak-memory"
             ? Compared::kSize
             : Compared::kCount;
}

bool QuotientText::is_of(double quotient) const {
  return unit == Unit::kNone ||
         number(value_in(unit, quotient), decimals) == shown;
}

QuotientText quotient_text(const MeasuredQuotient& found, Compared what,
                           Ends ends, std::optional<double> limit) {
  MeasuredQuotient quotient = found;
  if (found.upper > kTellsNothing * found.estimate) {
    quotient.upper = std::numeric_limits<double>::infinity();
  }
  const Words& words = words_for(what);
  const std::string as(words.as);
  QuotientText text;
  if (is_exact(quotient) && std::abs(quotient.estimate - 1) <= kNearly) {
    text.words = as + " as";
    return text;
  }
  if (quotient.is_open()) {
    return open_text(quotient, what, ends, limit.value_or(1));
  }
  const Unit unit = text.unit = unit_of(quotient.estimate, what);
  const bool is_reversed = unit == Unit::kLess || unit == Unit::kTimesLess;
  const double value = value_in(unit, quotient.estimate);
  double lower = value_in(unit, quotient.lower);
  double upper = value_in(unit, quotient.upper);
  if (is_reversed) std::swap(lower, upper);
  const double half =
      std::isfinite(upper) ? (upper - lower) / 2 : value - lower;
  const int decimals = decimals_for(value, half, unit);
  text.decimals = is_exact(quotient) ? decimals_of(value, decimals) : decimals;
  std::string said = number(value, text.decimals);
  if (!is_in_times(unit) && !is_exact(quotient)) {
    while (std::stod(said) == 0 && text.decimals < kDecimalsOfPercent) {
      said = number(value, ++text.decimals);
    }
    if (std::stod(said) == 0) {
      said = "under 0.01";
      text.unit = Unit::kNone;
    }
  }
  text.shown = said;
  switch (unit) {
    case Unit::kMore:
    case Unit::kLess:
      text.words = said + "% " +
                   std::string(is_reversed ? words.less : words.more) + " than";
      break;
    case Unit::kTimes:
      text.words = said + " times " + as + " as";
      break;
    case Unit::kTimesLess:
      text.words = said + " times as fast as";
      break;
    case Unit::kNone:
      break;
  }
  if (is_exact(quotient)) return text;
  const std::string sign = is_in_times(unit) ? "" : "%";
  const std::initializer_list<double> limits = {
      value_in(unit, 1), value_in(unit, limit.value_or(1))};
  const std::string from = bound_text(lower, Outward::kDown, decimals, limits);
  if (!std::isfinite(upper)) {
    text.range = "at least " + from + sign;
    return text;
  }
  const std::string to = bound_text(upper, Outward::kUp, decimals, limits);
  text.range = (from == to ? from : from + ".." + to) + sign;
  return text;
}

std::string direction_words(double sign, Compared what) {
  if (sign == 0) return "not told apart from";
  const Words& words = words_for(what);
  return std::string(sign > 0 ? words.more : words.less) + " than";
}

std::string end_of_range(double quotient, Compared what) {
  if (what == Compared::kTime && quotient > 0 && quotient <= 0.5) {
    const int exponent = exponent_of(1 / quotient);
    const int decimals = std::min(std::max(0, 1 - exponent), 2 - exponent);
    return bound_text(1 / quotient, Outward::kUp, decimals, {}) +
           " times as fast";
  }
  return end_text(quotient,
                  decimals_for(std::abs(quotient - 1) * 100, 1, Unit::kMore),
                  what, quotient);
}

std::string limit_text(double limit, Compared what, QuotientText::Unit unit) {
  const Words& words = words_for(what);
  const auto percent = [&](double share, std::string_view word) {
    return fmt::format("{:.4g}% {}", share * 100, word);
  };
  if (limit >= 2 || (limit > 1 && unit == Unit::kTimes)) {
    const std::string times = factor_text(limit, 4) + " times";
    return unit == Unit::kTimes ? times : times + ' ' + std::string(words.as);
  }
  if (limit >= 1) return percent(limit - 1, words.more);
  if (limit <= 0.5 && limit > 0 && what == Compared::kTime &&
      unit != Unit::kLess) {
    const std::string times = factor_text(1 / limit, 3) + " times";
    return unit == Unit::kTimesLess ? times : times + " as fast";
  }
  return percent(1 - limit, words.less);
}

// --- Amounts -----------------------------------------------------------------

namespace {

struct Scaled {
  double unit = 1;
  std::string_view name = {};
  int decimals = 0;
};

/// The unit in which rounding leaves less than 1000, and the decimals there.
Scaled scaled(double amount, logic::Dimension dimension, int digits) {
  const double size = std::abs(amount);
  if (dimension == logic::Dimension::kCount) {
    constexpr double kExact = 1e15;
    const bool is_whole = size < kExact && std::nearbyint(amount) == amount;
    return {1, "", is_whole ? 0 : std::max(0, digits - 1 - exponent_of(size))};
  }
  static constexpr std::pair<double, std::string_view> kUnits[] = {
      {1, " ns"}, {1e3, " us"}, {1e6, " ms"}, {1e9, " s"}};
  const auto* unit = std::begin(kUnits);
  while (unit + 1 != std::end(kUnits) && size >= 999.5 * unit->first) ++unit;
  int exponent = exponent_of(size / unit->first);
  const double rounded =
      std::nearbyint(size / unit->first * std::pow(10, digits - 1 - exponent));
  if (rounded >= std::pow(10, digits)) ++exponent;
  return {unit->first, unit->second, std::max(0, digits - 1 - exponent)};
}

}  // namespace

std::string digits_of(double amount, logic::Dimension dimension, int digits) {
  const Scaled how = scaled(amount, dimension, digits);
  if (amount == 0) return "0" + std::string(how.name);
  return number(amount / how.unit, how.decimals) + std::string(how.name);
}

double rounded_amount(double amount, logic::Dimension dimension, int digits) {
  const Scaled how = scaled(amount, dimension, digits);
  const double scale = std::pow(10.0, how.decimals);
  return std::nearbyint(amount / how.unit * scale) / scale * how.unit;
}

std::string range_of(double amount, double lower, double upper,
                     logic::Dimension dimension, double limit) {
  const Scaled how = scaled(amount, dimension, kUsualDigits);
  const double low = lower / how.unit;
  const double high = upper / how.unit;
  const std::initializer_list<double> limits = {limit / how.unit};
  const std::string from =
      bound_text(std::max(0.0, low), Outward::kDown, how.decimals, limits);
  const std::string unit(how.name);
  if (upper > kTellsNothing * amount) {
    return lower > 0 ? "at least " + from + unit : "";
  }
  const std::string to = bound_text(high, Outward::kUp, how.decimals, limits);
  if (!(lower > 0)) return "at most " + to + unit;
  return from + ".." + to;
}

PairOfDigits digits_for(double left, double right, logic::Dimension dimension,
                        const QuotientText& text) {
  constexpr int kMost = 9;
  for (int both = 2 * kUsualDigits; both <= 2 * kMost; ++both) {
    for (int first = kUsualDigits; first <= both - kUsualDigits; ++first) {
      const int second = both - first;
      if (first > kMost || second > kMost) continue;
      const double divisor = rounded_amount(right, dimension, second);
      if (divisor > 0 &&
          text.is_of(rounded_amount(left, dimension, first) / divisor)) {
        return {first, second};
      }
    }
  }
  return {};
}

}  // namespace spl::runner
