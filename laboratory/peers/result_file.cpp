#include "laboratory/peers/result_file.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

namespace spl::bench {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using statistics::Finding;

constexpr std::pair<Finding, const char*> kFindings[] = {
    {Finding::kGreater, "greater"},
    {Finding::kLess, "less"},
    {Finding::kIndistinct, "indistinct"},
    {Finding::kUnknown, "unknown"}};

const char* to_text(Finding finding) {
  for (const auto& [known, text] : kFindings) {
    if (known == finding) return text;
  }
  return "";
}

Finding finding_of(const std::string& text) {
  for (const auto& [finding, known] : kFindings) {
    if (known == text) return finding;
  }
  throw std::runtime_error("'" + text + "' is no finding");
}

Tool tool_of(const std::string& text) {
  for (const Tool tool : kTools) {
    if (to_text(tool) == text) return tool;
  }
  throw std::runtime_error("'" + text + "' is no tool");
}

Sides sides_of(const std::string& text) {
  for (const Sides sides : kSides) {
    if (to_text(sides) == text) return sides;
  }
  throw std::runtime_error("'" + text + "' are no sides");
}

std::string whole(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::string encode(const Result& result) {
  return json{{"kernel", result.comparison.kernel},
              {"slowed", result.comparison.slowed_percent},
              {"tool", to_text(result.comparison.tool)},
              {"number", result.comparison.number},
              {"sides", to_text(result.comparison.sides)},
              {"finding", to_text(result.finding)},
              {"seconds", result.seconds},
              {"run_seconds", result.run_seconds},
              {"spawn_seconds", result.spawn_seconds},
              {"blocks", result.blocks},
              {"stopped", result.stopped},
              {"left", result.left},
              {"right", result.right}}
      .dump();
}

Result decode(std::string_view line) {
  const json data = json::parse(line);
  Result result;
  result.comparison = {data.at("kernel"), data.at("slowed"),
                       tool_of(data.at("tool")), data.at("number"),
                       sides_of(data.at("sides"))};
  result.finding = finding_of(data.at("finding"));
  result.seconds = data.at("seconds");
  result.run_seconds = data.at("run_seconds");
  result.spawn_seconds = data.at("spawn_seconds");
  result.blocks = data.at("blocks");
  result.stopped = data.at("stopped");
  result.left = data.at("left").get<std::vector<double>>();
  result.right = data.at("right").get<std::vector<double>>();
  return result;
}

ResultFile::ResultFile(fs::path path) : path_(std::move(path)) {
  fs::create_directories(path_.parent_path());
  if (fs::exists(path_)) read();
  file_.open(path_, std::ios::binary | std::ios::app);
  if (!file_) {
    throw std::runtime_error("cannot write " + path_.string() +
                             "; make its folder one that can be written");
  }
}

void ResultFile::read() {
  const std::string text = whole(path_);
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos;
       end = text.find('\n', begin)) {
    results_.push_back(decode(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  fs::resize_file(path_, begin);
}

void ResultFile::add(Result result) {
  file_ << encode(result) << '\n' << std::flush;
  if (!file_) throw std::runtime_error("cannot write " + path_.string());
  results_.push_back(std::move(result));
}

std::vector<Comparison> remaining(const std::vector<Comparison>& plan,
                                  const std::vector<Result>& results) {
  std::set<Comparison> made;
  for (const Result& result : results) made.insert(result.comparison);
  std::vector<Comparison> left;
  std::copy_if(plan.begin(), plan.end(), std::back_inserter(left),
               [&](const Comparison& one) { return !made.contains(one); });
  return left;
}

}  // namespace spl::bench
