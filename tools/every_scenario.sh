#!/bin/sh
# Makes the study of every scenario that is part of the documentation anew: plays it, or goes on with it where it was
# stopped, and writes its report. It takes about half an hour on two idle cores. Options go to `lab run`: --jobs, --on.
set -eu
cd "$(dirname "$0")/.."

folder=${TMPDIR:-/tmp}/phaseline-every-scenario
if [ -e "$folder/manifest.json" ]; then
    ./run lab resume "$folder" "$@"
else
    ./run lab run docs/studies/every-scenario.toml --into "$folder" "$@"
fi
./run lab report "$folder" --no-records -o docs/_static/every-scenario.html
rm -r "$folder"
