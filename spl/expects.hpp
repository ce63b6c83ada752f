#pragma once

// SPL_EXPECTS("formula")
//
// What [[spl::expects("formula")]] says, for compilers that warn about
// attributes they do not know, and in front of statements, where GCC does so
// whatever it is told. In the formula, THIS is the function declared next. It
// stands for nothing: `spl-run` finds it in the source, and checks and
// evaluates it. Takes plain string literals only. C++17, and anything older.
#define SPL_EXPECTS(...)
