#pragma once

// Calls `body` with each number of multiplications that is measured: about
// 1 ns, 10 ns, 1 us and 1 ms. The compiler sees it, as in users' code.
#define SPL_BENCH_CHAINS(body) body(1) body(10) body(1000) body(1000000)
