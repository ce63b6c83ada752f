# Completes options, which `spl-run --help` lists, and files.
_spl_run() {
  [[ $2 == -* ]] || return
  mapfile -t COMPREPLY < <(compgen -W "$(spl-run --help |
    sed -nE 's/^  (-.,)?(--[a-z-]+).*/\2/p')" -- "$2")
}
complete -o default -F _spl_run spl-run
