"""USB devices made of Python, plugged into the guest's own kernel through its virtual host controller (vhci-hcd).

The kernel hands every transfer over a socket, in the USB/IP protocol: a fixed head in network byte order, then data.
"""
import collections
import socket
import struct
import threading

VHCI = "/sys/devices/platform/vhci_hcd.0/"
SPEEDS = {"full": 2, "high": 3, "super": 5}

STALLED = -32      # EPIPE
UNLINKED = -104    # ECONNRESET

HEAD = struct.Struct(">IIIII")          # command, number, device, direction, endpoint
SUBMIT = struct.Struct(">iiiii8s")      # flags, length, first frame, iso packets, interval, setup
ANSWER = struct.Struct(">IIIIIiiiii8x")
UNLINK_ANSWER = struct.Struct(">IIIIIi24x")
ISO_PACKET = struct.Struct(">IIII")     # offset, length, actual length, status


class Stall(Exception):
    """The device refuses a request."""


class Transfer:
    """One transfer that the kernel waits for."""

    def __init__(self, number, endpoint, is_in, length, packets, data):
        self.number, self.endpoint, self.is_in, self.length = number, endpoint, is_in, length
        self.packets, self.data = packets, data


class Device:
    """A device: descriptors, answers to control requests, and transfers that wait at its endpoints."""

    name = "device"
    speed = "high"
    vendor = product = 0
    device_class = (0, 0, 0)
    usb_version = 0x0200
    strings = ["", "virtual robot", "device", "1"]

    def __init__(self):
        self.lock = threading.RLock()
        self.arrived = threading.Condition(self.lock)
        self.waiting = collections.defaultdict(collections.deque)
        self.connection = None
        self.alternates = {}

    # What a kind of device says of itself.

    def configuration(self):
        raise NotImplementedError

    def request(self, kind, request, value, index, length, data):
        """Answers a request of its class or vendor; gives bytes, or raises Stall."""
        raise Stall

    def plugged(self):
        """It was plugged in; threads of its own begin here, and end when `is_plugged` is false."""

    def alternate_set(self, interface, alternate):
        """One of its interfaces was switched."""

    def halt_cleared(self, endpoint):
        """The host cleared a halt."""

    # What all have in common.

    @property
    def is_plugged(self):
        return self.connection is not None

    def descriptor(self):
        packet = 9 if self.speed == "super" else 64
        return struct.pack("<BBHBBBBHHHBBBB", 18, 1, self.usb_version, *self.device_class, packet, self.vendor,
                           self.product, 0x0100, 1, 2, 3, 1)

    def string(self, index):
        if index == 0:
            return b"\x04\x03\x09\x04"
        if index >= len(self.strings):
            raise Stall
        text = self.strings[index].encode("utf-16le")
        return bytes([len(text) + 2, 3]) + text

    def standard(self, kind, request, value, index, length, data):
        if (kind, request) == (0x80, 6):
            sort, number = value >> 8, value & 255
            if sort == 1:
                return self.descriptor()
            if sort == 2:
                return self.configuration()
            if sort == 3:
                return self.string(number)
            if sort == 6 and self.speed == "high":
                return struct.pack("<BBHBBBBBB", 10, 6, 0x0200, *self.device_class, 64, 1, 0)
            if sort == 15 and self.speed == "super":
                capability = bytes([10, 16, 3, 0]) + struct.pack("<HBBH", 0x0E, 1, 0, 0)
                return struct.pack("<BBHB", 5, 15, 15, 1) + capability
            raise Stall
        if request == 0 and kind in (0x80, 0x81, 0x82):
            return b"\0\0"
        if (kind, request) == (0x80, 8):
            return b"\x01"
        if (kind, request) == (0x81, 10):
            return bytes([self.alternates.get(index & 255, 0)])
        if kind == 0:
            return b""
        if (kind, request) == (1, 11):
            self.alternates[index & 255] = value
            self.alternate_set(index & 255, value)
            return b""
        if kind in (1, 2) and request in (1, 3):
            self.halt_cleared(index)
            return b""
        return self.request(kind, request, value, index, length, data)

    def submit(self, transfer):
        with self.arrived:
            self.waiting[transfer.endpoint].append(transfer)
            self.arrived.notify_all()

    def take(self, endpoint, limit):
        """The next transfer that waits at an endpoint, within a limit in seconds; None where none came.

        To be called while the connection's `order` is held, and answered before it is let go: the kernel drops a device
        whose answer to a transfer comes after the one that says the transfer was unlinked.
        """
        with self.arrived:
            if not self.waiting[endpoint]:
                self.arrived.wait(limit)
            return self.waiting[endpoint].popleft() if self.waiting[endpoint] else None

    def await_transfer(self, endpoint, limit):
        """Whether a transfer waits at an endpoint, within a limit in seconds."""
        with self.arrived:
            if not self.waiting[endpoint]:
                self.arrived.wait(limit)
            return bool(self.waiting[endpoint])


class Connection:
    """The socket between one plugged device and the kernel."""

    def __init__(self, device):
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            ours.setsockopt(socket.SOL_SOCKET, option, 4 << 20)
        self.socket, self.device, self.order = ours, device, threading.RLock()
        device.connection = self
        port = free_port(device.speed)
        with open(VHCI + "attach", "w") as attach:
            attach.write("%d %d %d %d" % (port, theirs.fileno(), (1 << 16) | (port + 2), SPEEDS[device.speed]))
        theirs.close()
        threading.Thread(target=self.serve, daemon=True).start()
        device.plugged()

    def close(self):
        """Pulls the plug."""
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def answer(self, transfer, status=0, data=b"", packets=None):
        count = len(data) if transfer.is_in else (transfer.length if status == 0 else 0)
        parts = [ANSWER.pack(3, transfer.number, 0, 0, 0, status, count, 0, len(packets) if packets else 0, 0)]
        if transfer.is_in and len(data):
            parts.append(data)
        if packets:
            parts.append(b"".join(ISO_PACKET.pack(*packet) for packet in packets))
        self.send(parts)

    def send(self, parts):
        with self.order:
            parts = [memoryview(part) for part in parts]
            try:
                while parts:
                    count = self.socket.sendmsg(parts)
                    while parts and count >= len(parts[0]):
                        count -= len(parts[0])
                        parts.pop(0)
                    if count:
                        parts[0] = parts[0][count:]
            except OSError:
                pass  # the reader notices

    def read(self, count):
        data = bytearray(count)
        view, done = memoryview(data), 0
        while done < count:
            got = self.socket.recv_into(view[done:])
            if not got:
                raise EOFError
            done += got
        return data

    def serve(self):
        try:
            while True:
                command, number, _, is_in, endpoint = HEAD.unpack(self.read(20))
                rest = self.read(28)
                if command == 1:
                    self.submitted(number, is_in, endpoint, rest)
                elif command == 2:
                    self.unlink(number, struct.unpack_from(">I", rest)[0])
                else:
                    raise EOFError
        except (EOFError, OSError):
            pass
        with self.device.arrived:
            self.device.connection = None
            self.device.waiting.clear()
            self.device.arrived.notify_all()
        self.socket.close()

    def submitted(self, number, is_in, endpoint, rest):
        _, length, _, packets, _, setup = SUBMIT.unpack(rest)
        data = bytes(self.read(length)) if not is_in and length else b""
        iso = [ISO_PACKET.unpack(self.read(16)) for _ in range(packets)] if packets > 0 else None
        transfer = Transfer(number, endpoint, bool(is_in), length, iso, data)
        if endpoint:
            return self.device.submit(transfer)
        try:
            kind, request, value, index, wanted = struct.unpack("<BBHHH", setup)
            answer = self.device.standard(kind, request, value, index, wanted, data)
            self.answer(transfer, data=bytes(answer[:length]) if is_in else b"")
        except Stall:
            self.answer(transfer, STALLED)

    def unlink(self, number, wanted):
        with self.order:
            status = 0
            with self.device.lock:
                for queue in self.device.waiting.values():
                    found = next((transfer for transfer in queue if transfer.number == wanted), None)
                    if found:
                        queue.remove(found)
                        status = UNLINKED
            self.send([UNLINK_ANSWER.pack(4, number, 0, 0, 0, status)])


def free_port(speed):
    hub = "ss" if speed == "super" else "hs"
    with open(VHCI + "status") as status:
        for line in status.read().split("\n")[1:]:
            fields = line.split()
            if len(fields) > 3 and fields[0] == hub and fields[2] == "004":
                return int(fields[1])
    raise OSError("no port of the virtual host controller is free")


def endpoint(address, attributes, packet, interval, speed, burst=0, per_interval=0):
    """An endpoint's descriptor, with its companion at super speed."""
    text = struct.pack("<BBBBHB", 7, 5, address, attributes, packet, interval)
    return text + (struct.pack("<BBBBH", 6, 48, burst, 0, per_interval) if speed == "super" else b"")


def interface(number, alternate, endpoints, kind, subclass, protocol=0):
    """An interface's descriptor."""
    return bytes([9, 4, number, alternate, endpoints, kind, subclass, protocol, 0])
