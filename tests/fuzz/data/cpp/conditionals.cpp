#if 0
SPL_EXPECTS("a")
#elif X // c
SPL_EXPECTS("a <= b") int f();
#else
namespace {
#endif
TEST(A, B) { SPL_ASSERT("a(1) <= b(1)") << '"' << 1'000; }
#define X \
  SPL_EXPECTS("no")
