#!/bin/sh
# Installs the system packages that are missing for `sim` or `test` (config/system/packages.txt); needs no network
# and no rights when nothing is missing.
set -eu
need=${1:?usage: install.sh sim|test}
list=$(dirname "$0")/packages.txt
python=${PYTHON:-python3}

found() {
    case $1 in
        command:*) command -v "${1#command:}" >/dev/null 2>&1 || [ -x "/usr/sbin/${1#command:}" ] ;;
        file:*) [ -e "${1#file:}" ] ;;
        python:*) "$python" -c "import ${1#python:}" >/dev/null 2>&1 ;;
        library:*) PATH="$PATH:/usr/sbin:/sbin" ldconfig -p | grep -qF "${1#library:}" ;;
    esac
}

if ! command -v "$python" >/dev/null 2>&1; then
    missing=" python3 python3-venv"
else
    missing=""
fi
while read -r kind how package; do
    case $kind in ''|'#'*) continue ;; esac
    [ "$kind" = sim ] || [ "$need" = test ] || continue
    found "$how" && continue
    case " $missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac
done < "$list"
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "These packages are missing:$missing" >&2
    echo "This system has no apt-get; install what corresponds to them and run make again." >&2
    exit 1
fi
root=""
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "These packages are missing:$missing" >&2
        echo "Become root and run: apt-get install$missing" >&2
        exit 1
    fi
    root=sudo
fi
echo "Installing system packages:$missing"
# shellcheck disable=SC2086  # the list is meant to be split into words
$root env DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null || {
    echo "Could not install:$missing" >&2
    echo "Is the network there? The command was: apt-get install$missing" >&2
    exit 1
}
