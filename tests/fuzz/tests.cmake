# A short run of the fuzzers. tests/fuzz is a project of its own: it takes clang
# and its sanitizers.
set(fuzz_build "${CMAKE_CURRENT_BINARY_DIR}/fuzz")
find_program(SPL_FUZZ_COMPILER clang++)
file(CONFIGURE OUTPUT "${fuzz_build}/probe.cpp" CONTENT
  "extern \"C\" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }\n")
execute_process(
  COMMAND "${SPL_FUZZ_COMPILER}" -fsanitize=fuzzer,address probe.cpp -o probe
  WORKING_DIRECTORY "${fuzz_build}"
  RESULT_VARIABLE fuzz_probe OUTPUT_QUIET ERROR_QUIET)
if(NOT fuzz_probe EQUAL 0)
  message(STATUS "No clang++ with libFuzzer: without the tests 'fuzz:...'")
elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
  # Part of the build, so that the tests only run them.
  add_custom_target(fuzzers ALL
    COMMAND "${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}" -B "${fuzz_build}"
      -G Ninja "-DCMAKE_CXX_COMPILER=${SPL_FUZZ_COMPILER}" --log-level=WARNING
    COMMAND "${CMAKE_COMMAND}" --build "${fuzz_build}"
    COMMENT "Building the fuzzers with clang"
    VERBATIM)
  foreach(fuzzer IN ITEMS formula cpp data project protocol links tree)
    file(MAKE_DIRECTORY "${fuzz_build}/found-${fuzzer}")
    file(ARCHIVE_EXTRACT
      INPUT "${CMAKE_CURRENT_LIST_DIR}/corpora/${fuzzer}.tar.xz"
      DESTINATION "${fuzz_build}/corpus-${fuzzer}")
    add_test(NAME fuzz:${fuzzer}
      COMMAND "${fuzz_build}/fuzz_${fuzzer}" -seed=1 -runs=5000 -timeout=60
        "-artifact_prefix=${fuzz_build}/${fuzzer}-"
        "${fuzz_build}/found-${fuzzer}"  # takes what is new
        "${fuzz_build}/corpus-${fuzzer}"
        "${CMAKE_CURRENT_LIST_DIR}/data/${fuzzer}")
  endforeach()
endif()
