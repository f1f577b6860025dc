#!/bin/sh
# Writes requirements/*.txt: every version pinned, every file hashed, no address inside. Each lock serves all
# platforms and all Python versions from 3.11 on. Called by `./run lock`; options (--upgrade, --upgrade-package NAME)
# go to `uv pip compile`. Each lock keeps to the versions of the one before it, so that all fit into one environment.
set -eu
cd "$(dirname "$0")/.."

compile() {
    name=$1
    shift
    echo "requirements/$name.txt" >&2
    python -m uv pip compile --quiet --system-certs --universal --fork-strategy fewest --python-version 3.11 \
        --generate-hashes --custom-compile-command './run lock' --output-file "requirements/$name.txt" "$@"
}

compile runtime pyproject.toml --group build "$@"
compile pictures pyproject.toml --group build --extra pictures --constraint requirements/runtime.txt "$@"
compile atlas pyproject.toml --group build --extra pictures --extra atlas --constraint requirements/pictures.txt "$@"
compile lab pyproject.toml --group build --extra lab --constraint requirements/atlas.txt "$@"
compile ray pyproject.toml --group build --extra lab --extra ray --constraint requirements/lab.txt \
    --constraint requirements/atlas.txt "$@"
compile dev pyproject.toml --group build --extra pictures --extra atlas --extra lab --extra ray --extra env --extra dev \
    --constraint requirements/ray.txt --constraint requirements/atlas.txt "$@"
compile docs pyproject.toml --group build --extra docs --constraint requirements/dev.txt "$@"
compile lock --group pyproject.toml:lock "$@"
