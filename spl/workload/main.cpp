#include <cstdio>
#include <cstring>
#include <string>
#include <variant>

#include "spl/workload/registered.hpp"
#include "spl/workload/worker.hpp"

namespace {

using spl::workload::Argument;
using spl::workload::CatalogueAnswer;
using spl::workload::EntryFacts;
using spl::workload::ParameterFacts;

constexpr const char* kKinds[] = {"workload", "method", "factory", "generator"};

std::string text(const Argument& argument) {
  if (const auto* string = std::get_if<std::string>(&argument)) {
    return '"' + *string + '"';
  }
  char number[32];
  std::snprintf(number, sizeof number, "%.15g", std::get<double>(argument));
  return number;
}

std::string text(const ParameterFacts& parameter) {
  std::string text = parameter.type;
  if (!parameter.name.empty()) text += ' ' + parameter.name;
  for (const Argument& value : parameter.values) {
    text +=
        (&value == &parameter.values.front() ? " in " : ", ") + ::text(value);
  }
  return text;
}

/// "ArrayList.contains(std::vector<int>, int)"
std::string text(const EntryFacts& entry) {
  std::string list;
  const auto add = [&](const std::string& item) {
    list += (list.empty() ? "" : "; ") + item;
  };
  if (entry.kind == EntryFacts::Kind::kMethod) {
    for (const std::string& type : entry.arguments) add(type);
  } else {
    for (const ParameterFacts& parameter : entry.parameters) {
      add(text(parameter));
    }
  }
  return entry.name + '(' + list + ')';
}

int list_workloads(const char* program) {
  const CatalogueAnswer catalogue = spl::workload::catalogue();
  std::printf("This program holds workloads for SPL:\n\n");
  for (const EntryFacts& entry : catalogue.entries) {
    std::printf("  %-9s  %s\n", kKinds[static_cast<int>(entry.kind)],
                text(entry).c_str());
  }
  std::printf("\nspl-run -p %s measures them.\n", program);
  if (catalogue.failure.empty()) return 0;
  std::fprintf(stderr, "error: %s\n", catalogue.failure.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  spl::workload::answer_request_if_asked();
  const bool help = argc == 2 && (std::strcmp(argv[1], "--help") == 0 ||
                                  std::strcmp(argv[1], "-h") == 0);
  if (argc < 2 || help) return list_workloads(argc > 0 ? argv[0] : "PROGRAM");
  std::fprintf(stderr,
               "%s: unknown argument %s; this program holds workloads, which "
               "spl-run -p %s measures\n",
               argv[0], argv[1], argv[0]);
  return 2;
}
