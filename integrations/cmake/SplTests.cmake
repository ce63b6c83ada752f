# CTest tests that measure. They have the label `perf` (`ctest -L perf` runs
# them, `ctest -LE perf` all others) and run alone, whatever ctest's -j says.

include_guard()

# spl_add_formulas(NAME FORMULAS FILE... PROGRAMS TARGET... [OPTIONS OPTION...])
#
# A test that evaluates formula files on the workloads of some programs, with
# further options for spl-run.
function(spl_add_formulas name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FORMULAS;PROGRAMS;OPTIONS")
  if(NOT arg_FORMULAS OR NOT arg_PROGRAMS OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "spl_add_formulas(NAME FORMULAS FILE... "
      "PROGRAMS TARGET... [OPTIONS OPTION...]); got: ${ARGV}")
  endif()
  set(programs "")
  foreach(program IN LISTS arg_PROGRAMS)
    list(APPEND programs --program "$<TARGET_FILE:${program}>")
  endforeach()
  add_test(NAME ${name}
    COMMAND "$<TARGET_FILE:spl::spl-run>" ${programs} ${arg_OPTIONS} ${arg_FORMULAS}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES LABELS perf RUN_SERIAL ON)
endfunction()

# spl_discover_tests(TARGET [ARGUMENT...])
#
# gtest_discover_tests for a program whose tests hold SPL_ASSERT or SPL_EXPECT,
# with the arguments that gtest_discover_tests takes before PROPERTIES.
function(spl_discover_tests target)
  include(GoogleTest)  # Here: what it sets is known in the caller's folder only.
  gtest_discover_tests(${target} ${ARGN} DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS perf RUN_SERIAL ON)
endfunction()
