#include "runner/formulas/documented_functions.hpp"

#include <gtest/gtest.h>

namespace spl::runner {
namespace {

TEST(DocumentedFunctions, AreDeclaredAfterTheirFormulas) {
  const std::string content =
      "namespace lib {\n"
      "[[spl::expects(\"THIS(1) <= 5 us;\"\n"
      "               \"THIS(2) <= 9 us\")]]\n"
      "int find(int n);\n"
      "}\n"
      "SPL_EXPECTS(\"THIS(1) <= 5 us\")\n"
      "void sort();\n"
      "void g() { SPL_ASSERT(\"f(1) <= 5 us\"); }\n";
  const DocumentedFunctions expected{{{"lib.hpp", 2}, "lib::find"},
                                     {{"lib.hpp", 3}, "lib::find"},
                                     {{"lib.hpp", 6}, "sort"}};
  EXPECT_EQ(documented_functions(
                {{"lib.hpp", content, FormulaText::Origin::kCpp, 0}}),
            expected);
}

TEST(DocumentedFunctions, AreInSourcesOnly) {
  EXPECT_TRUE(documented_functions(
                  {{"a.spl", "f(1) <= 5 us", FormulaText::Origin::kFile, 0}})
                  .empty());
}

}  // namespace
}  // namespace spl::runner
