#!/bin/sh
# Runs a command in a network, a file tree and a set of processes of its own, where an Avahi daemon serves loopback alone.
# usage: unshare --net --mount --pid --fork --kill-child avahi-bench.sh COMMAND…
set -eu

mount --make-rprivate /
mount -t tmpfs none /run
mount -t proc none /proc
ip link set lo up
mkdir -p /run/dbus /run/bench
dbus-daemon --config-file=/usr/share/dbus-1/system.conf --nopidfile --fork
cat > /run/bench/avahi.conf <<'END'
[server]
host-name=bench
use-ipv6=no
allow-interfaces=lo
enable-dbus=yes
[publish]
publish-hinfo=no
publish-workstation=no
END
cat > /run/bench/daemon <<'END'
#!/bin/sh
exec avahi-daemon -f /run/bench/avahi.conf --no-drop-root --no-chroot --no-rlimits --daemonize
END
chmod +x /run/bench/daemon
/run/bench/daemon
COMPANION_AVAHI_BENCH=/run/bench exec "$@"
