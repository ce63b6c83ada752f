# spl::expects: for sources with [[spl::expects("...")]], an attribute that
# compilers do not know and warn about, and for <spl/expects.hpp>.
include_guard()

add_library(spl_expects INTERFACE)
add_library(spl::expects ALIAS spl_expects)
target_include_directories(spl_expects INTERFACE
  "$<BUILD_INTERFACE:${CMAKE_CURRENT_LIST_DIR}/../..>")
set(gcc "$<COMPILE_LANG_AND_ID:CXX,GNU>")
set(one_scope "$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,12>")
target_compile_options(spl_expects INTERFACE
  "$<$<AND:${gcc},${one_scope}>:-Wno-attributes=spl::>"
  "$<$<AND:${gcc},$<NOT:${one_scope}>>:-Wno-attributes>"
  "$<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:-Wno-unknown-attributes>")
