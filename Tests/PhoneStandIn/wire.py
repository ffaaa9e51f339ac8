"""The connection of section 3 of PROTOCOL.md: TLS 1.3 with certificates of both sides, and framed JSON in it."""

import datetime
import json
import select
import socket
import time

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from OpenSSL import SSL, crypto

LONGEST = 65536


class Ended(Exception):
    """The other side sent `end`."""

    def __init__(self, message):
        super().__init__("end: " + str(message.get("word")))
        self.message, self.word = message, message.get("word")


class Broken(Exception):
    """The connection is gone without a word, or what came makes no sense."""


def fresh_identity():
    """A key and its self-signed certificate, as PEM texts."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "phone")])
    day, now = datetime.timedelta(days=1), datetime.datetime.utcnow()
    builder = x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number(), now - day,
                                      now + 7300 * day)
    certificate = builder.sign(key, hashes.SHA256())
    text = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                             serialization.NoEncryption())
    return {"key": text.decode(), "certificate": certificate.public_bytes(serialization.Encoding.PEM).decode()}


def print_of(certificate):
    """The fingerprint of a certificate: SHA-256 of its DER."""
    return bytes.fromhex(certificate.digest("sha256").decode().replace(":", ""))


def own_print(identity):
    return print_of(crypto.load_certificate(crypto.FILETYPE_PEM, identity["certificate"].encode()))


class Wire:
    """One connection, with messages both ways; every wait has an end."""

    def __init__(self, sock, identity, accepting=False, pinned=None, version=SSL.TLS1_3_VERSION, seconds=10):
        context = SSL.Context(SSL.TLS_METHOD)
        context.set_min_proto_version(version)
        context.set_max_proto_version(version)
        context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
        context.set_options(SSL.OP_NO_TICKET)
        if identity:
            context.use_privatekey(crypto.load_privatekey(crypto.FILETYPE_PEM, identity["key"].encode()))
            context.use_certificate(crypto.load_certificate(crypto.FILETYPE_PEM, identity["certificate"].encode()))
        judge = lambda _c, certificate, _e, _d, _ok: pinned is None or print_of(certificate) == pinned
        context.set_verify(SSL.VERIFY_PEER | SSL.VERIFY_FAIL_IF_NO_PEER_CERT, judge)
        sock.setblocking(False)
        self.sock, self.buffer = sock, b""
        self.tls = SSL.Connection(context, sock)
        if accepting:
            self.tls.set_accept_state()
        else:
            self.tls.set_connect_state()
        self._until(self.tls.do_handshake, time.monotonic() + seconds)
        self.theirs = print_of(self.tls.get_peer_certificate())

    @property
    def exporter(self):
        return self.tls.export_keying_material(b"EXPORTER-Channel-Binding", 32)

    def _until(self, call, end):
        while True:
            try:
                return call()
            except SSL.WantReadError:
                ready = select.select([self.sock], [], [], max(0, end - time.monotonic()))
            except SSL.WantWriteError:
                ready = select.select([], [self.sock], [], max(0, end - time.monotonic()))
            except (SSL.Error, OSError) as error:
                raise Broken("%s %s" % (type(error).__name__, error)) from None
            if time.monotonic() >= end and not any(ready):
                raise TimeoutError

    def write(self, data, seconds=10):
        """Bytes as they are."""
        end = time.monotonic() + seconds
        while data:
            data = data[self._until(lambda: self.tls.send(data[:16384]), end):]

    def send(self, kind, **members):
        """One message of version 1."""
        self.send_raw({"v": 1, "type": kind, **members})

    def send_raw(self, message):
        data = json.dumps(message).encode()
        self.write(len(data).to_bytes(4, "big") + data)

    def receive(self, seconds=10):
        """The next message; TimeoutError where none comes within a time, Ended for an `end`."""
        end = time.monotonic() + seconds
        while True:
            size = int.from_bytes(self.buffer[:4], "big")
            if len(self.buffer) >= 4 and not 1 <= size <= LONGEST:
                raise Broken("a message of %d bytes" % size)
            if len(self.buffer) >= 4 + size and len(self.buffer) > 4:
                data, self.buffer = self.buffer[4:4 + size], self.buffer[4 + size:]
                break
            self.buffer += self._until(lambda: self.tls.recv(65536), end)
        message = json.loads(data)
        if not isinstance(message, dict) or message.get("v") != 1 or not isinstance(message.get("type"), str):
            raise Broken("no message of version 1: %r" % data[:80])
        if message["type"] == "end":
            raise Ended(message)
        return message

    def expect(self, kind, seconds=10):
        """The next message, which has to be of a type."""
        message = self.receive(seconds)
        if message["type"] != kind:
            raise Broken("%s came in place of %s" % (message["type"], kind))
        return message

    def end(self, word):
        """Says why, and closes."""
        try:
            self.send("end", word=word)
        except (Broken, TimeoutError):
            pass
        self.close()

    def close(self):
        try:
            self.tls.shutdown()
        except SSL.Error:
            pass
        self.sock.close()


def connect(host, port, identity, **more):
    return Wire(socket.create_connection((host, port), timeout=10), identity, **more)
