#!/bin/sh
# Makes .venv and installs the pinned packages of one set, unless that has been done: environment.sh run|dev
# The stamp holds the pins' checksum and the Python version, so a new pin or Python installs anew.
set -eu
set_name=$1
top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top"

say() { printf '%s\n' "$*" >&2; }

# The first Python of 3.11 or newer that really starts (a version manager may leave names that do not).
find_python() {
    for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python3.14}; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$candidate"
            return
        fi
    done
}

python=$(find_python)
if [ -z "$python" ]; then
    if found=$("${PYTHON:-python3}" --version 2>/dev/null); then
        say "Quartermaster needs Python 3.11 or newer; this is $found. Install one, or name it: make PYTHON=/path/to/python3.12 ..."
    else
        say "Quartermaster needs Python 3.11 or newer, and ${PYTHON:-python3} is not here. On Debian or Ubuntu: sudo apt install python3 python3-venv"
    fi
    exit 1
fi

pins=requirements/$set_name.txt
wanted="$(cksum "$pins" | cut -d ' ' -f 1,2) $("$python" --version)"
stamp=.venv/installed-$set_name
if [ -x .venv/bin/python ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
    exit 0
fi

if ! [ -w . ]; then
    say "The folder $top cannot be written, and .venv has to be made in it. Use a copy in a folder of yours."
    exit 1
fi
if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    say "$python has no venv module. On Debian or Ubuntu: sudo apt install $(basename "$(readlink -f "$python")")-venv"
    exit 1
fi

if ! .venv/bin/python -m pip --version >/dev/null 2>&1 || [ "$(.venv/bin/python --version)" != "$("$python" --version)" ]; then
    say "Making .venv with $("$python" --version) ..."
    "$python" -m venv --clear .venv
fi
say "Installing the packages pinned in $pins ..."
if ! .venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement "$pins"; then
    say "The packages in $pins could not be installed; the reason stands above. Without network, try again with it."
    exit 1
fi
printf '%s\n' "$wanted" >"$stamp"
