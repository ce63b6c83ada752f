# Writes the options that `spl-run --help` lists, the first file, in place of
# %OPTIONS% into the page, the second.
function man(text) {
  gsub(/\\/, "\\\\e", text)
  gsub(/-/, "\\\\-", text)
  gsub(/'/, "\\\\(aq", text)
  return (text ~ /^\./ ? "\\&" : "") text
}
function entry(names, value) {
  value = ""
  if (match(names, / /)) {
    value = " \\fI" man(substr(names, RSTART + 1)) "\\fR"
    names = substr(names, 1, RSTART - 1)
  }
  names = man(names)
  sub(/,/, "\\fR, \\fB", names)
  return ".TP\n\\fB" names "\\fR" value "\n"
}
NR == FNR && /^Environment:$/ { done = 1 }
NR == FNR && /^[A-Z][^:]*:$/ && !done { options = options ".SS " man(substr($0, 1, length() - 1)) "\n" }
NR == FNR && /^  [^ ]/ && options && !done {
  line = substr($0, 3)
  at = index(line, "  ")
  options = options entry(at ? substr(line, 1, at - 1) : line)
  sub(/^[^ ].*  +/, "", line)
  if (at) options = options man(line) "\n"
}
NR == FNR && /^   / && options && !done { sub(/^ +/, ""); options = options man($0) "\n" }
NR == FNR { next }
/^%OPTIONS%$/ { printf "%s", options; next }
{ print }
