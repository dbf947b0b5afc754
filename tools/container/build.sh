#!/bin/sh
# Makes the image jantaku-hall from the newest Debian package in dist/ for this processor: tools/container/build.sh
#
#   BASE      the image below it (that Debian of the package, from docker.io)
#   BUILD     the program and its options ("podman build", or docker's or buildah's)
set -eu
cd "$(dirname "$0")/../.."
package=$(ls -t dist/jantaku_*_"$(dpkg --print-architecture)".deb | head -n 1)
case $package in
    *+deb12*) suite=bookworm ;;
    *) suite=trixie ;;
esac
for program in podman docker buildah; do
    [ -n "${BUILD:-}" ] || ! command -v "$program" >/dev/null || BUILD="$program build"
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$package" "$folder/jantaku.deb"
cp tools/container/Containerfile tools/container/hall.sh "$folder"
# shellcheck disable=SC2086  # a program and its options
${BUILD:?install podman or docker} --build-arg "BASE=${BASE:-docker.io/library/debian:$suite-slim}" \
    --tag jantaku-hall --file "$folder/Containerfile" "$folder"
