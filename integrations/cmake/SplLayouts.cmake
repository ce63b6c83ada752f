# Programs in several layouts. The order of functions in a link changes their
# speed, often more than a change of their source does.

include_guard()

# spl_layouts(TARGET COUNT)
#
# Links an executable COUNT times more (2 at least), each time with its
# functions in another order, by mold or lld. spl-run finds the links through
# TARGET.layouts, a file beside the program, spreads the runs of TARGET evenly
# over them, and compares the means of the links. They are part of `all`; their
# own target is TARGET_layouts. Objects are compiled once, with
# -ffunction-sections; those of libraries need the same option for their
# functions to move on their own. Without such a linker there is a warning, and
# one layout.
function(spl_layouts target count)
  if(ARGC GREATER 2 OR NOT count MATCHES "^[1-9][0-9]*$" OR count LESS 2)
    message(FATAL_ERROR
      "spl_layouts(TARGET COUNT), COUNT 2 or more; got: ${ARGV}")
  endif()
  find_program(SPL_SHUFFLING_LINKER NAMES ld.mold ld.lld
    DOC "Linker that shuffles sections, for spl_layouts()")
  if(NOT SPL_SHUFFLING_LINKER)
    message(WARNING "${target} has one layout: there is neither mold nor lld")
    return()
  endif()
  cmake_path(GET SPL_SHUFFLING_LINKER EXTENSION LAST_ONLY linker)
  string(REPLACE "." "" linker "${linker}")
  set(pattern "")
  if(linker STREQUAL "lld")
    set(pattern ".text*=")  # All would be the initialisers, too.
  endif()
  target_compile_options(${target} PRIVATE -ffunction-sections)
  add_custom_target(${target}_layouts ALL)
  set(paths "")
  foreach(seed RANGE 1 ${count})
    set(link ${target}_layout${seed})
    add_executable(${link} "$<TARGET_OBJECTS:${target}>")
    target_link_libraries(${link}
      PRIVATE "$<TARGET_PROPERTY:${target},LINK_LIBRARIES>")
    target_link_options(${link} PRIVATE
      "$<TARGET_PROPERTY:${target},LINK_OPTIONS>"
      -fuse-ld=${linker} "LINKER:--shuffle-sections=${pattern}${seed}")
    set_target_properties(${link} PROPERTIES LINKER_LANGUAGE CXX
      RUNTIME_OUTPUT_DIRECTORY
        "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.layouts")
    add_dependencies(${target}_layouts ${link})
    set_property(TARGET ${target} APPEND PROPERTY SPL_LAYOUTS ${link})
    string(APPEND paths "$<TARGET_FILE:${link}>\n")
  endforeach()
  file(GENERATE OUTPUT "$<TARGET_FILE:${target}>.layouts" CONTENT "${paths}")
endfunction()
