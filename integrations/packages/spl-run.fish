# Completes options, which `spl-run --help` lists, and files.
complete -c spl-run -n 'string match -q -- "-*" (commandline -ct)' -a '(spl-run --help | string replace -rf "^  (?:-.,)?(--[a-z-]+).*" "\$1")'
