#!/bin/sh
# Makes the image of an SD card for a Raspberry Pi 4: Debian 13 with the package of dist/ for it, Mosquitto, and a name in
# the network (jantaku.local). Its first start asks on a page what `jantaku setup` asks. As in Debian's own images for
# Raspberry Pis, the first partition is what the Pi's firmware reads, and the second grows to the size of the card.
#
#   tools/image/build.sh     needs root, QEMU (qemu-user-static), mmdebstrap, dosfstools, mtools, fdisk, e2fsprogs, xz-utils
#   DEBIAN_MIRROR            http://deb.debian.org/debian
set -eu
cd "$(dirname "$0")/../.."
missing=
for command in mmdebstrap mkfs.vfat mcopy sfdisk mke2fs xz; do
    PATH=$PATH:/usr/sbin:/sbin command -v "$command" > /dev/null || missing="$missing $command"
done
if [ "$(id -u)" != 0 ] || [ -n "$missing" ]; then
    echo "The image is made by root, with${missing:- all that it needs}: apt install mmdebstrap dosfstools mtools fdisk e2fsprogs xz-utils" >&2
    exit 1
fi
PATH=$PATH:/usr/sbin:/sbin
package=$(ls dist/jantaku_*+deb13_arm64.deb 2> /dev/null) || {
    echo "There is no package for it: make deb SUITE=trixie ARCHITECTURE=arm64" >&2
    exit 1
}
image=dist/$(basename "$package" .deb | sed 's/arm64/pi4/').img
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

needed=linux-image-arm64,zstd,raspi-firmware,firmware-brcm80211,cloud-initramfs-growroot,systemd-sysv,systemd-timesyncd,dbus,udev
needed=$needed,network-manager,avahi-daemon,libnss-mdns,avahi-utils,mosquitto,ca-certificates,sudo,unattended-upgrades
mmdebstrap --quiet --dpkgopt=force-confold --arch=arm64 --variant=minbase --components='main non-free-firmware' --include="$needed" \
    --essential-hook='mkdir -p "$1/etc/default" "$1/boot/firmware"' \
    --essential-hook='printf "ROOTPART=LABEL=RASPIROOT\n" > "$1/etc/default/raspi-firmware"' \
    --customize-hook='cp -r tools/image/files/. "$1"' \
    --customize-hook="cp '$package' \"\$1/tmp/jantaku.deb\"" \
    --customize-hook='chroot "$1" apt-get install --yes --quiet /tmp/jantaku.deb; rm "$1/tmp/jantaku.deb"' \
    --customize-hook='chroot "$1" systemctl enable jantaku-first-start.service' \
    --customize-hook='chroot "$1" passwd --delete root' \
    --customize-hook=': > "$1/etc/machine-id"; rm -f "$1/etc/resolv.conf"; echo jantaku > "$1/etc/hostname"' \
    trixie "$work/root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}"

# What the Pi's firmware reads: itself, the kernel and its command line.
mkfs.vfat -F 32 -n RASPIFIRM -C "$work/firmware" $((512 * 1024)) > /dev/null
mcopy -s -i "$work/firmware" "$work"/root/boot/firmware/* ::
rm -rf "$work"/root/boot/firmware/*
room=$(du -sm "$work/root" | cut -f1)
mke2fs -q -t ext4 -L RASPIROOT -d "$work/root" "$work/system" "$((room * 5 / 4 + 200))M"

# Two partitions, each from a whole MiB on.
truncate -s "$((1 + 512))M" "$image"
dd if="$work/firmware" of="$image" bs=1M seek=1 conv=notrunc,sparse status=none
dd if="$work/system" of="$image" bs=1M seek=513 conv=notrunc,sparse status=none
printf 'label: dos\nstart=1MiB, size=512MiB, type=c, bootable\nstart=513MiB, type=83\n' | sfdisk --quiet "$image"
xz --force --keep --threads=0 -1 "$image"
echo "$image.xz"
