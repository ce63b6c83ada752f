# find_package(spl): the targets spl::workload, spl::workload_main, spl::gtest,
# spl::gtest_main, spl::catch2, spl::doctest, spl::boost_test, spl::expects and
# spl::spl-run, and the functions of SplLayouts.cmake and SplTests.cmake.
# SplLinks.cmake says what SPL_FRESH_LINKS switches off.

if(NOT TARGET GTest::gtest)  # For spl::gtest; a project may have its own.
  find_package(GTest 1.12 CONFIG QUIET)
endif()
include("${CMAKE_CURRENT_LIST_DIR}/splTargets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/SplLayouts.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/SplLinks.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/SplTests.cmake")
spl_record_links(spl::workload "${CMAKE_CURRENT_LIST_DIR}/linkers")
