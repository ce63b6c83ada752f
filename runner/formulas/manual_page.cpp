#include "runner/formulas/manual_page.hpp"

#include <string_view>

#include "runner/settings/version.hpp"

namespace spl::runner {
namespace {

constexpr const char* kBeginning = R"(.SH NAME
spl\-run \- evaluate performance formulas
.SH SYNOPSIS
.B spl\-run
[\fIOPTIONS\fR] [\fIFORMULAS\fR...]
.SH DESCRIPTION
)";

constexpr const char* kDescription = R"(.PP
A formula such as
.B new(100) <= 1.05 * old(100)
compares workloads, which a program of
.B \-\-program
or of the project file holds. They run in processes of their own, in blocks and
in random order, until the answer is known or the time is used up.
.PP
What an option sets can also stand in the project file
.RB ( \(dqmax\-runs\(dq:\ 20 )
and in the environment
.RB ( SPL_MAX_RUNS=20 ),
where a flag is true or false. Options that say what to do,
.B \-\-formula
and
.B \-\-config
are for the command line alone.
The environment has precedence over the project file, and the command line over
both.
)";

constexpr const char* kEnd = R"(.SH ENVIRONMENT
.TP
.B SPL_MAX_RUNS
The value of
.BR \-\-max\-runs ;
likewise for all options but those of "What to do",
.B \-\-formula
and
.BR \-\-config .
.TP
.B SPL_RUNNER
The
.B spl\-run
that assertions in tests start.
.SH EXIT STATUS
.TP
.B 0
All formulas hold, or the answer is known.
.TP
.B 1
A formula is violated.
.TP
.B 2
The command line, the project file or a formula has a mistake, or the system
failed.
.TP
.B 3
Something could not be built or measured.
.TP
.B 4
The answer is not known.
.SH FILES
.TP
.I spl.json
The project file.
.TP
.I .spl/history.db
What was measured in the project.
.TP
.I $XDG_CACHE_HOME/spl
Built programs of revisions.
.SH EXAMPLES
.TP
.B spl\-run \-p build/bench \-e \(aqnew(n) <= 1.05 * old(n)\(aq
Compare two workloads at all sizes that they declare.
.TP
.B spl\-run \-\-guard
Fail if a workload of the project file\(aqs program is slower than at the
baseline.
.TP
.B spl\-run \-\-compare \(aq./convert a.xml\(aq \(aq./convert\-old a.xml\(aq
Say which of two commands is faster.
)";

/// Returns text as man shows it, word by word.
std::string man_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else if (c == '\'') {
      result += "\\(aq";
    } else {
      result += c;
    }
  }
  // In the first column these would begin a request.
  return result.starts_with('.') ? "\\&" + result : result;
}

std::string bold(const std::string& text) {
  return "\\fB" + man_text(text) + "\\fR";
}

std::string man_entry(const ListedOption& option) {
  std::string text = ".TP\n";
  if (!option.short_name.empty()) text += bold(option.short_name) + ", ";
  text += bold(option.name);
  if (!option.value.empty()) {
    text += " \\fI" + man_text(option.value) + "\\fR";
  }
  return text + '\n' + man_text(option.help) + '\n';
}

}  // namespace

std::string manual_page(const std::vector<ListedOption>& options) {
  std::string text =
      ".\\\" Written by spl-run --generate man.\n"
      ".TH SPL\\-RUN 1 \"\" \"spl\\-run ";
  text += kSplVersion;
  text += "\" \"User Commands\"\n";
  text += kBeginning + man_text(kPurpose) + '\n' + kDescription;
  text += ".SH OPTIONS\n";
  std::string_view topic;
  for (const ListedOption& option : options) {
    if (option.topic != topic) text += ".SS " + man_text(option.topic) + '\n';
    topic = option.topic;
    text += man_entry(option);
  }
  return text + kEnd;
}

}  // namespace spl::runner
