"""What a phone does while it is linked (section 6): says where it is, and prints what it is told."""

import csv
import json
import os
import select
import time

import values as v

RATE = 0.25
"""Seconds between two positions: four a second, below the five that may be sent."""


def say(event, **members):
    """One line of what happens, with the time of day and the time since the machine started, in seconds."""
    print(json.dumps({"event": event, "at": round(time.time(), 6), **members}), flush=True)


def read_walk(path):
    """The rows of a walk: seconds, and the members of `position`."""
    rows = []
    for row in csv.DictReader(open(path, encoding="utf-8")):
        number = lambda name: float(row.get(name) or 0)
        rows.append((number("t"), {
            "place": row["place"], "placeName": row.get("placeName") or row["place"],
            "scannedAt": row.get("scannedAt") or None, "x": number("x"), "y": number("y"), "z": number("z"),
            "yaw": number("yaw")}))
    return rows


def place_at(rows, t):
    """Where the walk is at a time, between two rows in a straight line; the last row for ever."""
    before = max((row for row in rows if row[0] <= t), key=lambda row: row[0], default=rows[0])
    after = next((row for row in rows if row[0] > t), None)
    here = dict(before[1])
    if after and after[1]["place"] == here["place"]:
        share = max(0, (t - before[0]) / (after[0] - before[0]))
        for name in ("x", "y", "z", "yaw"):
            here[name] = round(here[name] + share * (after[1][name] - here[name]), 4)
    return here


class Walker:
    """The sending end of a link, a step at a time.

    Where it is steered it stands at the first row until standard input says `walk`, or `X Y [PLACE]` for a leap to there.
    """

    def __init__(self, wire, kept, rows, steered=False):
        self.steered, self.leapt, self.typed = steered, None, b""
        self.walks = not steered
        self.wire, self.kept, self.rows = wire, kept, rows
        self.secret = bytes.fromhex(kept["secret"])
        self.tag, self.same, self.theirs = None, None, None
        self.start = self.last_sent = self.last_heard = time.monotonic()
        self.next = self.start
        self.say_where(None if not rows else rows[0][1])

    def send(self, kind, **members):
        self.wire.send(kind, **members)
        self.last_sent = time.monotonic()

    def say_where(self, place):
        tag = lambda role: place and v.place_tag(self.secret, role, place["place"], place["scannedAt"])
        self.tag, self.same = tag(v.INITIATOR), tag(v.RESPONDER)
        self.send("here", place=self.tag)

    def obey(self):
        """Does what standard input says."""
        if not select.select([0], [], [], 0)[0]:
            return
        data = os.read(0, 4096)
        self.steered, self.typed = bool(data), self.typed + data
        *lines, self.typed = self.typed.split(b"\n")
        for line in lines:
            self.walks, self.leapt = line == b"walk", None
            self.start = self.next = time.monotonic()
            if not self.walks:
                x, y, *place = line.decode().split()
                self.leapt = {"x": float(x), "y": float(y), **({"place": place[0]} if place else {})}

    def step(self):
        """Sends what is due, and waits a little for what comes."""
        if self.steered:
            self.obey()
        now = time.monotonic()
        if self.rows and now >= self.next:
            self.next = max(self.next + RATE, now)
            here = {**place_at(self.rows, now - self.start if self.walks else 0), **(self.leapt or {})}
            if v.place_tag(self.secret, v.INITIATOR, here["place"], here["scannedAt"]) != self.tag:
                self.say_where(here)
            if self.same and self.same == self.theirs:
                say("sent", x=here["x"], y=here["y"])
                self.send("position", name=self.kept["name"], **here)
        if now - self.last_sent >= 5:
            self.send("alive")
        try:
            message = self.wire.receive(0.02)
        except TimeoutError:
            return None
        self.last_heard = time.monotonic()
        if message["type"] == "here":
            self.theirs = message["place"]
        say("got", message=message)
        return message
