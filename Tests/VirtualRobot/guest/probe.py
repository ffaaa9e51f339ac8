#!/usr/bin/env python3
"""Tries what a service should not be able to do, and prints how each attempt went: a name, then ok or why not.

usage: probe.py FAR NEAR      the addresses of a listener far away, and of one that is local; both have port 7
"""
import ctypes
import mmap
import os
import socket
import sys
import time

far, near = sys.argv[1:3]
HOMES = "/home"


def write(path):
    with open(path, "w") as file:
        file.write("x")
    os.unlink(path)


def connect(address):
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as link:
        link.settimeout(3)
        link.connect((address, 7))


def datagram(address):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.settimeout(3)
        link.connect((address, 7))
        link.send(b"hello")
        if link.recv(16) != b"hello":
            raise OSError("no answer")


def set_clock():
    libc = ctypes.CDLL(None, use_errno=True)
    class Time(ctypes.Structure):
        _fields_ = [("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long)]
    now = Time(int(time.time()), 0)
    if libc.clock_settime(0, ctypes.byref(now)) != 0:
        raise OSError(ctypes.get_errno(), "clock_settime")


def mount():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"none", b"/mnt", b"tmpfs", 0, None) != 0:
        raise OSError(ctypes.get_errno(), "mount")
    libc.umount(b"/mnt")


ATTEMPTS = {
    "write-state": lambda: write("/var/lib/companion/probe"),
    "write-run": lambda: write("/run/companion/probe"),
    "connect-near": lambda: connect(near),
    "connect-loopback": lambda: connect("127.0.0.1"),
    "write-etc": lambda: write("/etc/companion/probe"),
    "write-usr": lambda: write("/usr/probe"),
    "write-var": lambda: write("/var/tmp-probe"),
    "write-home": lambda: write(HOMES + "/probe"),
    "see-home": lambda: os.stat(HOMES + "/robot-person"),
    "connect-far": lambda: connect(far),
    "datagram-far": lambda: datagram(far),
    "raw-socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close(),
    "packet-socket": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0).close(),
    "kernel-log": lambda: open("/dev/kmsg").close(),
    "disk": lambda: open("/dev/vda", "rb").close(),
    "memory": lambda: open("/dev/mem", "rb").close(),
    "kernel-setting": lambda: open("/proc/sys/kernel/printk", "w").close(),
    "set-clock": set_clock,
    "mount": mount,
    "own-code": lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC),
    "other-processes": lambda: os.readlink("/proc/1/exe"),
}
for name, attempt in ATTEMPTS.items():
    try:
        attempt()
        print(name, "ok", flush=True)
    except Exception as error:
        print(name, "no:", error, flush=True)
