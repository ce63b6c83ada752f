#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runner/given/given_files.hpp"
#include "runner/given/given_observations.hpp"
#include "runner/system/foreign_text.hpp"
#include "runner/system/json_text.hpp"
#include "tests/runner/temporary_folder.hpp"

namespace spl::runner {

/// Files of other tools, recorded ones and such as tests write.
class GivenText : public ::testing::Test {
 protected:
  static std::string recorded(const std::string& name) {
    return std::string(SPL_TEST_DATA) + "/given/" + name;
  }

  /// The observations of a method without anything else.
  static statistics::Runs runs(const GivenObservations& given,
                               const std::string& method,
                               std::vector<logic::Value> arguments = {}) {
    const logic::Performance name{method, "", "", "", std::move(arguments)};
    return std::get<statistics::Sample>(given.performances.at(name).observed)
        .runs();
  }

  static std::string failure(const GivenObservations& given,
                             const std::string& method) {
    return std::get<logic::Failure>(
               given.performances.at({method, "", "", "", {}}).observed)
        .reason;
  }

  static std::vector<std::string> names(const GivenObservations& given) {
    std::vector<std::string> result;
    for (const auto& [performance, observed] : given.performances) {
      result.push_back(to_text(performance));
    }
    std::ranges::sort(result);
    return result;
  }

  /// What reading the files says, without the folder of those written here.
  std::string message(const std::vector<std::string>& files,
                      workload::Metric metric = workload::Metric::kWall) {
    try {
      (void)read_observations(files, metric);
    } catch (const DataError& error) {
      return without_folder(error.what());
    }
    return "no error";
  }

  /// The same of one text.
  std::string message(const std::string& text,
                      workload::Metric metric = workload::Metric::kWall) {
    return message(std::vector<std::string>{folder_.write("x", text)}, metric);
  }

  std::string without_folder(std::string text) const {
    const std::string folder = (folder_.path() / "").string();
    for (std::size_t at = text.find(folder); at != std::string::npos;
         at = text.find(folder)) {
      text.erase(at, folder.size());
    }
    return text;
  }

  TemporaryFolder folder_;
};

}  // namespace spl::runner
