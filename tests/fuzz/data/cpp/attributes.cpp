namespace a::b { inline namespace v1 {
[[nodiscard, spl::expects("THIS(n) <= " /* c */ R"x(b(n) => c)x")]] int f(int);
template <class T> class A final : B<(1 > 2)> {
  [[using spl: expects("a\t\x20<=\u00b5 b"), expects("c")]] bool operator()(T) const;
  SPL_EXPECTS("THIS <= x@v1") ~A();
};
} }
