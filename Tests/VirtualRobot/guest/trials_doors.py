"""The doors that are closed as shipped, each opened inside the unit's sandbox: the page, recordings, ROS 2."""
import json
import os
import re
import shutil
import socket
import struct
import urllib.error
import urllib.request

from robot import expect, now, pause, run, shell, wait, within

LIBRARY = "/usr/lib/x86_64-linux-gnu/libddsc.so.0debian"
# Where participants of domain 0 tell of themselves: to everybody, and the first of a machine to itself.
MEETING, MEETING_PORT, FIRST_PORT = "239.255.0.1", 7400, 7410


def prepare(robot):
    robot.devices("camera", "bus")
    robot.tell("distance 3")
    robot.tell("pressure 100653")
    robot.tell("plug camera")
    robot.tell("plug bus")
    run("ip", "link", "set", "lo", "up", check=True)
    robot.install()
    robot.configure()
    robot.furnish()


def fetch(address, **headers):
    """What a page answers: its status, and its text."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=within(10)) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read().decode()


def page(robot):
    """the page is served on loopback only, and to nobody who does not have its address"""
    robot.configure("console: { enabled: true }")
    robot.ready()
    code, text = run("companion", "console", "--print", check=True)
    address = text.strip()
    expect(re.fullmatch(r"http://127\.0\.0\.1:8437/[^/]+/", address), address)
    status, whole = fetch(address)
    expect(status == 200 and "<!doctype html>" in whole.lower(), "%d: %s" % (status, whole[:200]))
    for file in re.findall(r'(?:src|href)="([\w.]+\.(?:js|css|svg))"', whole):
        status, content = fetch(address + file)
        expect(status == 200 and content, "%s: %d" % (file, status))
    for wrong in ("http://127.0.0.1:8437/", address[:-2] + ("a/" if address[-2] != "a" else "b/")):
        status, _ = fetch(wrong)
        expect(status in (403, 404), "%s: %d" % (wrong, status))
    status, _ = fetch(address, Host="robot.example:8437")
    expect(status not in (200,), "a foreign name was answered")
    # 20F5 is 8437; 0100007F is 127.0.0.1 as the kernel writes it, and 0A is the state of one that listens.
    heard = [line.split()[1] for name in ("tcp", "tcp6") for line in open("/proc/net/" + name).read().split("\n")[1:]
             if line and line.split()[3] == "0A"]
    expect([place for place in heard if place.endswith(":20F5")] == ["0100007F:20F5"], "%s" % heard)


def page_goes_on(robot):
    """a reader of the page that reads nothing costs the person nothing"""
    address = run("companion", "console", "--print", check=True)[1].strip()
    sleepers = []
    for _ in range(6):
        sleeper = socket.create_connection(("127.0.0.1", 8437), timeout=within(10))
        sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        sleeper.sendall(("GET %s HTTP/1.1\r\nHost: 127.0.0.1:8437\r\n\r\n" % address[len("http://127.0.0.1:8437"):]).encode())
        sleepers.append(sleeper)
    before = robot.pid
    began = robot.tell("distance 0.85")
    heard = robot.journal.await_words(r"0\.\d metres\. Something ahead\.", 10, since=began)
    expect(heard.time - began <= within(2), "it was said after %.1f s" % (heard.time - began))
    robot.tell("distance 3")
    for sleeper in sleepers:
        sleeper.close()
    expect(robot.pid == before, "it was restarted")


def recorded(robot):
    """a recording of the running service holds its pictures, and its replay finds the same wall"""
    path = "/var/tmp/walk.mcap"
    robot.ready()
    robot.tell("approach 3.0 0.85 4")
    code, text = run("companion", "record", path, "--for", "10s", limit=60)
    robot.tell("distance 3")
    expect(code == 0, text)
    told = shell("stat -c '%%U %%a' %s" % path)[1].strip()
    expect(told == "root 600", "it is of " + told)
    replayed(path)


def replayed(path, *more):
    code, text = run("companion", "replay", path, "--effects", "say", *more, limit=120)
    expect(code == 0, text[-400:])
    expect("Something ahead" in text, "its replay says: " + text[-600:])
    code, text = run("companion", "replay", path, "--from-frames", "--effects", "say", *more, limit=240)
    expect(code == 0 and "Something ahead" in text, "read anew from the pictures: exit %d: %s" % (code, text[-600:]))


def ring(robot):
    """the last minutes outlive kill -9, up to the last second, and are the service's own"""
    robot.configure("record: { ring: true }")
    robot.ready()
    began = robot.tell("approach 3.0 0.85 3")
    robot.journal.await_words(r"\d\.\d metres\. Something ahead\.", 12, since=began)
    robot.tell("distance 3")
    pause(3)
    before, began = robot.pid, now()
    os.kill(before, 9)
    wait(15, lambda: robot.pid not in (0, before) and robot.is_running(), "it did not come back")
    robot.journal.await_words(r"Ready\.", 25, since=began + 0.5)
    code, text = run("companion", "record", "/var/tmp/fall.mcap", "--last", "10m", limit=60)
    expect(code == 0, text)
    others = shell("find /var/lib/companion -type f ! -user companion")[1].strip()
    expect(not others, "not its own: " + others)
    open_to_all = shell("find /var/lib/companion -type f -perm /o=rwx")[1].strip()
    expect(not [path for path in open_to_all.split() if "from-" not in path], "open to others: " + open_to_all)
    replayed("/var/tmp/fall.mcap", "--run", "1")  # what was before the kill; what came after is another run in it


def without_ros_library(robot):
    """with ROS 2 turned on and its library missing it is ready, and says what to install"""
    shutil.move(LIBRARY, LIBRARY + ".away")
    try:
        robot.configure("ros2: { enabled: true }")
        began = robot.ready()
        robot.journal.await_line(r"Cyclone DDS is not installed", 10, since=began, source="companion")
        expect("libddsc0debian" in robot.status(), robot.status())
    finally:
        shutil.move(LIBRARY + ".away", LIBRARY)


def ear(port, group=None):
    """A socket at which participants are heard."""
    ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    ear.bind((group or "127.0.0.1", port))
    if group:
        ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP,
                       struct.pack("4s4s", socket.inet_aton(group), socket.inet_aton("127.0.0.1")))
    ear.settimeout(1)
    return ear


def participant(ear, limit):
    """Waits for a packet of the protocol by which participants tell of themselves; gives it."""
    def look():
        try:
            packet, sender = ear.recvfrom(65536)
        except socket.timeout:
            return None
        return packet if packet[:4] == b"RTPS" and sender[0] == "127.0.0.1" else None
    return wait(limit, look, "no participant was heard")


def ros_state(robot):
    answer = json.dumps(robot.call("status"))
    return answer[answer.find('"ros2"'):][:300]


def ros(robot):
    """with ROS 2 turned on its participant tells of itself on loopback; with the drop-in to everybody there at once"""
    began = now()
    robot.configure("ros2: { enabled: true }")
    near = ear(FIRST_PORT)
    robot.ready()
    packet = participant(near, 15)
    expect(b"enclave=" in packet, "it is no participant of ROS 2: %r" % packet[:200])
    wait(15, lambda: "running" in ros_state(robot), lambda: ros_state(robot))
    near.close()
    robot.drop_in("ros2", open("/usr/share/companion/drop-ins/ros2.conf").read())
    far = ear(MEETING_PORT, MEETING)
    robot.ready()
    participant(far, 40)
    far.close()
    expect(robot.show("StatusText") == "Everything works.", robot.show("StatusText"))
    bad = [line for line in robot.journal.service(began) if line.priority <= 3]
    expect(not bad, "errors: %s" % bad)
    robot.no_drop_ins()


def all_at_once(robot):
    """with every door open it is ready, a wall is announced, and it stays under 64 MB"""
    robot.configure("console: { enabled: true }, record: { ring: true }, ros2: { enabled: true }, "
                    "pairing: { enabled: true }, seen: { enabled: true }")
    robot.ready()
    began = robot.tell("distance 0.85")
    robot.journal.await_words(r"0\.\d metres\. Something ahead\.", 10, since=began)
    robot.tell("distance 3")
    pause(5)
    memory = int(re.search(r"VmHWM:\s+(\d+)", open("/proc/%d/status" % robot.pid).read())[1]) / 1024
    print("# at most %.0f MB of memory" % memory, flush=True)
    expect(memory < 64, "%.0f MB of memory" % memory)
    seconds = robot.stop()
    expect(seconds <= within(3.5), "stopping it took %.1f s" % seconds)
    expect(robot.show("Result") == "success", "the result is " + robot.show("Result"))


TRIALS = [page, page_goes_on, recorded, ring, without_ros_library, ros, all_at_once]
