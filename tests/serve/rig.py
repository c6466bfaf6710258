# SPDX-License-Identifier: MIT
#
# What the tests of `nes serve` share: runs in a folder of their own, the server, and requests byte by
# byte, since a library would not send what an attacker sends.
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

NES = os.environ["NES"]
SKIPPED = 77

SIMULATION = """#!/bin/sh
# A program with two outputs, which fails in a corner and says so.
echo "$@" | awk '{
    if ($1 > 17) { print "</script><script>window.hacked=1</script>" > "/dev/stderr"; exit 3 }
    printf "mass = %.10g\\nstress = %.10g\\n", ($1 - 6)^2 * 0.3 + ($2 - 5)^2 * 0.2 + 3, 150 + 10 * ($1 - 8) }'
"""
PROBLEM = """variables:
  thickness: {from: 1, to: 20, unit: mm}
  ribs: {integer: true, from: 0, to: 12}
  material: {choices: [steel, alu, ti]}
outputs:
  mass: {pattern: 'mass = (\\S+)'}
  stress: {pattern: 'stress = (\\S+)'}
minimise: mass
constraints: [stress <= 140]
command: ./sim.sh {x}
"""


class Place:
    """A folder for runs, which goes away at the end."""

    def __enter__(self):
        self.path = tempfile.mkdtemp()
        self.children, self.servers = [], []
        return self

    def __exit__(self, *_):
        for child in self.children:
            child.kill()
            child.wait()
        ends = [server.end() for server in self.servers]
        shutil.rmtree(self.path)
        assert all(end == (0, "") for end in ends), ends

    def nes(self, *words, **more):
        return subprocess.run(
            [NES, *words], cwd=self.path, check=True, capture_output=True, text=True, **more
        ).stdout

    def start(self, *words):
        child = subprocess.Popen(
            [NES, *words],
            cwd=self.path,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.children.append(child)
        return child

    def write(self, name, text, mode=0o644):
        path = os.path.join(self.path, name)
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, mode)

    def beam(self, folder, evaluations=200):
        """A run with outputs, a constraint, choices, failures with a hostile text."""
        self.write("sim.sh", SIMULATION, 0o755)
        self.write("job.yaml", PROBLEM)
        self.nes(
            "run",
            "job.yaml",
            "--max-evals",
            str(evaluations),
            "--seed",
            "1",
            "--sigma",
            "6",
            "--out",
            folder,
            "--quiet",
        )

    def database(self, folder):
        return sqlite3.connect(f"file:{self.path}/{folder}/run.db?mode=ro", uri=True)

    def serve(self, *words):
        self.servers.append(Server(self.path, words))
        return self.servers[-1]


class Server:
    def __init__(self, folder, words):
        self.process = subprocess.Popen(
            [NES, "serve", *words, "--port", "0"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.address = self.process.stdout.readline().strip()
        found = re.match(r"http://([^/:]+):(\d+)/(?:\?token=([0-9a-f]{32}))?$", self.address)
        assert found, self.address
        self.port, self.token = int(found[2]), found[3]
        self.host = f"127.0.0.1:{self.port}"

    def end(self):
        """Ends it as Ctrl-C does; returns its status, and what it said besides."""
        self.process.send_signal(signal.SIGINT)
        said = self.process.communicate()[1]
        return self.process.returncode, said.replace(
            "\nnes: the page ends; Ctrl-C again stops at once\n", ""
        )

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def send(self, data, end=False):
        """Sends bytes, and with `end` says that these are all; returns what comes back until the server closes."""
        got = b""
        with self.connect() as s:
            try:
                s.sendall(data)
                if end:
                    s.shutdown(socket.SHUT_WR)
                    s.settimeout(2)
                while part := s.recv(1 << 16):
                    got += part
            except OSError:
                pass
        return got

    def ask(self, path, method="GET", body=b"", **headers):
        """Returns status, headers and body. Underlines in names of headers are hyphens."""
        headers = {"Host": self.host, "Connection": "close"} | {
            k.replace("_", "-"): v for k, v in headers.items()
        }
        if body:
            headers["Content-Length"] = str(len(body))
        lines = "".join(f"{k}: {v}\r\n" for k, v in headers.items() if v is not None)
        got = self.send(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)
        head, _, rest = got.partition(b"\r\n\r\n")
        first, *others = head.decode("latin-1").split("\r\n")
        status = int(first.split()[1]) if first else 0
        return status, dict(line.split(": ", 1) for line in others), rest

    def json(self, path, **headers):
        status, _, body = self.ask(path, **headers)
        assert status == 200, (path, status, body)
        return json.loads(body)

    def memory(self):
        """The most memory that the server has had, in MB."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) / 1000


def until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
    return found


def run_tests(tests):
    """Runs the functions, each with a fresh place. Returns how many have failed."""
    failed = 0
    for test in tests:
        begin = time.monotonic()
        try:
            with Place() as place:
                test(place)
            word = "ok"
        except Exception:
            import traceback

            traceback.print_exc()
            word = "FAILED"
            failed += 1
        print(f"{word:7} {test.__name__} {time.monotonic() - begin:.1f} s", flush=True)
    return failed


def need_server():
    """Skips all tests where nes was built without a server: `nes serve` then says so at once."""
    with Place() as place:
        child = subprocess.Popen(
            [NES, "serve", "--port", "0"],
            cwd=place.path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        line = child.stdout.readline()
        child.kill()
        said = child.communicate()[1]
    if line == "" and "libmicrohttpd" in said:
        skip("this nes was built without a server")


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)
