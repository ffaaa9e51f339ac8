#!/bin/sh
# Installs the Debian packages that building or testing needs, but only those that are missing.
# usage: need-packages.sh build|test|deb|robot …
set -eu

# "package:program" is there when the program is; "package" alone is there when dpkg says so.
needs() {
    case $1 in
        build) echo libpng-dev libsqlite3-dev libusb-1.0-0-dev libssl-dev libavahi-client-dev cyclonedds-dev \
            zlib1g-dev libexpat1-dev libzstd-dev libmicrohttpd-dev ;;
        test) echo libxml2 python3:python3 espeak-ng:espeak-ng openssl:openssl groff-base:groff systemd:systemd-analyze \
            dpkg-dev:dpkg-shlibdeps libumockdev-dev umockdev python3-venv python3-numpy python3-openssl python3-cryptography \
            chromium:chromium ;;
        deb) echo dpkg-dev:dpkg-shlibdeps binutils:strip ;;
        robot) echo qemu-system-x86:qemu-system-x86_64 mmdebstrap:mmdebstrap kmod:/sbin/modprobe cpio:cpio \
            fakeroot:fakeroot e2fsprogs:/sbin/mke2fs python3:python3 ;;
        *) echo "need-packages: there is no purpose \"$1\" — build, test, deb or robot" >&2; exit 2 ;;
    esac
}

is_there() {
    case $1 in
        *:*) command -v "${1#*:}" >/dev/null ;;
        *) [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ] ;;
    esac
}

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "This is no Debian; the build needs the headers of libpng, SQLite, libusb 1.0, OpenSSL, Avahi, zlib, zstd, expat and libmicrohttpd, for ROS 2 those of Cyclone DDS 0.10; the tests need python3, espeak-ng, Chromium and umockdev." >&2
    exit 0
fi

missing=
for purpose in "$@"; do
    for need in $(needs "$purpose"); do
        is_there "$need" || missing="$missing ${need%%:*}"
    done
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "Missing:$missing — as root: apt-get install$missing" >&2
        exit 1
    fi
    as_root=sudo
fi
echo "Installing:$missing"
$as_root apt-get update -q </dev/null
# shellcheck disable=SC2086 # a list of words
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing </dev/null
