#include "runner/reports/json/written_json.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <streambuf>
#include <string_view>
#include <utility>

namespace spl::runner {
namespace {

/// Returns how many line feeds the indented text has: one after each item, and
/// one after what opens a list or an object of any.
std::size_t line_feeds(const Json& json) {
  if (!json.is_structured() || json.empty()) return 0;
  std::size_t result = 1 + json.size();
  for (const Json& one : json) result += line_feeds(one);
  return result;
}

/// Collects a text and passes on the share of its lines that are there.
class CountingBuffer : public std::streambuf {
 public:
  CountingBuffer(std::size_t all, const ReportShare& report)
      : all_(all), report_(report) {}

  [[nodiscard]] std::string take() { return std::move(text_); }

 protected:
  int_type overflow(int_type code) override {
    if (traits_type::eq_int_type(code, traits_type::eof())) return 0;
    const char one = traits_type::to_char_type(code);
    (void)xsputn(&one, 1);
    return code;
  }

  std::streamsize xsputn(const char* begin, std::streamsize size) override {
    const std::string_view part(begin, static_cast<std::size_t>(size));
    text_ += part;
    count(static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n')));
    return size;
  }

 private:
  void count(std::size_t more) {
    constexpr std::size_t kStep = std::size_t{1} << 14;
    lines_ += more;
    if (!report_ || lines_ < next_) return;
    next_ = lines_ + kStep;
    report_(static_cast<double>(lines_) / static_cast<double>(all_));
  }

  const std::size_t all_;
  const ReportShare& report_;
  std::string text_;
  std::size_t lines_ = 0;
  std::size_t next_ = 1;
};

}  // namespace

std::string written_json(const Json& json, const ReportShare& report_share) {
  CountingBuffer buffer(line_feeds(json) + 1, report_share);
  std::ostream out(&buffer);
  out << std::setw(2) << json << '\n';
  return buffer.take();
}

}  // namespace spl::runner
