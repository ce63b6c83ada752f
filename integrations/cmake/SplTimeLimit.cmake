# How long CTest lets the tests of a program take. CTest reads this file, too,
# for what is counted may have changed since CMake was run.

include_guard()

# Sets a variable to whether a file is regular, and it and a link in its place
# belong to the user, to root or to whom the project belongs: others put pipes
# without end, and budgets, where project files are searched.
function(_spl_is_own variable file)
  execute_process(
    COMMAND sh -c [[
      [ -f "$1" ] || exit 1
      for one in $(stat -c %u "$1") $(stat -Lc %u "$1"); do
        case " 0 $(id -u) $(stat -c %u "$2") " in
        *" $one "*) ;;
        *) exit 1 ;;
        esac
      done
    ]] sh "${file}" "${CMAKE_SOURCE_DIR}"
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  set(${variable} OFF PARENT_SCOPE)
  if(status EQUAL 0)
    set(${variable} ON PARENT_SCOPE)
  endif()
endfunction()

# Sets a variable to the seconds after which CTest ends a test that has SPL_ASSERT
# or SPL_EXPECT in one of the files: as many as CTest gives to any test, and for
# each assertion 20 times the longest budget in the files, which are sources and
# project files, and in the environment. An hour is added if a formula names a
# revision, which may be configured and built for half an hour each. There is no
# limit if a budget cannot be read or something else than a budget says how long
# a relation takes.
function(_spl_find_time_limit variable)
  set(text "")
  foreach(file IN LISTS ARGN)
    set(is_own ON)
    if(file MATCHES "\\.(json|spl)$")
      _spl_is_own(is_own "${file}")
    endif()
    if(is_own AND EXISTS "${file}")
      file(READ "${file}" content)
      string(APPEND text "${content}\n")
    endif()
  endforeach()
  foreach(name BUDGET RUNS MAX_RUNS TIMEOUT)
    if(DEFINED ENV{SPL_${name}})
      string(TOLOWER "${name}" setting)
      string(APPEND text "\"${setting}\": \"$ENV{SPL_${name}}\"\n")
    endif()
  endforeach()
  # In lists, brackets keep elements together.
  string(REGEX REPLACE "[][]" " " text "${text}")
  string(REGEX MATCHALL "SPL_(ASSERT|EXPECT)[ \t\n]*\\(" assertions "${text}")
  # As in spl::budget(10s), spl::setting("budget", "10s"), "budget": "10s" and
  # set budget = 10s.
  set(names "(budget|runs|max[-_]runs|timeout)")
  set(space "[ \t\n]*")
  string(REGEX MATCHALL
    "(set[ \t\n]+${names}${space}=${space}|[^A-Za-z0-9_-]${names}(${space}[({]|\"${space}[:,]${space}\"?))[^,;)}\"\n]*"
    settings "${text}")
  set(budget 5)
  set(seconds_s 1)
  set(seconds_min 60)
  set(seconds_h 3600)
  foreach(setting IN LISTS settings)
    if(setting MATCHES "budget[^0-9]*[0-9][0-9]?[0-9]?ms$")
      continue()
    endif()
    if(NOT setting MATCHES
        "budget[^0-9]*([0-9][0-9]?[0-9]?[0-9]?[0-9]?)(s|min|h)$")
      set(${variable} 9999999 PARENT_SCOPE)
      return()
    endif()
    math(EXPR seconds "${CMAKE_MATCH_1} * ${seconds_${CMAKE_MATCH_2}}")
    if(seconds GREATER budget)
      set(budget ${seconds})
    endif()
  endforeach()
  list(LENGTH assertions assertions)
  math(EXPR limit "1500 + ${assertions} * 20 * ${budget}")
  if(text MATCHES "[A-Za-z0-9_]@[A-Za-z]")
    math(EXPR limit "${limit} + 3600")
  endif()
  set(${variable} ${limit} PARENT_SCOPE)
endfunction()
