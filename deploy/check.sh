#!/bin/sh
# Run the Dockerfiles' steps where there is no Docker: in a Debian root made by debootstrap; then, where crun is
# installed, the images as docker-compose.yml says. Needs root, debootstrap, Node.js, and a Python as `make setup-dev`
# leaves it.
#   deploy/check.sh FOLDER [options of tests.packaging.build, such as --build-arg TORCH_INDEX=...]
# MIRROR: a Debian mirror other than debootstrap's own. ROOT_FOLDER: a root that is there already.
set -eu
folder=$(realpath -m "${1:?a folder for the roots}")
shift
cd "$(dirname "$0")/.."
root=${ROOT_FOLDER:-$folder/debian}
if [ ! -d "$root" ]; then
    command -v debootstrap >/dev/null || { echo "debootstrap is not installed: nothing was run." >&2; exit 3; }
    mkdir -p "$folder"
    debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates bookworm "$root.part" ${MIRROR:-}
    mv "$root.part" "$root"
fi
python=${PYTHON:-.venv/bin/python}
"$python" -m tests.packaging.build "$root" "$folder" backend/Dockerfile workers/Dockerfile "$@"
if command -v crun >/dev/null; then
    "$python" -m tests.packaging.contained "$folder"
else
    echo "crun is not installed: the images were not run."
fi
