#!/usr/bin/env python3
"""How long the decision thread takes for an answer at its socket, a number of milliseconds a line.

usage: latency.py SOCKET COUNT"""
import socket
import sys
import time


def main():
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    client.settimeout(30)
    client.connect(sys.argv[1])
    answers = client.makefile("rb")
    for number in range(int(sys.argv[2])):
        begin = time.monotonic()
        client.sendall(b'{"jsonrpc":"2.0","id":%d,"method":"destinations","params":{"count":1}}\n' % number)
        answers.readline()
        print((time.monotonic() - begin) * 1000)
        time.sleep(0.02)


if __name__ == "__main__":
    main()
