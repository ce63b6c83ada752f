# Moves files of a staged package to where Debian's programs search: zsh reads
# other folders below /usr than it does below /usr/local.
set(zsh "${CPACK_TEMPORARY_DIRECTORY}/spl-run/usr/share/zsh")
if(EXISTS "${zsh}/site-functions")
  file(RENAME "${zsh}/site-functions" "${zsh}/vendor-completions")
endif()
