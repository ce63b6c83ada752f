// The work of a program of ours with nlohmann_json: a new version of the
// library may not do this slower, whatever else it does.

#include <cstddef>
#include <nlohmann/json.hpp>
#include <spl/workload.hpp>
#include <string>

namespace {

nlohmann::json order(int items) {
  nlohmann::json result;
  for (int i = 0; i < items; ++i) {
    result["items"].push_back({{"id", i}, {"price", 0.25 * i}});
  }
  return result;
}

}  // namespace

SPL_WORKLOAD(read, (int items), spl::values(10, 100)) {
  const std::string text = order(items).dump();
  while (spl.needs_more()) spl::keep(nlohmann::json::parse(text));
}

SPL_WORKLOAD(write, (int items), spl::values(10, 100)) {
  const nlohmann::json document = order(items);
  while (spl.needs_more()) spl::keep(document.dump());
}

SPL_WORKLOAD(sum, (int items), spl::values(100)) {
  const nlohmann::json document = order(items);
  while (spl.needs_more()) {
    double total = 0;
    for (const auto& item : document["items"]) {
      total += item["price"].get<double>();
    }
    spl::keep(total);
  }
}
