#!/bin/bash
# Makes the virtual robot's disk and kernel, and prints the folder they are in. Needs the network only where that folder
# is not there yet: it is named after the kernel's version and this script, so that a change of either makes a new one.
# usage: build-image.sh [CACHE]
set -euo pipefail

cache=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/companion-robot}
release=bookworm
packages=systemd,systemd-sysv,udev,dbus,kmod,iproute2,procps,python3-minimal,libpython3-stdlib,busybox-static,
packages+=libusb-1.0-0,libpng16-16,libsqlite3-0,libstdc++6,libssl3,libzstd1,libmicrohttpd12,libddsc0debian
# What the robot has: the buses, the emulated devices' own drivers, the disk, and two ends of a wire for the sandbox.
modules=(i2c-dev i2c-tiny-usb vhci-hcd uvcvideo bmp280-i2c uinput virtio_pci virtio_blk ext4 9p 9pnet_virtio autofs4
    dummy veth loop)
needed_at_boot=(virtio_pci virtio_blk ext4)

say() { echo "build-image: $*" >&2; }

kernel_package=$(apt-cache depends linux-image-amd64 | awk '/Depends:/ { print $2; exit }')
if [ -z "$kernel_package" ]; then
    say "no Debian kernel is known here; as root: apt-get update"
    exit 1
fi
kernel_version=$(apt-cache policy "$kernel_package" | awk '/Candidate:/ { print $2 }')
script=$(sha256sum "$0" | cut -c 1-12)
image="$cache/$kernel_version-$script"
if [ -f "$image/complete" ]; then
    echo "$image"
    exit 0
fi

mkdir -p "$cache"
work=$(mktemp -d "$cache/building.XXXXXX")
trap 'rm -rf "$work"' EXIT
kernel=${kernel_package#linux-image-}

say "fetching $kernel_package $kernel_version"
(cd "$work" && apt-get download -q "$kernel_package" >&2)
dpkg -x "$work/$kernel_package"_*.deb "$work/kernel"
depmod -b "$work/kernel" "$kernel"

# The kernel unpacked beforehand starts four seconds earlier than one that unpacks itself under emulation.
python3 - "$work/kernel/boot/vmlinuz-$kernel" "$work/vmlinux" <<'PYTHON'
import lzma
import sys

image = open(sys.argv[1], "rb").read()
unpacked = lzma.LZMADecompressor().decompress(image[image.index(b"\xfd7zXZ\0"):])
assert unpacked[:4] == b"\x7fELF", "the kernel is not packed with xz"
open(sys.argv[2], "wb").write(unpacked)
PYTHON

files_of() {
    for module in "$@"; do modprobe -d "$work/kernel" -S "$kernel" --show-depends "$module"; done |
        awk '$1 == "insmod" && !seen[$2]++ { print $2 }'
}

say "making the root file system"
mmdebstrap --quiet --variant=minbase --include="$packages" --aptopt='Acquire::Languages "none"' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/info/*' \
    --dpkgopt='path-exclude=/usr/share/zoneinfo/*' "$release" "$work/root.tar" >&2

mapfile -t wanted < <(files_of "${modules[@]}")
mapfile -t early < <(files_of "${needed_at_boot[@]}")

# Owners of files are kept by fakeroot, so that this needs no root.
export work kernel
printf '%s\n' "${wanted[@]}" >"$work/wanted"
# shellcheck disable=SC2016 # expanded inside
fakeroot bash -euo pipefail -c '
    mkdir "$work/root"
    tar -C "$work/root" --exclude="./dev/*" -xf "$work/root.tar"
    root=$work/root
    rm -rf "$root"/var/cache/apt/*.bin "$root"/var/lib/apt/lists/* "$root"/usr/lib/udev/hwdb.bin
    while read -r file; do
        install -D -m 644 "$file" "$root/lib/modules/$kernel/${file#*lib/modules/"$kernel"/}"
    done <"$work/wanted"
    cp "$work/kernel/lib/modules/$kernel"/modules.{builtin,builtin.modinfo,order} "$root/lib/modules/$kernel/"
    depmod -b "$root" "$kernel"
    echo robot >"$root/etc/hostname"
    echo "127.0.0.1 localhost robot" >"$root/etc/hosts"
    : >"$root/etc/fstab"
    echo 5f2b1d2c9a3e4f60817293a4b5c6d7e8 >"$root/etc/machine-id"
    ln -sf /lib/systemd/system/multi-user.target "$root/etc/systemd/system/default.target"
    # Nothing that a robot without a screen and a network would miss; each costs seconds under emulation.
    for unit in getty.target getty@tty1.service serial-getty@ttyS0.service apt-daily.timer apt-daily-upgrade.timer \
        dpkg-db-backup.timer fstrim.timer e2scrub_all.timer e2scrub_reap.service systemd-update-utmp.service \
        systemd-update-utmp-runlevel.service proc-sys-fs-binfmt_misc.automount systemd-binfmt.service \
        systemd-pcrphase.service systemd-pcrphase-sysinit.service modprobe@drm.service modprobe@efi_pstore.service \
        dev-hugepages.mount systemd-networkd.service systemd-timesyncd.service; do
        ln -sf /dev/null "$root/etc/systemd/system/$unit"
    done
    mkdir -p "$root/robot" "$root/etc/systemd/journald.conf.d" "$root/var/log/journal"
    printf "[Journal]\nStorage=persistent\nRateLimitBurst=0\nForwardToConsole=no\n" \
        >"$root/etc/systemd/journald.conf.d/robot.conf"
    cat >"$root/etc/systemd/system/robot-trials.service" <<UNIT
[Unit]
Description=Trials of the virtual robot
After=sysinit.target dbus.service

[Service]
Type=simple
ExecStartPre=-/sbin/modprobe 9pnet_virtio
ExecStartPre=-/bin/mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose robot /robot
ExecStartPre=-/bin/mkdir -p /run/out
ExecStartPre=-/bin/mount -t 9p -o trans=virtio,version=9p2000.L out /run/out
ExecStart=/usr/bin/python3 /robot/guest/trials.py
StandardOutput=file:/dev/ttyS0
StandardError=file:/dev/ttyS0
TimeoutStopSec=5
OOMScoreAdjust=-900

[Install]
WantedBy=multi-user.target
UNIT
    mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
    ln -sf ../robot-trials.service "$root/etc/systemd/system/multi-user.target.wants/robot-trials.service"
    truncate -s 900M "$work/disk"
    mke2fs -q -t ext4 -O ^metadata_csum_seed -d "$root" "$work/disk"
    cp "$root/bin/busybox" "$work/busybox"
'

say "making the first file system, which finds the disk"
first=$work/first
mkdir -p "$first"/{bin,dev,proc,sys,new,modules}
cp "$work/busybox" "$first/bin/busybox"
position=100
for file in "${early[@]}"; do
    cp "$file" "$first/modules/$((position += 1))-$(basename "$file")"
done
cat >"$first/init" <<'INIT'
#!/bin/busybox sh
/bin/busybox mount -t devtmpfs dev /dev
for module in /modules/*; do /bin/busybox insmod "$module"; done
tries=0
until [ -b /dev/vda ] || [ "$tries" -ge 100 ]; do
    /bin/busybox usleep 50000
    tries=$((tries + 1))
done
/bin/busybox mount -t ext4 -o rw /dev/vda /new
/bin/busybox mount --move /dev /new/dev
exec /bin/busybox switch_root /new /lib/systemd/systemd
INIT
chmod 755 "$first/init"
(cd "$first" && find . | LC_ALL=C sort | fakeroot cpio --quiet -o -H newc) >"$work/first.cpio"

rm -rf "$work/kernel" "$work/root" "$work/root.tar" "$work/first" "$work"/*.deb "$work/wanted" "$work/busybox"
touch "$work/complete"
# Older images are of no use any more.
find "$cache" -mindepth 1 -maxdepth 1 -type d ! -name "building.*" ! -path "$image" -exec rm -rf {} +
mv "$work" "$image"
trap - EXIT
echo "$image"
