#!/usr/bin/env python3
"""A peer of the bridge on another implementation of DDS: tells what it hears, a JSON object a line, and does what lines on
its standard input say, each a JSON object:

    {"do":"pose","x":1,"y":2,"yaw":0,"variance":0.01,"frame":"map"}   a PoseWithCovarianceStamped
    {"do":"odometry","x":1,"y":2,"yaw":0,"frame":"odom"}              an Odometry
    {"do":"answer","text":"…"}                                        the answer to a probe
    {"do":"wall","x":1,"y":2,"toX":5,"toY":2,"speed":1.2}             walks there at 20 poses a second
    {"do":"load","robots":200,"seconds":3}                            what so many robots publish
    {"do":"end"}

usage: peer.py --domain N [--namespace NAME] [--humble]
"""
import argparse
import json
import math
import os
import sys
import threading
import time

XML = ('<CycloneDDS><Domain id="any"><General><Interfaces><NetworkInterface name="lo" multicast="true"/></Interfaces>'
       '</General><Discovery><ParticipantIndex>auto</ParticipantIndex>'
       '<MaxAutoParticipantIndex>32</MaxAutoParticipantIndex><Peers><Peer address="127.0.0.1"/></Peers></Discovery>'
       '</Domain></CycloneDDS>')
os.environ["CYCLONEDDS_URI"] = XML

from cyclonedds.builtin import BuiltinDataReader, BuiltinTopicDcpsPublication, BuiltinTopicDcpsSubscription  # noqa: E402
from cyclonedds.core import Policy, Qos  # noqa: E402
from cyclonedds.domain import DomainParticipant  # noqa: E402
from cyclonedds.pub import DataWriter  # noqa: E402
from cyclonedds.sub import DataReader  # noqa: E402
from cyclonedds.topic import Topic  # noqa: E402
from cyclonedds.util import duration  # noqa: E402

import messages as ros  # noqa: E402

RELIABLE = Policy.Reliability.Reliable(duration(milliseconds=100))
KEPT = Qos(RELIABLE, Policy.Durability.TransientLocal, Policy.History.KeepLast(1))
USUAL = Qos(RELIABLE, Policy.Durability.Volatile, Policy.History.KeepLast(10))
SENSOR = Qos(Policy.Reliability.BestEffort, Policy.Durability.Volatile, Policy.History.KeepLast(5))
lock = threading.Lock()


def tell(**what):
    with lock:
        print(json.dumps(what), flush=True)


def plain(value):
    """A number as JSON can carry it."""
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value


def seconds(header):
    return header.stamp.sec + header.stamp.nanosec / 1e9


class Peer:
    def __init__(self, domain, namespace):
        self.participant = DomainParticipant(domain)
        self.place = f"/{namespace}" if namespace else ""
        self.readers = {
            "nearest_surface": self.reader(ros.Range, "nearest_surface", SENSOR),
            "pressure": self.reader(ros.FluidPressure, "pressure", SENSOR),
            "diagnostics": self.reader(ros.DiagnosticArray, "/diagnostics", USUAL),
            "said": self.reader(ros.String, "said", USUAL),
            "path": self.reader(ros.Path, "path", KEPT),
            "probe": self.reader(ros.String, "probe", KEPT),
        }
        self.poses = self.writer(ros.PoseWithCovarianceStamped, "amcl_pose", KEPT)
        self.odometry = self.writer(ros.Odometry, "odom", SENSOR)
        self.answers = self.writer(ros.String, "probe_answer", USUAL)
        self.ends = [(BuiltinDataReader(self.participant, BuiltinTopicDcpsPublication), "publishes"),
                     (BuiltinDataReader(self.participant, BuiltinTopicDcpsSubscription), "subscribes")]
        self.seen = set()
        self.running = True

    def name(self, topic):
        return "rt" + (topic if topic.startswith("/") else f"{self.place}/{topic}")

    def reader(self, kind, topic, qos):
        return DataReader(self.participant, Topic(self.participant, self.name(topic), kind), qos=qos)

    def writer(self, kind, topic, qos):
        return DataWriter(self.participant, Topic(self.participant, self.name(topic), kind), qos=qos)

    # what is heard

    def listen(self):
        while self.running:
            for topic, reader in self.readers.items():
                for sample in reader.take(N=50):
                    if getattr(sample, "sample_info", None) is None or sample.sample_info.valid_data:
                        self.heard(topic, sample)
            self.look()
            time.sleep(0.005)

    def look(self):
        for reader, what in self.ends:
            for sample in reader.take(N=200):
                key = (what, str(sample.key))
                if str(sample.participant_key) == str(self.participant.guid) or key in self.seen:
                    continue
                self.seen.add(key)
                data = sample.qos[Policy.Userdata] if sample.qos and Policy.Userdata in sample.qos else None
                durability = sample.qos[Policy.Durability] if Policy.Durability in sample.qos else None
                reliability = sample.qos[Policy.Reliability] if Policy.Reliability in sample.qos else None
                tell(event=what, topic=sample.topic_name, type=sample.type_name,
                     userData=bytes(data.data).decode() if data else "", durability=str(durability),
                     reliability=str(reliability))

    def heard(self, topic, sample):
        if topic == "nearest_surface":
            tell(event=topic, metres=plain(sample.range), frame=sample.header.frame_id, stamp=seconds(sample.header),
                 minimum=sample.min_range, maximum=sample.max_range, field=sample.field_of_view,
                 radiation=sample.radiation_type, variance=sample.variance, now=time.time())
        elif topic == "pressure":
            tell(event=topic, pascals=sample.fluid_pressure, frame=sample.header.frame_id,
                 stamp=seconds(sample.header), variance=sample.variance)
        elif topic == "diagnostics":
            for status in sample.status:
                tell(event=topic, level=status.level, name=status.name, message=status.message,
                     hardware=status.hardware_id, values={value.key: value.value for value in status.values})
        elif topic == "path":
            tell(event=topic, frame=sample.header.frame_id,
                 points=[[pose.pose.position.x, pose.pose.position.y, pose.pose.position.z] for pose in sample.poses])
        else:
            tell(event=topic, text=sample.data)

    # what is done

    def pose(self, x, y, yaw=0.0, variance=0.01, frame="map"):
        self.poses.write(ros.PoseWithCovarianceStamped(
            ros.header(frame, time.time()), ros.estimate(x, y, yaw, variance)))

    def move(self, x, y, yaw=0.0, frame="odom"):
        still = ros.TwistWithCovariance(ros.Twist(ros.Vector3(0.0, 0.0, 0.0), ros.Vector3(0.0, 0.0, 0.0)), [0.0] * 36)
        self.odometry.write(ros.Odometry(
            ros.header(frame, time.time()), "base_link", ros.estimate(x, y, yaw, 0.01), still))

    def walk(self, x, y, toX, toY, speed=1.2, frame="map"):
        length = math.hypot(toX - x, toY - y)
        yaw = math.atan2(toY - y, toX - x)
        steps = max(1, int(length / speed * 20))
        for step in range(steps + 1):
            share = step / steps
            self.pose(x + (toX - x) * share, y + (toY - y) * share, yaw, frame=frame)
            time.sleep(0.05)
        tell(event="walked", x=toX, y=toY)

    def load(self, robots, seconds):
        """What so many robots publish: a range, a pose and an odometry each, ten times a second, and diagnostics."""
        usual = []
        for number in range(robots):
            place = f"rt/crowd{number}"
            usual.append([DataWriter(self.participant, Topic(self.participant, f"{place}/{name}", kind), qos=USUAL)
                          for name, kind in (("nearest_surface", ros.Range), ("odom", ros.Odometry),
                                             ("amcl_pose", ros.PoseWithCovarianceStamped))])
        diagnostics = self.writer(ros.DiagnosticArray, "/diagnostics", USUAL)
        heard = [DataReader(self.participant, Topic(self.participant, f"rt/crowd{number}/odom", ros.Odometry),
                            qos=SENSOR) for number in range(robots)]
        still = ros.TwistWithCovariance(ros.Twist(ros.Vector3(0.0, 0.0, 0.0), ros.Vector3(0.0, 0.0, 0.0)), [0.0] * 36)
        end = time.monotonic() + seconds
        sent = 0
        tell(event="loading", robots=robots)
        while time.monotonic() < end:
            begin = time.monotonic()
            now = time.time()
            for number, (ranges, moves, poses) in enumerate(usual):
                head = ros.header("map", now)
                guess = ros.estimate(number, 0.0, 0.0, 0.01)
                ranges.write(ros.Range(head, 1, 0.9, 0.1, 5.0, 2.0, 0.0))
                moves.write(ros.Odometry(head, "base_link", guess, still))
                poses.write(ros.PoseWithCovarianceStamped(head, guess))
                sent += 3
            for number in range(0, robots, 10):
                diagnostics.write(ros.DiagnosticArray(ros.header("", now), [
                    ros.DiagnosticStatus(0, f"/crowd{number}/companion: depth camera", "ok", "none", [])]))
                sent += 1
            time.sleep(max(0.0, 0.1 - (time.monotonic() - begin)))
        del heard
        tell(event="loaded", messages=sent)

    def do(self, what):
        deed = what.pop("do")
        if deed == "pose":
            self.pose(**what)
        elif deed == "odometry":
            self.move(**what)
        elif deed == "answer":
            self.answers.write(ros.String(what["text"]))
        elif deed == "walk":
            self.walk(**what)
        elif deed == "load":
            self.load(**what)
        else:
            return False
        return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--domain", type=int, required=True)
    parser.add_argument("--namespace", default="")
    options = parser.parse_args()
    peer = Peer(options.domain, options.namespace)
    listener = threading.Thread(target=peer.listen, daemon=True)
    listener.start()
    tell(event="ready")
    for line in sys.stdin:
        if not peer.do(json.loads(line)):
            break
    peer.running = False
    listener.join(2)


if __name__ == "__main__":
    main()
