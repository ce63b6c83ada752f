# CTest tests that measure. They have the label `perf` (`ctest -L perf` runs
# them, `ctest -LE perf` all others) and run alone, whatever ctest's -j says.
# CTest limits the time of those that have code of their own, and gives them more
# for each of their assertions (SplTimeLimit.cmake). It does not limit spl-run,
# neither by its default of 1500 s nor by --timeout: spl-run itself limits each
# relation (--budget), each run (`timeout`) and each build (`build-timeout`).

include_guard()
include("${CMAKE_CURRENT_LIST_DIR}/SplTimeLimit.cmake")

# Says once in a project that its programs are not optimised. Sets a variable to the
# properties of tests that then fail: those of a build type that nobody chose,
# while tests of a Debug build are skipped.
function(_spl_note_build_type variable)
  set(${variable} "" PARENT_SCOPE)
  get_property(is_chosen_later GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  get_property(options DIRECTORY PROPERTY COMPILE_OPTIONS)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  set(flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}} ${options}")
  if(is_chosen_later OR flags MATCHES "-O[1-9sgzf]")
    return()
  endif()
  get_property(was_said GLOBAL PROPERTY SPL_BUILD_TYPE_SAID)
  set_property(GLOBAL PROPERTY SPL_BUILD_TYPE_SAID ON)
  if(type STREQUAL "")
    set(${variable} ENVIRONMENT_MODIFICATION SPL_NO_BUILD_TYPE=set:1 PARENT_SCOPE)
    set(kind WARNING)
    set(effect "fail")
  else()
    set(kind STATUS)
    set(effect "are skipped")
  endif()
  if(NOT was_said)
    message(${kind} "SPL: CMAKE_BUILD_TYPE is \"${CMAKE_BUILD_TYPE}\", so nothing is "
      "optimised, and assertions of performance ${effect}; configure with "
      "-DCMAKE_BUILD_TYPE=Release")
  endif()
endfunction()

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
  _spl_read_formulas(spl_add_formulas ${ARGV})
  _spl_note_build_type(of_build_type)
  spl_check_formulas(${name}_check
    FORMULAS ${arg_FORMULAS} PROGRAMS ${arg_PROGRAMS}
    OPTIONS ${arg_OPTIONS})
  add_test(NAME ${name}
    COMMAND "$<TARGET_FILE:spl::spl-run>" ${programs} ${arg_OPTIONS} ${arg_FORMULAS}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  add_test(NAME ${name}_build
    COMMAND "${CMAKE_COMMAND}" --build "${CMAKE_BINARY_DIR}"
      --config "$<CONFIG>" --target ${name}_check)
  set_tests_properties(${name} ${name}_build PROPERTIES
    LABELS perf RUN_SERIAL ON TIMEOUT 9999999)
  set_tests_properties(${name}_build PROPERTIES FIXTURES_SETUP ${name})
  set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED ${name})
endfunction()

# spl_add_guard(NAME PROGRAMS TARGET... [OPTIONS OPTION...])
#
# Adds a test that compares all workloads of the programs with the baseline: none
# may be slower. The "revisions" of the project's spl.json build both sides, and
# name each of the programs; spl.json is searched from the source folder, then
# from the programs upwards.
function(spl_add_guard name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PROGRAMS;OPTIONS")
  # No program begins so: OPTIONS is misspelt.
  if(NOT arg_PROGRAMS OR arg_UNPARSED_ARGUMENTS OR
      "${arg_PROGRAMS}" MATCHES "(^|;)-")
    message(FATAL_ERROR "spl_add_guard(NAME PROGRAMS TARGET... "
      "[OPTIONS OPTION...]); got: ${ARGV}")
  endif()
  list(TRANSFORM arg_PROGRAMS
    REPLACE "(.+)" "--own-program;$<TARGET_FILE:\\1>")
  add_test(NAME ${name}
    COMMAND "$<TARGET_FILE:spl::spl-run>" guard ${arg_PROGRAMS} ${arg_OPTIONS}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES
    LABELS perf RUN_SERIAL ON TIMEOUT 9999999)
endfunction()

# spl_check_formulas(NAME FORMULAS PATH... PROGRAMS TARGET... [OPTIONS OPTION...])
#
# Adds only the check of spl_add_formulas, for formulas that are evaluated
# elsewhere, such as those in SPL_ASSERT and SPL_EXPECT. NAME is the target. The
# check uses the options that change the meaning of formulas: --rev, --baseline,
# --config and -s.
function(spl_check_formulas name)
  _spl_read_formulas(spl_check_formulas ${ARGV})
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
  set(options "")
  set(is_value OFF)
  foreach(option IN LISTS arg_OPTIONS)
    if(is_value OR option MATCHES "^(--(rev|baseline|config|set)(=|$)|-[cs]$)")
      list(APPEND options "${option}")
    endif()
    if(NOT is_value AND option MATCHES "^(--(rev|baseline|config|set)|-[cs])$")
      set(is_value ON)
    else()
      set(is_value OFF)
    endif()
  endforeach()
  _spl_project_files(project_files)
  # spl-run looks for the links of spl_layouts(), which may be called later.
  set(links ${arg_PROGRAMS})
  list(TRANSFORM links REPLACE "(.+)" "$<TARGET_PROPERTY:\\1,SPL_LAYOUTS>")
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${name}.stamp")
  add_custom_command(OUTPUT "${stamp}"
    COMMAND "$<TARGET_FILE:spl::spl-run>" check ${programs} ${options}
      ${paths}
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${files} ${project_files} ${binaries}
      "$<TARGET_FILE:spl::spl-run>" ${arg_PROGRAMS} ${links}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Checking the formulas of ${name}"
    VERBATIM)
  add_custom_target(${name} ALL DEPENDS "${stamp}")
endfunction()

# Sets a variable to the project file of this folder, if there is one, and the
# files of its "definitions".
function(_spl_project_files variable)
  set(files "")
  set(folder "${CMAKE_CURRENT_SOURCE_DIR}")
  while(NOT folder STREQUAL parent AND NOT EXISTS "${folder}/spl.json")
    set(parent "${folder}")
    cmake_path(GET folder PARENT_PATH folder)
  endwhile()
  _spl_is_own(is_own "${folder}/spl.json")
  if(is_own)
    set(files "${folder}/spl.json")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${files}")
    file(READ "${files}" text)
    string(JSON names ERROR_VARIABLE error GET "${text}" definitions)
    string(REGEX MATCHALL "[^][\"\n, ]+" names "${names}")
    foreach(name IN LISTS names)
      _spl_is_own(is_own "${folder}/${name}")
      if(is_own)
        list(APPEND files "${folder}/${name}")
      endif()
    endforeach()
  endif()
  set(${variable} ${files} PARENT_SCOPE)
endfunction()

# Reads the arguments of a function of that name, the programs' files into
# `binaries`, and the options by which spl-run knows them into `programs`.
macro(_spl_read_formulas function)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FORMULAS;PROGRAMS;OPTIONS")
  if(NOT arg_FORMULAS OR NOT arg_PROGRAMS OR arg_UNPARSED_ARGUMENTS OR
      "${arg_FORMULAS};${arg_PROGRAMS}" MATCHES "(^|;)-")
    message(FATAL_ERROR "${function}(NAME FORMULAS PATH... "
      "PROGRAMS TARGET... [OPTIONS OPTION...]); got: ${ARGN}")
  endif()
  list(TRANSFORM arg_PROGRAMS REPLACE "(.+)" "$<TARGET_FILE:\\1>"
    OUTPUT_VARIABLE binaries)
  list(TRANSFORM binaries PREPEND "--own-program;" OUTPUT_VARIABLE programs)
endmacro()

# spl_discover_tests(TARGET [ARGUMENT...])
#
# Adds the tests of a program that have SPL_ASSERT or SPL_EXPECT, by the function
# of its framework, and takes all arguments of that: gtest_discover_tests, or
# catch_discover_tests or doctest_discover_tests if the program links spl::catch2
# or spl::doctest. A program that links spl::boost_test is one test, and the
# arguments are its own. PROPERTIES take precedence over those of all tests that
# measure; LABELS are added to `perf`. Each test knows the number of assertions
# in the whole program, so that by chance at most 5 % of the program's executions
# fail. Whoever builds the program builds spl-run, too.
function(spl_discover_tests target)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  if("spl::workload_main" IN_LIST libraries)
    message(FATAL_ERROR "spl_discover_tests(${target}): ${target} links "
      "spl::workload_main, so it has no tests; add tests of its workloads by "
      "spl_add_formulas(), or link spl::gtest_main instead")
  endif()
  add_dependencies(${target} spl::spl-run)
  set(arguments ${ARGN})
  list(FIND arguments PROPERTIES at)
  if(at EQUAL -1)
    list(APPEND arguments PROPERTIES)
  endif()
  _spl_note_build_type(of_build_type)
  set(measures LABELS perf RUN_SERIAL ON ${of_build_type})
  list(TRANSFORM arguments APPEND ";${measures}" REGEX "^PROPERTIES$")
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  # Project files may be written later.
  _spl_project_files(files)
  list(APPEND files "${folder}/spl.json" "${CMAKE_SOURCE_DIR}/spl.json")
  get_target_property(made ${target} BINARY_DIR)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${folder}"
      OUTPUT_VARIABLE path)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${made}")
    list(APPEND files "${path}" "${source}")
  endforeach()
  list(REMOVE_DUPLICATES files)
  # Modules here: what they set is known in the caller's folder only.
  if("spl::catch2" IN_LIST libraries)
    include(Catch)
    catch_discover_tests(${target} ${arguments})
  elseif("spl::doctest" IN_LIST libraries)
    include(doctest)
    doctest_discover_tests(${target} ${arguments})
  elseif("spl::boost_test" IN_LIST libraries)
    add_test(NAME ${target} COMMAND ${target} ${ARGN})
    _spl_find_time_limit(limit ${files})
    set_tests_properties(${target} PROPERTIES ${measures} TIMEOUT ${limit})
    return()
  else()
    include(GoogleTest)
    gtest_discover_tests(${target} DISCOVERY_TIMEOUT 60 ${arguments})
  endif()
  # CTest reads this script when it runs: the limit follows from the sources as
  # they then are, and the functions above tear lists such as labels apart.
  cmake_parse_arguments(given "" "LABELS;TIMEOUT;TEST_LIST" "" ${ARGN})
  if(NOT DEFINED given_TIMEOUT AND "${ARGN}" MATCHES "SPL_(BUDGET|RUNS|MAX_RUNS|TIMEOUT)=")
    set(given_TIMEOUT 9999999)
  endif()
  if(NOT given_TEST_LIST)
    set(given_TEST_LIST ${target}_TESTS)
  endif()
  set(time_limit "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/SplTimeLimit.cmake")
  string(CONFIGURE [[
include("@time_limit@")
set(CMAKE_SOURCE_DIR "@CMAKE_SOURCE_DIR@")
set(files "@files@")
set(limit "@given_TIMEOUT@")
if(limit STREQUAL "")
  _spl_find_time_limit(limit ${files})
endif()
set_tests_properties(${@given_TEST_LIST@} PROPERTIES
  LABELS "perf;@given_LABELS@" TIMEOUT ${limit})
]] text @ONLY)
  string(MD5 script "${target} ${ARGN}")
  set(script "${CMAKE_CURRENT_BINARY_DIR}/${target}-${script}.cmake")
  file(WRITE "${script}" "${text}")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${script}")
endfunction()

# spl_workloads(LIBRARY)
#
# Keeps the workloads of a static or shared library in the programs that link
# it. Linkers leave out what a program does not refer to, and to a workload
# nothing refers.
function(spl_workloads library)
  get_target_property(type ${library} TYPE)
  set(whole_STATIC_LIBRARY --whole-archive)
  set(whole_SHARED_LIBRARY --no-as-needed)
  if(whole_${type})
    target_link_options(${library} INTERFACE
      "-Wl,--push-state,${whole_${type}},$<TARGET_LINKER_FILE:${library}>,--pop-state")
  endif()
endfunction()
