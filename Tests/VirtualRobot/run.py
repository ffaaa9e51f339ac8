#!/usr/bin/env python3
"""Puts the Debian package on an emulated robot, a Debian machine under QEMU, and through its trials.

usage: run.py --package FILE [--groups NAME,…] [--only PART] [--at-once N] [--out FOLDER] [--timeout-factor F]

Each group of trials is one boot of a fresh copy of the disk. The results are lines of TAP, shown as they come; journals,
kernel messages and the emulation's log are left in the folder of results. The exit code is 0 where every trial did well.
Where QEMU or the tools for the image are missing, nothing is tried, and the last line says so.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))

# A trial mostly waits, so that two machines fit on two cores; what they cost each other is measured as slowness.
AT_ONCE = 2
# How many times the machine is started anew.
REBOOTS = 20 if os.environ.get("COMPANION_LONG") else 4
# The groups, in order, and the most seconds that each may take. What a group holds stands in guest/trials_NAME.py.
GROUPS = {
    "drivers": 150,
    "package": 300,
    "day": 480,
    "missing": 420,
    "faults": 600,
    "doors": 420,
    "sandbox": 180,
    "reboots": 60 * (REBOOTS + 1),
}
TOOLS = {"qemu-system-x86_64": "qemu-system-x86", "mmdebstrap": "mmdebstrap", "fakeroot": "fakeroot",
         "cpio": "cpio", "mke2fs": "e2fsprogs", "modprobe": "kmod", "apt-get": "apt"}

# KVM is not asked for: where /dev/kvm is there it need not work. Nehalem is the fastest to emulate.
MACHINE = ["-accel", "tcg,thread=multi,tb-size=512", "-machine", "q35", "-cpu", "Nehalem", "-smp", "2", "-m", "1024",
           "-nodefaults", "-display", "none", "-serial", "stdio", "-nic", "none"]
KERNEL = ("console=ttyS0 panic=-1 mitigations=off random.trust_cpu=1 tsc=reliable no_timer_check "
          "systemd.show_status=0 quiet loglevel=1")


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--package", required=True, help="the Debian package")
    parser.add_argument("--groups", default=",".join(GROUPS), help="which groups of trials (all)")
    parser.add_argument("--only", default="", help="only trials with one of these, parted by commas, in their function's name")
    parser.add_argument("--at-once", type=int, default=AT_ONCE, help="how many machines at once (%d)" % AT_ONCE)
    parser.add_argument("--out", default=".build/robot", help="the folder of results (.build/robot)")
    parser.add_argument("--timeout-factor", type=float, default=1.0, help="more patience for a slow machine")
    return parser.parse_args()


def missing_tools():
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    return [package for tool, package in TOOLS.items() if not shutil.which(tool, path=path)]


def build_image():
    environment = dict(os.environ, PATH=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    return subprocess.run([HERE + "/build-image.sh"], check=True, stdout=subprocess.PIPE, env=environment,
                          stdin=subprocess.DEVNULL).stdout.decode().strip()


class Results:
    """What the lines of TAP come to."""

    def __init__(self):
        self.passed, self.failed, self.plan, self.bailed = [], [], None, False

    def take(self, line):
        result = re.match(r"(not )?ok \d+ - (.*)", line)
        if result:
            (self.failed if result[1] else self.passed).append(result[2])
        plan = re.match(r"1\.\.(\d+)$", line)
        if plan:
            self.plan = int(plan[1])
        if line.startswith("Bail out!"):
            self.bailed = True

    @property
    def complaint(self):
        count = len(self.passed) + len(self.failed)
        if self.bailed:
            return "the trials could not be prepared"
        if self.plan is None:
            return "the machine ended, or took too long, after %d trials" % count
        return "" if self.plan == count else "%d of %d trials came" % (count, self.plan)


def make_newer(package, payload):
    """Packs the same files again as the version that comes after, for the upgrade."""
    with tempfile.TemporaryDirectory(prefix="companion-newer-") as work:
        subprocess.run(["dpkg-deb", "-R", package, work + "/tree"], check=True)
        control = work + "/tree/DEBIAN/control"
        text = open(control).read()
        newer, count = re.subn(r"(?m)^(Version: .*)-1$", r"\1-2", text)
        if count != 1:
            raise SystemExit("run: the package's version does not end in -1")
        open(control, "w").write(newer)
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zgzip", "-b", work + "/tree", payload + "/newer.deb"],
                       check=True, stdout=subprocess.DEVNULL)


# The machines that run.
machines = set()


def boot(image, payload, group, chosen):
    """Boots once for a group of trials, and gives their results, and how long that took."""
    out = os.path.join(os.path.abspath(chosen.out), group)
    os.makedirs(out, exist_ok=True)
    command = ["qemu-system-x86_64", *MACHINE, "-kernel", image + "/vmlinux", "-initrd", image + "/first.cpio",
               "-drive", "file=%s/disk,if=virtio,format=raw,snapshot=on,cache=unsafe" % image,
               "-virtfs", "local,path=%s,mount_tag=robot,security_model=none,readonly=on" % payload,
               "-virtfs", "local,path=%s,mount_tag=out,security_model=none" % out,
               "-append", "%s robot.group=%s robot.only=%s robot.reboots=%d" % (
                   KERNEL, group, chosen.only, REBOOTS)]
    results = Results()
    machine = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    machines.add(machine)
    timer = threading.Timer(GROUPS[group] * chosen.timeout_factor, machine.kill)
    timer.daemon = True
    timer.start()
    began = time.monotonic()
    try:
        with open(out + "/console.txt", "w") as console:
            for raw in machine.stdout:
                line = raw.decode("utf-8", "replace").rstrip()
                console.write("%7.2f %s\n" % (time.monotonic() - began, line))
                if re.match(r"(not )?ok |1\.\.|#|Bail out!", line):
                    print("%-9s %s" % (group, line), flush=True)
                results.take(line)
    finally:
        timer.cancel()
        if machine.poll() is None:
            machine.kill()
        machine.wait()
        machines.discard(machine)
    return results, time.monotonic() - began


def boot_all(image, payload, chosen):
    """Boots for every group, some at once, those first that take longest; gives the results in the groups' order."""
    groups = chosen.groups.split(",")
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(1, chosen.at_once)) as pool:
        try:
            boots = {group: pool.submit(boot, image, payload, group, chosen)
                     for group in sorted(groups, key=lambda group: -GROUPS[group])}
            return {group: boots[group].result() for group in groups}
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for machine in list(machines):
                machine.kill()


def table(all_results):
    print("\n%-12s %6s %6s  %s" % ("group", "well", "badly", ""))
    for group, (results, seconds) in all_results.items():
        print("%-12s %6d %6d  %.0f s %s" % (group, len(results.passed), len(results.failed), seconds, results.complaint))
        for name in results.failed:
            print("    not ok: " + name)


def main():
    chosen = options()
    missing = missing_tools()
    if missing:
        print("SKIPPED: the virtual robot was not tried — missing: %s; as root: apt-get install %s" % (
            ", ".join(missing), " ".join(missing)))
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    image = build_image()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="companion-robot-") as payload:
        os.chmod(payload, 0o755)
        shutil.copytree(HERE + "/guest", payload + "/guest", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(chosen.package, payload + "/companion.deb")
        shutil.copytree(HERE + "/../../Sources/Simulation/Demo", payload + "/demo")
        make_newer(chosen.package, payload)
        all_results = boot_all(image, payload, chosen)
    table(all_results)
    bad = sum(len(results.failed) + bool(results.complaint) for results, _ in all_results.values())
    good = sum(len(results.passed) for results, _ in all_results.values())
    print("%d trials did well, %d badly, in %.1f minutes" % (good, bad, (time.monotonic() - began) / 60))
    return 1 if bad or not good else 0


sys.exit(main())
