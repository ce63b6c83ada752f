# Completes commands and options, which `spl-run help completions` lists, and
# files.
_spl_run() {
  [[ $2 == -* || $COMP_CWORD -eq 1 ]] || return
  mapfile -t COMPREPLY < <(compgen -W "$(spl-run help completions)" -- "$2")
}
complete -o default -F _spl_run spl-run
