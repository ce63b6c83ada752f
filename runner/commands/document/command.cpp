#include <vector>

#include "runner/formulas/declared_workloads.hpp"
#include "runner/session/evaluating.hpp"
#include "runner/settings/commands.hpp"

namespace spl::runner::command {
namespace {

ExitStatus run_document(const Session& session) {
  session.report.functions = documented_functions(texts(session.invocation));
  return evaluate_formulas(session);
}

}  // namespace

std::vector<CommandRow> document() {
  return {
      {Mode::kDocument, "document", "PAGE",
       "writes a page in Markdown about the functions that formulas document",
       "document docs/performance.md src/",
       "The formulas are evaluated; the page has what they say of functions in "
       "C++\nsources, and what became of it. Other entries of the page stay.",
       "which evaluates formulas of sources", "", run_document}};
}

}  // namespace spl::runner::command
