// SYNTAX TEST "source.cpp" "Formulas in attributes and macros"

   [[nodiscard, spl::expects("THIS(n) <= 5 us")]] int find(int key);
//              ^^^^^^^^^^^^ entity.name.function.spl
//                           ^^^^^^^^^^^^^^^^^ string.quoted.double.cpp.spl
//                            ^^^^ meta.embedded.spl variable.language.this.spl
//                                    ^^ keyword.operator.comparison.spl
//                                         ^^ keyword.other.unit.spl

   [[using spl: expects(R"x(find(n) <= 3 * "BM_Find"(n))x")]]
//              ^^^^^^^ entity.name.function.spl
//                      ^^^^ string.quoted.double.raw.spl
//                          ^^^^ entity.name.function.spl
//                                         ^^^^^^^^^ string.quoted.double.spl

   SPL_EXPECTS("for n in 10, 1000:"
//              ^^^ keyword.control.spl
               "  \"find\"(n) <= 1 s")
//                ^^ constant.character.escape.spl
//                            ^^ keyword.operator.comparison.spl

   SPL_EXPECT("a < b", spl::budget(10s));  // for all
//               ^ keyword.operator.comparison.spl
