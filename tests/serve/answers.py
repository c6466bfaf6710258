# SPDX-License-Identifier: MIT
#
# The answers of `nes serve` against the database, and what it refuses: names of other servers, missing
# tokens, paths that lead elsewhere, requests that are too large, too slow or too many, folders that
# somebody has prepared.
import json
import os
import socket
import subprocess
import sys

import rig


def same_as_show(place):
    place.beam("beam")
    place.nes(
        "run",
        "--problem",
        "sphere_d3",
        "--max-evals",
        "300",
        "--out",
        "below/deep/sphere",
        "--quiet",
    )
    server = place.serve()
    runs = server.json("/api/runs")["runs"]
    assert [r["folder"] for r in runs] == ["beam", "below/deep/sphere"], runs
    for run in runs:
        shown = json.loads(place.nes("show", run["folder"], "--json"))
        told = server.json(f"/api/runs/{run['number']}")
        assert {k: told[k] for k in shown} == shown
    told = server.json("/api/runs/1")
    assert [v["name"] for v in told["variables"]] == ["thickness", "ribs", "material"]
    assert told["variables"][0] | {"values": None} == {
        "name": "thickness",
        "unit": "mm",
        "kind": "real",
        "lower": 1,
        "upper": 20,
        "values": None,
    }
    assert told["variables"][2]["values"] == ["steel", "alu", "ti"]
    assert told["limits"]["max_evals"] == "200"


def course_is_the_table(place):
    place.beam("beam")
    server, db = place.serve("beam"), place.database("beam")
    rows = db.execute(
        "SELECT generation, evaluations, run, popsize, best, sigma, mean, std FROM generations ORDER BY 1"
    ).fetchall()
    told = server.json("/api/runs/1/course")["rows"]
    assert [(r[0], r[1], r[2], r[3], r[4][0], r[4][3]) for r in told] == [r[:6] for r in rows]
    assert [r[6] for r in told] == [json.loads(r[6]) for r in rows]
    last = rows[-1][0]
    assert [r[0] for r in server.json(f"/api/runs/1/course?generation={last - 3}")["rows"]] == [
        last - 2,
        last - 1,
        last,
    ]
    assert server.json(f"/api/runs/1/course?generation={last}")["rows"] == []


def points_are_the_table(place):
    place.beam("beam")
    server, db = place.serve("beam"), place.database("beam")
    rows = db.execute(
        "SELECT round, id, f, status, x FROM evaluations ORDER BY round, id"
    ).fetchall()
    told = server.json("/api/runs/1/points")
    assert [(r[0], int(r[1]), r[6][0], r[5], r[7]) for r in told["rows"]] == [
        (*r[:4], json.loads(r[4])) for r in rows
    ]
    assert told["seen"] == len(rows) and told["level"] == 0
    one = next(r for r in told["rows"] if r[5] == "ok")
    assert one[8] == [
        v
        for (v,) in db.execute(
            "SELECT value FROM outputs WHERE round = ? AND id = ? ORDER BY number",
            (one[0], int(one[1])),
        )
    ]
    middle = rows[len(rows) // 2]
    later = server.json(f"/api/runs/1/points?round={middle[0]}&id={middle[1]}")["rows"]
    assert [int(r[1]) for r in later] == [r[1] for r in rows[len(rows) // 2 + 1 :]]
    failures = server.json("/api/runs/1/failures")["rows"]
    assert (
        len(failures)
        == db.execute("SELECT count(*) FROM evaluations WHERE status = 'failed'").fetchone()[0]
        > 0
    )
    assert "</script>" in failures[0]["said"]


def long_runs_are_thinned(place):
    place.nes(
        "run",
        "--problem",
        "sphere_d5",
        "--keep-evals",
        "yes",
        "--max-evals",
        "20000",
        "--restarts",
        "ipop",
        "--out",
        "long",
        "--quiet",
    )
    server, db = place.serve("long"), place.database("long")
    told = server.json("/api/runs/1/points")
    best = db.execute(
        "SELECT id FROM evaluations WHERE status = 'ok' ORDER BY f LIMIT 50"
    ).fetchall()
    assert told["seen"] == 20000 and 2000 <= len(told["rows"]) <= 4050 and told["level"] >= 2, (
        told["seen"],
        len(told["rows"]),
    )
    keys = {int(r[1]) for r in told["rows"]}
    assert len(keys) == len(told["rows"]) and all(id in keys for (id,) in best)
    fewer = server.json("/api/runs/1/points?most=500")
    assert {r[1] for r in fewer["rows"]} <= {r[1] for r in told["rows"]} and len(
        fewer["rows"]
    ) <= 550
    # The same rows come again at that level, and no others.
    again = server.json(f"/api/runs/1/points?level={told['level']}")
    assert [r[1] for r in again["rows"]] == [r[1] for r in told["rows"]]


def a_run_at_work(place):
    place.nes(
        "run",
        "--dim",
        "2",
        "--sigma",
        "1",
        "--popsize",
        "4",
        "--by-hand",
        "--out",
        "hand",
        "--quiet",
    )
    server = place.serve()
    asked = place.nes("ask", "hand", "2")
    first = server.json("/api/runs/1")
    assert first["status"] == "waiting" and first["handed"] == 2 and first["evaluations"] == 0, (
        first,
        asked,
    )
    points = server.json("/api/runs/1/points")
    assert [r[5] for r in points["rows"]] == ["asked"] * len(points["rows"]) and points[
        "round"
    ] == 0
    # A row that gets its value later is told again.
    line = next(l for l in asked.splitlines() if l and not l.startswith("#"))
    place.nes("tell", "hand", input=f"{line.split()[0].split(',')[0].rstrip(':')} 1.5\n")
    rig.until(lambda: server.json("/api/runs/1")["evaluations"] == 1)
    assert sorted(r[5] for r in server.json("/api/runs/1/points")["rows"])[-1] == "ok"


def refusals(place):
    place.beam("beam", 40)
    place.nes("run", "--problem", "sphere_d2", "--max-evals", "30", "--out", "secret", "--quiet")
    server = place.serve("beam")
    for host in (
        "evil.example",
        "evil.example:80",
        f"evil.example:{server.port}",
        "127.0.0.1.evil.example",
        "",
        "localhost.evil",
        "[::1",
        "127.0.0.1:x",
    ):
        assert server.ask("/api/runs", Host=host)[0] in (400, 421), host
    assert server.ask("/api/runs", Host=None)[0] in (400, 421)
    for host in ("localhost", f"localhost:{server.port}", "127.0.0.1", f"[::1]:{server.port}"):
        assert server.ask("/api/runs", Host=host)[0] == 200, host
    for path in (
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/secret/run.db",
        "/beam/run.db",
        "/api/runs/../../beam",
        "/api/runs/1/../2",
        "/api/runs/0",
        "/api/runs/2",
        "/api/runs/-1",
        "/api/runs/1x",
        "/api/runs/18446744073709551617",
        "/api/runs/1/",
        "/page.js/",
        "/api",
    ):
        assert server.ask(path)[0] == 404, path
    for query in (
        "?id=x",
        "?level=63",
        "?most=0",
        "?most=4001",
        "?folder=secret",
        "?round=-1",
        "?id=99999999999999999999",
        "?id",
        "?generation=%27",
    ):
        assert server.ask("/api/runs/1/points" + query)[0] == 400, query
    for method in ("PUT", "DELETE", "POST", "OPTIONS", "TRACE", "NONSENSE"):
        assert server.ask("/api/runs", method)[0] == 405, method
    status, _, body = server.ask("/api/runs/1/orders", "POST", b"stop", X_Nes_Order="1")
    assert status == 403 and b"--control" in body
    assert b"passwd" not in server.ask("/passwd<script>")[2]


def headers(place):
    server = place.serve()
    for path in ("/", "/page.js", "/page.css", "/icon.svg", "/api/runs", "/nothing"):
        status, headers, body = server.ask(path)
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert (
            headers["X-Content-Type-Options"] == "nosniff" and headers["X-Frame-Options"] == "DENY"
        )
        assert (
            headers["Cross-Origin-Resource-Policy"] == "same-origin"
            and headers["Referrer-Policy"] == "no-referrer"
        )
        assert (
            "Access-Control-Allow-Origin" not in headers and headers["Cache-Control"] == "no-store"
        )
        assert status == (404 if path == "/nothing" else 200) and len(body) == int(
            headers["Content-Length"]
        )
    assert server.ask("/", "HEAD")[2] == b""


def tokens(place):
    place.beam("beam", 40)
    assert place.serve().token is None
    server = place.serve("--listen", "127.0.0.1")
    assert server.token
    for path in (
        "/",
        "/page.js",
        "/api/runs",
        "/api/runs/1",
        f"/api/runs?token={server.token}",
        "/?token=",
        "/?token=" + "0" * 32,
        "/?token=" + "0" * 31,
    ):
        assert server.ask(path)[0] == 403, path
    status, headers, _ = server.ask(f"/?token={server.token}")
    assert status == 303 and headers["Location"] == "/"
    cookie, *rest = headers["Set-Cookie"].split("; ")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(rest)
    assert server.ask("/api/runs", Cookie=cookie)[0] == 200
    assert (
        server.ask("/api/runs", Cookie=cookie[:-1] + ("0" if cookie[-1] != "0" else "1"))[0] == 403
    )
    assert place.serve("--listen", "127.0.0.1").token != server.token


def orders(place):
    place.write("slow.sh", "#!/bin/sh\nsleep 0.05; echo $1\n", 0o755)
    place.start(
        "run",
        "--dim",
        "2",
        "--sigma",
        "1",
        "--max-evals",
        "100000",
        "--out",
        "slow",
        "--quiet",
        "--",
        "./slow.sh",
        "{x}",
    )
    rig.until(lambda: os.path.exists(f"{place.path}/slow/run.db"))
    server = place.serve("--control")
    cookie = server.ask(f"/?token={server.token}")[1]["Set-Cookie"].split(";")[0]
    give = lambda text, **more: server.ask(
        "/api/runs/1/orders", "POST", text, **({"Cookie": cookie, "X_Nes_Order": "1"} | more)
    )
    rig.until(lambda: server.json("/api/runs/1", Cookie=cookie)["status"] == "running")
    assert give(b"pause", Cookie=None)[0] == 403
    assert give(b"pause", X_Nes_Order=None)[0] == 405  # a form of another site can send the rest
    assert server.ask("/api/runs/1/orders", Cookie=cookie)[0] == 405
    assert json.loads(give(b"explode")[2])["given"] is False
    assert "max_evals" in json.loads(give(b"set max_evals=x")[2])["error"]
    assert json.loads(give(b"pause")[2])["given"] is True
    rig.until(lambda: server.json("/api/runs/1", Cookie=cookie)["status"] == "paused")
    assert give(b"x" * 10000)[0] in (0, 413)
    assert json.loads(give(b"stop")[2])["given"] is True
    rig.until(lambda: server.json("/api/runs/1", Cookie=cookie)["status"] == "interrupted")


def floods(place):
    place.beam("beam", 40)
    server = place.serve()
    for data in (
        b"\0" * 1000,
        b"GET /" + b"a" * 1000000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 1000000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 100000 + b"\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\r\n\r\n\r\n",
        b"GET\r\n\r\n",
        b"POST /api/runs/1/orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\n"
        + b"a" * 1000000,
        b"POST /api/runs/1/orders HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n"
        + b"a" * 100000,
    ):
        assert b" 200 OK" not in server.send(data, end=True)[:20], data[:40]
    for _ in range(3):
        many = []
        for _ in range(1000):
            try:
                s = socket.create_connection(("127.0.0.1", server.port), timeout=5)
                s.sendall(b"GET / HTTP/1.1\r\nHo")
                many.append(s)
            except OSError:
                break
        for s in many:
            s.close()
        assert rig.until(lambda: server.ask("/api/runs")[0] == 200)
    assert server.process.poll() is None and server.memory() < 100, server.memory()


def prepared_folders(place):
    name = "<img src=x onerror=window.hacked=1>\" ' &amp; \u202e.html"
    place.beam(name, 40)
    os.mkdir(f"{place.path}/garbage")
    place.write("garbage/run.db", "this is no database" * 100)
    os.mkdir(f"{place.path}/link")
    os.symlink(f"{place.path}/{name}/run.db", f"{place.path}/link/run.db")
    os.mkdir(f"{place.path}/pipe")
    os.mkfifo(f"{place.path}/pipe/run.db")
    os.mkdir(f"{place.path}/roots")
    os.symlink(f"{place.path}/{name}", f"{place.path}/roots/elsewhere")
    os.symlink("..", f"{place.path}/roots/circle")
    os.mkdir(f"{place.path}/bytes\udcff")
    assert place.serve("roots").json("/api/runs")["runs"] == []
    server = place.serve()
    runs = {r["folder"]: r for r in server.json("/api/runs")["runs"]}
    assert name in runs and runs[name]["status"] == "stopped"
    for bad in ("garbage", "link", "pipe"):
        assert runs[bad]["status"] == "unreadable" and bad in runs[bad]["error"], runs[bad]
        for part in ("", "/course", "/points", "/shape", "/failures"):
            assert "error" in server.json(f"/api/runs/{runs[bad]['number']}{part}"), part
    # A folder that goes away is told of, and does not end the server.
    subprocess.run(["rm", "-r", f"{place.path}/garbage"], check=True)
    assert rig.until(
        lambda: "cannot be opened"
        in server.json(f"/api/runs/{runs['garbage']['number']}")["error"]
    )


def a_report_is_whole(place):
    name = "</script><script>window.hacked=1</script>".replace("/", "\u2215")
    place.beam(name, 60)
    place.nes("report", name, "--out", "report.html")
    with open(f"{place.path}/report.html") as file:
        text = file.read()
    assert (
        len(text) < 2000000 and text.count("<script") == 2 and text.count("</script>") == 2
    ), text.count("<script")
    assert (
        "http://" not in text.replace("http://www.w3.org/2000/svg", "")
        and "https://" not in text
        and 'src="' not in text
        and "<link" not in text
    )
    begin = text.index('id="data">') + len('id="data">')
    data = json.loads(text[begin : text.index("</script>", begin)])
    server = place.serve()
    for path, inside in data.items():
        live = server.json(path)
        for changing in ("now", "folder", "name"):
            live.pop(changing, None), inside.pop(changing, None)
        assert live == inside, path


TESTS = [
    same_as_show,
    course_is_the_table,
    points_are_the_table,
    long_runs_are_thinned,
    a_run_at_work,
    refusals,
    headers,
    tokens,
    orders,
    floods,
    prepared_folders,
    a_report_is_whole,
]

if __name__ == "__main__":
    rig.need_server()
    chosen = [t for t in TESTS if len(sys.argv) < 2 or t.__name__ in sys.argv[1:]]
    sys.exit(rig.run_tests(chosen) > 0)
