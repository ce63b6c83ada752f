#pragma once

// SPL_WORKLOAD_FLAGS: the compiler's options that change code and show in
// predefined macros, as options of GCC and Clang; words, each with a space
// after it. For architectures, only extensions that compilers use much. Options
// without a macro (link-time optimisation, frame pointers, -O2 or -O3) are
// missing.
#define SPL_WORKLOAD_FLAGS                                                     \
  SPL_WORKLOAD_FLAG_SIZE SPL_WORKLOAD_FLAG_MATH SPL_WORKLOAD_FLAG_SSE42        \
      SPL_WORKLOAD_FLAG_AVX SPL_WORKLOAD_FLAG_AVX2 SPL_WORKLOAD_FLAG_FMA       \
          SPL_WORKLOAD_FLAG_AVX512 SPL_WORKLOAD_FLAG_LSE SPL_WORKLOAD_FLAG_SVE \
              SPL_WORKLOAD_FLAG_POSITION SPL_WORKLOAD_FLAG_OPENMP              \
                  SPL_WORKLOAD_FLAG_STACK_PROTECTOR SPL_WORKLOAD_FLAG_FORTIFY  \
                      SPL_WORKLOAD_FLAG_ASSERTIONS SPL_WORKLOAD_FLAG_DEBUG

#ifdef __OPTIMIZE_SIZE__
#define SPL_WORKLOAD_FLAG_SIZE "-Os "
#else
#define SPL_WORKLOAD_FLAG_SIZE ""
#endif

#if defined(__FAST_MATH__)
#define SPL_WORKLOAD_FLAG_MATH "-ffast-math "
#elif defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#define SPL_WORKLOAD_FLAG_MATH "-ffinite-math-only "
#else
#define SPL_WORKLOAD_FLAG_MATH ""
#endif

#ifdef __SSE4_2__
#define SPL_WORKLOAD_FLAG_SSE42 "-msse4.2 "
#else
#define SPL_WORKLOAD_FLAG_SSE42 ""
#endif
#ifdef __AVX__
#define SPL_WORKLOAD_FLAG_AVX "-mavx "
#else
#define SPL_WORKLOAD_FLAG_AVX ""
#endif
#ifdef __AVX2__
#define SPL_WORKLOAD_FLAG_AVX2 "-mavx2 "
#else
#define SPL_WORKLOAD_FLAG_AVX2 ""
#endif
#ifdef __FMA__
#define SPL_WORKLOAD_FLAG_FMA "-mfma "
#else
#define SPL_WORKLOAD_FLAG_FMA ""
#endif
#ifdef __AVX512F__
#define SPL_WORKLOAD_FLAG_AVX512 "-mavx512f "
#else
#define SPL_WORKLOAD_FLAG_AVX512 ""
#endif
#ifdef __ARM_FEATURE_ATOMICS
#define SPL_WORKLOAD_FLAG_LSE "-march=+lse "
#else
#define SPL_WORKLOAD_FLAG_LSE ""
#endif
#ifdef __ARM_FEATURE_SVE
#define SPL_WORKLOAD_FLAG_SVE "-march=+sve "
#else
#define SPL_WORKLOAD_FLAG_SVE ""
#endif

#if defined(__PIE__)
#define SPL_WORKLOAD_FLAG_POSITION "-fPIE "
#elif defined(__PIC__)
#define SPL_WORKLOAD_FLAG_POSITION "-fPIC "
#else
#define SPL_WORKLOAD_FLAG_POSITION ""
#endif

#ifdef _OPENMP
#define SPL_WORKLOAD_FLAG_OPENMP "-fopenmp "
#else
#define SPL_WORKLOAD_FLAG_OPENMP ""
#endif

#if defined(__SSP_ALL__)
#define SPL_WORKLOAD_FLAG_STACK_PROTECTOR "-fstack-protector-all "
#elif defined(__SSP_STRONG__)
#define SPL_WORKLOAD_FLAG_STACK_PROTECTOR "-fstack-protector-strong "
#elif defined(__SSP__)
#define SPL_WORKLOAD_FLAG_STACK_PROTECTOR "-fstack-protector "
#else
#define SPL_WORKLOAD_FLAG_STACK_PROTECTOR ""
#endif

#if defined(_FORTIFY_SOURCE) && _FORTIFY_SOURCE > 0
#define SPL_WORKLOAD_FLAG_FORTIFY \
  "-D_FORTIFY_SOURCE=" SPL_WORKLOAD_FLAG_TEXT(_FORTIFY_SOURCE) " "
#define SPL_WORKLOAD_FLAG_TEXT(number) SPL_WORKLOAD_FLAG_TEXT_OF(number)
#define SPL_WORKLOAD_FLAG_TEXT_OF(number) #number
#else
#define SPL_WORKLOAD_FLAG_FORTIFY ""
#endif

#ifdef _GLIBCXX_ASSERTIONS
#define SPL_WORKLOAD_FLAG_ASSERTIONS "-D_GLIBCXX_ASSERTIONS "
#else
#define SPL_WORKLOAD_FLAG_ASSERTIONS ""
#endif
#ifdef _GLIBCXX_DEBUG
#define SPL_WORKLOAD_FLAG_DEBUG "-D_GLIBCXX_DEBUG "
#else
#define SPL_WORKLOAD_FLAG_DEBUG ""
#endif
