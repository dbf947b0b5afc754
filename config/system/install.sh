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
# The system's own updates, which start soon after it has booted, hold apt's locks for minutes.
apt() {
    waited=0
    while ! said=$($root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get "$@" -qq 2>&1 >/dev/null); do
        case $said in *"Could not get lock"*) ;; *) waited=900 ;; esac
        if [ "$waited" = 900 ]; then
            echo "$said" >&2
            return 1
        fi
        [ "$waited" != 0 ] || echo "Another program is installing packages; waiting for it."
        waited=$((waited + 1))
        sleep 1
    done
}
install() {
    echo "Installing system packages:$*"
    # shellcheck disable=SC2086  # the list is meant to be split into words
    apt install -y --no-install-recommends $*
}
failed() {
    echo "Could not install:$missing" >&2
    echo "Is the network there? The command was: apt-get $1" >&2
    exit 1
}

apt update || [ -z "$missing" ] || failed update
[ -z "$missing" ] || install "$missing" || failed "install$missing"
# Ubuntu has no package of some of these names.
[ -z "$wished" ] || install "$wished" || without
