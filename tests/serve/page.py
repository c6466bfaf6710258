# SPDX-License-Identifier: MIT
#
# The page of `nes serve` and the file of `nes report` in a real browser: what they show is what the
# database has, and nothing that a run says is executed.
import functools
import json
import os
import sys
import time

import chromium
import rig

browser = None

ROOM = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
VIEWS = {"": ".best", "/points": "canvas", "/variables": ".matter *", "/workers": "canvas"}


def go(address, condition, dark=False, width=1280):
    browser.size(width, 900, dark, width < 500)
    browser.open("about:blank")
    browser.open(address)
    browser.wait(condition)


def quiet():
    """Nothing was executed that should not, nothing refused, no defect."""
    assert browser.value("window.hacked") is None
    assert browser.complaints == [], browser.complaints


def left(test):
    """The test, behind which the page is left: its server ends then."""

    @functools.wraps(test)
    def run(place):
        try:
            test(place)
        finally:
            browser.open("about:blank")
            browser.wait("location.href === 'about:blank'")
            browser.complaints.clear()

    return run


def number(text):
    return float(text.replace("\u2212", "-").replace("\u202f", ""))


def figures():
    """What the page says, without what changes by itself."""
    return browser.value(
        "[...document.querySelectorAll('.headline, .point, .matter, .failure')].map((e) => e.innerText)"
    )


def the_numbers_of_the_database(place):
    place.beam("beam")
    server, db = place.serve(), place.database("beam")
    go(server.address, "document.querySelector('.runs a')")
    assert browser.value("document.querySelector('td[data-name=\"Best value\"]').innerText") == "3"
    browser.value("document.querySelector('.runs a').click()")
    browser.wait("document.querySelector('.best')")
    best = db.execute(
        "SELECT min(f) FROM evaluations AS e WHERE status = 'ok' AND NOT EXISTS (SELECT 1 FROM outputs AS o WHERE o.round = e.round "
        "AND o.id = e.id AND o.number = 0 AND o.value > 0)"
    ).fetchone()[0]
    assert browser.value("+document.querySelector('.best').dataset.best") == best
    shown = json.loads(place.nes("show", "beam", "--json"))
    assert (
        browser.value("[...document.querySelectorAll('[data-x]')].map((e) => +e.dataset.x)")
        == shown["best_x"]
    )
    # The chart's numbers are the rows of the table.
    browser.wait("document.querySelectorAll('.chart details').length === 4")
    browser.value("document.querySelectorAll('.chart')[1].querySelector('details').open = true")
    browser.wait("document.querySelectorAll('.chart')[1].querySelector('tbody tr')")
    rows = browser.value(
        "[...document.querySelectorAll('.chart')[1].querySelectorAll('tbody tr')].map((r) => [...r.cells].map((c) => c.innerText))"
    )
    told = db.execute("SELECT evaluations, sigma FROM generations ORDER BY generation").fetchall()
    assert len(rows) == len(told)
    assert all(
        number(r[0]) == e and abs(number(r[1]) / s - 1) < 1e-6 for r, (e, s) in zip(rows, told)
    )
    quiet()


def a_value_appears_within_two_seconds(place):
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
    asked = [
        line.split()[0].split(",")[0].rstrip(":")
        for line in place.nes("ask", "hand", "4").splitlines()
        if line and line[0].isdigit()
    ]
    server = place.serve()
    go(server.address + "#/run/1", "document.querySelector('.best')")
    for i, point in enumerate(asked[:3]):
        place.nes("tell", "hand", input=f"{point} {5 - i}.25\n")
        seconds = browser.wait(f"document.querySelector('.best').dataset.best === '{5 - i}.25'")
        assert seconds < 2, seconds
    quiet()


def draw_rectangle():
    """Round all points of the first picture."""
    for kind, x, y in (
        ("mousePressed", 0, 0),
        ("mouseMoved", 40, 30),
        ("mouseReleased", 4000, 3000),
    ):
        box = browser.value(
            "(async () => { let e; while (!(e = document.querySelector('.brushed'))) await new Promise((f) => "
            "setTimeout(f, 20)); const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; })()"
        )
        browser.tell(
            "Input.dispatchMouseEvent",
            type=kind,
            x=min(box[0] + 63 + x, box[2] - 15),
            y=min(box[1] + 11 + y, box[3] - 40),
            button="left",
            clickCount=1,
        )


def points_are_chosen_and_sorted(place):
    place.beam("beam")
    server, db = place.serve(), place.database("beam")
    go(server.address + "#/run/1/points", "document.querySelector('.tall tbody tr')")
    assert browser.value("document.querySelectorAll('.charts.small canvas').length") == 3
    assert "200 points" in browser.value("document.querySelector('.tall').parentElement.innerText")
    browser.value("document.querySelector('.tall th:nth-child(2) button').click()")
    least = db.execute("SELECT min(f) FROM evaluations").fetchone()[0]
    assert (
        abs(
            number(browser.value("document.querySelector('.tall td:nth-child(2)').innerText"))
            / least
            - 1
        )
        < 1e-5
    )
    # A condition chooses; so does a rectangle.
    browser.value(
        "{ const f = document.querySelector('[aria-label=\"Conditions on points\"]'); f.value = 'ribs <= 5, material = steel'; f.dispatchEvent(new Event('change')); }"
    )
    some = db.execute("SELECT count(*) FROM points WHERE ribs <= 5 AND material = 0").fetchone()[0]
    browser.wait(f"document.body.innerText.includes('forget the choice of {some} point')")
    every = db.execute("SELECT count(*) FROM evaluations WHERE status = 'ok'").fetchone()[0]
    chosen = f"document.body.innerText.includes('forget the choice of {every} points')"
    for _ in range(10):  # a picture that is drawn anew in between forgets the rectangle
        draw_rectangle()
        try:
            browser.wait(chosen, 3)
            break
        except TimeoutError:
            pass
    browser.wait(chosen)
    quiet()


def every_view_in_every_form(place):
    place.beam("beam")
    server = place.serve()
    for width, dark in ((1280, False), (390, True)):
        for part, there in VIEWS.items():
            go(f"{server.address}#/run/1{part}", f"document.querySelector('{there}')", dark, width)
            assert browser.wait(ROOM) is not None
            assert browser.value("document.querySelectorAll('h1').length") == 1
            unnamed = browser.value(
                "[...document.querySelectorAll('svg[role=img], input, select, progress, meter, [role=region]')].filter((e) => "
                "!e.getAttribute('aria-label') && !e.closest('label')).map((e) => e.outerHTML.slice(0, 80))"
            )
            assert unnamed == [], unnamed
    go(f"{server.address}#/run/1", "document.querySelector('.chart svg')")
    browser.value("document.querySelector('.chart svg').focus()")
    for _ in range(2):
        browser.tell("Input.dispatchKeyEvent", type="keyDown", key="ArrowLeft", code="ArrowLeft")
    assert "best so far" in browser.value("document.querySelector('.reading').innerText")
    quiet()


def what_runs_say_is_text(place):
    name = "<img src=x onerror=window.hacked=1>"
    place.beam(name)
    os.mkdir(f"{place.path}/<b>garbage")
    place.write("<b>garbage/run.db", "<script>window.hacked=1</script>" * 100)
    server = place.serve()
    go(server.address, "document.querySelectorAll('.runs tbody tr').length === 2")
    assert (
        name in browser.value("document.body.innerText")
        and browser.value("document.querySelector('main img, main b, main script')") is None
    )
    runs = {r["name"]: r["number"] for r in server.json("/api/runs")["runs"]}
    for part, there in VIEWS.items():
        go(f"{server.address}#/run/{runs[name]}{part}", f"document.querySelector('{there}')")
        assert browser.value("document.title").startswith(name)
    browser.wait("document.querySelector('.failure')")
    browser.value("document.querySelector('.failure').open = true")
    assert "</script><script>" in browser.value("document.querySelector('.failure pre').innerText")
    go(
        f"{server.address}#/run/{runs['<b>garbage']}",
        "document.body.innerText.includes('cannot be shown')",
    )
    quiet()


def the_page_steers(place):
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
    go(server.address, "document.querySelector('.status.running')")
    browser.value("document.querySelector('.runs a').click()")
    browser.wait("document.querySelector('.steer button')")
    browser.value("document.querySelector('.steer button').click()")
    browser.wait("document.querySelector('header .status.paused')")
    browser.value(
        "[...document.querySelectorAll('.steer button')].find((b) => b.innerText === 'stop').click()"
    )
    browser.wait("document.querySelector('header .status.interrupted')")
    assert "nes resume slow" in browser.value("document.querySelector('.facts').innerText")
    quiet()


def a_report_without_a_network(place):
    place.beam("beam")
    place.nes("report", "beam", "--out", "report.html")
    server = place.serve()
    live = []
    for part, there in VIEWS.items():
        go(f"{server.address}#/run/1{part}", f"document.querySelector('{there}')")
        if part == "/workers":
            browser.wait("document.querySelector('.failure')")
        live += figures()
    browser.tell(
        "Network.emulateNetworkConditions",
        offline=True,
        latency=0,
        downloadThroughput=0,
        uploadThroughput=0,
    )
    try:
        go(
            f"file://{place.path}/report.html",
            "document.querySelectorAll('canvas').length > 4 && document.querySelector('.failure')",
        )
        assert figures() == live
        quiet()
    finally:
        browser.tell(
            "Network.emulateNetworkConditions",
            offline=False,
            latency=0,
            downloadThroughput=-1,
            uploadThroughput=-1,
        )


TESTS = [
    the_numbers_of_the_database,
    a_value_appears_within_two_seconds,
    points_are_chosen_and_sorted,
    every_view_in_every_form,
    what_runs_say_is_text,
    the_page_steers,
    a_report_without_a_network,
]

if __name__ == "__main__":
    if chromium.find() is None:
        rig.skip("there is no chromium")
    rig.need_server()
    browser = chromium.Browser()
    try:
        failed = rig.run_tests(
            [left(t) for t in TESTS if len(sys.argv) < 2 or t.__name__ in sys.argv[1:]]
        )
    finally:
        browser.close()
    sys.exit(failed > 0)
