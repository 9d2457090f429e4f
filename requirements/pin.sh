#!/bin/sh
# Resolves run.in and dev.in into run.txt and dev.txt: what the oldest supported Python (3.11) installs today.
# Names and versions only. Lines of the .in files that carry a marker are taken over as they are.
set -eu
cd "$(dirname "$0")"
python=${PYTHON:-python3.11}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for set_name in run dev; do
    "$python" -m venv "$work/$set_name"
    "$work/$set_name/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$set_name.in"
    {
        echo "# Made by make pins from $set_name.in; do not edit."
        {
            "$work/$set_name/bin/python" -m pip freeze --exclude pip --exclude setuptools
            grep -h '^[^#].*;' run.in
        } | LC_ALL=C sort --ignore-case --unique
    } >"$work/$set_name.txt"
    if grep -n '@\|://' "$work/$set_name.txt" >&2; then
        echo "A package was not resolved to a plain version; see above." >&2
        exit 1
    fi
    mv "$work/$set_name.txt" "$set_name.txt"
done
