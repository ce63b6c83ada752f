// A document of a given size, parsed.
#include <nlohmann/json.hpp>
#include <string>

#include "spl/workload.hpp"

namespace {

// The same at every call, and the beginning of every larger one.
std::string document(std::size_t bytes) {
  spl::Random random(1);
  std::string text = "[";
  while (true) {
    const nlohmann::json entry = {
        {"id", random(100'000, 999'999)},
        {"name", "element " + std::to_string(random(1000, 9999))},
        {"price", random(100, 999) / 16.0},
        {"tags", {"new", "cheap", random(0, 1) == 0}}};
    const std::string more = (text.size() > 1 ? "," : "") + entry.dump();
    if (text.size() + more.size() + 1 > bytes) break;
    text += more;
  }
  return text + ']';
}

}  // namespace

SPL_WORKLOAD(parse, (std::size_t bytes)) {
  const std::string text = document(bytes);
  while (spl.needs_more()) spl::keep(nlohmann::json::parse(text));
}
