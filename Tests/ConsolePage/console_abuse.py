"""Whoever should not be let in at the page's server, and whoever only wants to be in the way.

usage: console_abuse.py ADDRESS SOCKET HALF_OPEN

HALF_OPEN connections are opened in turn and left half way. Prints a summary in JSON; exit code 1 on a surprise. Nothing
but sockets: no line is shared with the page or the program.
"""

import json
import random
import socket
import sys
import threading
import time
from urllib.parse import urlsplit

LIMIT = 20.0
HELD = 300  # half-open connections that this end keeps at once


def exchange(port, data, limit=LIMIT):
    """Sends bytes and reads until the end, or until the answer is whole."""
    with socket.create_connection(("127.0.0.1", port), timeout=limit) as link:
        link.settimeout(limit)
        answer = b""
        try:
            link.sendall(data)
            while True:
                part = link.recv(65536)
                if not part:
                    return answer
                answer += part
                if is_whole(answer):
                    return answer
        except (ConnectionResetError, BrokenPipeError):
            return answer


def is_whole(answer):
    head, gap, body = answer.partition(b"\r\n\r\n")
    if not gap:
        return False
    for line in head.split(b"\r\n"):
        if line.lower().startswith(b"content-length:"):
            return len(body) >= int(line.split(b":")[1])
    return b" 204 " in head.split(b"\r\n")[0]


def status(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def head(method, path, fields):
    lines = [f"{method} {path} HTTP/1.1"] + [f"{name}: {value}" for name, value in fields]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


class Server:
    def __init__(self, address):
        parts = urlsplit(address)
        self.port = parts.port
        self.token = parts.path.strip("/")
        self.host = f"127.0.0.1:{self.port}"
        self.origin = f"http://{self.host}"
        self.surprises = []

    def expect(self, what, wanted, data):
        got = status(exchange(self.port, data))
        wanted = wanted if isinstance(wanted, tuple) else (wanted,)
        if got not in wanted:
            self.surprises.append(f"{what}: {got} instead of {wanted}")

    def get(self, path, host=None, **fields):
        named = [(name.replace("_", "-"), value) for name, value in fields.items()]
        return head("GET", path, [("Host", host or self.host)] + named)

    def post(self, path, body, without=(), **fields):
        own = {"Host": self.host, "Origin": self.origin, "X-Companion-Console": self.token,
               "Content-Type": "application/json", "Content-Length": str(len(body))}
        own.update({name.replace("_", "-"): value for name, value in fields.items()})
        return head("POST", path, [(name, value) for name, value in own.items() if name not in without]) + body

    def is_answering(self):
        begin = time.monotonic()
        got = status(exchange(self.port, self.get(f"/{self.token}/look/nearby")))
        return got == 200, time.monotonic() - begin


def refusals(server):
    """Everything that is not the page itself is refused, each for its reason."""
    token, wrong = server.token, "0" * len(server.token)
    call = b'{"jsonrpc":"2.0","id":1,"method":"where"}'
    server.expect("the page", 200, server.get(f"/{token}/"))
    for path in ["/", "/index.html", f"/{wrong}/", f"/{token[:-1]}/", f"/{token}", f"/{token.upper()}x/", "/look/nearby"]:
        server.expect(f"no or a wrong token {path[:20]}", 403, server.get(path))
    for host in ["evil.example", "evil.example:" + str(server.port), "127.0.0.1", "127.0.0.1:1", "[::1]:80", ""]:
        server.expect(f"the host {host}", (421, 400), server.get(f"/{token}/", host=host or "x"))
    server.expect("no host", (400, 421), head("GET", f"/{token}/", []))
    server.expect("two hosts", (400, 421), head("GET", f"/{token}/", [("Host", server.host), ("Host", server.host)]))
    for origin in ["http://evil.example", "null", f"https://{server.host}", "http://localhost:1"]:
        server.expect(f"the origin {origin}", 403, server.get(f"/{token}/look/nearby", Origin=origin))
        server.expect(f"a change from {origin}", 403, server.post(f"/{token}/call", call, Origin=origin))
    server.expect("a page elsewhere", 403, server.get(f"/{token}/look/nearby", Sec_Fetch_Site="cross-site"))
    for path in ["../", "../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "..%2f..%2fetc%2fpasswd", "page.css/../../x",
                 "/etc/passwd", "%00", "page.css%00.js", "\\..\\x", "look/", "Page/index.html"]:
        server.expect(f"the path {path}", (403, 404, 400), server.get(f"/{token}/{path}"))
    server.expect("a change without the field", 403, server.post(f"/{token}/call", call, without=("X-Companion-Console",)))
    server.expect("a change with a wrong field", 403, server.post(f"/{token}/call", call, X_Companion_Console=wrong))
    server.expect("a change from nowhere", 403, server.post(f"/{token}/call", call, without=("Origin",)))
    server.expect("a change", 200, server.post(f"/{token}/call", call))
    server.expect("a change asked for", 405, server.get(f"/{token}/call"))
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW"]:
        server.expect(method, (405, 403, 400, 404), head(method, f"/{token}/", [("Host", server.host)]))
    server.expect("too much", 413, server.post(f"/{token}/call", b"", Content_Length="99999999"))
    server.expect("no length", (411, 403), server.post(f"/{token}/call", b"", without=("Content-Length",)))
    server.expect("a head too long", (431, 413, 400, 414, 0), server.get(f"/{token}/", X_Long="x" * 60_000))
    # the answer is the control socket's own: an unknown method is refused there, and the socket's own are not for a page
    for method, word in [("nothing", b"unknownMethod"), ("subscribe", b"refused"), ("console.glance", b"unknownMethod")]:
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method}).encode()
        if word not in exchange(server.port, server.post(f"/{token}/call", body)):
            server.surprises.append(f"the method {method} is not refused as {word.decode()}")
    for name in [b"content-security-policy", b"cache-control: no-store", b"nosniff", b"no-referrer", b"frame-ancestors 'none'"]:
        if name not in exchange(server.port, server.get(f"/{token}/")).lower():
            server.surprises.append(f"the page has no {name.decode()}")


def garbage(server):
    chance = random.Random(7)
    for _ in range(200):
        data = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 400)))
        try:
            exchange(server.port, data + b"\r\n\r\n", limit=2)
        except OSError:
            pass  # no answer is an answer to this


def half_open(server, count):
    """Connections that are left half way; in between the page must answer."""
    held, waits = [], []
    beginnings = [b"", b"G", b"GET /", server.get(f"/{server.token}/")[:-3], server.post(f"/{server.token}/call", b"12345")[:-2]]
    for number in range(count):
        try:
            link = socket.create_connection(("127.0.0.1", server.port), timeout=LIMIT)
            link.sendall(beginnings[number % len(beginnings)])
            held.append(link)
        except OSError:
            pass  # refused is as good
        if len(held) > HELD:
            held.pop(0).close()
        if number % max(1, count // 20) == 0:
            is_good, wait = server.is_answering()
            waits.append(wait)
            if not is_good:
                server.surprises.append(f"no answer after {number} half-open connections")
    for link in held:
        link.close()
    return max(waits)


def control(path):
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    link.settimeout(LIMIT)
    link.connect(path)
    return link


def ask(link, method, **parameters):
    link.sendall(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode() + b"\n")
    rest = b""
    while not rest.endswith(b"\n"):
        rest += link.recv(65536)
    return json.loads(rest)["result"]


def loop(path):
    with control(path) as link:
        return ask(link, "status")["loop"]


def let_it_read(heard):
    """Until the good reader has taken what there is: on a busy machine this end may be the slow one."""
    size, looks = -1, 0
    while looks < 3:
        looks = looks + 1 if size == len(heard[0]) else 0
        size = len(heard[0])
        time.sleep(0.05)


def is_held(port, far):
    """Whether the server's end of a connection is established, as the kernel has it."""
    with open("/proc/net/tcp", encoding="ascii") as table:
        rows = [line.split()[1:4] for line in table.readlines()[1:]]
    return [f"0100007F:{port:04X}", f"0100007F:{far:04X}", "01"] in rows


def slow_reader(server, path):
    """One who never reads is let go; one who reads hears everything meanwhile."""
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.settimeout(LIMIT)
    slow.connect(("127.0.0.1", server.port))
    slow.sendall(server.get(f"/{server.token}/events"))
    good = socket.create_connection(("127.0.0.1", server.port), timeout=LIMIT)
    good.sendall(server.get(f"/{server.token}/events"))
    heard = [b""]
    stop = threading.Event()

    def read():
        while not stop.is_set():
            try:
                part = good.recv(65536)
            except OSError:
                return
            if not part:
                return
            heard[0] += part

    reader = threading.Thread(target=read)
    reader.start()
    with control(path) as link:
        for number in range(3000):
            ask(link, "say", text=f"number {number} " + "word " * 60, priority="info")
            if number % 50 == 49:
                let_it_read(heard)
        end = time.monotonic() + LIMIT
        while time.monotonic() < end and b"the last one" not in heard[0]:
            ask(link, "say", text="the last one", priority="reply")
            time.sleep(0.5)
    if b"the last one" not in heard[0]:
        server.surprises.append(f"a good reader did not hear the last of {len(heard[0])} bytes")
    stop.set()
    good.shutdown(socket.SHUT_RDWR)
    reader.join(LIMIT)
    taken = 0
    try:
        while True:
            part = slow.recv(65536)
            if not part:
                break
            taken += len(part)
            if taken > len(heard[0]):
                server.surprises.append("a slow reader was given everything after all")
                break
    except ConnectionResetError:
        pass
    except OSError as error:
        # a connection that the kernel gave up for the server tells this end nothing
        if is_held(server.port, slow.getsockname()[1]):
            server.surprises.append(f"a slow reader is still held: {error}")
    return taken, len(heard[0])


def too_many_readers(server):
    links = []
    for _ in range(9):
        link = socket.create_connection(("127.0.0.1", server.port), timeout=LIMIT)
        link.sendall(server.get(f"/{server.token}/events"))
        links.append(link)
    heads = [link.recv(20) for link in links]
    if sum(b" 200 " in each for each in heads) > 8 or not any(b" 503 " in each for each in heads):
        server.surprises.append(f"nine readers were answered {heads}")
    for link in links:
        link.close()


def main():
    address, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    server = Server(address)
    before = loop(path)
    refusals(server)
    garbage(server)
    longest = half_open(server, count)
    too_many_readers(server)
    taken, all_of_it = slow_reader(server, path)
    is_good, wait = server.is_answering()
    if not is_good:
        server.surprises.append("no answer at the end")
    after = loop(path)
    print(json.dumps({
        "surprises": server.surprises, "half_open": count, "longest_wait_s": round(longest, 3),
        "last_wait_s": round(wait, 3), "slow_reader_bytes": taken, "good_reader_bytes": all_of_it,
        "loop_before": before, "loop_after": after,
    }))
    sys.exit(1 if server.surprises else 0)


if __name__ == "__main__":
    main()
