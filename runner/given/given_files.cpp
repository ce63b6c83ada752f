#include "runner/given/given_files.hpp"

#include <algorithm>
#include <set>

#include "runner/given/data_file.hpp"
#include "runner/given/google_benchmark.hpp"
#include "spl/logic/given.hpp"

namespace spl::runner {
namespace {

void check_names(const std::string& file,
                 const logic::GivenPerformances& given) {
  std::set<std::string> methods;
  for (const logic::Performance& one : given.performances) {
    methods.insert(one.method);
  }
  for (const logic::Performance& one : given.performances) {
    for (const std::string& name : {one.generator, one.factory}) {
      if (!methods.contains(name)) continue;
      throw DataError(
          std::string(file)
              .append(": performances[\"")
              .append(to_text(one))
              .append("\"]: \"")
              .append(name)
              .append("\" is a method elsewhere in the file; an instrument in "
                      "[...] needs another name"));
    }
  }
}

GivenObservations united(const std::vector<JsonText>& texts,
                         workload::Metric metric) {
  const auto foreign = static_cast<std::size_t>(
      std::count_if(texts.begin(), texts.end(), is_google_benchmark));
  if (foreign == texts.size()) {
    return google_benchmark_observations(texts, metric);
  }
  if (foreign != 0) {
    throw DataError(texts.back().file() +
                    ": reports of Google Benchmark and data files of SPL "
                    "cannot be given together");
  }
  GivenObservations result;
  for (const JsonText& text : texts) {
    add_data_file(text,
                  &text == &texts.front() ? Position::kFirst : Position::kLater,
                  result);
  }
  return result;
}

}  // namespace

GivenObservations read_observations(const std::vector<std::string>& files,
                                    workload::Metric metric) {
  std::vector<JsonText> texts;
  for (const std::string& file : files) texts.push_back(JsonText::read(file));
  GivenObservations result = united(texts, metric);
  logic::GivenPerformances given{{}, result.dimension};
  for (const auto& [performance, observed] : result.performances) {
    given.performances.insert(performance);
  }
  check_names(files.front(), given);
  result.catalogue = logic::given_catalogue(std::move(given), files.front());
  return result;
}

}  // namespace spl::runner
