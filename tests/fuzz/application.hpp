#pragma once

#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "runner/session/application.hpp"
#include "runner/system/terminal_text.hpp"

/// What a call of spl-run prints, where there are no programs.
struct Printed {
  int status = 0;
  std::string out;
  std::string err;
  std::string report;
};

class NoPrograms : public spl::runner::Launcher {
 public:
  spl::workload::CatalogueAnswer catalogue(const std::string&) override {
    throw spl::runner::ProgramError("no programs");
  }
  void prepare(const spl::runner::Placement&) override {}
  spl::runner::BlockResult measure(const spl::runner::Block&) override {
    return {};
  }
  std::vector<spl::runner::HostRecord> hosts() override { return {}; }
};

class NoTime : public spl::runner::Clock {
 public:
  double seconds() override { return 0; }
};

inline Printed printed(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  std::ostringstream report;
  Printed result;
  {
    const spl::runner::TerminalStream shown_out(out);
    const spl::runner::TerminalStream shown_err(err);
    NoPrograms programs;
    NoTime clock;
    result.status = spl::runner::run_application(
        arguments,
        {.launcher = programs,
         .clock = clock,
         .environment =
             [](const std::string&) { return std::optional<std::string>(); },
         .context = {},
         .out = out,
         .err = err,
         .json = report});
  }
  result.out = out.str();
  result.err = err.str();
  result.report = report.str();
  return result;
}
