"""The values of section 1, 2, 4, 5 and 6 of PROTOCOL.md, each a function of what it is made from."""

import hashlib
import hmac
import re

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

VERSION = "1"
INITIATOR, RESPONDER = "initiator", "responder"


def parts(*all_of_them):
    """Each part with its length in two bytes before it."""
    whole = b""
    for part in all_of_them:
        part = part.encode() if isinstance(part, str) else part
        whole += len(part).to_bytes(2, "big") + part
    return whole


def sha(data):
    return hashlib.sha256(data).digest()


def mac(secret, data):
    return hmac.new(secret, data, hashlib.sha256).digest()


def id_of(fingerprint):
    return fingerprint.hex()[:32]


def commitment(role, fingerprint, contribution):
    return sha(parts("companion-commit", VERSION, role, fingerprint, contribution))


def digits(prints, contributions):
    whole = sha(parts("companion-digits", VERSION, *prints, *contributions))
    return "%03d" % (int.from_bytes(whole[:8], "big") % 1000)


def secret(prints, contributions, exporter):
    info = parts("companion-secret", VERSION, *prints)
    return HKDF(hashes.SHA256(), 32, exporter, info).derive(contributions[0] + contributions[1])


def pairing_proof(key, role, own, other, contributions, exporter):
    return mac(key, parts("companion-paired", VERSION, role, own, other, *contributions, exporter))


def link_proof(key, role, own, other, nonces, exporter):
    return mac(key, parts("companion-link", VERSION, role, own, other, *nonces, exporter))


def find_name(key, hour):
    return mac(key, b"find" + hour.to_bytes(8, "big")).hex()[:16]


def place_tag(key, role, place, scanned_at):
    return mac(key, parts("companion-place", VERSION, role, place, scanned_at or "")).hex()[:32]


def differing(document):
    """The names of the test vectors in the document's last table that come out otherwise here; a list."""
    table = dict(re.findall(r"^\| ([^|]+?) \| `([^`]+)` \|$", open(document, encoding="utf-8").read(), re.M))
    raw = lambda name: bytes.fromhex(table[name])
    prints = [raw("fingerprint, initiator"), raw("fingerprint, responder")]
    given = [raw("contribution, initiator"), raw("contribution, responder")]
    nonces = [raw("nonce, initiator"), raw("nonce, responder")]
    exporter, ids = raw("exporter"), [id_of(p) for p in prints]
    key = secret(prints, given, exporter)
    made = {"digits": digits(prints, given), "secret": key.hex()}
    for at, role in enumerate([INITIATOR, RESPONDER]):
        own, other = ids[at], ids[1 - at]
        made["id, " + role] = own
        made["commitment, " + role] = commitment(role, prints[at], given[at]).hex()
        made["pairing proof, " + role] = pairing_proof(key, role, own, other, given, exporter).hex()
        made["link proof, " + role] = link_proof(key, role, own, other, nonces, exporter).hex()
        for name, date in (("scanned `2026-11-30T10:11:12Z`", "2026-11-30T10:11:12Z"), ("never scanned", None)):
            made["place tag, %s, `lobby` %s" % (role, name)] = place_tag(key, role, "lobby", date)
    for hour in (0, 498898):
        made["find name, hour %d" % hour] = find_name(key, hour)
    return [name for name, value in made.items() if table.get(name) != value]
