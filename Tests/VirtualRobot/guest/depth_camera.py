"""A depth camera of the USB video class: the descriptors, controls and frames of a RealSense D421, with other modes.

Depth is Z16 in millimetres. The scene is a wall at a distance that is told; each frame has noise, holes, a counter and a
time stamp of its own, as a camera's has. Faults are asked for by name.
"""
import array
import random
import struct
import threading
import time
import zlib

from usbip import Connection, Device, STALLED, Stall, endpoint, interface

Z16 = b"Z16 " + bytes.fromhex("0000100080 0000aa00389b71".replace(" ", ""))
EXTENSION = bytes.fromhex("cb6c60c94c59254daf47ccc496435995")
EXTENSION_UNIT = 3
TABLE_SIZE = 576


class DepthCamera(Device):
    name = "camera"
    speed = "super"
    usb_version = 0x0320
    vendor, product = 0x8086, 0x1155
    device_class = (0xEF, 2, 1)
    strings = ["", "Intel(R) RealSense(TM) Depth Camera", "Intel(R) RealSense(TM) Depth Camera 421", "robot0421"]
    depth_endpoint = 2
    is_isochronous = False

    def __init__(self, width=320, height=240, rate=10):
        super().__init__()
        self.width, self.height, self.rate = width, height, rate
        self.frame_size = width * height * 2
        self.committed = False
        self.streams = False
        self.metres = 3.0
        self.fault = None
        self.frozen = None
        self.counter = 0
        self.sent = 0
        self.is_halted = False
        self.command = b""
        self.rows, self.rows_metres = [], None
        self.random = random.Random(7)

    # Descriptors: those of the real one, but for one list of modes.

    def control_interface(self):
        terminal = bytes([18, 0x24, 2, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0])
        unit = bytes([13, 0x24, 5, 2, 1, 0, 0x40, 3, 0, 2, 0, 0, 0])
        extension = bytes([28, 0x24, 6, EXTENSION_UNIT]) + EXTENSION + bytes([17, 1, 2, 3, 0xFF, 0xDD, 0x01, 0])
        extension = bytes([len(extension)]) + extension[1:]
        out = bytes([9, 0x24, 3, 4, 1, 1, 0, 3, 0])
        total = 13 + len(terminal) + len(unit) + len(extension) + len(out)
        head = struct.pack("<BBBHHIBB", 13, 0x24, 1, 0x0150, total, 48_000_000, 1, 1)
        status = endpoint(0x87, 3, 64, 5, self.speed, 0, 64) + bytes([5, 0x25, 3, 64, 0])
        return interface(0, 0, 1, 14, 1) + head + terminal + unit + extension + out + status

    @property
    def interval(self):
        return int(1e7 / self.rate)

    def streaming_interface(self):
        bits = self.frame_size * 8 * self.rate
        frame = struct.pack("<BBBBBHHIIIBII", 30, 0x24, 0x11, 1, 0, self.width, self.height, bits, bits, self.interval,
                            1, self.width * 2, self.interval)
        colour = bytes([6, 0x24, 0x0D, 1, 1, 4])
        shape = bytes([28, 0x24, 0x10, 1, 1]) + Z16 + bytes([16, 1, 0, 0, 0, 0, 0])
        address = 0x80 | self.depth_endpoint
        head = struct.pack("<BBBBHBBBBBBBB", 14, 0x24, 1, 1, 14 + len(shape) + len(frame) + len(colour), address, 0, 4,
                           0, 0, 0, 1, 0)
        text = head + shape + frame + colour
        if self.is_isochronous:
            fast = interface(1, 1, 1, 14, 2) + endpoint(address, 5, 1024 | 2 << 11, 1, self.speed)
            return interface(1, 0, 0, 14, 2) + text + fast
        packet = 1024 if self.speed == "super" else 512
        return interface(1, 0, 1, 14, 2) + text + endpoint(address, 2, packet, 0, self.speed, 15)

    def configuration(self):
        body = bytes([8, 11, 0, 2, 14, 3, 0, 0]) + self.control_interface() + self.streaming_interface()
        return struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), 2, 1, 0, 0x80, 90) + body

    # Controls.

    @property
    def payload_limit(self):
        return 3072 if self.is_isochronous else self.frame_size + 256

    def probe(self):
        return struct.pack("<HBBIHHHHHIIIBBBB", 1, 1, 1, self.interval, 0, 0, 0, 0, 0, self.frame_size,
                           self.payload_limit, 48_000_000, 3, 0, 0, 0) + bytes(14)

    def request(self, kind, request, value, index, length, data):
        selector, unit, target = value >> 8, index >> 8, index & 255
        if kind & 0x60 != 0x20:
            raise Stall
        if target == 1 and unit == 0 and selector in (1, 2):
            return self.stream_control(request, selector, length)
        if target == 0 and unit == EXTENSION_UNIT:
            return self.extension_control(request, selector, data)
        if target == 0 and unit == 0 and selector == 2:
            return b"\x06"
        raise Stall

    def stream_control(self, request, selector, length):
        if request in (0x81, 0x82, 0x83, 0x87):
            return self.probe()
        if request == 0x85:
            return struct.pack("<H", 48)
        if request == 0x86:
            return b"\x03"
        if request == 1:
            if selector == 2 and not self.is_isochronous:
                self.stream(True)
            return b""
        raise Stall

    SIZES = {1: 1024, 2: 1, 3: 4, 4: 2, 6: 1, 7: 1, 8: 1, 9: 4, 11: 1}

    def extension_control(self, request, selector, data):
        size = self.SIZES.get(selector)
        if size is None:
            raise Stall
        if request == 0x85:
            return struct.pack("<H", size)
        if request == 0x86:
            return b"\x03"
        if request == 1:
            if selector == 1:
                self.command = data
            return b""
        if selector == 1:
            return self.monitor()
        if selector == 9:
            return bytes([1, 1, 30, 32])
        return {2: b"\x01", 3: struct.pack("<I", 8500), 4: struct.pack("<H", 150), 11: b"\x01"}.get(
            selector, bytes(size))

    def monitor(self):
        """The answer to the last command of the hardware monitor."""
        if len(self.command) < 24 or self.command[2:4] != b"\xab\xcd":
            return struct.pack("<i", -1).ljust(1024, b"\0")
        code, first = struct.unpack_from("<II", self.command, 4)
        if code == 0x20:
            self.begin_anew()
        answer = {0x10: self.version, 0x15: lambda: self.coefficients() if first == 25 else None,
                  0x30: lambda: bytes(4), 0x2C: lambda: struct.pack("<Iiiii", 1000, 0, 0xFFFF, 0, 0)}.get(code)
        body = answer() if answer else None
        if body is None:
            return struct.pack("<i", -1).ljust(1024, b"\0")
        text = struct.pack("<I", code) + body
        return text.ljust(1020, b"\0") + struct.pack("<I", len(body))

    def begin_anew(self):
        """A reset of the hardware: the device goes, and comes again after a second, well."""
        def run():
            time.sleep(0.2)
            if self.is_plugged:
                self.connection.close()
            time.sleep(1)
            if not self.is_plugged:
                Connection(self)
        threading.Thread(target=run, daemon=True).start()

    def version(self):
        text = bytearray(272)
        text[12:16] = bytes([10, 0, 17, 5])
        text[48:54] = bytes.fromhex("042100000001")
        text[64:70] = bytes.fromhex("042100000002")
        text[166], text[170] = 2, 1
        return bytes(text)

    def coefficients(self):
        # As a cut from the middle of 640×480: with a wide view in so few columns nothing beyond 2 m could be relied on.
        focal = 1.22 * self.width
        rectified = [(1920 * 0.61, 1920 * 0.61, 960.0, 540.0)] * 16
        rectified[6] = (focal, focal, self.width / 2, self.height / 2)
        body = bytearray(TABLE_SIZE - 16)
        struct.pack_into("<f", body, 160 - 16, 50.0)
        for place, numbers in enumerate(rectified):
            struct.pack_into("<4f", body, 256 - 16 + 16 * place, *numbers)
        head = struct.pack(">H", 1) + struct.pack("<HIII", 25, TABLE_SIZE - 16, 0, zlib.crc32(bytes(body)))
        return head + bytes(body)

    # The stream.

    def stream(self, on):
        with self.arrived:
            self.streams = on
            self.arrived.notify_all()

    def alternate_set(self, number, alternate):
        if number == 1 and self.is_isochronous:
            self.stream(alternate != 0)

    def halt_cleared(self, address):
        """Ends a halt. A bulk stream needs no other sign to stop: nothing is sent that nobody asks for."""
        if address == 0x80 | self.depth_endpoint:
            self.is_halted = False

    def plugged(self):
        self.streams, self.frozen, self.fault, self.is_halted = False, None, None, False
        threading.Thread(target=self.run, daemon=True).start()

    def picture(self):
        """The samples of one frame: rows taken by chance from a few with noise, so that no two frames are alike."""
        if self.rows_metres != self.metres:
            self.rows_metres = self.metres
            depth = int(self.metres * 1000)
            spread = max(1, int(depth * self.metres * 0.002))
            self.rows = []
            for _ in range(16):
                row = array.array("H", [depth + self.random.randint(-spread, spread) for _ in range(self.width)])
                for _ in range(self.width // 50):
                    row[self.random.randrange(self.width)] = 0
                self.rows.append(row.tobytes())
        return b"".join(self.random.choices(self.rows, k=self.height))

    def head(self, parity, is_end):
        now = int(time.monotonic() * 1e6)
        timing = struct.pack("<IIIIIIIIII", 0x80000001, 40, 1, 0xFF, self.counter, now & 0xFFFFFFFF, 0, 8500,
                             self.interval // 10, 0)
        bits = 0x8C | parity | (2 if is_end else 0)
        return struct.pack("<BBIIH", 12 + len(timing), bits, now & 0xFFFFFFFF, now & 0xFFFFFFFF, 0) + timing

    def payloads(self):
        """The payloads of the next frame, each with its head."""
        if self.frozen:
            return self.frozen
        self.counter += 1
        samples = self.picture()
        room = self.payload_limit - len(self.head(0, False)) if self.is_isochronous else len(samples)
        parts = [samples[at:at + room] for at in range(0, len(samples), room)]
        whole = [self.head(self.counter & 1, index == len(parts) - 1) + part for index, part in enumerate(parts)]
        if self.fault == "freeze":
            self.frozen = whole
        return whole

    def run(self):
        connection = self.connection
        due = time.monotonic()
        while self.connection is connection and connection is not None:
            with self.arrived:
                if not self.streams:
                    self.arrived.wait(0.2)
                    due = time.monotonic()
                    continue
            due += 1 / self.rate
            pause = due - time.monotonic()
            if pause > 0:
                time.sleep(pause)
            elif pause < -1:
                due = time.monotonic()
            if self.fault == "silence":
                continue
            self.deliver(connection, self.payloads())
            self.sent += 1

    def deliver(self, connection, payloads):
        if self.is_isochronous:
            return self.deliver_packets(connection, list(payloads))
        for payload in payloads:
            if self.fault == "truncate":
                payload, self.fault = payload[:len(payload) // 2], None
            at = 0
            while at < len(payload) and self.streams and self.connection is connection:
                if self.is_halted or not self.await_transfer(self.depth_endpoint, 0.5):
                    return  # nobody reads: the frame is lost, as in a camera
                with connection.order:
                    transfer = self.take(self.depth_endpoint, 0)
                    if transfer is None:
                        continue
                    if self.fault == "stall":
                        self.fault, self.is_halted = None, True
                        connection.answer(transfer, STALLED)
                        continue
                    part = payload[at:at + transfer.length]
                    connection.answer(transfer, data=part)
                    at += len(part)

    def deliver_packets(self, connection, payloads):
        while payloads and self.streams and self.connection is connection:
            if not self.await_transfer(self.depth_endpoint, 0.2):
                continue
            with connection.order:
                transfer = self.take(self.depth_endpoint, 0)
                if transfer is None or not transfer.packets:
                    continue
                data, packets = [], []
                for offset, length, _, _ in transfer.packets:
                    part = payloads.pop(0) if payloads else b""
                    data.append(part)
                    packets.append((offset, length, len(part), 0))
                connection.answer(transfer, data=b"".join(data), packets=packets)


class IsochronousCamera(DepthCamera):
    name = "iso-camera"
    speed = "high"
    usb_version = 0x0200
    product = 0x0AF6
    is_isochronous = True
