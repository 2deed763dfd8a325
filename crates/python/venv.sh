#!/bin/sh
# Makes the virtual environment in which the tests of the Python package run: target/python.
# With `all`, also what the heavy tests need.
set -eu
cd "$(dirname "$0")/../.."
if ! python3 -c "import venv, ensurepip" 2>/dev/null; then
    as_root=""
    if [ "$(id -u)" -ne 0 ]; then as_root="sudo"; fi
    $as_root apt-get update --quiet
    $as_root apt-get install --yes --no-install-recommends python3 python3-venv python3-pip
fi
[ -x target/python/bin/python ] || python3 -m venv target/python
pip="target/python/bin/python -m pip --quiet --disable-pip-version-check"
$pip install --requirement crates/python/tests/requirements.txt
if [ "${1:-}" = "all" ]; then
    $pip install --requirement crates/python/tests/requirements-all.txt
fi
