// SPDX-License-Identifier: MIT
//
// Evaluations as work: how long they take, what is under way, what failed, and how to repeat it by
// hand.
import {el, svg, responsive} from "./dom.js";
import {num, count, percent, duration, valueText, shellWord} from "./format.js";
import {table} from "./table.js";
import {axes, scaleOf, frame, canvasOf, colourOf} from "./chart.js";

// Options of an objective that `nes eval` takes, with and without a value.
const TAKEN = [
    "--problem",    "--expr",     "--c",          "--plugin",        "--dim",        "--names",
    "--values",     "--step",     "--choices",    "--unit",          "--output",     "--minimise",
    "--constraint", "--template", "--value-json", "--value-pattern", "--value-file", "--timeout",
    "--exit-codes", "--cc-flags", "--noise"
];
const FLAGS = ["--worker", "--worker-json", "--isolate", "--no-isolate"];

// The command that evaluates one point again; null: it is not known how.
export function repeatCommand(run, x) {
    const words = run.standing.command;
    if (!Array.isArray(words) || words[0] !== "run") return null;
    const kept = [], rest = words.indexOf("--");
    for (let i = 1; i < (rest < 0 ? words.length : rest); i++) {
        const name = words[i].split("=")[0];
        if (FLAGS.includes(name) || (TAKEN.includes(name) && words[i].includes("=")))
            kept.push(words[i]);
        else if (TAKEN.includes(name))
            kept.push(words[i], words[++i]);
        else if (/\.ya?ml$/.test(words[i]))
            kept.push(words[i]);
        else if (
            name.startsWith("--") && !words[i].includes("=") && words[i + 1] &&
            !words[i + 1].startsWith("--"))
            i++;
    }
    if (rest >= 0) kept.push(...words.slice(rest));
    if (rest >= 0 && !kept.includes("--dim")) kept.unshift("--dim", String(x.length));
    const point =
        x.map((v, i) => valueText(run.variables[i], v, 17).replaceAll("\u2212", "-")).join(" ");
    return `echo ${shellWord(point)} | nes eval ${kept.map(shellWord).join(" ")}`;
}

// ---- seconds of evaluations ---------------------------------------------------------------------

function durations(run) {
    const points = [...run.points.values()].filter((p) => p.seconds > 0);
    if (points.length < 2)
        return el("p", {class: "note"}, "The seconds of evaluations were not measured.");
    const sorted = points.map((p) => p.seconds).sort((a, b) => a - b),
          at = (q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
    const total = run.standing.seconds, mean = sorted.reduce((a, b) => a + b, 0) / sorted.length;
    const busy = total > 0 ? mean * run.standing.evaluations / total : null, height = 240;
    const log = at(0.99) / at(0.01) > 20;
    return el(
        "figure", {class: "chart"},
        el("figcaption", null, el("h3", null, "Seconds of each evaluation, in the order of points"),
           el("p", {class: "note"},
              `Half of them take less than ${duration(at(0.5))}, one in ten more than ${
                  duration(at(0.9))}, the longest ${duration(sorted.at(-1))}.`,
              busy !== null ? ` On average ${num(busy, 2)} were under way at a time.` : "")),
        responsive({class: "plot"}, (box, width) => {
            const f = frame(width, height), [canvas, pen] = canvasOf(width, height);
            const x = scaleOf([0, points.length], "linear", f.left, f.right, width / 90),
                  y = scaleOf(sorted, log ? "log" : "linear", f.bottom, f.top, 5);
            points.forEach((p, i) => {
                pen.fillStyle = colourOf(p.status === "failed" ? "--s3" : "--s0");
                pen.globalAlpha = p.status === "failed" ? 1 : 0.55;
                const size = p.status === "failed" ? 3 : 2;
                pen.fillRect(x.at(i) - size / 2, y.at(p.seconds) - size / 2, size, size);
            });
            box.replaceChildren(
                svg("svg", {width, height, role: "img", "aria-label": "Seconds of each evaluation"},
                    axes(x, y, width, height, {x: run.thinned ? "point of the sample" : "point"})),
                canvas);
        }));
}

// ---- under way ----------------------------------------------------------------------------------

function underWay(run) {
    const list = run.standing.evaluating ?? [];
    if (list.length === 0) return null;
    const live = run.standing.status === "running";
    return el(
        "section", {class: "panel"}, el("h2", null, live ? "Under way" : "Under way when it ended"),
        table(
            [
                {name: "Point", value: (e) => e.id},
                {
                    name: live ? "For" : "Since",
                    number: true,
                    value: (e) => e.since,
                    text: (e) => (
                        live
                            ? duration(e.seconds)
                            : new Date(1000 * e.since).toISOString().replace("T", " ").slice(0, 19))
                },
                {
                    name: "Usual",
                    number: true,
                    value: (e) => e.usual,
                    text: (e) => (e.usual > 0 ? duration(e.usual) : "")
                },
                {name: "Process", number: true, value: (e) => e.process ?? ""},
                {name: "Rank", number: true, value: (e) => e.rank ?? ""},
            ],
            list, null, null, {label: "Evaluations under way"}));
}

// ---- failures -----------------------------------------------------------------------------------

function failure(run, f) {
    const again = repeatCommand(run, f.x), where = run.standing.started_in;
    const point = run.variables.slice(0, 30).map((v, i) => `${v.name} = ${valueText(v, f.x[i])}`);
    const after = f.seconds > 0 ? `, after ${duration(f.seconds)}` : "";
    const hint = where ? `To repeat it by hand, in ${where}:` : "To repeat it by hand:";
    const title = [el("strong", null, f.point), ` \u2013 ${f.failure ?? "failed"}${after}`];
    return el(
        "details", {class: "failure"}, el("summary", null, title),
        f.said ? el("pre", null, f.said) : el("p", {class: "note"}, "It said nothing."),
        el("p", null, point.join(", ")),
        again ? [el("p", {class: "note"}, hint), el("pre", {class: "command"}, again)] : null);
}

function failures(run) {
    const kinds = run.standing.failures ?? [];
    if (kinds.length === 0)
        return el(
            "section", {class: "panel"}, el("h2", null, "Failures"),
            el("p", {class: "good"}, "No evaluation has failed."));
    return el(
        "section", {class: "panel"}, el("h2", null, "Failures"),
        el("p", null,
           `${count(run.standing.failed)} of ${count(run.standing.evaluations)} evaluations (${
               percent(run.standing.failed / run.standing.evaluations)}) came to no value.`),
        table(
            [
                {name: "Kind", value: (k) => k.kind},
                {name: "How many", number: true, value: (k) => k.count},
                {name: "What the first one said", value: (k) => k.example}
            ],
            kinds, null, null, {label: "Kinds of failures"}),
        el("h3", null,
           run.failures.length < run.standing.failed ? `The last ${run.failures.length}`
                                                     : "All of them"),
        run.failures.map((f) => failure(run, f)));
}

export function workersView(main, run) {
    const top = el("div"), below = el("div");
    let drawn = -1, shown = "";
    const redraw = () => {
        if (drawn !== run.points.size) {
            drawn = run.points.size;
            top.replaceChildren(el("div", {class: "panel"}, durations(run)));
        }
        const now =
            JSON.stringify([run.standing.evaluating, run.standing.failed, run.failures.length]);
        if (now !== shown && !below.contains(document.activeElement))
            below.replaceChildren(underWay(run) ?? "", failures(run));
        shown = now;
    };
    main.append(top, below);
    redraw();
    return {refresh: redraw, parts: ["points", "failures"]};
}
