"""Pairing (section 4) and proving (section 5) as the initiator, with every check that the document asks for."""

import hmac
import os

import values as v
from values import INITIATOR, RESPONDER
from wire import Broken, connect, own_print


def unhex(message, name):
    text = message.get(name)
    if not isinstance(text, str) or len(text) != 64 or text != text.lower():
        raise Broken("%s of %s is no 64 hexadecimal digits" % (name, message["type"]))
    return bytes.fromhex(text)


def pair(address, identity, name, show):
    """Pairs with the robot at an address; `show` is given the digits. What is to be kept comes back."""
    wire = connect(*address, identity)
    own = own_print(identity)
    ours = os.urandom(32)
    wire.send("pair", name=name, commitment=v.commitment(INITIATOR, own, ours).hex())
    answer = wire.expect("pairing")
    committed = unhex(answer, "commitment")
    wire.send("reveal", contribution=ours.hex())
    theirs = unhex(wire.expect("reveal"), "contribution")
    if not hmac.compare_digest(committed, v.commitment(RESPONDER, wire.theirs, theirs)):
        wire.end("mismatch")
        raise Broken("the robot's commitment does not fit: someone is in the middle")
    prints, given = [own, wire.theirs], [ours, theirs]
    show(v.digits(prints, given))
    key = v.secret(prints, given, wire.exporter)
    proof = unhex(wire.expect("allowed", 65), "proof")
    ids = [v.id_of(p) for p in prints]
    if not hmac.compare_digest(proof, v.pairing_proof(key, RESPONDER, ids[1], ids[0], given, wire.exporter)):
        wire.end("mismatch")
        raise Broken("the robot's proof of pairing is wrong: someone is in the middle")
    wire.send("confirm", proof=v.pairing_proof(key, INITIATOR, ids[0], ids[1], given, wire.exporter).hex())
    wire.expect("paired")
    wire.close()
    return {**identity, "name": name, "secret": key.hex(), "robot": wire.theirs.hex(), "robotName": answer["name"]}


def be_asked(wire, identity, name, show):
    """Is paired with as the responder, up to the digits, on a connection that was accepted; what was agreed on."""
    own, ours = own_print(identity), os.urandom(32)
    asked = wire.expect("pair")
    committed = unhex(asked, "commitment")
    wire.send("pairing", name=name, commitment=v.commitment(RESPONDER, own, ours).hex())
    theirs = unhex(wire.expect("reveal"), "contribution")
    if not hmac.compare_digest(committed, v.commitment(INITIATOR, wire.theirs, theirs)):
        wire.end("mismatch")
        raise Broken("the asker's commitment does not fit: someone is in the middle")
    wire.send("reveal", contribution=ours.hex())
    prints, given = [wire.theirs, own], [theirs, ours]
    show(v.digits(prints, given))
    return asked["name"], prints, given


def allow(wire, identity, name, agreed):
    """The phone's owner allows; what is to be kept comes back."""
    robot, prints, given = agreed
    key = v.secret(prints, given, wire.exporter)
    ids = [v.id_of(p) for p in prints]
    wire.send("allowed", proof=v.pairing_proof(key, RESPONDER, ids[1], ids[0], given, wire.exporter).hex())
    proof = unhex(wire.expect("confirm"), "proof")
    if not hmac.compare_digest(proof, v.pairing_proof(key, INITIATOR, ids[0], ids[1], given, wire.exporter)):
        wire.end("mismatch")
        raise Broken("the asker's proof of pairing is wrong: someone is in the middle")
    wire.send("paired")
    return {**identity, "name": name, "secret": key.hex(), "robot": wire.theirs.hex(), "robotName": robot}


class Prover:
    """One connection to be proved, step by step, so that a step can be done wrongly."""

    def __init__(self, address, kept, identity=None, pin=True):
        self.secret = bytes.fromhex(kept["secret"])
        self.id = v.id_of(own_print(kept))
        robot = bytes.fromhex(kept["robot"])
        self.robot_id = v.id_of(robot)
        self.wire = connect(*address, identity or kept, pinned=robot if pin else None)
        self.nonce = os.urandom(32)

    def hello(self):
        """Sends `hello` and takes the challenge; whether the robot's proof is right."""
        self.wire.send("hello", id=self.id, nonce=self.nonce.hex())
        return self.challenged()

    def challenged(self):
        challenge = self.wire.expect("challenge")
        self.nonces = [self.nonce, unhex(challenge, "nonce")]
        self.shown = unhex(challenge, "proof")
        return hmac.compare_digest(self.shown, self.proof_of(RESPONDER, self.robot_id, self.id))

    def proof_of(self, role, own, other, secret=None):
        return v.link_proof(secret or self.secret, role, own, other, self.nonces, self.wire.exporter)

    def prove(self):
        """Sends one's own proof; the robot's name."""
        self.wire.send("proof", proof=self.proof_of(INITIATOR, self.id, self.robot_id).hex())
        return self.wire.expect("welcome")["name"]


def link(address, kept):
    """A proved connection: the wire, and the robot's name."""
    prover = Prover(address, kept)
    if not prover.hello():
        prover.wire.end("refused")
        raise Broken("the robot's proof is wrong")
    return prover.wire, prover.prove()
