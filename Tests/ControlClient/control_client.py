"""A client of the control socket, written from its documentation alone, that behaves well and badly.

usage: control_client.py SOCKET ask LINE        one request line, its answer printed
       control_client.py SOCKET abuse SECONDS   everything at once, a summary in JSON printed; exit 1 on a surprise
       control_client.py SOCKET knock           connects and prints what comes, or the name of the error
       control_client.py SOCKET turn COUNT      so many connections, one after the other, each answered
       control_client.py SOCKET listen          subscribes, and prints every effect until the service ends
"""

import json
import os
import random
import socket
import sys
import threading
import time

LIMIT = 20.0


class Client:
    """One connection with its own line buffer."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(LIMIT)
        self.socket.connect(path)
        self.rest = b""
        self.number = 0

    def send(self, data):
        self.socket.sendall(data)

    def line(self):
        while b"\n" not in self.rest:
            part = self.socket.recv(65536)
            if not part:
                return None
            self.rest += part
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)

    def call(self, method, **params):
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method}
        if params:
            request["params"] = params
        self.send(json.dumps(request).encode() + b"\n")
        while True:
            answer = self.line()
            if answer is None or answer.get("id") == self.number:
                return answer

    def until_end(self):
        """Everything up to the end of the connection; how it was ended does not matter."""
        lines = []
        try:
            while (line := self.line()) is not None:
                lines.append(line)
        except (ConnectionResetError, BrokenPipeError):
            pass
        return lines

    def close(self):
        self.socket.close()


def code(answer):
    return (answer or {}).get("error", {}).get("code")


def expect(holds, what):
    if not holds:
        raise AssertionError(what)


def connected(path):
    """A connection that is answered: where too many are connected, it is tried again."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        client = Client(path)
        try:
            answer = client.call("version")
        except (ConnectionResetError, BrokenPipeError):
            answer = None
        if answer and "result" in answer:
            return client
        client.close()
        time.sleep(0.05)
    raise AssertionError("nobody answered")


def garbage(path, chance):
    client = connected(path)
    for _ in range(150):
        junk = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 300))).replace(b"\n", b"?")
        client.send(b"?" + junk + b"\n")
        answer = client.line()
        expect(code(answer) == -32700, f"garbage was answered with {answer}")
    client.send(b'[{"jsonrpc":"2.0","id":1,"method":"where"}]\n')
    expect(code(client.line()) == -32600, "a batch was taken")
    expect("result" in client.call("version"), "after garbage nothing is answered")
    client.close()
    return 150


def long_line(path):
    client = connected(path)
    try:
        client.send(b"x" * (1 << 20))
    except (BrokenPipeError, ConnectionResetError):
        pass
    lines = client.until_end()
    expect([code(line) for line in lines] == [-32004], f"a line of 1 MB was answered with {lines}")
    client.close()
    return 1


def half_line(path):
    client = connected(path)
    began = time.monotonic()
    client.send(b'{"jsonrpc":"2.0","id":1,')
    lines = client.until_end()
    took = time.monotonic() - began
    expect([code(line) for line in lines] == [-32005], f"half a line was answered with {lines}")
    expect(9 < took < 15, f"half a line was waited for for {took:.1f} s")
    client.close()
    return round(took, 1)


def in_turn(path, count):
    refused = 0
    for _ in range(count):
        client = Client(path)
        try:
            answer = client.call("version")
        except (ConnectionResetError, BrokenPipeError):
            answer = {"error": {"code": -32002}}
        expect("result" in answer or code(answer) == -32002, f"a connection in turn got {answer}")
        refused += "result" not in answer
        client.close()
    expect(refused < count // 2, f"{refused} of {count} connections were refused")
    return count


def flood(path, seconds):
    client = connected(path)
    client.socket.settimeout(0.5)
    end = time.monotonic() + seconds
    sent = 0
    line = b'{"jsonrpc":"2.0","id":1,"method":"status"}\n' * 50
    while time.monotonic() < end:
        try:
            client.send(line)
            sent += 50
        except socket.timeout:
            pass  # the service does not read on from who does not read
    client.close()
    return sent


def silent_subscriber(path):
    client = connected(path)
    client.send(b'{"jsonrpc":"2.0","id":7,"method":"subscribe"}\n')
    return client


def vanishing(path, count):
    for index in range(count):
        client = Client(path)
        try:
            client.send(b'{"jsonrpc":"2.0","id":1,"method":"status"}\n{"jsonrpc":"2.0","id":2,"meth'[: 20 + index])
        except (BrokenPipeError, ConnectionResetError):
            pass
        client.close()
    return count


def crowd(path, count):
    clients = [Client(path) for _ in range(count)]
    answers = []
    for client in clients:
        try:
            answers.append(client.call("version"))
        except (BrokenPipeError, ConnectionResetError):
            answers.append({"error": {"code": -32002}})
    refused = sum(code(answer) == -32002 for answer in answers)
    expect(refused >= count - 16, f"{count} were connected and {refused} refused")
    for client in clients:
        client.close()
    return refused


def patient(path, stop, times, worst):
    client = connected(path)
    while not stop.is_set():
        began = time.monotonic()
        answer = client.call("status")
        expect(answer and "result" in answer, f"status was answered with {answer}")
        times.append(time.monotonic() - began)
        worst.append(answer["result"]["loop"]["worstLatency"])
        time.sleep(0.02)
    client.close()


def abuse(path, seconds):
    chance = random.Random(20261130)
    summary, errors = {}, []
    stop, times, worst = threading.Event(), [], []

    def run(name, function, *arguments):
        try:
            summary[name] = function(*arguments)
        except Exception as error:  # whatever it was, it is what the caller wants to know
            errors.append(f"{name}: {type(error).__name__}: {error}")

    silent = silent_subscriber(path)
    calm = threading.Thread(target=run, args=("patient", patient, path, stop, times, worst))
    half = threading.Thread(target=run, args=("halfLine", half_line, path))
    calm.start()
    half.start()
    began = time.monotonic()
    for name, function, arguments in [
        ("crowd", crowd, (path, 24)), ("garbage", garbage, (path, chance)), ("longLine", long_line, (path,)),
        ("inTurn", in_turn, (path, 1000)), ("vanishing", vanishing, (path, 50)), ("flood", flood, (path, 2.0)),
    ]:
        run(name, function, *arguments)
    while time.monotonic() - began < seconds and not errors:
        time.sleep(0.1)
    stop.set()
    half.join(LIMIT)
    calm.join(LIMIT)
    silent.close()
    times.sort()
    summary["asked"] = len(times)
    summary["medianMilliseconds"] = round(1000 * times[len(times) // 2], 2) if times else None
    summary["worstMilliseconds"] = round(1000 * times[-1], 2) if times else None
    summary["loopWorstMilliseconds"] = round(1000 * max(worst), 2) if worst else None
    summary["errors"] = errors
    print(json.dumps(summary))
    return 1 if errors else 0


def knock(path):
    try:
        client = Client(path)
        lines = client.until_end()
        print(json.dumps({"uid": os.getuid(), "lines": lines}))
    except OSError as error:
        print(json.dumps({"uid": os.getuid(), "error": type(error).__name__}))
    return 0


def listen(path):
    client = Client(path)
    client.socket.settimeout(60)
    expect("result" in client.call("subscribe"), "nothing can be subscribed to")
    print("listening", flush=True)
    for line in client.until_end():
        expect(line["method"] == "effect", f"something else than an effect came: {line}")
        print(json.dumps(line["params"], separators=(",", ":"), ensure_ascii=False))
    return 0


def main():
    path, what = sys.argv[1], sys.argv[2]
    if what == "ask":
        client = Client(path)
        client.send(sys.argv[3].encode() + b"\n")
        print(json.dumps(client.line()))
        return 0
    if what == "turn":
        return 0 if in_turn(path, int(sys.argv[3])) else 1
    if what == "abuse":
        return abuse(path, float(sys.argv[3]))
    return listen(path) if what == "listen" else knock(path)


if __name__ == "__main__":
    sys.exit(main())
