#include "runner/formulas/listing.hpp"

#include <gtest/gtest.h>

#include "runner/programs/program_catalogue.hpp"
#include "tests/runner/sample_world.hpp"

namespace spl::runner {
namespace {

using Kind = workload::EntryFacts::Kind;

/// A program that composes methods in C++.
class Composing final : public ScriptedLauncher {
 public:
  Composing() : ScriptedLauncher(means({})) {}

  workload::CatalogueAnswer catalogue(const std::string& program) override {
    workload::CatalogueAnswer answer = ScriptedLauncher::catalogue(program);
    const auto add = [&](Kind kind, const std::string& name,
                         const std::string& place,
                         std::vector<std::string> parts = {}) {
      workload::EntryFacts facts;
      facts.kind = kind;
      facts.name = name;
      facts.place = place;
      facts.arguments = {"int"};
      facts.parts = std::move(parts);
      answer.entries.push_back(facts);
    };
    add(Kind::kMethod, "a", "x.cpp:1", {"function a"});
    add(Kind::kMethod, "sort", "x.cpp:2", {"function sort", "ints in x.cpp"});
    add(Kind::kMethod, "twin", "x.cpp:3", {"function twin"});
    add(Kind::kMethod, "twin", "y.cpp:4", {"twin in y.cpp"});
    for (const char* name : {"function a", "function sort", "function twin",
                             "twin in y.cpp", "it's \"b\""}) {
      add(Kind::kMethod, name, "x.cpp");
    }
    add(Kind::kGenerator, "ints in x.cpp", "x.cpp");
    return answer;
  }
};

TEST(Listing, HasTheNamesThatFormulasWrite) {
  Composing launcher;
  EXPECT_EQ(listing({}, ask({"sample"}, launcher).catalogue),
            R"(sample
  workload a(int n = 1, 2)
  workload b(int n = 1, 2)
  workload c(int n)
  method sort(int)
  method twin(int); another twin is at y.cpp:4
  method twin(int); another twin is at x.cpp:3
  method "function a"(int)
  method "function twin"(int)
  method "twin in y.cpp"(int)
  method 'it's "b"'(int), which no formula can write
)");
}

}  // namespace
}  // namespace spl::runner
