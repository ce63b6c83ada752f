# Completes commands and options, which `spl-run help completions` lists, and
# files.
complete -c spl-run -n 'string match -q -- "-*" (commandline -ct)' -a '(spl-run help completions | string match -e -- --)'
complete -c spl-run -n __fish_use_subcommand -a '(spl-run help completions | string match -v -e -- --)'
