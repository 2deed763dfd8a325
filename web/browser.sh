#!/bin/sh
# Installs the browser and the fonts that the browser tests need, on Debian and its relatives.
set -eu
as_root=""
if [ "$(id -u)" -ne 0 ]; then as_root="sudo"; fi
$as_root apt-get update --quiet
$as_root apt-get install --yes --no-install-recommends chromium fonts-noto-cjk
