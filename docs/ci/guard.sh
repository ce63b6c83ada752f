#!/bin/sh
# What a job of continuous integration does: it gets spl-run, finds the commit to
# compare with, measures, and leaves the reports in the folder spl-reports. What
# follows its name is the call of spl-run. If there is no spl-run, SPL_ARCHIVE is
# the path or address of spl-VERSION-linux-ARCH.tar.gz.
set -eu
reports=spl-reports

refuse() {
    echo "guard.sh: error: $1" >&2
    exit 2
}

# The merge base of HEAD and the target of a pull or merge request; nothing
# outside of these, since spl-run finds the commit before a push itself.
baseline() {
    if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
        refuse "this clone is shallow and lacks the baseline; set fetch-depth: 0 \
for actions/checkout, or GIT_DEPTH: 0 in GitLab"
    fi
    target=${GITHUB_BASE_REF:-${CI_MERGE_REQUEST_TARGET_BRANCH_NAME:-}}
    [ -n "$target" ] || return 0
    branch=refs/remotes/origin/$target
    # A clone that is kept for later jobs has an older state of the branch.
    git fetch --quiet --no-tags origin "+refs/heads/$target:$branch" 2>/dev/null ||
        echo "guard.sh: note: $target cannot be fetched" >&2
    git rev-parse --verify --quiet "$branch^{commit}" >/dev/null ||
        refuse "the target branch $target is not in this clone; fetch it before"
    git merge-base HEAD "$branch" ||
        refuse "HEAD and the target branch $target have no commit in common"
}

# Unpacks the archive where the cache of built programs is kept between jobs,
# unless it is there; prints its folder of programs.
unpacked() {
    tools=${XDG_CACHE_HOME:-$HOME/.cache}/spl/tools
    name=$(basename "$SPL_ARCHIVE" .tar.gz)
    if ! [ -d "$tools/$name" ]; then
        mkdir -p "$tools/new"
        # GitLab keeps it in the checkout, of which it is no part.
        echo '*' >"$tools/../.gitignore"
        case $SPL_ARCHIVE in
            *://*) curl -fsSL -o "$tools/archive" "$SPL_ARCHIVE" ;;
            *) cp -- "$SPL_ARCHIVE" "$tools/archive" ;;
        esac
        tar xzf "$tools/archive" -C "$tools/new"
        mv "$tools/new/$name" "$tools"
        rm "$tools/archive"
    fi
    echo "$tools/$name/bin"
}

if ! command -v spl-run >/dev/null; then
    [ -n "${SPL_ARCHIVE:-}" ] ||
        refuse "there is no spl-run; install it, or set SPL_ARCHIVE"
    programs=$(unpacked)
    PATH=$programs:$PATH
fi
commit=$(baseline)
if [ -n "$commit" ]; then export SPL_BASELINE="$commit"; fi
# What the checkout brought by this name is no report.
rm -rf -- "$reports"
mkdir -- "$reports"
echo '*' >"$reports/.gitignore"
status=0
spl-run "$@" -o "$reports/report.json" -o "$reports/report.html" \
    -o "$reports/junit.xml" -o "$reports/summary.md" \
    -o "github:$reports/annotations.txt" || status=$?
touch "$reports/summary.md" "$reports/annotations.txt"
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    cat "$reports/annotations.txt"
    cat "$reports/summary.md" >>"$GITHUB_STEP_SUMMARY"
fi
exit "$status"
