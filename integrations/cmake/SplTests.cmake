# CTest tests that measure. They have the label `perf` (`ctest -L perf` runs
# them, `ctest -LE perf` all others) and run alone, whatever ctest's -j says.

include_guard()

# spl_add_formulas(NAME FORMULAS PATH... PROGRAMS TARGET... [OPTIONS OPTION...])
#
# Adds a test that evaluates formulas on the workloads of some programs, with
# further options for spl-run, and a target, NAME_check, that checks the
# formulas during the build, so that a mistake in a formula breaks the build
# like one in C++. The paths are those of formula files, of C++ sources with
# formulas, and of folders with either. The test needs the test NAME_build,
# which builds NAME_check and so the programs: it measures the sources as they
# are when it runs. `ctest --fixture-exclude-setup NAME` omits NAME_build if the
# programs were built elsewhere.
function(spl_add_formulas name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FORMULAS;PROGRAMS;OPTIONS")
  if(NOT arg_FORMULAS OR NOT arg_PROGRAMS OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "spl_add_formulas(NAME FORMULAS PATH... "
      "PROGRAMS TARGET... [OPTIONS OPTION...]); got: ${ARGV}")
  endif()
  spl_check_formulas(${name}_check
    FORMULAS ${arg_FORMULAS} PROGRAMS ${arg_PROGRAMS}
    OPTIONS ${arg_OPTIONS})
  _spl_program_options(programs ${arg_PROGRAMS})
  add_test(NAME ${name}
    COMMAND "$<TARGET_FILE:spl::spl-run>" ${programs} ${arg_OPTIONS} ${arg_FORMULAS}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  add_test(NAME ${name}_build
    COMMAND "${CMAKE_COMMAND}" --build "${CMAKE_BINARY_DIR}"
      --config "$<CONFIG>" --target ${name}_check)
  set_tests_properties(${name} ${name}_build PROPERTIES
    LABELS perf RUN_SERIAL ON)
  set_tests_properties(${name}_build PROPERTIES FIXTURES_SETUP ${name})
  set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED ${name})
endfunction()

# spl_check_formulas(NAME FORMULAS PATH... PROGRAMS TARGET... [OPTIONS OPTION...])
#
# Adds only the check of spl_add_formulas, for formulas that are evaluated
# elsewhere, such as those in SPL_ASSERT and SPL_EXPECT. NAME is the target. The
# check uses the options that change the meaning of formulas: --rev, --baseline,
# --repository and --config.
function(spl_check_formulas name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FORMULAS;PROGRAMS;OPTIONS")
  if(NOT arg_FORMULAS OR NOT arg_PROGRAMS OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "spl_check_formulas(NAME FORMULAS PATH... "
      "PROGRAMS TARGET... [OPTIONS OPTION...]); got: ${ARGV}")
  endif()
  set(paths "")
  set(files "")
  foreach(path IN LISTS arg_FORMULAS)
    # Absolute paths, as in a compiler's messages.
    cmake_path(ABSOLUTE_PATH path NORMALIZE)
    list(APPEND paths "${path}")
    if(IS_DIRECTORY "${path}")
      file(GLOB_RECURSE found CONFIGURE_DEPENDS LIST_DIRECTORIES OFF "${path}/*.*")
      list(APPEND files ${found})
    else()
      list(APPEND files "${path}")
    endif()
  endforeach()
  _spl_program_options(programs ${arg_PROGRAMS})
  set(binaries "$<TARGET_FILE:spl::spl-run>")
  foreach(program IN LISTS arg_PROGRAMS)
    list(APPEND binaries "$<TARGET_FILE:${program}>")
  endforeach()
  _spl_check_options(options ${arg_OPTIONS})
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${name}.stamp")
  add_custom_command(OUTPUT "${stamp}"
    COMMAND "$<TARGET_FILE:spl::spl-run>" --check ${programs} ${options}
      ${paths}
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${files} ${binaries} ${arg_PROGRAMS}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Checking the formulas of ${name}"
    VERBATIM)
  add_custom_target(${name} ALL DEPENDS "${stamp}")
endfunction()

function(_spl_check_options result)
  set(options "")
  set(is_value OFF)
  foreach(option IN LISTS ARGN)
    if(is_value OR option MATCHES "^--(rev|baseline|repository|config)=")
      list(APPEND options "${option}")
      set(is_value OFF)
    elseif(option MATCHES "^(-c|--(rev|baseline|repository|config))$")
      list(APPEND options "${option}")
      set(is_value ON)
    endif()
  endforeach()
  set(${result} ${options} PARENT_SCOPE)
endfunction()

function(_spl_program_options result)
  set(options "")
  foreach(program IN LISTS ARGN)
    list(APPEND options --own-program "$<TARGET_FILE:${program}>")
  endforeach()
  set(${result} ${options} PARENT_SCOPE)
endfunction()

# spl_discover_tests(TARGET [ARGUMENT...])
#
# Calls gtest_discover_tests for a program whose tests have SPL_ASSERT or
# SPL_EXPECT, with the arguments that gtest_discover_tests takes before
# PROPERTIES. CTest executes one test at a time. Each knows the number of
# assertions in the whole program, so that by chance at most 5 % of the
# program's executions fail.
function(spl_discover_tests target)
  include(GoogleTest)  # Here: what it sets is known in the caller's folder only.
  gtest_discover_tests(${target} ${ARGN} DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS perf RUN_SERIAL ON)
endfunction()
