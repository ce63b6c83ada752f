[[spl::expect("a")]] [[spl::expects]] [[spl::expects(A "b")]] int f(L"x", R"(
SPL_EXPECTS("open
