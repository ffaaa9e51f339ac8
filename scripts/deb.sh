#!/bin/bash
# Builds the Debian package from files of the checkout alone: the same checkout gives the same bytes.
# usage: deb.sh [--program FILE] [--version VERSION] [--out FOLDER]
#   --program  a program that is built already, instead of building one with the Swift runtime linked in
#   --version  another version than the one of packaging/changelog
#   --out      where the package is laid (.build/deb)
#   --where    only print where the package would be
set -euo pipefail
cd "$(dirname "$0")/.."

program=
version=$(dpkg-parsechangelog -l packaging/changelog -S Version)
out=.build/deb
most=15000
architecture=$(dpkg --print-architecture)
while [ $# -gt 0 ]; do
    case $1 in
        --program) program=$2 ;;
        --version) version=$2 ;;
        --out) out=$2 ;;
        --where) echo "$out/companion_${version}_$architecture.deb"; exit 0 ;;
        *) echo "deb: there is no option $1 — see the head of scripts/deb.sh" >&2; exit 2 ;;
    esac
    shift 2
done

if [ -z "$program" ]; then
    # A folder of its own: with other options everything would be built anew each time. The runtime in the program means
    # no Swift on the robot; no path of this machine stands in it. A section for each function lets the linker leave out
    # those that nothing calls, and keep one of those that are the same.
    swift build -c release --product companion --scratch-path .build/static --static-swift-stdlib \
        --explicit-target-dependency-import-check error \
        -Xswiftc -file-prefix-map -Xswiftc "$PWD=." -Xcc "-ffile-prefix-map=$PWD=." \
        -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld \
        -Xlinker --no-export-dynamic -Xlinker --gc-sections -Xlinker --icf=safe >&2
    program=.build/static/release/companion
fi
[ -x "$program" ] || { echo "deb: there is no program at $program — build it, or leave out --program" >&2; exit 1; }

SOURCE_DATE_EPOCH=$(dpkg-parsechangelog -l packaging/changelog -S Timestamp)
export SOURCE_DATE_EPOCH LC_ALL=C DPKG_DEB_THREADS_MAX=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

lay() { install -D -m "${3:-644}" "$1" "$root/$2"; }

lay "$program" usr/bin/companion 755
# The compiler's own objcopy: that of binutils loses what the compiler's linker marked to be read only after the start.
objcopy=$(swiftc -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1/bin/llvm-objcopy|p')
[ -x "$objcopy" ] || objcopy=objcopy
# Two things in it depend on the folder that it was built in: the build id, and the compiler's hash of its own input.
"$objcopy" --strip-all --remove-section=.comment --remove-section=.note.gnu.build-id "$root/usr/bin/companion"
if "$objcopy" --dump-section ".swift_modhash=$work/hash" "$root/usr/bin/companion" "$work/same" 2>/dev/null; then
    size=$(stat -c %s "$work/hash")
    head -c "$size" /dev/zero >"$work/zeros"
    "$objcopy" --update-section ".swift_modhash=$work/zeros" "$root/usr/bin/companion"
fi
lay systemd/companion.service lib/systemd/system/companion.service
lay systemd/companion-sysusers.conf usr/lib/sysusers.d/companion.conf
lay systemd/companion-tmpfiles.conf usr/lib/tmpfiles.d/companion.conf
lay systemd/companion-modules.conf usr/lib/modules-load.d/companion.conf
lay systemd/60-companion.rules lib/udev/rules.d/60-companion.rules
lay systemd/companion.json5 etc/companion/companion.json5
for drop_in in systemd/drop-ins/*.conf; do lay "$drop_in" "usr/share/companion/${drop_in#systemd/}"; done
install -d "$root/usr/share/companion/calibration"
for profile in Calibration/*.json5; do
    [ ! -e "$profile" ] || lay "$profile" "usr/share/companion/calibration/${profile##*/}"
done
"$program" completion bash >"$work/completion"
lay "$work/completion" usr/share/bash-completion/completions/companion
pack() {
    install -d "$root/${2%/*}"
    gzip -9n >"$root/$2" <"$1"
}
"$program" manual >"$work/manual"
pack "$work/manual" usr/share/man/man1/companion.1.gz
pack CHANGELOG.md usr/share/doc/companion/changelog.gz
pack packaging/changelog usr/share/doc/companion/changelog.Debian.gz
lay packaging/copyright usr/share/doc/companion/copyright

# Which packages the program's libraries are in, and from which version on.
mkdir -p "$work/debian"
printf 'Source: companion\n\nPackage: companion\nArchitecture: any\n' >"$work/debian/control"
libraries=$(cd "$work" && dpkg-shlibdeps -O root/usr/bin/companion 2>"$work/shlibdeps" | sed 's/^shlibs:Depends=//') ||
    { cat "$work/shlibdeps" >&2; exit 1; }

# What is installed, in kB as dpkg counts it: each file to its next whole one, and one for each folder.
size=$(find "$root" -mindepth 1 -printf '%y %s\n' | awk '{ kB += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print kB }')
if [ "$size" -gt "$most" ]; then
    echo "deb: $size kB would be installed, and $most are the most — size -A shows where the program's bytes are" >&2
    if nm "$program" 2>/dev/null | grep -q 17_StringProcessing; then
        echo "deb: regular expressions are in it, 1.2 MB: use the words of Sources/Documents/TextPieces.swift" >&2
    fi
    exit 1
fi
install -d "$root/DEBIAN"
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$size/" \
    -e "s/@LIBRARIES@/$libraries/" packaging/control >"$root/DEBIAN/control"
echo /etc/companion/companion.json5 >"$root/DEBIAN/conffiles"
for script in postinst prerm postrm; do install -m 755 "packaging/$script" "$root/DEBIAN/$script"; done
(cd "$root" && find . -type f ! -path './DEBIAN/*' ! -path './etc/*' -printf '%P\n' | sort | xargs md5sum) \
    >"$work/md5sums"
install -m 644 "$work/md5sums" "$root/DEBIAN/md5sums"
chmod -R u=rwX,go=rX "$root"
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

mkdir -p "$out"
package=$out/companion_${version}_${architecture}.deb
dpkg-deb --root-owner-group -Zxz -z6 --build "$root" "$package" >/dev/null
echo "$package"
