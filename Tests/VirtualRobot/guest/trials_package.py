"""The package: installed, upgraded while the robot is at work, removed and purged."""
import os

from robot import CONFIGURATION, STATE, expect, now, run, shell, wait, within


def prepare(robot):
    robot.devices("camera", "bus")
    robot.tell("distance 3")
    robot.tell("pressure 100653")
    robot.tell("plug camera")
    robot.tell("plug bus")


def install(robot):
    """it installs without a question, and the service starts"""
    robot.install()
    wait(15, robot.is_running, lambda: "the service is " + robot.show("ActiveState"))
    for path, owner in ((STATE, "companion companion 750"), ("/etc/companion", "root root 755"),
                        (CONFIGURATION, "root root 644"), ("/run/companion", "companion companion 750")):
        found = shell("stat -c '%%U %%G %%a' %s" % path)[1].strip()
        expect(found == owner, "%s is of %s" % (path, found))
    expect(run("companion", "config", "check", CONFIGURATION)[0] == 0, "the shipped configuration is not valid")


def memory_is_private(robot):
    """the memory of the service is open to no core file and no tracer but root's"""
    expect(shell("stat -c %%U /proc/%d/mem" % robot.pid)[1].strip() == "root", "it can be traced by its own user")
    limits = shell("grep 'core file' /proc/%d/limits" % robot.pid)[1].split()
    expect(limits.count("0") == 2, " ".join(limits))


def groups(robot):
    """newaetech/chipwhisperer#316: udev finds no fault with the rules, and every group in them exists"""
    run("udevadm", "control", "--reload")
    lines = [line.text for line in robot.journal.since(0) if "60-companion" in line.text]
    expect(not lines, "%s" % lines)
    _, names = shell("sed -n 's/.*GROUP=\"\\([^\"]*\\)\".*/\\1/p' /lib/udev/rules.d/60-companion.rules | sort -u")
    for name in names.split():
        expect(shell("getent group " + name)[0] == 0, "there is no group " + name)


def upgrade(robot):
    """an upgrade while it is at work keeps state and configuration, and it is ready again within 15 s, without a word of
    failure"""
    robot.configure("robot: { name: 'Ada' }")
    robot.ready()
    shell("echo kept > %s/from-before; chown companion: %s/from-before" % (STATE, STATE))
    before, began = robot.pid, now()
    run("dpkg", "--force-confold", "-i", "/robot/newer.deb", check=True, limit=120)
    wait(15, lambda: robot.is_running() and robot.pid != before, "it was not restarted")
    ready = robot.journal.await_words(r"Ready\.", 25, since=began)
    stopped = [line for line in robot.journal.since(began) if "Stopping" in line.text and "ompanion" in line.text]
    gap = ready.time - (stopped[0].time if stopped else began)
    print("# %.1f s from the old one's end to ready" % gap, flush=True)
    expect(gap <= within(15), "%.1f s without a ready service" % gap)
    expect(not [line for line in robot.journal.words(began) if "stopped" in line.text], "it said it had stopped")
    expect(open(STATE + "/from-before").read() == "kept\n", "the state is gone")
    expect("Ada" in open(CONFIGURATION).read(), "the configuration is gone")
    expect(run("dpkg-query", "-W", "-f", "${Version}", "companion")[1].endswith("-2"), "it is not the newer one")


def remove(robot):
    """removed, it is stopped and its state and configuration stay"""
    run("dpkg", "-r", "companion", check=True, limit=60)
    expect(shell("pgrep -u companion")[0] == 1, "something of it runs")
    expect(not os.path.exists("/usr/bin/companion"), "the program is there")
    expect(os.path.exists(STATE + "/from-before") and os.path.exists(CONFIGURATION), "state or configuration are gone")


def purge(robot):
    """purged, it leaves no state, no configuration and no unit"""
    run("dpkg", "-P", "companion", check=True, limit=60)
    for path in (STATE, "/etc/companion", "/run/companion", "/lib/systemd/system/companion.service"):
        expect(not os.path.exists(path), path + " is there")
    expect(run("systemctl", "is-enabled", "companion")[1].strip() != "enabled", "the unit is enabled")


def install_again(robot):
    """installed again after a purge it is as new"""
    robot.install()
    expect(run("systemctl", "is-enabled", "companion")[1].strip() == "enabled", "the unit is not enabled")
    robot.configure()
    robot.ready()


TRIALS = [install, memory_is_private, groups, upgrade, remove, purge, install_again]
