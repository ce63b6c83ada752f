#include "runner/store/experiment.hpp"

#include <nlohmann/json.hpp>

#include "runner/system/foreign_text.hpp"

namespace spl::runner {
namespace {

using nlohmann::json;

Uuid uuid_of_facts(std::string_view kind, const json& facts) {
  // Keys are sorted, and bytes that are no UTF-8 do not stop it.
  return uuid_of(std::string(kind) + ' ' +
                 facts.dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace

HostFacts as_stored(HostFacts host) {
  host.name = shown_text(host.name);
  return host;
}

BuildIdentity as_stored(BuildIdentity build) {
  for (std::string* text :
       {&build.facts.compiler, &build.facts.flags, &build.facts.sanitizers}) {
    *text = shown_text(*text);
  }
  return build;
}

std::string as_stored(const logic::Performance& performance) {
  return shown_text(to_text(without_revision(performance)));
}

Uuid uuid_of_stored(const HostFacts& host) {
  json facts{{"name", host.name}};
  for_each_lasting_fact(host, [&](std::string_view name, const auto& fact) {
    if (fact) facts[name] = *fact;
  });
  return uuid_of_facts("host", facts);
}

Uuid uuid_of_stored(const BuildIdentity& build) {
  return uuid_of_facts("build", {{"content", build.content},
                                 {"hash", build.hash},
                                 {"compiler", build.facts.compiler},
                                 {"flags", build.facts.flags},
                                 {"sanitizers", build.facts.sanitizers},
                                 {"optimized", build.facts.optimized},
                                 {"assertions", build.facts.assertions}});
}

Uuid uuid_of_stored(std::string_view performance) {
  return uuid_of("performance " + std::string(performance));
}

logic::Performance without_revision(logic::Performance performance) {
  performance.revision.clear();
  return performance;
}

}  // namespace spl::runner
