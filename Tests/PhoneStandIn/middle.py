"""Someone in the middle: ends TLS on both sides with a key of their own, and passes every message on."""

import select
import socket
import threading
import time

from wire import Broken, Ended, Wire, connect, fresh_identity
from walking import say


def relay(phone, robot, seconds=30):
    """Passes messages on, both ways, until one side ends or a time is over."""
    ends = {phone: robot, robot: phone}
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        for side, other in ends.items():
            try:
                message = side.receive(0.01)
            except TimeoutError:
                continue
            except Ended as ended:
                say("ended", by="robot" if side is robot else "phone", word=ended.word)
                other.send_raw(ended.message)
                other.close()
                return
            say("passed", type=message["type"])
            other.send_raw(message)


def one(client, address, identity):
    """One phone that came, and the robot behind."""
    try:
        relay(Wire(client, identity, accepting=True), connect(*address, identity))
    except (Broken, TimeoutError, OSError) as error:
        say("broken", why=str(error))


def begin(listen, address):
    """Listens on a port of this machine and passes on in a thread; the port."""
    door = socket.create_server(("127.0.0.1", listen))
    identity = fresh_identity()

    def accept():
        while True:
            if select.select([door], [], [], 120)[0]:
                threading.Thread(target=one, args=(door.accept()[0], address, identity), daemon=True).start()
            else:
                return

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    return door.getsockname()[1], thread


def serve(listen, address):
    """Passes on until nobody has come for two minutes."""
    port, thread = begin(listen or 0, address)
    say("middle", port=port)
    thread.join()
