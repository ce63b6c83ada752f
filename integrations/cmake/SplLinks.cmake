# Fresh links of programs that hold workloads. Targets that link spl::workload
# are compiled with -ffunction-sections and linked through a recorder, which
# leaves PROGRAM.link beside the program. With that file spl-run links the
# program again in other layouts. The recorder also puts the C++ library inside
# programs that no shared library of C++ is linked to, so that they start sooner.
#
# SPL_FRESH_LINKS and SPL_STATIC_CXX are properties of a target, initialised from
# the variables of these names when the target is made; the default is ON.
# SPL_STATIC_CXX OFF leaves the C++ library shared; SPL_FRESH_LINKS OFF builds
# the target without the option and the recorder.

include_guard()

foreach(property IN ITEMS SPL_FRESH_LINKS SPL_STATIC_CXX)
  define_property(TARGET PROPERTY ${property}
    INITIALIZE_FROM_VARIABLE ${property})
endforeach()

# The names of linkers that compilers use.
set(SPL_LINKER_NAMES ld ld.bfd ld.gold ld.lld ld.mold)

# Gives the options, with the recorders of a folder, to everything that links
# the target.
function(spl_record_links target recorders)
  get_target_property(is_done ${target} SPL_RECORDED_BY)
  if(is_done OR CMAKE_CROSSCOMPILING)
    return()
  endif()
  set_target_properties(${target} PROPERTIES SPL_RECORDED_BY "${recorders}")
  # The property of the target that is compiled or linked.
  set(value "$<TARGET_PROPERTY:SPL_FRESH_LINKS>")
  set(wanted "$<OR:$<STREQUAL:${value},>,$<BOOL:${value}>>")
  set(static "$<TARGET_PROPERTY:SPL_STATIC_CXX>")
  set(static "$<OR:$<STREQUAL:${static},>,$<BOOL:${static}>>")
  set(folder "${recorders}/$<${static}:static-cxx/>")
  set(compiles "$<COMPILE_LANGUAGE:C,CXX>")
  set(links "$<LINK_LANGUAGE:C,CXX>")
  target_compile_options(${target} INTERFACE
    "$<BUILD_INTERFACE:$<$<AND:${wanted},${compiles}>:-ffunction-sections>>")
  target_link_options(${target} INTERFACE
    "$<BUILD_INTERFACE:$<$<AND:${wanted},${links}>:-B${folder}>>")
endfunction()
