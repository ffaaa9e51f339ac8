"""What the trials are written with: the emulated devices, the service, its journal, the words that were heard."""
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = "/run/out"
EMULATOR = "/run/emulator.socket"
CONFIGURATION = "/etc/companion/companion.json5"
DROP_INS = "/etc/systemd/system/companion.service.d"
VOICE = "/usr/local/bin/robot-voice"
STATE = "/var/lib/companion"

# It speaks into the journal, which stamps what it says, and takes as long as a short word does.
VOICE_TEXT = """#!/bin/busybox sh
IFS= read -r text || [ -n "$text" ] || exit 0
busybox logger -t heard -- "$text"
busybox usleep 150000
"""


# How long a quiet machine of two cores takes to emulate the loop of `measure_pace`, in seconds.
QUIET_LOOP = 0.15
# How many times slower than that a machine may be before its trials are unfair.
SLOWEST = 8.0
pace = 1.0


def measure_pace():
    """Measures how many times slower than a quiet machine this one is now; limits are stretched by it."""
    global pace
    began = now()
    number = 0
    for step in range(300_000):
        number += step
    pace = min(SLOWEST, max(1.0, (now() - began) / QUIET_LOOP))
    return pace


class Failed(Exception):
    """A trial did not go as it should; the text says how."""


def now():
    return time.clock_gettime(time.CLOCK_MONOTONIC)


def expect(holds, what):
    if not holds:
        raise Failed(what)


def run(*words, limit=60, check=False, env=None):
    """Runs a command, for a limit in seconds as it is on this machine; gives its exit code and all that it wrote."""
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=within(limit), env=dict(os.environ, **env) if env else None)
    except subprocess.TimeoutExpired as late:
        raise Failed("%s: not done after %.0f s: %s" % (
            " ".join(words), late.timeout, (late.stdout or b"").decode("utf-8", "replace").strip()[-400:]))
    text = done.stdout.decode("utf-8", "replace")
    if check and done.returncode != 0:
        raise Failed("%s: exit %d: %s" % (" ".join(words), done.returncode, text.strip()[-400:]))
    return done.returncode, text


def shell(line, **more):
    return run("/bin/sh", "-c", line, **more)


def within(seconds):
    """A limit as it is on this machine: real time is no slower where everything else is."""
    return seconds * pace


def pause(seconds):
    """Lets some seconds pass."""
    time.sleep(max(0.0, seconds))


def wait(limit, holds, what):
    """Waits until something holds and gives what it gave; fails after a limit in seconds, as it is on this machine."""
    end = now() + within(limit)
    while True:
        found = holds()
        if found:
            return found
        if now() >= end:
            raise Failed("after %.0f s: %s" % (within(limit), what() if callable(what) else what))
        time.sleep(0.05)


class Line:
    """One line of the journal."""

    def __init__(self, entry):
        self.time = int(entry.get("__MONOTONIC_TIMESTAMP", "0")) / 1e6
        self.boot = entry.get("_BOOT_ID")
        self.source = entry.get("SYSLOG_IDENTIFIER") or entry.get("_COMM") or ""
        self.unit = entry.get("UNIT") or entry.get("_SYSTEMD_UNIT") or ""
        self.priority = int(entry.get("PRIORITY", "6"))
        text = entry.get("MESSAGE", "")
        self.text = text if isinstance(text, str) else bytes(text or []).decode("utf-8", "replace")

    def __repr__(self):
        return "%.2f %s<%d> %s" % (self.time, self.source, self.priority, self.text)


class Journal:
    """The journal of this boot, read as it grows."""

    def __init__(self):
        self.lines, self.lock = [], threading.Lock()
        self.reader = subprocess.Popen(["journalctl", "-b", "-f", "-n", "all", "-o", "json"], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        for raw in self.reader.stdout:
            try:
                line = Line(json.loads(raw))
            except ValueError:
                continue
            with self.lock:
                self.lines.append(line)

    def since(self, time):
        with self.lock:
            return [line for line in self.lines if line.time >= time]

    def words(self, since=0.0):
        """What was heard, with its times."""
        return [line for line in self.since(since) if line.source == "heard"]

    def service(self, since=0.0):
        """What the service wrote."""
        return [line for line in self.since(since) if line.source == "companion"]

    def await_words(self, pattern, limit, since=0.0):
        """Waits until words are heard that match a pattern as a whole; gives their line."""
        matches = re.compile(pattern)

        def look():
            return next((line for line in self.words(since) if matches.fullmatch(line.text)), None)

        return wait(limit, look, lambda: "“%s” was not heard, but %s; the service wrote %s" % (
            pattern, [line.text for line in self.words(since)], [line.text for line in self.service(since)][-8:]))

    def await_line(self, pattern, limit, since=0.0, source=None):
        """Waits for a line of the journal that matches a pattern somewhere; gives it."""
        matches = re.compile(pattern)

        def look():
            return next((line for line in self.since(since)
                         if matches.search(line.text) and source in (None, line.source)), None)

        return wait(limit, look, lambda: "no line “%s”; there are %s" % (
            pattern, [line.text for line in self.since(since)][-12:]))


class Robot:
    """The machine under trial."""

    def __init__(self):
        self.journal = Journal()
        self.emulator = None

    # The devices.

    def devices(self, *names):
        """Starts the emulation of some devices, none of them plugged in yet."""
        run("modprobe", "vhci-hcd", check=True)
        run("modprobe", "-a", "i2c-dev", "i2c-tiny-usb", check=True)
        log = open(OUT + "/emulator.log", "ab")
        self.emulator = subprocess.Popen([sys.executable, HERE + "/emulator.py", *names], stdin=subprocess.DEVNULL,
                                         stdout=log, stderr=log)
        wait(20, lambda: os.path.exists(EMULATOR), "the emulation did not start")

    def tell(self, command):
        """Tells the emulation something; gives when it did it."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
            link.settimeout(20)
            link.connect(EMULATOR)
            link.sendall(command.encode() + b"\n")
            with link.makefile() as answers:
                time_text, answer = answers.readline().rstrip("\n").split(" ", 1)
        expect(not answer.startswith("error"), command + ": " + answer)
        self.answer = answer
        return float(time_text)

    def bus(self):
        """The number of the emulated I2C bus; they move, so it is found by its name."""
        def look():
            for name in os.listdir("/sys/bus/i2c/devices"):
                path = "/sys/bus/i2c/devices/%s/name" % name
                if name.startswith("i2c-") and os.path.exists(path) and "tiny-usb" in open(path).read():
                    return int(name[4:]) + 1  # so that bus 0 counts as found
        return wait(20, look, "the emulated bus did not come") - 1

    # The service.

    def install(self, package="/robot/companion.deb"):
        """Installs the package, with a voice that can be heard here, and waits for nothing."""
        with open(VOICE, "w") as voice:
            voice.write(VOICE_TEXT)
        os.chmod(VOICE, 0o755)
        run("dpkg", "-i", package, check=True, limit=120)

    def configure(self, text="", voice=VOICE):
        """Writes the configuration: the voice, and more settings as JSON5."""
        with open(CONFIGURATION, "w") as file:
            file.write('{ speech: { hooks: [["%s"]] }, %s }\n' % (voice, text))

    def drop_in(self, name, text):
        os.makedirs(DROP_INS, exist_ok=True)
        with open("%s/%s.conf" % (DROP_INS, name), "w") as file:
            file.write(text)
        run("systemctl", "daemon-reload", check=True)

    def no_drop_ins(self):
        shutil.rmtree(DROP_INS, ignore_errors=True)
        run("systemctl", "daemon-reload", check=True)

    def furnish(self):
        """Gives it a building of three floors, in the one that is shipped as the demo."""
        self.stop()
        for name in ("ground", "first", "second"):
            run("companion", "places", "import", "/robot/demo/%s.json" % name, "--yes", "--state", STATE, check=True)
        run("install", "-o", "companion", "-g", "companion", "-m", "600", "/robot/demo/buildings.json",
            STATE + "/buildings.json", check=True)
        run("chown", "-R", "companion:companion", STATE, check=True)

    def call(self, method, **parameters):
        """Asks the running service by its control socket; gives what it answers."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
            link.settimeout(within(10))
            link.connect("/run/companion/control.socket")
            request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
            link.sendall(json.dumps(request).encode() + b"\n")
            with link.makefile() as answers:
                answer = json.loads(answers.readline())
        expect("result" in answer, "%s: %s" % (method, answer))
        return answer["result"]

    def status(self):
        """What `companion status` tells."""
        return run("companion", "status")[1]

    def start(self):
        run("systemctl", "reset-failed", "companion")
        began = now()
        run("systemctl", "restart", "companion", check=True, limit=40)
        return began

    def stop(self):
        """Stops the service; gives how long that took in seconds."""
        began = now()
        run("systemctl", "stop", "companion", check=True, limit=40)
        return now() - began

    def show(self, name):
        return run("systemctl", "show", "-P", name, "companion")[1].strip()

    @property
    def pid(self):
        return int(self.show("MainPID") or 0)

    def is_running(self):
        return self.show("ActiveState") == "active"

    def ready(self, limit=40, since=None):
        """Starts the service anew and waits for “Ready.”; gives when the start began."""
        began = self.start() if since is None else since
        self.journal.await_words(r"Ready\.", limit, since=began)
        return began
