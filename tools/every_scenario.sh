#!/bin/sh
# Makes the study of every scenario that is part of the documentation anew: plays it, or goes on with it where it was
# stopped, and writes its report, its tables and its picture into docs/, and what it teaches about chances of victory into the games.
#
#   tools/every_scenario.sh [--matches N] [--folder DIR] [--only-write] [OPTIONS OF lab run: --jobs, --on]
#
# --matches N   at most N matches of each scenario (default: what docs/studies/every-scenario.toml says, which takes four
#               hours of processor time)
# --folder DIR  where the run is kept (default: /tmp/phaseline-every-scenario, which is removed in the end)
# --only-write  plays nothing: what has been played so far goes into docs/
#
# It may be stopped by whatever means, and goes on when it is called again. The same numbers of matches give the same tables,
# however often it was stopped and wherever it was played.
set -eu
here=$PWD
cd "$(dirname "$0")/.."

study=docs/studies/every-scenario.toml
folder=${TMPDIR:-/tmp}/phaseline-every-scenario
most=
keep=
play=1
left=$#
while [ $left -gt 0 ]; do
    case $1 in
    --matches) most=$2 && shift 2 && left=$((left - 2)) ;;
    --folder) folder=$2 && keep=1 && shift 2 && left=$((left - 2)) ;;
    --only-write) play= keep=1 && shift && left=$((left - 1)) ;;
    *) set -- "$@" "$1" && shift && left=$((left - 1)) ;; # for lab run
    esac
done

case $folder in
/*) ;;
*) folder=$here/$folder ;;
esac

if [ -z "$play" ]; then
    :
elif [ -e "$folder/manifest.json" ]; then
    ./run lab resume "$folder" "$@"
else
    mkdir -p "$folder"
    awk -v most="$most" '/^stop = / && most != "" && $6 > most + 0 { sub(/[0-9]+/, most) } 1' \
        "$study" >"$folder/every-scenario.toml"
    ./run lab run "$folder/every-scenario.toml" --into "$folder" "$@"
fi
./run lab report "$folder" --no-records -o docs/_static/every-scenario.html
./run lab chances "$folder"
for file in "$folder"/chances/*.toml; do
    [ -e "$file" ] || continue # nothing has been learned yet
    game=$(basename "$file" .toml)
    cp "$file" "src/phaseline/games/$game/data/chances.toml"
done
./run lab values "$folder"
for file in "$folder"/values/*.toml; do
    game=$(basename "$file" .toml)
    # Where no scenario of a game asks for it, nothing is kept.
    if grep -q '^learned' "src/phaseline/ai/$game/data/bearings.toml"; then
        cp "$file" "src/phaseline/ai/$game/data/values.toml"
    fi
done
.venv/bin/python tools/study_pages.py "$folder"
[ -n "$keep" ] || rm -r "$folder"
