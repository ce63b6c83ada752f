# What tests and benches are made by.
include(GoogleTest)

# The distribution's Python, which has the packages of .ci/packages; another
# that stands first in PATH may lack them.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

# What is tested is what spl-run does with a program as it is; tests of links
# make programs of their own.
set(SPL_FRESH_LINKS OFF)

# Defines macros as the files of programs, which are built first:
# spl_target_files(system_test PUBLIC SPL_RUN spl-run ...).
function(spl_target_files target scope)
  while(ARGN)
    list(POP_FRONT ARGN macro program)
    target_compile_definitions(${target} ${scope}
      "${macro}=\"$<TARGET_FILE:${program}>\"")
    add_dependencies(${target} ${program})
  endwhile()
endfunction()

# Test programs share one precompiled header, but for launchers such as ccache,
# which would keep nothing of what uses it, and are not optimised: parsing and
# optimising them would take most of the time of a build, and they run once.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()
set(unoptimised "$<$<CONFIG:Release>:-O0>")
spl_library(golden_file "${CMAKE_CURRENT_LIST_DIR}/golden_file"
  PUBLIC GTest::gmock)
target_compile_options(spl_golden_file PRIVATE ${unoptimised})
target_precompile_headers(spl_golden_file PRIVATE
  <gmock/gmock.h> <gtest/gtest.h> <algorithm> <chrono> <filesystem> <functional>
  <map> <memory> <optional> <set> <span> <stdexcept> <string> <variant> <vector>)

# What tests measure is nobody's history. Scripts that drop the variables of SPL
# keep theirs with the build.
set(SPL_TEST_ENVIRONMENT
  SPL_HISTORY=off "XDG_STATE_HOME=${PROJECT_BINARY_DIR}/state")
if(NOT CMAKE_BUILD_TYPE MATCHES "^Rel")
  list(APPEND SPL_TEST_ENVIRONMENT SPL_ALLOW_UNOPTIMISED=true)
endif()

# Adds the tests of a room, ROOM_test, with the arguments of spl_program. These
# tests measure nothing and run side by side.
function(spl_test_program room)
  spl_program(${room}_test ${ARGN})
  target_link_libraries(${room}_test PRIVATE
    spl::golden_file GTest::gtest_main)
  target_compile_options(${room}_test PRIVATE ${unoptimised})
  target_precompile_headers(${room}_test REUSE_FROM spl_golden_file)
  target_compile_definitions(${room}_test PRIVATE
    "SPL_TEST_DATA=\"${CMAKE_CURRENT_SOURCE_DIR}/data\"")
  gtest_discover_tests(${room}_test TEST_PREFIX "${room}: "
    DISCOVERY_TIMEOUT 60
    PROPERTIES ENVIRONMENT "${SPL_TEST_ENVIRONMENT}")
endfunction()

# Sets a variable to words, with files in place of targets.
function(spl_files_of_targets variable)
  foreach(word IN LISTS ARGN)
    if(TARGET "${word}")
      set(word "$<TARGET_FILE:${word}>")
    endif()
    list(APPEND words "${word}")
  endforeach()
  set(${variable} ${words} PARENT_SCOPE)
endfunction()

# Adds the test ROOM:SOME-NAME, which runs some_name_test.py or SCRIPT with the
# arguments; a target among these is its file. A test of PERF measures, and runs
# alone.
function(spl_script_test test)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PERF" "SCRIPT" "")
  if(NOT arg_SCRIPT)
    string(REGEX REPLACE "^.*:" "" arg_SCRIPT "${test}_test.py")
    string(REPLACE "-" "_" arg_SCRIPT "${arg_SCRIPT}")
  endif()
  spl_files_of_targets(words ${arg_UNPARSED_ARGUMENTS})
  add_test(NAME "${test}" COMMAND Python3::Interpreter -B
    "${CMAKE_CURRENT_SOURCE_DIR}/${arg_SCRIPT}" ${words})
  set_tests_properties("${test}" PROPERTIES
    ENVIRONMENT "${SPL_TEST_ENVIRONMENT}")
  if(arg_PERF)
    set_tests_properties("${test}" PROPERTIES LABELS perf RUN_SERIAL ON)
  endif()
endfunction()

# Programs linked statically start in half the time, and as static PIE at
# addresses drawn anew. Sanitizers do not work in them, though some link.
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_LINK_OPTIONS -static-pie)
  check_cxx_source_compiles([[
    #include <iostream>
    int main() { std::cout << 1; }
  ]] SPL_LINKS_STATICALLY)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
endif()
