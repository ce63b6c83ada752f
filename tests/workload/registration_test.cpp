#include "spl/workload/registration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "spl/workload/answer.hpp"
#include "spl/workload/composed_entry.hpp"
#include "spl/workload/registered.hpp"
#include "tests/workload/scripted_clock.hpp"

namespace spl::workload {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::SizeIs;

/// The object that the workloads below move and write to.
ScriptedClock test_clock;
std::vector<int> seen;

struct Instance {
  explicit Instance(int size) : count(size) { ++made; }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  ~Instance() = default;
  int count;
  static int made;
};
int Instance::made = 0;

/// Takes 50 us to make, as about 1 MB of its own does.
struct Large {
  Large() {
    test_clock.time += 50'000;
    most_alive = std::max(most_alive, ++alive);
  }
  Large(const Large&) = delete;
  Large& operator=(const Large&) = delete;
  ~Large() { --alive; }
  static int alive;
  static int most_alive;
};
/// Costs no time, only room; counts likewise.
template <std::size_t kBytes>
struct Sized {
  Sized() { most_alive = std::max(most_alive, ++alive); }
  Sized(const Sized&) = delete;
  Sized& operator=(const Sized&) = delete;
  ~Sized() { --alive; }
  char bytes[kBytes] = {};
  static inline int alive = 0;
  static inline int most_alive = 0;
};

int Large::alive = 0;
int Large::most_alive = 0;

void tick() { test_clock.time += 100; }

/// The run's answer to a cold run of three observations, or another plan.
RunAnswer run(const std::string& method, std::vector<Argument> arguments,
              const std::string& generator = "",
              const std::string& factory = "",
              const Plan& plan = {3, 0, 0, 0}) {
  Request request;
  request.task = Request::Task::kRun;
  request.method = method;
  request.generator = generator;
  request.factory = factory;
  request.arguments = std::move(arguments);
  request.seed = 11;
  request.observations = plan.observations;
  request.warmup_ns = plan.warmup_ns;
  request.warmup_observations = plan.warmup_observations;
  request.observation_ns = plan.observation_ns;
  seen.clear();
  Instance::made = 0;
  return answer_run(request, test_clock);
}

std::string failure(const std::string& method, std::vector<Argument> arguments,
                    const std::string& generator = "",
                    const std::string& factory = "") {
  const RunAnswer answer =
      run(method, std::move(arguments), generator, factory);
  EXPECT_EQ(answer.observations.empty(), !answer.failure.empty());
  return answer.failure;
}

EntryFacts facts(const std::string& name) {
  return registered(name).at(0)->facts();
}

}  // namespace
}  // namespace spl::workload

using spl::workload::Instance;
using spl::workload::Large;
using spl::workload::seen;
using spl::workload::Sized;
using spl::workload::tick;

// clang-format off
SPL_WORKLOAD(test::body, (int size, const std::string& label, double), spl::values(1, 2), spl::values("a", "b"), spl::values(1, 2.5)) {
  while (spl.needs_more()) {
    seen.push_back(size + static_cast<int>(label.size()));
    tick();
  }
}
SPL_WORKLOAD("test body: \"quoted\"", ()) {
  while (spl.needs_more()) {
    spl.start();
    tick();
    spl.stop();
  }
}
SPL_METHOD("test.shared", [](const Instance& self, int key) { tick(); seen.push_back(key); return self.count; });
SPL_METHOD("test.fresh", [](Instance& self, int key) { tick(); seen.push_back(self.count); self.count = key; }); SPL_METHOD("test.noexcept", [](int key, int other) noexcept { tick(); return key + other; });
SPL_METHOD("test.text", [](std::string&& text, long long number) { tick(); seen.push_back(static_cast<int>(text.size()) + static_cast<int>(number)); text.clear(); });
SPL_METHOD(test::bare, [] { tick(); }); SPL_FACTORY(test.make_bare, [] { return 1; }); SPL_GENERATOR(bare_key, [](int size) { return size; });
SPL_METHOD("test." "joined \"twice\"", [] { tick(); });
SPL_METHOD("test.large", [](Large&&) { tick(); });
SPL_FACTORY("test.make_large", [] { return Large(); });
SPL_METHOD("test.small", [](Sized<8>&&) { tick(); });
SPL_FACTORY("test.make_small", [] { return Sized<8>(); });
SPL_METHOD("test.page", [](Sized<4096>&&) { tick(); });
SPL_FACTORY("test.make_page", [] { return Sized<4096>(); });
SPL_METHOD("test.none", [calls = 0]() mutable { tick(); seen.push_back(++calls); });
SPL_METHOD("test.function", tick);
SPL_FACTORY("test.instance", [](int size) { return Instance(size); }, spl::values(4, 5));
SPL_FACTORY("test.random_instance", [](spl::Random& random, int size) { random(); return Instance(size); });
SPL_GENERATOR("test.key", [](spl::Random& random, int size) { return random(0, size); }, spl::values(4, 5));
SPL_GENERATOR("test.keys", [](spl::Random& random, int size) { return std::tuple{random(0, size), size}; });
SPL_GENERATOR("test.text_and_number", [](spl::Random&, int size) { return std::tuple<std::string, long long>("abc", size); });
SPL_GENERATOR("test.throws", [](int) -> int { throw std::runtime_error("boom"); });
// clang-format on

namespace spl::workload {
namespace {

// Two registers in a call, and nobody keeps one in memory.
static_assert(std::is_trivially_copyable_v<Controller> &&
              sizeof(Controller) == 2 * sizeof(void*) &&
              !std::is_copy_constructible_v<Controller>);

constexpr double kBig = 1'000'000'000;

TEST(Registration, DescribesAWorkload) {
  const EntryFacts body = facts("test.body");
  EXPECT_EQ(body.kind, EntryFacts::Kind::kWorkload);
  EXPECT_EQ(body.name, "test::body");
  EXPECT_THAT(body.place,
              ::testing::ContainsRegex("/registration_test.cpp:[0-9]+$"));
  ASSERT_THAT(body.parameters, SizeIs(3));
  EXPECT_EQ(body.parameters[0].name, "size");
  EXPECT_EQ(body.parameters[0].type, "int");
  EXPECT_THAT(body.parameters[0].values, ElementsAre(1.0, 2.0));
  EXPECT_EQ(body.parameters[1].name, "label");
  EXPECT_EQ(body.parameters[1].type, "std::string");
  EXPECT_THAT(body.parameters[1].values, ElementsAre("a", "b"));
  EXPECT_EQ(body.parameters[2].name, "");
  EXPECT_EQ(body.parameters[2].kind, ParameterKind::kNumber);
  EXPECT_THAT(facts("test body: \"quoted\"").parameters, SizeIs(0));
}

TEST(Registration, DescribesMethodsAndWhatMakesTheirArguments) {
  const EntryFacts shared = facts("test.shared");
  EXPECT_EQ(shared.kind, EntryFacts::Kind::kMethod);
  EXPECT_THAT(shared.parameters, SizeIs(0));
  EXPECT_THAT(
      shared.arguments,
      ElementsAre("spl::workload::(anonymous namespace)::Instance", "int"));
  const EntryFacts text = facts("test.text");
  ASSERT_THAT(text.parameters, SizeIs(2));
  EXPECT_EQ(text.parameters[0].kind, ParameterKind::kText);
  EXPECT_EQ(text.parameters[1].type, "long long");
  EXPECT_THAT(text.arguments, ElementsAre("std::string", "long long"));

  const EntryFacts factory = facts("test.random_instance");
  EXPECT_EQ(factory.kind, EntryFacts::Kind::kFactory);
  EXPECT_EQ(factory.instance, "spl::workload::(anonymous namespace)::Instance");
  EXPECT_THAT(factory.parameters, SizeIs(1));
  const EntryFacts key = facts("test.key");
  EXPECT_EQ(key.kind, EntryFacts::Kind::kGenerator);
  EXPECT_THAT(key.arguments, ElementsAre("int"));
  EXPECT_THAT(key.parameters.at(0).values, ElementsAre(4.0, 5.0));
  EXPECT_THAT(facts("test.keys").arguments, ElementsAre("int", "int"));
}

TEST(Registration, RunsABody) {
  const RunAnswer answer = run("test.body", {1.0, std::string("abc"), 2.5});
  EXPECT_EQ(answer.failure, "");
  EXPECT_THAT(answer.observations, ElementsAre(100, 100, 100));
  EXPECT_THAT(seen, ElementsAre(4, 4, 4));
  EXPECT_EQ(failure("test body: \"quoted\"", {}), "");
}

TEST(Registration, MakesOneInstanceForAConstReference) {
  const RunAnswer answer =
      run("test.shared", {kBig}, "test.key", "test.instance");
  EXPECT_EQ(answer.failure, "");
  EXPECT_THAT(answer.observations, Each(100));
  EXPECT_EQ(Instance::made, 1);
  EXPECT_THAT(std::set<int>(seen.begin(), seen.end()), SizeIs(3));
}

TEST(Registration, MakesAnInstanceForEachCallThatMayChangeIt) {
  const RunAnswer answer =
      run("test.fresh", {7.0}, "test.key", "test.instance");
  EXPECT_EQ(answer.failure, "");
  EXPECT_EQ(Instance::made, 3);
  EXPECT_THAT(seen, ElementsAre(7, 7, 7));
}

TEST(Registration, DrawsArgumentsAnewForEachCallOfManyBatches) {
  const RunAnswer answer = run("test.shared", {kBig}, "test.key",
                               "test.instance", {2, 0, 1, 250'000});
  EXPECT_EQ(answer.failure, "");
  EXPECT_EQ(answer.iterations, 2500U);  // 2.4 batches of 1024.
  EXPECT_THAT(answer.observations, Each(100));
  const std::set<int> different(seen.begin(), seen.end());
  EXPECT_GT(different.size(), seen.size() - 10);
}

TEST(Registration, MakesFewAtOnceOfWhatTakesLongToMake) {
  const RunAnswer answer =
      run("test.large", {}, "", "test.make_large", {50, 250'000, 2, 20'000});
  EXPECT_EQ(answer.failure, "");
  // In 200 us, ten times the wanted length; 20 us would hold 200 calls.
  EXPECT_EQ(answer.iterations, 3U);
  EXPECT_EQ(Large::most_alive, 3);
  EXPECT_EQ(Large::alive, 0);
}

// 2500 calls an observation, all of them cheap to prepare for.
TEST(Registration, MakesBatchesThatStayInTheCache) {
  const Plan plan{2, 0, 1, 250'000};
  const RunAnswer small = run("test.small", {}, "", "test.make_small", plan);
  EXPECT_EQ(small.failure, "");
  EXPECT_EQ(small.iterations, 2500U);
  EXPECT_EQ(Sized<8>::most_alive, 1024);
  const RunAnswer page = run("test.page", {}, "", "test.make_page", plan);
  EXPECT_EQ(page.failure, "");
  EXPECT_EQ(page.iterations, 2500U);
  EXPECT_EQ(Sized<4096>::most_alive, 3);  // In 16 KiB, with their arguments.
}

TEST(Registration, DrawsTheSameCountedArgumentsAfterAnyWarmUp) {
  const auto last_two = [](std::uint64_t warmup, const char* factory) {
    const RunAnswer answer =
        run("test.shared", {kBig}, "test.key", factory, {2, 0, warmup, 0});
    EXPECT_EQ(answer.failure, "");
    EXPECT_EQ(seen.size(), warmup + 2);
    return std::vector<int>(seen.end() - 2, seen.end());
  };
  const auto expected = last_two(1, "test.instance");
  EXPECT_EQ(last_two(5, "test.instance"), expected);
  EXPECT_EQ(last_two(5, "test.random_instance"), expected);
}

TEST(Registration, MovesArgumentsTakenByValue) {
  EXPECT_EQ(failure("test.text", {4.0}, "test.text_and_number"), "");
  EXPECT_THAT(seen, ElementsAre(7, 7, 7));
}

TEST(Registration, TakesTheFormulasArgumentsWithoutAGenerator) {
  EXPECT_EQ(failure("test.text", {std::string("abcd"), 1.0}), "");
  EXPECT_THAT(seen, ElementsAre(5, 5, 5));
  EXPECT_EQ(failure("test.none", {}), "");
  EXPECT_THAT(seen, ElementsAre(1, 2, 3));
  EXPECT_EQ(failure("test.function", {}), "");
  EXPECT_EQ(failure("test.noexcept", {1.0, 2.0}), "");
}

struct Misfit {
  const char* method;
  std::vector<Argument> arguments;
  const char* generator;
  const char* factory;
  const char* failure;
};

template <std::size_t size>
void expect_failures(const Misfit (&table)[size]) {
  for (const Misfit& row : table) {
    EXPECT_EQ(failure(row.method, row.arguments, row.generator, row.factory),
              row.failure);
  }
}

TEST(Registration, ReportsNamesAndArgumentsThatDoNotFit) {
  const Misfit table[] = {
      {"nowhere", {}, "", "", "\"nowhere\" is not registered in this program"},
      {"test.key",
       {},
       "",
       "",
       "\"test.key\" is neither a workload nor a method"},
      {"test.none",
       {},
       "test.instance",
       "",
       "\"test.instance\" is no generator"},
      {"test.none", {}, "", "test.key", "\"test.key\" is no factory"},
      {"test.body",
       {1.0},
       "test.key",
       "",
       "is a workload with a loop of its own, which takes no generator and no "
       "factory"},
      {"test.body",
       {1.0},
       "",
       "",
       "takes (int size, std::string label, double), and 1 argument was given"},
      {"test.body",
       {2.5, std::string("a"), 1.0},
       "",
       "",
       "takes int size, not 2.5"},
      {"test.noexcept",
       {1.0, 3e9},
       "",
       "",
       "takes int from -2147483648 to 2147483647, not 3000000000"},
      {"test.noexcept",
       {},
       "test.keys",
       "",
       "its generator test.keys takes (int), and 0 arguments were given"},
      {"test.fresh",
       {2.5},
       "test.key",
       "test.instance",
       "its generator test.key takes int, not 2.5"},
      {"test.fresh",
       {1.0, 2.0},
       "",
       "test.instance",
       "its factory test.instance takes (int), and 2 arguments were given"},
  };
  expect_failures(table);
}

TEST(Registration, ReportsTypesThatDoNotFit) {
  const Misfit table[] = {
      {"test.noexcept",
       {1.0},
       "test.key",
       "",
       "takes (int, int), but its generator test.key makes (int)"},
      {"test.shared",
       {1.0},
       "test.keys",
       "test.instance",
       "takes (int), but its generator test.keys makes (int, int)"},
      {"test.noexcept",
       {1.0},
       "test.key",
       "test.instance",
       "takes int as its instance, but its factory test.instance makes "
       "spl::workload::(anonymous namespace)::Instance"},
      {"test.fresh",
       {1.0},
       "",
       "test.instance",
       "takes (int), which needs a generator"},
      {"test.shared",
       {},
       "",
       "",
       "takes (spl::workload::(anonymous namespace)::Instance, int), which "
       "needs a generator"},
      {"test.none",
       {1.0},
       "",
       "test.instance",
       "takes no arguments, so it needs no factory test.instance"},
      {"test.noexcept",
       {1.0},
       "test.throws",
       "",
       "takes (int, int), but its generator test.throws makes (int)"},
      {"test.shared",
       {1.0},
       "test.throws",
       "test.instance",
       "threw std::runtime_error: boom"},
  };
  expect_failures(table);
}

constexpr Origin kFirst{"a.cpp", 3,  "GCC 12.2.0",   true,
                        false,   "", "-mavx2 -fPIE "};
constexpr Origin kSecond{
    "b.cpp", 9, "Clang 14.0.6", false, true, "address undefined ", "-fPIE "};

TEST(Registry, ReportsNamesRegisteredTwice) {
  EXPECT_EQ(catalogue().failure, "");
  const auto method = register_method(kFirst, "a.b::twice", [](int) {});
  const auto factory =
      register_factory(kSecond, "a::b.twice", [] { return 1; });
  EXPECT_EQ(catalogue().failure,
            "\"a::b.twice\" is registered twice, at a.cpp:3 and at b.cpp:9");
  EXPECT_EQ(failure("a.b.twice", {}),
            "\"a::b.twice\" is registered twice, at a.cpp:3 and at b.cpp:9");
}

TEST(Registry, TakesNamesBareAndInLiterals) {
  for (const char* name : {"test::bare", "test.make_bare", "bare_key",
                           "test.joined \"twice\"", "test.large"}) {
    EXPECT_EQ(facts(name).name, name);
  }
}

TEST(Registry, GivesAMethodWithItsMakersAName) {
  const ComposedEntry entry("shared", kFirst,
                            {"test.shared", "test.key", "test.instance"});
  const EntryFacts composed = facts("shared");
  EXPECT_EQ(composed.kind, EntryFacts::Kind::kMethod);
  EXPECT_EQ(composed.place, "a.cpp:3");
  EXPECT_THAT(composed.parts,
              ElementsAre("test.shared", "test.key", "test.instance"));
  EXPECT_THAT(composed.arguments, ElementsAre("int"));
  EXPECT_THAT(composed.parameters.at(0).values, ElementsAre(4.0, 5.0));
  EXPECT_EQ(failure("shared", {5.0}), "");
  EXPECT_THAT(seen, SizeIs(3));
  EXPECT_EQ(Instance::made, 1);
  EXPECT_EQ(failure("shared", {}), "takes (int), and 0 arguments were given");

  const ComposedEntry alone("alone", kFirst, {"test.noexcept"});
  EXPECT_THAT(facts("alone").arguments, ElementsAre("int", "int"));
  EXPECT_EQ(failure("alone", {1.0, 2.0}), "");
}

TEST(Registry, HasComposedMethodsUnlessOthersHaveTheirNames) {
  const ComposedEntry first("test.none", kFirst, {"test.bare"});
  const ComposedEntry second("test.none", kSecond, {"test.bare"});
  EXPECT_THAT(registered("test.none"), SizeIs(1));
  EXPECT_THAT(facts("test.none").parts, SizeIs(0));
  EXPECT_EQ(catalogue().failure, "");
}

TEST(Registry, ListsWhatHasNoLineLast) {
  Origin nowhere = kFirst;
  nowhere.line = 0;
  const auto method = register_method(nowhere, "a", [] {});
  EXPECT_EQ(catalogue().entries.back().name, "a");
}

TEST(Registry, ReportsNamesThatAreNone) {
  const auto empty = register_method(kFirst, "", [] {});
  const auto broken = register_method(kSecond, "a\nb", [] {});
  EXPECT_EQ(catalogue().failure,
            "a name is empty at a.cpp:3; a name has control characters at "
            "b.cpp:9");
}

TEST(Registry, ReportsValuesThatDoNotFit) {
  const auto factory = register_factory(
      kFirst, "small", [](signed char size) { return size; }, values(1, 1000));
  EXPECT_EQ(catalogue().failure,
            "\"small\" takes signed char from -128 to 127, not 1000, in "
            "spl::values at a.cpp:3");
}

TEST(Registry, ForgetsWhatIsDestroyed) {
  {
    const auto method = register_method(kFirst, "short-lived", [] {});
  }
  EXPECT_THAT(registered("short-lived"), SizeIs(0));
}

TEST(Registry, GathersHowTheUnitsWereBuilt) {
  const auto first = register_method(kFirst, "first", [] {});
  const auto second = register_method(kSecond, "second", [] {});
  const BuildFacts build = catalogue().build;
  EXPECT_THAT(build.compiler, ::testing::HasSubstr("Clang 14.0.6"));
  EXPECT_THAT(build.compiler, ::testing::HasSubstr("GCC 12.2.0"));
  EXPECT_FALSE(build.optimized);
  EXPECT_TRUE(build.assertions);
  EXPECT_THAT(build.sanitizers, ::testing::HasSubstr("address"));
  EXPECT_THAT(build.sanitizers, ::testing::HasSubstr("undefined"));
  EXPECT_THAT(build.flags, ::testing::HasSubstr("-fPIE, -mavx2"));
}

TEST(NameOfTokens, KnowsIdentifiersAndLiterals) {
  EXPECT_EQ(name_of_tokens("sort"), "sort");
  EXPECT_EQ(name_of_tokens("a :: b"), "a::b");
  EXPECT_EQ(name_of_tokens("a.b"), "a.b");
  EXPECT_EQ(name_of_tokens("\"a b \\\"c\\\"\""), "a b \"c\"");
  EXPECT_EQ(name_of_tokens("\"\""), "");
}

}  // namespace
}  // namespace spl::workload
