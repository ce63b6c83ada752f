#include "runner/store/experiment.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <type_traits>

namespace spl::runner {
namespace {

using nlohmann::json;

Uuid uuid_of_facts(std::string_view kind, const json& facts) {
  // Keys are sorted, and bytes that are no UTF-8 do not stop it.
  return uuid_of(std::string(kind) + ' ' +
                 facts.dump(-1, ' ', false, json::error_handler_t::replace));
}

bool is_passing(std::string_view fact) {
  return fact == "load" || fact == "runnable" || fact == "on_battery";
}

}  // namespace

Uuid uuid_of(const HostFacts& host) {
  json facts{{"name", host.name}};
  for_each_fact(host, [&](const char* name, const auto& fact) {
    if (fact && !is_passing(name)) facts[name] = *fact;
  });
  return uuid_of_facts("host", facts);
}

Uuid uuid_of(const BuildIdentity& build) {
  return uuid_of_facts("build", {{"content", build.content},
                                 {"hash", build.hash},
                                 {"compiler", build.facts.compiler},
                                 {"flags", build.facts.flags},
                                 {"sanitizers", build.facts.sanitizers},
                                 {"optimized", build.facts.optimized},
                                 {"assertions", build.facts.assertions}});
}

Uuid uuid_of(const logic::Performance& performance) {
  return uuid_of("performance " + to_text(without_revision(performance)));
}

logic::Performance without_revision(logic::Performance performance) {
  performance.revision.clear();
  return performance;
}

}  // namespace spl::runner
