// Experiments composed in C++; experiments_test.py executes them and reads what
// they report.

#include <algorithm>
#include <chrono>
#include <list>
#include <spl/experiment.hpp>
#include <spl/gtest.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using Numbers = std::vector<int>;

void insertion_sort(Numbers data) {
  for (std::size_t i = 1; i < data.size(); ++i) {
    for (std::size_t j = i; j > 0 && data[j] < data[j - 1]; --j) {
      std::swap(data[j], data[j - 1]);
    }
  }
  spl::keep(data);
}

const spl::Generator numbers("numbers", [](spl::Random& random, int size) {
  Numbers result;
  for (int i = 0; i < size; ++i) result.push_back(random(0, 1000));
  return result;
});
const spl::Method insertion("insertion", insertion_sort, numbers);
const spl::Method quick(
    "quick", [](Numbers data) { std::sort(data.begin(), data.end()); },
    numbers);
const spl::Factory ones("ones", [](int size) {
  return std::list<int>(static_cast<std::size_t>(size), 1);
});
const spl::Method count(
    "count",
    [](const std::list<int>& self) {
      return std::count(self.begin(), self.end(), 1);
    },
    ones);
const spl::Method filled("filled", [](int size) {
  Numbers values(static_cast<std::size_t>(size));
  spl::keep(values);
});
const spl::Method named("named",
                        [](const std::string& text) { spl::keep(text); });

const spl::Variable size("size", {300, 600});
const spl::Variable word("word", {"a", "it's"});

const spl::Experiment sorting(spl::mean(quick(size)) <
                              spl::mean(insertion(size)));

spl::Setting allocations() { return spl::setting("metric", "allocations"); }
spl::Setting short_run() { return spl::setting("runs", "2"); }

std::string text(const spl::Formula& formula) { return formula.text(); }

/// Returns a formula without the definitions before it.
std::string statement(const spl::Formula& formula) {
  const std::string all = formula.text();
  const std::size_t end = all.rfind("; ");
  return all.substr(end == std::string::npos ? 0 : end + 2);
}

}  // namespace

TEST(Composed, FormulasHaveTheTextOfTheirOperators) {
  EXPECT_EQ(statement(quick(10) <= 1.05 * insertion(10)),
            "quick(10) <= (1.05 * insertion(10))");
  EXPECT_EQ(statement(2 * quick(10) + std::chrono::microseconds(1) <
                      insertion(10) / 3),
            "((2 * quick(10)) + (1 us)) < (insertion(10) / 3)");
  EXPECT_EQ(statement(quick(10) - quick(9) * 2 >= std::chrono::seconds(0)),
            "(quick(10) - (quick(9) * 2)) >= (0 ns)");
  EXPECT_EQ(statement(spl::quantile(quick(10), 0.99) ==
                      2 * spl::quantile(quick(9), 0.99)),
            "quantile(quick(10), 0.99) == (2 * quantile(quick(9), 0.99))");
  EXPECT_EQ(statement(spl::median(quick(10)) > spl::median(quick(9))),
            "median(quick(10)) > median(quick(9))");
  EXPECT_EQ(statement(spl::typical(quick(10)) != spl::typical(quick(9))),
            "typical(quick(10)) != typical(quick(9))");
  EXPECT_EQ(statement((quick(1) < quick(2) && !(quick(2) > quick(3))) ||
                      filled(1) <= spl::count(2)),
            "((quick(1) < quick(2)) and (not (quick(2) > quick(3)))) or "
            "(filled(1) <= 2)");
}

TEST(Composed, FormulasAreAboutAllValuesOfTheirVariables) {
  EXPECT_EQ(statement(quick(size) < quick(10 * size + 1)),
            "for size in {300, 600}: quick(size) < quick((10 * size) + 1)");
  EXPECT_EQ(statement(named(word) <= named("b")),
            "for word in {\"a\", \"it's\"}: named(word) <= named(\"b\")");
  const spl::Variable<int> free("free");
  EXPECT_EQ(statement(quick(free) < quick(1)), "quick(free) < quick(1)");
}

TEST(Composed, FormulasDefineEachMethodOnce) {
  const std::string all = text(quick(1) <= quick(2) && quick(3) <= count(1));
  EXPECT_EQ(all.find("quick = "), all.rfind("quick = "));
  EXPECT_NE(all.find("; count = "), std::string::npos) << all;
  EXPECT_EQ(text(insertion(1) < insertion(2)).find("insertion = \"function "),
            0U);
}

TEST(Composed, TextHasOneKindOfQuotes) {
  EXPECT_THROW((void)named("\"it's\""), std::invalid_argument);
  EXPECT_THROW((void)named("a\nb"), std::invalid_argument);
}

TEST(Composed, NamesAreIdentifiers) {
  const std::string text = "a b";
  EXPECT_THROW((void)spl::Variable<int>(text), std::invalid_argument);
  EXPECT_THROW((void)spl::Method(text.c_str(), [] {}), std::invalid_argument);
}

TEST(Measured, AtNamespaceScope) { SPL_EXPECT(sorting); }

TEST(Measured, WithAFactory) {
  SPL_EXPECT(count(10) <= count(10), allocations(), short_run());
}

TEST(Measured, InATest) {
  const spl::Method none("none", [] { spl::clobber(); });
  const spl::Method some("some", [](int n) {
    Numbers values(static_cast<std::size_t>(n));
    spl::keep(values);
  });
  SPL_EXPECT(none() < some(5), allocations(), short_run());
}

TEST(Measured, AsTwoLambdas) {
  SPL_EXPECT(spl::faster([] { spl::clobber(); },
                         [] {
                           Numbers values(5);
                           spl::keep(values);
                         },
                         allocations(), short_run()));
}

template <class Container>
class MeasuredTypes : public ::testing::Test {};
using Containers = ::testing::Types<Numbers, std::list<int>>;
TYPED_TEST_SUITE(MeasuredTypes, Containers);
TYPED_TEST(MeasuredTypes, OfATypedTest) {
  const spl::Method fill("fill", [](int n) {
    TypeParam values(static_cast<std::size_t>(n), 1);
    spl::keep(values);
  });
  // A list allocates each element, and a vector all together.
  constexpr bool kIsList = std::is_same_v<TypeParam, std::list<int>>;
  if constexpr (kIsList) {
    SPL_EXPECT(fill(10) == 10 * fill(1), allocations(), short_run());
  } else {
    SPL_EXPECT(fill(10) == fill(1), allocations(), short_run());
  }
}

class MeasuredSizes : public ::testing::TestWithParam<int> {};
TEST_P(MeasuredSizes, OfAParameter) {
  SPL_EXPECT(filled(GetParam()) <= filled(1), allocations(), short_run());
}
INSTANTIATE_TEST_SUITE_P(Some, MeasuredSizes, ::testing::Values(20, 30));

TEST(Measured, WithoutAFramework) {
  const spl::Experiment holds(filled(1) <= filled(2), allocations(),
                              short_run());
  EXPECT_EQ(holds.evaluate().outcome, spl::client::Evaluation::Outcome::kHolds);
  const spl::Experiment fails(filled(1) < filled(2), allocations(),
                              short_run());
  EXPECT_EQ(fails.evaluate().outcome,
            spl::client::Evaluation::Outcome::kViolated);
}

TEST(Measured, WithFurtherSettings) {
  const spl::Experiment holds(filled(1) <= filled(2), short_run());
  SPL_EXPECT(holds, allocations(), spl::alpha(0.001));
}

TEST(Fails, WithTheReport) {
  SPL_EXPECT(spl::faster(
      [] {
        Numbers values(5);
        spl::keep(values);
      },
      [] { spl::clobber(); }, allocations(), short_run()));
}

TEST(Fails, ForAFunctionOnTheSecondLine) {
  SPL_EXPECT("1 s >=\n  \"function nobodys\"()", allocations(), short_run());
}

TEST(Fails, ForAFunctionThatATestNames) {
  const spl::Method local("local", insertion_sort, numbers);
  SPL_EXPECT(local(10) <= insertion(10), allocations(), short_run());
}
