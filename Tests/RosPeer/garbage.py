#!/usr/bin/env python3
"""Sends garbage to the ports of a DDS domain on this machine: noise, and packets that begin like the protocol's own.

usage: garbage.py DOMAIN COUNT"""
import random
import socket
import struct
import sys


def packet(chance):
    """A packet of RTPS whose submessages are of any kind, length and content, or plain noise."""
    if chance.random() < 0.2:
        return chance.randbytes(chance.randrange(0, 1400))
    out = b"RTPS" + bytes([2, chance.choice([1, 2, 3, 255]), 1, 16]) + chance.randbytes(12)
    for _ in range(chance.randrange(0, 5)):
        kind = chance.choice([1, 6, 7, 8, 9, 12, 13, 14, 15, 18, 19, 21, 22, 0x30, 0x31, 0x32, chance.randrange(256)])
        body = bytearray(chance.randbytes(chance.randrange(0, 200)))
        if kind in (21, 22) and len(body) >= 20:
            struct.pack_into("<HHIIII", body, 0, 0, 16, 0, chance.choice([0x100C2, 0x3C2, 0x4C2, 0x904]), 0,
                             chance.randrange(1, 100))
        length = len(body) if chance.random() < 0.8 else chance.randrange(65536)
        out += struct.pack("<BBH", kind, chance.choice([1, 3, 5, 7, 0]), length) + bytes(body)
    return out


def main():
    domain, count = int(sys.argv[1]), int(sys.argv[2])
    chance = random.Random(11)
    base = 7400 + 250 * domain
    ports = [base, base + 1] + [base + 10 + 2 * index + kind for index in range(3) for kind in (0, 1)]
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for number in range(count):
        try:
            sender.sendto(packet(chance), ("127.0.0.1", ports[number % len(ports)]))
        except ConnectionRefusedError:
            pass


if __name__ == "__main__":
    main()
