#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "laboratory/peers/comparison.hpp"

namespace spl::bench {

/// The tools at work.
class Tools {
 public:
  struct Programs {
    std::string spl_run;
    std::string workloads;
    std::string google;
    std::string process;
  };

  /// What they write goes to the folder.
  Tools(Programs programs, const std::filesystem::path& folder);

  /// Measures and decides. Throws std::runtime_error if a tool fails.
  [[nodiscard]] Result compare(const Comparison& comparison) const;

 private:
  void spl(double alpha, Result& result) const;
  void google(bool is_short, Result& result) const;
  void processes(Result& result) const;
  void check(Result& result) const;

  [[nodiscard]] std::vector<double> google_times(const std::string& benchmark,
                                                 bool is_short,
                                                 double& seconds) const;

  Programs programs_;
  std::filesystem::path output_;
  std::filesystem::path report_;
};

}  // namespace spl::bench
