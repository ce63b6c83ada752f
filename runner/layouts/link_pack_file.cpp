#include <nlohmann/json.hpp>

#include "runner/layouts/link_pack.hpp"
#include "runner/system/files.hpp"

namespace spl::runner {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

}  // namespace

std::string to_text(const LinkPack& links) {
  json facts{
      {"linker", links.linker.name},      {"path", links.linker.path.string()},
      {"problem", links.problem},         {"seconds", links.seconds},
      {"identical", links.are_identical}, {"files", json::array()}};
  for (const LinkedFile& file : links.files) {
    facts["files"].push_back(
        {{"path", file.relative.string()}, {"words", file.words}});
  }
  return facts.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

LinkPack parse_link_pack(const std::string& text, const fs::path& file) {
  try {
    const json facts = json::parse(text);
    LinkPack result{{facts.at("linker").get<std::string>(),
                     facts.at("path").get<std::string>()},
                    {},
                    facts.at("problem").get<std::string>(),
                    facts.value("seconds", 0.0),
                    facts.value("identical", false)};
    for (const json& one : facts.at("files")) {
      result.files.push_back({one.at("path").get<std::string>(),
                              one.at("words").get<std::vector<std::string>>()});
    }
    return result;
  } catch (const json::exception&) {
    throw FileError(file.string() +
                    " is not what spl-run writes there; remove its folder");
  }
}

void write_link_pack(const LinkPack& links, const fs::path& pack) {
  write_file(pack / kPackFacts, to_text(links));
}

LinkPack read_link_pack(const fs::path& pack) {
  const fs::path file = pack / kPackFacts;
  return parse_link_pack(read_file(file), file);
}

}  // namespace spl::runner
