#include "runner/block_protocol.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "runner/host_name.hpp"
#include "runner/version.hpp"

namespace spl::runner {
namespace {

using Json = nlohmann::json;

std::string line(Json json) {
  json["version"] = kVersion;
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

/// This program and its host.
std::string here() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string() +
         " on " + host_name();
}

Json parsed(const std::string& text) {
  Json json = Json::parse(text);
  const std::string version = json.at("version");
  if (version != kVersion) {
    throw BlockProtocolError("spl-run " + version + " talks to " + here() +
                             ", which is " + kVersion +
                             "; install one version on all hosts");
  }
  return json;
}

BlockProtocolError unreadable(const Json::exception& error) {
  return BlockProtocolError(here() +
                            " cannot read what another spl-run wrote "
                            "for it: " +
                            error.what() +
                            "; install one version on all hosts, and name a "
                            "folder that has space with --shared-folder");
}

Json counters(const HostCounters& counters) {
  return {counters.ticks, counters.stolen, counters.throttled};
}

HostCounters counters_from(const Json& json) {
  return {json.at(0), json.at(1), json.at(2)};
}

Json facts_json(const HostFacts& facts) {
  Json json = {{"name", facts.name}};
  for_each_fact(facts, [&](const char* name, const auto& fact) {
    if (fact) json[name] = *fact;
  });
  return json;
}

HostFacts facts_from(const Json& json) {
  HostFacts facts;
  facts.name = json.at("name");
  for_each_fact(facts, [&](const char* name, auto& fact) {
    using Fact = typename std::decay_t<decltype(fact)>::value_type;
    if (json.contains(name)) fact = json.at(name).get<Fact>();
  });
  return facts;
}

Json ending_json(const Ending& ending) {
  return {{"kind", static_cast<int>(ending.kind)},
          {"status", ending.status},
          {"duration", ending.duration.count()},
          {"output", ending.output}};
}

Ending ending_from(const Json& json) {
  return {static_cast<Ending::Kind>(json.at("kind").get<int>()),
          json.at("status"), std::chrono::nanoseconds(json.at("duration")),
          json.at("output")};
}

Json run_json(const BlockRequest::Run& run) {
  return {{"program", run.program},
          {"request", run.request},
          {"padding", run.padding},
          {"timeout", run.timeout.count()}};
}

BlockRequest::Run run_from(const Json& json) {
  return {json.at("program"), json.at("request"), json.at("padding"),
          std::chrono::nanoseconds(json.at("timeout"))};
}

BlockRequest request_from(const Json& json) {
  BlockRequest request;
  request.folder = json.at("folder");
  request.lock = json.at("lock");
  request.processors = json.at("processors").get<Processors>();
  request.wants_facts = json.at("wants_facts");
  request.launcher = json.at("launcher").get<std::vector<std::string>>();
  for (const Json& run : json.at("runs")) {
    request.runs.push_back(run_from(run));
  }
  return request;
}

BlockAnswer answer_from(const Json& json) {
  BlockAnswer answer;
  answer.host = json.at("host");
  answer.failure = json.at("failure");
  for (const Json& ending : json.at("endings")) {
    answer.endings.push_back(ending_from(ending));
  }
  if (json.contains("facts")) answer.facts = facts_from(json.at("facts"));
  answer.before = counters_from(json.at("before"));
  answer.after = counters_from(json.at("after"));
  return answer;
}

}  // namespace

std::string encode(const BlockRequest& request) {
  Json runs = Json::array();
  for (const BlockRequest::Run& run : request.runs) {
    runs.push_back(run_json(run));
  }
  return line({{"folder", request.folder},
               {"lock", request.lock},
               {"processors", request.processors},
               {"wants_facts", request.wants_facts},
               {"launcher", request.launcher},
               {"runs", std::move(runs)}});
}

std::string encode(const BlockAnswer& answer) {
  Json endings = Json::array();
  for (const Ending& ending : answer.endings) {
    endings.push_back(ending_json(ending));
  }
  Json json = {{"host", answer.host},
               {"failure", answer.failure},
               {"endings", std::move(endings)},
               {"before", counters(answer.before)},
               {"after", counters(answer.after)}};
  if (answer.facts) json["facts"] = facts_json(*answer.facts);
  return line(std::move(json));
}

BlockRequest decode_block_request(const std::string& text) {
  try {
    return request_from(parsed(text));
  } catch (const Json::exception& error) {
    throw unreadable(error);
  }
}

BlockAnswer decode_block_answer(const std::string& text) {
  try {
    return answer_from(parsed(text));
  } catch (const Json::exception& error) {
    throw unreadable(error);
  }
}

}  // namespace spl::runner
