#!/bin/sh
# Links as the linker of the same name does and, of a program, leaves in
# PROGRAM.link how: the linker, the folder and the words, each with a zero byte
# at its end, and copies of what the compiler removes. A link that cannot be
# recorded is made all the same, and one that fails may leave a record: spl-run
# believes a record only where the same link once more makes the same program.

name=${0##*/}
recorders=$SPL_RECORDERS:${0%/*}:

# The linker that would be run without this one: what gcc searches, then PATH.
# Recorders of other installations, which called this one, are passed over.
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

# The program that the words make; nothing of a library or an object.
find_program() {
  program=
  is_program=
  for word in "$@"; do
    case $word in
    -shared | -r | --shared | --relocatable | -Bshareable) return 1 ;;
    esac
    [ -z "$is_program" ] || program=$word
    is_program=
    [ "$word" != -o ] || is_program=yes
  done
  [ -n "$program" ]
}

# A copy of what is gone after the link, in `kept`.
keep() {
  count=$((count + 1))
  kept=$folder/$count$2
  cp "$1" "$fresh/$count$2" || is_kept=
}

record() {
  case $program in
  /*) folder=$program.link ;;
  *) folder=$PWD/$program.link ;;
  esac
  fresh=$folder.$$
  count=0
  temporary=${TMPDIR:-/tmp}
  temporary=${temporary%/}
  is_kept=yes
  mkdir "$fresh" || return
  {
    printf '%s\0%s\0' "$linker" "$PWD"
    for word in "$@"; do
      case $word in
      @*) keep "${word#@}" "" && word=@$kept ;;
      "$temporary"/*/*) ;;
      "$temporary"/*.o) keep "$word" .o && word=$kept ;;
      esac
      printf '%s\0' "$word"
    done
  } >"$fresh/record" && [ -n "$is_kept" ] && rm -rf "$folder" &&
    mv "$fresh" "$folder" || rm -rf "$fresh"
}

if ! find_linker; then
  printf '%s: error: there is no linker "%s" in COMPILER_PATH and PATH\n' \
    "$0" "$name" >&2
  exit 127
fi
SPL_RECORDERS=$recorders
export SPL_RECORDERS
if find_program "$@"; then
  record "$@" 2>/dev/null
fi
exec "$linker" "$@"
