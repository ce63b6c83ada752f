# What tests and benches are made by.
include(GoogleTest)

# The distribution's Python, which has the packages of .ci/packages; another
# that stands first in PATH may lack them.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  set(SPL_SANITIZED ON)
endif()

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

# What tests measure is nobody's history, and waits for no other user of the
# machine. Scripts that drop the variables of SPL keep their history with the
# build, and the lock.
set(SPL_TEST_ENVIRONMENT
  SPL_HISTORY=off "XDG_STATE_HOME=${PROJECT_BINARY_DIR}/state"
  "SPL_MACHINE_LOCK=${PROJECT_BINARY_DIR}/machine.lock"
  "PYTHONPATH=${spl_SOURCE_DIR}/tests")
if(NOT CMAKE_BUILD_TYPE MATCHES "^Rel")
  list(APPEND SPL_TEST_ENVIRONMENT SPL_ALLOW_UNOPTIMISED=true)
endif()

# Adds the tests of a room, ROOM_test, with the arguments of spl_program. These
# tests measure nothing and run side by side. Simulations are slow.
function(spl_test_program room)
  spl_program(${room}_test ${ARGN})
  target_link_libraries(${room}_test PRIVATE
    spl::golden_file GTest::gtest_main)
  target_compile_options(${room}_test PRIVATE ${unoptimised})
  target_precompile_headers(${room}_test REUSE_FROM spl_golden_file)
  target_compile_definitions(${room}_test PRIVATE
    "SPL_TEST_DATA=\"${CMAKE_CURRENT_SOURCE_DIR}/data\"")
  gtest_discover_tests(${room}_test TEST_PREFIX "${room}: "
    TEST_FILTER "-*Simulation.*" DISCOVERY_TIMEOUT 60
    PROPERTIES ENVIRONMENT "${SPL_TEST_ENVIRONMENT}")
  gtest_discover_tests(${room}_test TEST_PREFIX "${room}: "
    TEST_FILTER "*Simulation.*" DISCOVERY_TIMEOUT 60
    PROPERTIES ENVIRONMENT "${SPL_TEST_ENVIRONMENT}" LABELS slow)
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

# Adds the test NAME, which runs a script with the arguments. A test of PERF
# measures, and runs alone; one that is SLOW is left to the night. There is none
# if the variable UNLESS is true. Scripts start before the many short tests, which
# then fill both processors to the end.
function(spl_script_ctest script name)
  cmake_parse_arguments(PARSE_ARGV 2 arg "PERF;SLOW" "UNLESS" "PROPERTIES")
  if("${${arg_UNLESS}}")
    return()
  endif()
  if(arg_PERF)
    list(APPEND arg_PROPERTIES LABELS perf RUN_SERIAL ON)
  endif()
  spl_files_of_targets(words ${arg_UNPARSED_ARGUMENTS})
  add_test(NAME "${name}" COMMAND Python3::Interpreter -B "${script}" ${words})
  set_tests_properties("${name}" PROPERTIES
    ENVIRONMENT "${SPL_TEST_ENVIRONMENT}" COST 1 ${arg_PROPERTIES})
  if(arg_SLOW)
    set_property(TEST "${name}" APPEND PROPERTY LABELS slow)
  endif()
endfunction()

# Adds the script bench_NAME, which runs a Python script with spl-run and the
# arguments.
function(spl_script_bench script name)
  spl_files_of_targets(words spl-run ${ARGN})
  list(JOIN words "' '" words)
  file(GENERATE OUTPUT "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/bench_${name}"
    CONTENT "#!/bin/sh
exec '${Python3_EXECUTABLE}' -B '${script}' '${words}' \"$@\"
"
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()

# Adds what the scripts of a folder say that they are, in comments:
#
#   # ctest: NAME ARGUMENT... [PERF] [SLOW] [UNLESS VARIABLE]
#   #      [PROPERTIES NAME VALUE...]
#   # bench: NAME ARGUMENT...
#
# They begin the file, and are arguments of CMake; lines that begin with five
# blanks after the sign go on. A target among them is its file. ${source},
# ${build}, ${compiler} and ${workload}, what programs of workloads link, are
# known as well as all of CMake's variables.
function(spl_scripts)
  set(source "${spl_SOURCE_DIR}")
  set(build "${spl_BINARY_DIR}")
  set(compiler "${CMAKE_CXX_COMPILER}")
  set(workload spl_workload_main spl_workload)
  file(GLOB_RECURSE scripts CONFIGURE_DEPENDS *.py)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${scripts})
  foreach(script IN LISTS scripts)
    file(READ "${script}" text LIMIT 4096)
    string(REGEX MATCH "^(#[^\n]*\n)+" text "${text}")
    string(REGEX REPLACE "\n#     +" " " text "${text}")
    string(REGEX MATCHALL "(ctest|bench): [^\n]+" lines "${text}")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^([a-z]+): " "spl_script_\\1(\"${script}\" " line
        "${line}")
      cmake_language(EVAL CODE "${line})")
    endforeach()
  endforeach()
endfunction()

# Programs linked statically start in half the time, and as static PIE at
# addresses drawn anew. Sanitizers do not work in them, though some link.
set(SPL_STATIC_PIE -static-pie)
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LINK_OPTIONS ${SPL_STATIC_PIE})
check_cxx_source_compiles([[
  #include <iostream>
  int main() { std::cout << 1; }
]] SPL_LINKS_STATICALLY)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
if(SPL_SANITIZED OR NOT SPL_LINKS_STATICALLY)
  unset(SPL_STATIC_PIE)
endif()
