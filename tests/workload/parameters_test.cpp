#include "spl/workload/parameters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <map>

namespace spl::workload {
namespace {

using ::testing::ElementsAre;

TEST(ParameterNames, AreTheLastWordsOfDeclarations) {
  struct Case {
    const char* declaration;
    std::vector<std::string> names;
  };
  const Case table[] = {
      {"", {""}},
      {"int elements", {"elements"}},
      {"int size, const std::string& label", {"size", "label"}},
      {"std::map<int, int> a, int b", {"a", "b"}},
      {"int", {""}},
      {"unsigned long", {""}},
      {"const std::string", {""}},
      {"std::size_t", {""}},
      {"Size", {""}},
      {"const Size", {""}},
      {"int size = f(1, 2), int b", {"size", "b"}},
      {"std::string *path", {"path"}},
      {"long long count_2", {"count_2"}},
  };
  for (const Case& row : table) {
    EXPECT_EQ(parameter_names(row.declaration), row.names) << row.declaration;
  }
}

template <class Type>
TypeOf without_rtti() {
  return {nullptr, signature_with_type<Type>()};
}

TEST(TypeName, IsTheSameWithoutRtti) {
  const auto expect_same = [](const TypeOf& with, const TypeOf& without) {
    EXPECT_EQ(type_name(with), type_name(without));
    EXPECT_TRUE(with == without);
  };
  expect_same(type_of<int>(), without_rtti<int>());
  expect_same(type_of<long>(), without_rtti<long>());
  expect_same(type_of<unsigned short>(), without_rtti<unsigned short>());
  expect_same(type_of<unsigned long long>(),
              without_rtti<unsigned long long>());
  expect_same(type_of<std::tuple<int, std::string>>(),
              without_rtti<std::tuple<int, std::string>>());
  expect_same(type_of<std::vector<std::vector<std::uint64_t>>>(),
              without_rtti<std::vector<std::vector<std::uint64_t>>>());
  EXPECT_FALSE(type_of<int>() == without_rtti<long>());
  EXPECT_FALSE(without_rtti<int>() == without_rtti<long>());
}

TEST(TypeName, IsWhatPeopleWrite) {
  EXPECT_EQ(type_name(type_of<int>()), "int");
  EXPECT_EQ(type_name(type_of<std::uint64_t>()), "unsigned long");
  EXPECT_EQ(type_name(type_of<std::string>()), "std::string");
  EXPECT_EQ(type_name(type_of<std::vector<int>>()), "std::vector<int>");
  EXPECT_EQ(type_name(type_of<std::vector<std::vector<std::string>>>()),
            "std::vector<std::vector<std::string>>");
  EXPECT_EQ(type_name(type_of<std::tuple<int, std::string>>()),
            "std::tuple<int, std::string>");
}

ParameterFacts named(ParameterFacts facts) {
  facts.name = "size";
  return facts;
}

TEST(Misfit, TellsWhatIsTaken) {
  struct Case {
    ParameterFacts parameter;
    Argument argument;
    const char* why;
  };
  const ParameterFacts byte = named(parameter_facts<signed char>());
  const ParameterFacts number = parameter_facts<double>();
  const ParameterFacts text = parameter_facts<const std::string&>();
  const ParameterFacts large = parameter_facts<std::uint64_t>();
  const Case table[] = {
      {byte, 127.0, ""},
      {byte, -128.0, ""},
      {byte, 128.0, "takes signed char size from -128 to 127, not 128"},
      {byte, -129.0, "takes signed char size from -128 to 127, not -129"},
      {byte, 2.5, "takes signed char size, not 2.5"},
      {byte, std::string("a"), "takes signed char size, not \"a\""},
      {number, 2.5, ""},
      {number, std::string("2.5"), "takes double, not \"2.5\""},
      {text, std::string("a"), ""},
      {text, 5.0, "takes std::string, not 5"},
      {large, 18446744073709549568.0, ""},
      {large, 18446744073709551616.0,
       "takes unsigned long from 0 to 1.84467440737095e+19, not "
       "1.84467440737096e+19"},
      {parameter_facts<bool>(), 1.0, ""},
      {parameter_facts<bool>(), 2.0, "takes bool from 0 to 1, not 2"},
  };
  for (const Case& row : table) {
    EXPECT_EQ(misfit(row.parameter, row.argument), row.why);
  }
}

TEST(Misfit, CountsArguments) {
  const std::vector<ParameterFacts> parameters{named(parameter_facts<int>()),
                                               parameter_facts<double>()};
  EXPECT_EQ(misfit(parameters, {1.0, 2.0}), "");
  EXPECT_EQ(misfit(parameters, {1.0}),
            "takes (int size, double), and 1 argument was given");
  EXPECT_EQ(misfit({}, {1.0, 2.0}), "takes (), and 2 arguments were given");
  EXPECT_EQ(misfit(parameters, {1.0, std::string("a")}),
            "takes double, not \"a\"");
}

TEST(Convert, KeepsTheEndsOfLargeTypes) {
  EXPECT_EQ(convert<std::int64_t>(parameter_facts<std::int64_t>().maximum),
            9223372036854774784);
  EXPECT_EQ(convert<std::int64_t>(parameter_facts<std::int64_t>().minimum),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(convert<std::uint64_t>(parameter_facts<std::uint64_t>().maximum),
            18446744073709549568U);
}

TEST(Values, BecomeArguments) {
  const auto facts = parameters_facts(
      TypeList<int, const std::string&, double>(),
      std::tuple(values(1, 2L), values("a", std::string("b")), values(1, 2.5)));
  ASSERT_EQ(facts.size(), 3U);
  EXPECT_THAT(facts[0].values, ElementsAre(Argument(1.0), Argument(2.0)));
  EXPECT_THAT(facts[1].values, ElementsAre(Argument("a"), Argument("b")));
  EXPECT_THAT(facts[2].values, ElementsAre(Argument(1.0), Argument(2.5)));
}

}  // namespace
}  // namespace spl::workload
