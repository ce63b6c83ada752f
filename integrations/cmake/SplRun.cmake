# spl-run for a project that has SPL as a part: that of a portable archive, an
# installed one of this version, or one that is built as a project of its own in
# spl-run/ of the build folder, optimised, and whenever something that depends on
# the target spl::spl-run is built.
if(NOT SPL_RUN_PROGRAM)
  find_program(installed spl-run NO_CACHE)
  if(installed)
    execute_process(COMMAND "${installed}" --version OUTPUT_VARIABLE version
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(version STREQUAL "spl-run ${PROJECT_VERSION}")
      set(SPL_RUN_PROGRAM "${installed}")
    endif()
  endif()
endif()
if(SPL_RUN_PROGRAM)
  add_executable(spl::spl-run IMPORTED GLOBAL)
  set_target_properties(spl::spl-run PROPERTIES
    IMPORTED_LOCATION "${SPL_RUN_PROGRAM}")
  return()
endif()
include(ExternalProject)
string(REPLACE " Multi-Config" "" generator "${CMAKE_GENERATOR}")
cmake_host_system_information(RESULT jobs QUERY NUMBER_OF_LOGICAL_CORES)
set(folder "${PROJECT_BINARY_DIR}/spl-run")
string(REPLACE ";" "|" prefixes "${CMAKE_PREFIX_PATH}")
ExternalProject_Add(spl_run
  SOURCE_DIR "${PROJECT_SOURCE_DIR}"
  BINARY_DIR "${folder}"
  CMAKE_GENERATOR "${generator}"
  LIST_SEPARATOR |
  CMAKE_CACHE_ARGS -DCMAKE_BUILD_TYPE:STRING=Release -DSPL_TESTS:BOOL=OFF
    -DSPL_UNITY:BOOL=ON "-DCMAKE_PREFIX_PATH:STRING=${prefixes}"
    "-DCMAKE_CXX_COMPILER:STRING=${CMAKE_CXX_COMPILER}"
    "-DCMAKE_TOOLCHAIN_FILE:STRING=${CMAKE_TOOLCHAIN_FILE}"
  BUILD_COMMAND "${CMAKE_COMMAND}" --build <BINARY_DIR> --target spl-run
    --parallel ${jobs}
  BUILD_BYPRODUCTS "${folder}/bin/spl-run"
  BUILD_ALWAYS ON INSTALL_COMMAND ""
  EXCLUDE_FROM_ALL ON USES_TERMINAL_BUILD ON)
add_executable(spl::spl-run IMPORTED GLOBAL)
set_target_properties(spl::spl-run PROPERTIES
  IMPORTED_LOCATION "${folder}/bin/spl-run")
add_dependencies(spl::spl-run spl_run)
