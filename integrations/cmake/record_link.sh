#!/bin/sh
# Links like the linker of the same name and records the link of a program in
# PROGRAM.link: the linker, the folder and the words, each with a zero byte at
# its end, and copies of files that the compiler removes. A link that cannot be
# recorded is made all the same, and one that fails leaves no record. A record
# has the time of its program, so that it is known to be old if the program was
# written again in another way.
#
# In a folder static-cxx it puts the C++ library inside the program, which then
# starts in two thirds of the time: unless the program may need the shared
# library, too, since two copies in a process do not share streams. The unwinder
# stays shared: the C library loads it to cancel threads.

name=${0##*/}
recorders=$SPL_RECORDERS:${0%/*}:

# Finds the linker that would run without this recorder: first where gcc
# searches, then in PATH. Skips recorders of other installations, which called
# this one.
find_linker() {
  places=$COMPILER_PATH:$PATH
  while [ -n "$places" ]; do
    folder=${places%%:*}
    case $places in
    *:*) places=${places#*:} ;;
    *) places= ;;
    esac
    folder=${folder%/}
    linker=$folder/$name
    case $recorders in
    *:"$folder":*) continue ;;
    esac
    if [ -f "$linker" ] && [ -x "$linker" ] && ! [ "$linker" -ef "$0" ]; then
      return 0
    fi
  done
  return 1
}

# Prints the words of a response file, one a line.
list_words() {
  xargs printf '%s\n' <"$1"
}

# Looks for the program in one word more; fails for a library or an object.
look_at() {
  case $1 in
  @*)
    found=$(list_words "${1#@}" | find_program_in_lines) || return
    [ -z "$found" ] || program=$found
    return 0
    ;;
  -shared | -r | --shared | --relocatable | -Bshareable) return 1 ;;
  esac
  [ -z "$is_program" ] || program=$1
  is_program=
  [ "$1" != -o ] || is_program=yes
}

find_program_in_lines() {
  program=
  is_program=
  while IFS= read -r line; do
    look_at "$line" || return
  done
  printf '%s\n' "$program"
}

# Finds the program that the words make; nothing for a library or an object.
find_program() {
  program=
  is_program=
  for word in "$@"; do
    look_at "$word" || return
  done
  [ -n "$program" ]
}

# Records a word, or the path of a copy if the file is removed after the link.
record_word() {
  word=$1
  case $word in
  "$temporary"/*/*) ;;
  "$temporary"/*.o)
    cp "$word" "$fresh/" || return
    word=$folder/${word##*/}
    ;;
  esac
  printf '%s\0' "$word"
}

record_words() {
  temporary=${TMPDIR:-/tmp}
  temporary=${temporary%/}
  printf '%s\0%s\0' "$linker" "$PWD" || return
  for word in "$@"; do
    case $word in
    @*)
      [ -f "${word#@}" ] || return
      list_words "${word#@}" | while IFS= read -r line; do
        record_word "$line" || exit
      done || return
      ;;
    *) record_word "$word" || return ;;
    esac
  done
}

# Succeeds if no shared library of the words but those of C can need the C++
# library, and if the linker finds the static one.
can_have_cxx_inside() {
  archive=
  is_value=
  for word in "$@"; do
    if [ -n "$is_value" ]; then
      is_value=
      continue
    fi
    case $word in
    -plugin | -dynamic-linker | --dynamic-linker | -o | -m | -z) is_value=yes ;;
    -L*) [ ! -f "${word#-L}/libstdc++.a" ] || archive=yes ;;
    -lstdc++ | -lc | -lm | -lgcc | -lgcc_s | -lgcc_eh) ;;
    -lpthread | -ldl | -lrt) ;;
    -l* | @* | *.so | *.so.[0-9]*) return 1 ;;
    -static* | -E | --export-dynamic | -export-dynamic | --dynamic-list*)
      return 1
      ;;
    esac
  done
  [ -n "$archive" ]
}

if ! find_linker; then
  printf '%s: error: there is no linker "%s" in COMPILER_PATH and PATH\n' \
    "$0" "$name" >&2
  exit 127
fi
SPL_RECORDERS=$recorders
export SPL_RECORDERS
find_program "$@" 2>/dev/null || exec "$linker" "$@"
case $0 in
*/static-cxx/*)
  if can_have_cxx_inside "$@"; then
    for word in "$@"; do
      shift
      if [ "$word" = -lstdc++ ]; then
        set -- "$@" -Bstatic "$word" -Bdynamic
      else
        set -- "$@" "$word"
      fi
    done
  fi
  ;;
esac
# A link into a device, as configure scripts make it, makes no program.
if [ -e "$program" ] && ! [ -f "$program" ]; then
  exec "$linker" "$@"
fi
case $program in
/*) folder=$program.link ;;
*) folder=$PWD/$program.link ;;
esac

# Succeeds for what a recorder wrote: a linker begins it.
is_record() {
  first=
  [ ! -f "$1" ] || IFS= read -r first <"$1"
  [ "${first#/}" != "$first" ]
}

# Removes what a recorder has put into a folder, and the folder if that is all.
remove_record() {
  [ -L "$1" ] || ! [ -d "$1" ] || {
    rm -f "$1"/record "$1"/*.o
    rmdir "$1"
  } 2>/dev/null
}

# A new folder, whatever others have put beside the program, with the rights
# that the umask leaves.
fresh=
trap 'remove_record "$fresh"; exit 129' HUP INT TERM
if fresh=$(mktemp -d "$folder.XXXXXXXXXX" 2>/dev/null); then
  { chmod =rwx "$fresh" && record_words "$@" >"$fresh/record"; } 2>/dev/null ||
    rm -f "$fresh/record" 2>/dev/null
fi
! is_record "$folder/record" 2>/dev/null || remove_record "$folder"
"$linker" "$@"
status=$?
[ -n "$fresh" ] || exit "$status"
# A recorder that this one called records the linker itself.
if [ "$status" != 0 ] || [ -e "$folder" ] || ! [ -e "$fresh/record" ] ||
  ! touch -c -r "$program" "$fresh/record" 2>/dev/null ||
  ! mv -T "$fresh" "$folder" 2>/dev/null; then
  remove_record "$fresh"
fi
exit "$status"
