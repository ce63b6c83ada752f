#!/bin/sh
# Prints the commit to compare with in continuous integration: the merge base of
# HEAD and the target branch of a pull or merge request. Prints nothing outside
# of these, since spl-run finds the commit before a push itself.
set -eu

refuse() {
    echo "baseline.sh: error: $1" >&2
    exit 2
}

if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
    refuse "this clone is shallow and lacks the baseline; set fetch-depth: 0 \
for actions/checkout, or GIT_DEPTH: 0 in GitLab"
fi
target=${GITHUB_BASE_REF:-${CI_MERGE_REQUEST_TARGET_BRANCH_NAME:-}}
if [ -z "$target" ]; then
    exit 0
fi
branch=refs/remotes/origin/$target
# A clone that is kept for later jobs has an older state of the branch.
git fetch --quiet --no-tags origin "+refs/heads/$target:$branch" 2>/dev/null ||
    echo "baseline.sh: note: $target cannot be fetched" >&2
if ! git rev-parse --verify --quiet "$branch^{commit}" >/dev/null; then
    refuse "the target branch $target is not in this clone; fetch it before"
fi
git merge-base HEAD "$branch" ||
    refuse "HEAD and the target branch $target have no commit in common"
