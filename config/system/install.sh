#!/bin/sh
# Installs the system packages that are missing for `sim`, `deb` or `test` (config/system/packages.txt); needs no network
# and no rights when nothing is missing.
set -eu
need=${1:?usage: install.sh sim|deb|test}
list=$(dirname "$0")/packages.txt
python=${PYTHON:-python3}

found() {
    case $1 in
        command:*) command -v "${1#command:}" >/dev/null 2>&1 || [ -x "/usr/sbin/${1#command:}" ] ;;
        file:*) [ -e "${1#file:}" ] ;;
        python:*) "$python" -c "import ${1#python:}" >/dev/null 2>&1 ;;
    esac
}

if ! command -v "$python" >/dev/null 2>&1; then
    missing=" python3 python3-venv"
else
    missing=""
fi
wished=""
while read -r kind how package; do
    case $kind in ''|'#'*) continue ;; esac
    [ "$kind" = sim ] || [ "$kind" = "$need" ] || [ "$need" = test ] || continue
    found "$how" && continue
    if [ "$kind" = wish ]; then
        wished="$wished $package"
        continue
    fi
    case " $missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac
done < "$list"
[ -n "$missing$wished" ] || exit 0

without() {
    echo "Without$wished: the tests that need it are skipped." >&2
    exit 0
}

if ! command -v apt-get >/dev/null 2>&1; then
    [ -n "$missing" ] || without
    echo "These packages are missing:$missing" >&2
    echo "This system has no apt-get; install what corresponds to them and run make again." >&2
    exit 1
fi
root=""
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        [ -n "$missing" ] || without
        echo "These packages are missing:$missing" >&2
        echo "Become root and run: apt-get install$missing" >&2
        exit 1
    fi
    root=sudo
fi
install() {
    echo "Installing system packages:$*"
    # shellcheck disable=SC2086  # the list is meant to be split into words
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $* >/dev/null
}

$root env DEBIAN_FRONTEND=noninteractive apt-get update -qq || [ -z "$missing" ] || {
    echo "Could not install:$missing" >&2
    echo "Is the network there? The command was: apt-get update" >&2
    exit 1
}
if [ -n "$missing" ] && ! install "$missing"; then
    echo "Could not install:$missing" >&2
    echo "Is the network there? The command was: apt-get install$missing" >&2
    exit 1
fi
# Ubuntu has no package of some of these names.
[ -z "$wished" ] || install "$wished" || without
