#!/usr/bin/python3
"""A phone written from Sources/Pairing/PROTOCOL.md alone, in another language and with another TLS binding.

usage: phone.py vectors PROTOCOL.md
       phone.py pair --port N --keep FILE [--name NAME] [--attack NAME] [--expect WORD]
       phone.py link --port N --keep FILE [--walk FILE.csv [--steer]] [--stay SECONDS] [--attack NAME]
                     [--expect WORD]
       phone.py asked --keep FILE [--name NAME]
       phone.py middle --port N --listen N
Exit code 0 where everything went as the document says, 1 otherwise, with a line that tells what did not.
"""

import argparse
import json
import os
import socket
import sys
import time

import attacks
import exchange
import middle
import values
from walking import Walker, read_walk, say
from wire import Broken, Ended, Wire, fresh_identity, own_print


def keep(path, kept):
    """Writes the pairing for its owner alone, whole or not at all."""
    with os.fdopen(os.open(path + ".new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(kept, file)
    os.replace(path + ".new", path)


def pair(options):
    kept = exchange.pair((options.host, options.port), fresh_identity(), options.name,
                         lambda digits: say("digits", digits=digits))
    keep(options.keep, kept)
    say("paired", robot=kept["robotName"], id=values.id_of(own_print(kept)))


def asked(options):
    """Waits to be asked by a robot, shows the digits, and answers as standard input says: allow or refuse."""
    with socket.create_server((options.host, 0)) as listener:
        listener.settimeout(60)
        say("waits", port=listener.getsockname()[1])
        sock = listener.accept()[0]
    identity = fresh_identity()
    wire = Wire(sock, identity, accepting=True)
    agreed = exchange.be_asked(wire, identity, options.name, lambda digits: say("digits", digits=digits))
    if sys.stdin.readline().strip() != "allow":
        wire.end("refused")
        return say("refused")
    kept = exchange.allow(wire, identity, options.name, agreed)
    keep(options.keep, kept)
    say("paired", robot=kept["robotName"], id=values.id_of(own_print(kept)))


def load(options):
    with open(options.keep, encoding="utf-8") as file:
        return json.load(file)


def link(options):
    kept = load(options)
    rows = read_walk(options.walk) if options.walk else []
    wire, robot = exchange.link((options.host, options.port), kept)
    say("welcome", robot=robot)
    walker = Walker(wire, kept, rows, options.steer)
    end = time.monotonic() + options.stay
    try:
        while time.monotonic() < end:
            walker.step()
            if time.monotonic() - walker.last_heard > 15:
                wire.end("silent")
                raise Broken("nothing was heard for 15 s")
    except Ended as ended:
        if ended.word == "removed":
            keep(options.keep, {**kept, "secret": "00" * 32})
        raise
    wire.end("stopping")
    say("left")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("mode", choices=["vectors", "pair", "asked", "link", "middle"])
    parser.add_argument("document", nargs="?")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int)
    parser.add_argument("--listen", type=int)
    parser.add_argument("--keep")
    parser.add_argument("--name", default="Sam")
    parser.add_argument("--walk")
    parser.add_argument("--steer", action="store_true", help="standard input says when to walk, or where to leap")
    parser.add_argument("--stay", type=float, default=600)
    parser.add_argument("--attack", choices=sorted(attacks.ALL))
    parser.add_argument("--expect", help="the word that ends it")
    options = parser.parse_args()
    try:
        if options.mode == "vectors":
            wrong = values.differing(options.document)
            print("differing: " + ", ".join(wrong) if wrong else "every test vector comes out")
            return 1 if wrong else 0
        if options.mode == "middle":
            middle.serve(options.listen, (options.host, options.port))
        elif options.attack:
            kept = load(options) if options.keep and os.path.exists(options.keep) else None
            say("held", attack=options.attack, how=attacks.ALL[options.attack]((options.host, options.port), kept))
            return 0
        elif options.mode == "pair":
            pair(options)
        elif options.mode == "asked":
            asked(options)
        else:
            link(options)
    except Ended as ended:
        say("end", **{name: value for name, value in ended.message.items() if name not in ("v", "type")})
        return 0 if ended.word == options.expect else 1
    except (Broken, TimeoutError, OSError) as error:
        say("broken", why="%s: %s" % (type(error).__name__, error))
        return 1
    if options.expect:
        say("broken", why="it did not end with " + options.expect)
    return 1 if options.expect else 0


if __name__ == "__main__":
    sys.exit(main())
