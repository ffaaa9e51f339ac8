#!/usr/bin/env python3
"""Computes the test vectors of Sources/Pairing/PROTOCOL.md apart from the service, with PyPI's cryptography.

Printed is the table that stands in the document:  python3 vectors.py
Compared with the one that stands there:           python3 vectors.py --check ../../Sources/Pairing/PROTOCOL.md
"""

import sys

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

VERSION = b"1"


def run(first):
    return bytes(range(first, first + 32))


FINGERPRINT_I, FINGERPRINT_R = bytes([0x11]) * 32, bytes([0x22]) * 32
CONTRIBUTION_I, CONTRIBUTION_R = run(0x00), run(0x20)
EXPORTER, NONCE_I, NONCE_R = run(0x40), run(0x60), run(0x80)


def parts(*values):
    return b"".join(len(value).to_bytes(2, "big") + value for value in values)


def sha256(data):
    digest = hashes.Hash(hashes.SHA256())
    digest.update(data)
    return digest.finalize()


def keyed(key, data):
    code = hmac.HMAC(key, hashes.SHA256())
    code.update(data)
    return code.finalize()


def device_id(fingerprint):
    return fingerprint[:16].hex()


def commitment(role, fingerprint, contribution):
    return sha256(parts(b"companion-commit", VERSION, role, fingerprint, contribution))


def digits():
    data = parts(b"companion-digits", VERSION, FINGERPRINT_I, FINGERPRINT_R, CONTRIBUTION_I, CONTRIBUTION_R)
    return f"{int.from_bytes(sha256(data)[:8], 'big') % 1000:03}"


def secret():
    info = parts(b"companion-secret", VERSION, FINGERPRINT_I, FINGERPRINT_R)
    derivation = HKDF(algorithm=hashes.SHA256(), length=32, salt=EXPORTER, info=info)
    return derivation.derive(CONTRIBUTION_I + CONTRIBUTION_R)


def proof(label, role, first, second):
    own, other = device_id(FINGERPRINT_I), device_id(FINGERPRINT_R)
    if role == b"responder":
        own, other = other, own
    return keyed(secret(), parts(label, VERSION, role, own.encode(), other.encode(), first, second, EXPORTER))


def find_name(hours):
    return keyed(secret(), b"find" + hours.to_bytes(8, "big"))[:8].hex()


def place_tag(role, place, scanned_at):
    return keyed(secret(), parts(b"companion-place", VERSION, role, place.encode(), scanned_at.encode()))[:16].hex()


def table():
    rows = [
        ("fingerprint, initiator", FINGERPRINT_I.hex()),
        ("fingerprint, responder", FINGERPRINT_R.hex()),
        ("contribution, initiator", CONTRIBUTION_I.hex()),
        ("contribution, responder", CONTRIBUTION_R.hex()),
        ("exporter", EXPORTER.hex()),
        ("nonce, initiator", NONCE_I.hex()),
        ("nonce, responder", NONCE_R.hex()),
        ("id, initiator", device_id(FINGERPRINT_I)),
        ("id, responder", device_id(FINGERPRINT_R)),
        ("commitment, initiator", commitment(b"initiator", FINGERPRINT_I, CONTRIBUTION_I).hex()),
        ("commitment, responder", commitment(b"responder", FINGERPRINT_R, CONTRIBUTION_R).hex()),
        ("digits", digits()),
        ("secret", secret().hex()),
        ("pairing proof, responder", proof(b"companion-paired", b"responder", CONTRIBUTION_I, CONTRIBUTION_R).hex()),
        ("pairing proof, initiator", proof(b"companion-paired", b"initiator", CONTRIBUTION_I, CONTRIBUTION_R).hex()),
        ("link proof, responder", proof(b"companion-link", b"responder", NONCE_I, NONCE_R).hex()),
        ("link proof, initiator", proof(b"companion-link", b"initiator", NONCE_I, NONCE_R).hex()),
        ("find name, hour 0", find_name(0)),
        ("find name, hour 498898", find_name(498898)),
        *(
            (f"place tag, {role}, `lobby` {words}", place_tag(role.encode(), "lobby", date))
            for role in ("initiator", "responder")
            for words, date in (("scanned `2026-11-30T10:11:12Z`", "2026-11-30T10:11:12Z"), ("never scanned", ""))
        ),
    ]
    return ["| value | |", "| --- | --- |"] + [f"| {name} | `{value}` |" for name, value in rows]


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        with open(sys.argv[2], encoding="utf-8") as page:
            lines = set(page.read().splitlines())
        missing = [row for row in table() if row not in lines]
        print("\n".join(missing) if missing else "The vectors agree.")
        return 1 if missing else 0
    print("\n".join(table()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
