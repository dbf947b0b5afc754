#!/bin/sh
# Makes the Debian packages from the wheel in dist/: a virtual environment in /usr/lib/jantaku with every library, made for
# the machine's own python3. Debian mends that one, and a camera on the Pi's connector and GPIO need modules
# (python3-picamera2, python3-lgpio) that are built for it alone; therefore the environment sees the system's modules too.
# /opt/jantaku stays free for a clone. Typst, which prints sheets, is a package of its own, jantaku-sheets.
#
# The same wheel, libraries and python3 give the same bytes: nothing in the package tells when, where and by whom it was
# made.
#
#   tools/deb/build.sh [VERSION]     VERSION of the packages (that of the wheel and the Debian: 0.1.0+deb12)
#   PYTHON    the machine's python3 (/usr/bin/python3)
#   PIP       a pip of any environment
#   UNIT      a folder with the unit as built for this kind of processor (firmware_bridge/firmware/build)
#   SOURCE_DATE_EPOCH    when its files were made, in seconds since 1970 (the commit's time)
set -eu
umask 022
cd "$(dirname "$0")/../.."
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}"
python=${PYTHON:-/usr/bin/python3}
pip=${PIP:-.venv/bin/python -m pip}
home=usr/lib/jantaku

wheel=$(ls dist/jantaku-*-py3-none-any.whl)
# A package is for one Debian; the one for a newer Debian counts as newer.
version=${1:-$(echo "$wheel" | cut -d- -f2)+$(. /etc/os-release && echo "$ID$VERSION_ID" | sed 's/^debian/deb/')}
architecture=$(dpkg --print-architecture)
minor=$("$python" -c 'import sys; print(sys.version_info.minor)')
root=$(mktemp -d)
trap 'rm -rf "$root" "$root.sheets"' EXIT
chmod 755 "$root"
put() { # MODE FROM TO
    install -D -m "$1" "$2" "$root/$3"
}

# The program and its libraries, of the versions that the tests ran with.
"$python" -m venv --without-pip --system-site-packages "$root/$home"
bring() {
    $pip --disable-pip-version-check --python "$root/$home/bin/python" install -qq --no-compile --ignore-installed "$@"
}
sh tools/locked.sh program debian | bring --require-hashes -r /dev/stdin
bring --no-deps "$wheel"
libraries=$(echo "$root/$home"/lib/python3.*/site-packages)
find "$root/$home/bin" ! -type d ! -name 'python*' ! -name jantaku -delete
sed -i "1s|.*|#!/$home/bin/python3|" "$root/$home/bin/jantaku"
printf 'home = /usr/bin\ninclude-system-site-packages = true\nversion = %s\n' "$("$python" -V | cut -d' ' -f2)" \
    > "$root/$home/pyvenv.cfg"
ln -sf /usr/bin/python3 "$root/$home/bin/python3"
rm -rf "$root/$home/include" "$libraries"/jantaku-*/direct_url.json "$libraries"/jantaku-*/RECORD
find "$libraries" -name '*.pyi' -delete
# The libraries' commands, into which pip had written this build's path, were left out above.
sed -i '\|^\.\./\.\./\.\./bin/|d' "$libraries"/*.dist-info/RECORD
find "$libraries" -name __pycache__ -type d -prune -exec rm -rf {} +

sheets=$root.sheets
mkdir -p "$sheets${libraries#"$root"}" "$sheets/usr/share/doc/jantaku-sheets"
mv "$libraries"/typst "$libraries"/typst-*.dist-info "$sheets${libraries#"$root"}"
install -m 644 tools/deb/package/copyright "$sheets/usr/share/doc/jantaku-sheets/copyright"

# The unit for this machine and the images for its chips, so that nobody needs a compiler.
built=$libraries/firmware_bridge/firmware/build
for file in jantaku-unit libjantaku-frame.so; do
    install -D -m 755 "${UNIT:-firmware_bridge/firmware/build}/$file" "$built/$file"
done
install -m 644 firmware_bridge/firmware/build/jantaku-*.elf firmware_bridge/firmware/build/jantaku-*.hex "$built"

# What the wheel brings for the system goes where the system looks.
share=$root/$home/share
mkdir -p "$root/usr/share/man/man1" "$root/usr/share/jantaku"
mv "$share/doc" "$root/usr/share/doc"
gzip -9nc config/system/jantaku.1 > "$root/usr/share/man/man1/jantaku.1.gz"
rm -rf "$share"
put 644 tools/deb/package/copyright usr/share/doc/jantaku/copyright
for file in jantaku.conf jantaku-tls.conf; do put 644 "config/mosquitto/$file" "usr/share/jantaku/mosquitto/$file"; done
for file in jantaku-hall-page.conf jantaku-hall-forward.conf; do
    put 644 "systemd/$file" "usr/share/doc/jantaku/examples/$file"
done
for unit in jantaku.service jantaku-hall.service jantaku-federation.service jantaku-backup.service jantaku-backup.timer \
    jantaku-update.service jantaku-update.path; do
    put 644 "systemd/$unit" "usr/lib/systemd/system/$unit"
    sed -i -e 's|/opt/jantaku/.venv/bin/jantaku|/usr/bin/jantaku|' -e 's|/opt/jantaku/docs|/usr/share/doc/jantaku/docs|' \
        "$root/usr/lib/systemd/system/$unit"
done
put 644 systemd/jantaku.sysusers usr/lib/sysusers.d/jantaku.conf
put 644 tools/deb/package/jantaku.tmpfiles usr/lib/tmpfiles.d/jantaku.conf
put 644 systemd/60-jantaku.rules usr/lib/udev/rules.d/60-jantaku.rules
put 640 tools/deb/package/environment etc/jantaku/environment
put 644 tools/deb/package/environment.conf usr/lib/systemd/system/jantaku.service.d/environment.conf
mkdir -p "$root/usr/bin" "$root/usr/share/bash-completion/completions" "$root/usr/share/zsh/vendor-completions" \
    "$root/usr/share/fish/vendor_completions.d"
ln -s ../lib/jantaku/bin/jantaku "$root/usr/bin/jantaku"
jantaku() { PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$libraries "$python" -m jantaku.main "$@"; }
jantaku completion bash > "$root/usr/share/bash-completion/completions/jantaku"
jantaku completion zsh > "$root/usr/share/zsh/vendor-completions/_jantaku"
jantaku completion fish > "$root/usr/share/fish/vendor_completions.d/jantaku.fish"

made() { # NAME ROOT: a package from the files of a folder and the control files NAME.*
    name=$1 root_of=$2
    # As dpkg-gencontrol counts: whole KiB of each file, one for anything else, whatever a file system uses.
    size=$(find "$root_of" -type f -printf '%s\n' -o -printf '1\n' | awk '{ kib += int(($1 + 1023) / 1024) } END { print kib }')
    mkdir "$root_of/DEBIAN"
    for file in control preinst postinst prerm postrm; do
        [ ! -f "tools/deb/package/$name.$file" ] || install -m 755 "tools/deb/package/$name.$file" "$root_of/DEBIAN/$file"
    done
    sed -i -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@MINOR@/$minor/" \
        -e "s/@NEXT@/$((minor + 1))/" -e "s/@SIZE@/$size/" "$root_of/DEBIAN/control"
    chmod 644 "$root_of/DEBIAN/control"
    chmod -R u+rwX,go+rX,go-w "$root_of/usr"
    (cd "$root_of" && find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums)
    [ ! -d "$root_of/etc" ] || (cd "$root_of" && find etc -type f -printf '/%p\n' > DEBIAN/conffiles)
    dpkg-deb --root-owner-group -Zzstd --build "$root_of" "dist/${name}_${version}_$architecture.deb"
}
mkdir -p dist
made jantaku-sheets "$sheets"
made jantaku "$root"
