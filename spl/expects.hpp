#pragma once

// SPL_EXPECTS("formula")
//
// Attaches a formula to a function like [[spl::expects("formula")]], for
// compilers that warn about unknown attributes, and in front of statements,
// where GCC always warns. In the formula, THIS is the function declared next.
// The macro expands to nothing: `spl-run` finds it in the source, and checks
// and evaluates the formula. Takes plain string literals only. C++17 and older.
#define SPL_EXPECTS(...)
