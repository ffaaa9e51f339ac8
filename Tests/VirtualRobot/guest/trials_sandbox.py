"""Whether the unit holds what it promises: the same program tries the same things inside it and outside."""
import os
import subprocess

from robot import HERE, expect, run, shell, wait

FAR, NEAR = "203.0.113.2", "192.168.77.2"
ALLOWED = {"write-state", "write-run", "connect-near", "connect-loopback"}
LISTENER = """
import socket, threading
def tcp():
    s = socket.socket(socket.AF_INET, socket.SOCK_STREAM); s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    s.bind(("0.0.0.0", 7)); s.listen(8)
    while True: s.accept()[0].close()
threading.Thread(target=tcp).start()
u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); u.bind(("0.0.0.0", 7))
while True:
    data, who = u.recvfrom(64); u.sendto(data, who)
"""


def prepare(robot):
    """A second network behind a wire, with one address that is far away and one that is local; it listens on both."""
    robot.install()
    robot.stop()
    for line in ("modprobe veth", "ip link set lo up", "ip netns add outside", "ip link add wire type veth peer name far",
                 "ip link set far netns outside", "ip addr add 203.0.113.1/24 dev wire",
                 "ip addr add 192.168.77.1/24 dev wire", "ip link set wire up",
                 "ip -n outside addr add %s/24 dev far" % FAR, "ip -n outside addr add %s/24 dev far" % NEAR,
                 "ip -n outside link set far up", "mkdir -p %s/robot-person /run/companion" % "/home"):
        run(*line.split(), check=True)
    for command in (["ip", "netns", "exec", "outside"], []):
        robot.listeners = [subprocess.Popen([*command, "python3", "-c", LISTENER], stdin=subprocess.DEVNULL)]
    wait(20, lambda: shell("python3 %s/probe.py %s %s | grep -q 'connect-far ok'" % (HERE, FAR, NEAR))[0] == 0,
         "the far listener does not answer")


def results(text):
    return {line.split()[0]: line.split(" ", 1)[1] for line in text.split("\n") if line and " " in line
            and (line.split()[1] == "ok" or line.split()[1] == "no:")}


def probe_unit(user, drop_in=""):
    """Runs the probe in the package's own unit, with another program and, where asked, another user."""
    unit = open("/lib/systemd/system/companion.service").read()
    lines = [line for line in unit.split("\n")
             if not line.startswith(("Exec", "Type=", "Restart", "WatchdogSec", "User=", "Group="))]
    at = lines.index("[Service]") + 1
    lines[at:at] = ["Type=oneshot", "ExecStart=/usr/bin/python3 /usr/local/bin/robot-probe %s %s" % (FAR, NEAR),
                    "StandardOutput=truncate:/run/probe-result", "User=" + user, "Group=" + user]
    with open("/run/systemd/system/companion-probe.service", "w") as file:
        file.write("\n".join(lines))
    run("cp", HERE + "/probe.py", "/usr/local/bin/robot-probe", check=True)
    folder = "/run/systemd/system/companion-probe.service.d"
    shell("rm -rf " + folder)
    if drop_in:
        os.makedirs(folder)
        run("cp", drop_in, folder + "/drop-in.conf", check=True)
    run("systemctl", "daemon-reload", check=True)
    code, text = run("systemctl", "start", "companion-probe", limit=60)
    expect(code == 0, text + shell("journalctl -u companion-probe -n 5 --no-pager")[1])
    found = results(open("/run/probe-result").read())
    expect(found, "the probe said nothing: " + shell("journalctl -u companion-probe -n 9 --no-pager")[1])
    return found


def outside(robot):
    """outside the unit, as root, every attempt succeeds"""
    found = results(run("python3", HERE + "/probe.py", FAR, NEAR)[1])
    refused = {name: why for name, why in found.items() if why != "ok"}
    expect(len(found) >= 20 and not refused, "refused outside: %s" % refused)


def judged(found, allowed):
    wrong = {name: why for name, why in found.items() if (why == "ok") != (name in allowed)}
    expect(len(found) >= 20, "only %d attempts: %s" % (len(found), found))
    expect(not wrong, "not as it should be: %s" % wrong)


def inside(robot):
    """inside it, as its own user, only its own folders and local addresses can be reached"""
    judged(probe_unit("companion"), ALLOWED)


def inside_as_root(robot):
    """inside it even root can reach no more, so that it is the unit that holds, and not the user alone"""
    judged(probe_unit("root"), ALLOWED)


def inside_without_network(robot):
    """with the no-network drop-in nobody can be reached at all"""
    found = probe_unit("companion", "/usr/share/companion/drop-ins/no-network.conf")
    judged(found, {"write-state", "write-run"})


TRIALS = [outside, inside, inside_as_root, inside_without_network]
