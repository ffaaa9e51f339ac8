"""Everything that a phone must not do, and what the document says that comes of it.

Each attack is given the robot's address and a pairing, and tells in a sentence how the robot held;
where it did not, `Broken` is raised.
"""

import os
import socket
import threading
import time

import exchange
import middle
import values as v
from exchange import Prover
from values import INITIATOR
from OpenSSL import SSL
from walking import say
from wire import LONGEST, Broken, Ended, Wire, connect, fresh_identity


def until_end(wire, seconds=10, until=None):
    """Reads until the other side ends; its message. A connection that ends without a word is an error."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        try:
            wire.receive(0.1)
        except TimeoutError:
            pass
        except Ended as ended:
            return ended.message
    raise Broken("it was not ended within %g s" % seconds)


def hears(word, wire, seconds=10):
    message = until_end(wire, seconds)
    if message["word"] != word:
        raise Broken("the robot said %s, not %s" % (message["word"], word))
    return message


def collected_id(address, kept):
    """Another key, the id that was overheard, no secret."""
    prover = Prover(address, kept, identity=fresh_identity())
    if prover.hello():
        raise Broken("a stranger was shown the robot's proof")
    prover.wire.send("proof", proof=os.urandom(32).hex())
    hears("refused", prover.wire)
    return "a challenge that proves nothing, then refused"


def wrong_certificate(address, kept):
    """The right id and even the right secret, but another certificate."""
    prover = Prover(address, kept, identity=fresh_identity())
    if prover.hello():
        raise Broken("another certificate was shown the robot's proof")
    prover.wire.send("proof", proof=prover.proof_of(INITIATOR, prover.id, prover.robot_id).hex())
    hears("refused", prover.wire)
    return "refused, though the proof was right"


def guessed_secret(address, kept):
    """The right certificate; a proof with a secret made from what anybody may know, and the secret itself."""
    for guess in (v.sha(bytes.fromhex(kept["robot"])), None):
        prover = Prover(address, kept)
        if not prover.hello():
            raise Broken("the robot's proof is wrong")
        proof = prover.proof_of(INITIATOR, prover.id, prover.robot_id, guess) if guess else prover.secret
        prover.wire.send("proof", proof=proof.hex())
        hears("refused", prover.wire)
    return "refused, with a guess and with the bare secret"


def reflected(address, kept):
    """The robot's own proof, sent back."""
    prover = Prover(address, kept)
    prover.hello()
    prover.wire.send("proof", proof=prover.shown.hex())
    hears("replay", prover.wire)
    return "replay"


def relayed(address, kept):
    """A phone that checks nothing, through someone in the middle who passes on its true proof."""
    port, _ = middle.begin(0, address)
    try:
        Prover(("127.0.0.1", port), kept)
        raise Broken("the pinned fingerprint was not looked at")
    except Broken as broken:
        if "fingerprint" in str(broken):
            raise
    prover = Prover(("127.0.0.1", port), kept, pin=False)
    if prover.hello():
        raise Broken("the robot's proof held on another connection")
    prover.wire.send("proof", proof=prover.proof_of(INITIATOR, prover.id, prover.robot_id).hex())
    hears("refused", prover.wire)
    return "the pin ends it; without the pin the robot's proof is wrong, and the phone's is refused"


def relayed_pairing(address, kept):
    """A pairing through someone in the middle who passes on every message."""
    port, _ = middle.begin(0, address)
    try:
        exchange.pair(("127.0.0.1", port), fresh_identity(), "Middle", lambda digits: say("digits", digits=digits))
    except Ended as ended:
        if ended.word == "mismatch":
            return "mismatch, before anybody is asked"
        raise
    raise Broken("a pairing went through someone in the middle")


def two_faced(address, kept):
    """Someone in the middle who pairs with either side in a name of their own; the owner compares, and refuses."""
    door = socket.create_server(("127.0.0.1", 0))
    mine = fresh_identity()
    shown = {}

    def phone():
        show = lambda digits: shown.update(phone=digits)
        try:
            exchange.pair(door.getsockname(), fresh_identity(), "Robin", show)
        except (Broken, TimeoutError, OSError):
            pass

    threading.Thread(target=phone, daemon=True).start()
    exchange.be_asked(Wire(door.accept()[0], mine, accepting=True), mine, "Companion",
                      lambda digits: shown.update(middle=digits))
    try:
        exchange.pair(address, mine, "Robin", lambda digits: say("digits", digits=digits, phone=shown["middle"]))
    except Ended as ended:
        if ended.word == "refused" and shown["phone"] == shown["middle"]:
            return "refused by the owner, who sees other digits than the phone shows"
        raise
    raise Broken("someone in the middle was paired")


def repeated_nonce(address, kept):
    """A nonce that was good once, again."""
    first = Prover(address, kept)
    if not first.hello():
        raise Broken("the robot's proof is wrong")
    first.prove()
    second = Prover(address, kept)
    second.nonce = first.nonce
    second.wire.send("hello", id=second.id, nonce=second.nonce.hex())
    hears("replay", second.wire)
    return "replay"


def hello_with(address, kept, word, **members):
    prover = Prover(address, kept)
    message = {"v": 1, "type": "hello", "id": prover.id, "nonce": os.urandom(32).hex(), **members}
    prover.wire.send_raw({name: value for name, value in message.items() if value != "absent"})
    return hears(word, prover.wire)


def no_nonce(address, kept):
    for value in ("absent", None, ""):
        hello_with(address, kept, "downgrade", nonce=value)
    return "downgrade: absent, null and empty"


def older_version(address, kept):
    for value in ("absent", 0, -1):
        hello_with(address, kept, "downgrade", v=value)
    newest = hello_with(address, kept, "version", v=2).get("version")
    if newest != 1:
        raise Broken("the newest version was given as %r" % newest)
    return "downgrade: absent, 0 and negative; a newer one is told the version"


def old_tls(address, kept):
    """TLS 1.2, and no certificate at all."""
    try:
        connect(*address, kept, version=SSL.TLS1_2_VERSION)
        raise Broken("TLS 1.2 was spoken")
    except Broken as broken:
        if "protocol version" not in str(broken):
            raise
    try:
        connect(*address, None).receive()
        raise Broken("no certificate was asked for")
    except Broken as broken:
        if "certificate required" not in str(broken):
            raise
    return "alert 70 for TLS 1.2, alert 116 without a certificate"


def unproved(address, kept):
    """A position in place of hello, and a proof without one."""
    position = {"place": "p", "placeName": "p", "scannedAt": None, "name": "n", "x": 1.0, "y": 1.0, "yaw": 0.0}
    early = {"proof": {"proof": os.urandom(32).hex()}, "position": position, "here": {"place": None}}
    for kind, members in early.items():
        wire = connect(*address, kept)
        say("tried", type=kind)
        wire.send(kind, **members)
        hears("downgrade", wire)
    return "downgrade"


def stalled(address, kept):
    """A connection that says nothing, one with half a greeting, and one that says nothing after TLS."""
    began = time.monotonic()
    bare = [socket.create_connection(address, timeout=20) for _ in range(2)]
    bare[1].sendall(bytes.fromhex("1603010200010001fc0303"))
    quiet = connect(*address, kept)
    hears("slow", quiet, 15)
    waits = [time.monotonic() - began]
    for sock in bare:
        try:
            while sock.recv(4096):
                pass
        except ConnectionResetError:
            pass
        waits.append(time.monotonic() - began)
    if not all(9 <= wait <= 12 for wait in waits):
        raise Broken("they were closed after %s" % ", ".join("%.1f s" % wait for wait in waits))
    return "slow after %.1f s, without TLS closed after %.1f and %.1f s" % tuple(waits)


def too_long(address, kept):
    """A message of exactly 65,536 bytes is taken, one byte more ends the connection."""
    wire, _ = exchange.link(address, kept)
    wire.send("here", place=None)
    text = b'{"v":1,"type":"unheardOf","more":"' + b"a" * LONGEST
    most = text[:LONGEST - 2] + b'"}'
    wire.write(len(most).to_bytes(4, "big") + most)
    try:
        while True:
            wire.receive(1.5)
    except TimeoutError:
        pass
    beyond = text[:LONGEST - 1] + b'"}'
    wire.write(len(beyond).to_bytes(4, "big") + beyond)
    hears("tooLong", wire)
    return "tooLong for 65,537 bytes, not for 65,536"


def flood(address, kept):
    """Positions as fast as they go."""
    wire, _ = exchange.link(address, kept)
    wire.send("here", place=None)
    sent = 0
    try:
        for sent in range(1, 2001):
            wire.send("position", place="ternwick-ground", placeName="Hall", scannedAt=None, name="Flood",
                      x=1.0, y=1.0, yaw=0.0)
    except Broken:
        pass
    hears("tooFast", wire)
    return "tooFast within %d messages" % sent


def long_name(address, kept):
    """A name of 10 KiB with control characters and markup; whoever shows it cleans it."""
    name = ("\x1b[31m<b onclick=\"x\">Eve</b>\r\n\u202e\x00&amp;'; DROP" * 300)[:10240]
    new = exchange.pair(address, fresh_identity(), name, lambda digits: say("digits", digits=digits))
    wire, _ = exchange.link(address, new)
    wire.close()
    return "paired, and linked"


def removed(address, kept):
    """A device whose pairing was removed, and that comes again with the secret it should have erased."""
    wire, _ = exchange.link(address, kept)
    wire.send("here", place=None)
    say("linked")
    hears("removed", wire, 14)
    prover = Prover(address, kept)
    if prover.hello():
        raise Broken("the secret was not erased")
    prover.wire.send("proof", proof=prover.proof_of(INITIATOR, prover.id, prover.robot_id).hex())
    hears("refused", prover.wire)
    return "removed, and refused when it comes again"


def persistent(address, kept):
    """Five refusals within a minute; the sixth time only a pause is heard."""
    for _ in range(5):
        hello_with(address, kept, "downgrade", nonce=None)
    seconds = hello_with(address, kept, "paused").get("seconds")
    if not isinstance(seconds, int) or not 0 < seconds <= 60:
        raise Broken("the pause was %r s" % seconds)
    return "paused for %d s" % seconds


def withdrawn(address, kept):
    """Requests that are withdrawn as soon as their digits are known, to ask until the digits suit."""
    seen = []

    def leave(digits):
        seen.append(digits)
        raise Broken("left")

    for _ in range(20):
        try:
            exchange.pair(address, fresh_identity(), "Eve", leave)
        except Broken:
            time.sleep(0.2)  # until the robot has noticed that this one left
        except Ended as ended:
            if ended.message.get("word") == "closed":
                break
            time.sleep(0.2)
    say("tried", digits=seen)
    if len(seen) != 3:
        raise Broken("the digits were told %d times" % len(seen))
    return "closed after three requests"


def echoed(address, kept):
    """The tag of the robot's place sent back, to be told where it is without being there."""
    wire, _ = exchange.link(address, kept)
    wire.send("here", place=None)
    tag, until = None, time.monotonic() + 6
    while time.monotonic() < until:
        try:
            message = wire.receive(0.5)
        except TimeoutError:
            continue
        if message["type"] == "here" and message["place"]:
            tag = message["place"]
            wire.send("here", place=tag)
        if message["type"] in ("position", "nearest", "seen"):
            raise Broken("told " + message["type"])
    if not tag:
        raise Broken("the robot is in no place")
    wire.close()
    return "nothing was told"


ALL = {
    "collected-id": collected_id, "wrong-certificate": wrong_certificate, "guessed-secret": guessed_secret,
    "reflected": reflected, "relayed": relayed, "relayed-pairing": relayed_pairing, "two-faced": two_faced,
    "repeated-nonce": repeated_nonce, "no-nonce": no_nonce, "older-version": older_version, "old-tls": old_tls,
    "unproved": unproved, "withdrawn": withdrawn, "echoed": echoed, "stalled": stalled, "too-long": too_long,
    "flood": flood, "long-name": long_name, "removed": removed, "persistent": persistent,
}
