// SPDX-License-Identifier: MIT
//
// All runs: a line for each, and several in one picture.
import {el, svg, hidden} from "./dom.js";
import {num, count, duration} from "./format.js";
import {Run} from "./data.js";
import {table} from "./table.js";
import {chart} from "./chart.js";

const state = {
    sort: null,
    filter: "",
    chosen: new Set()
};

const STATUS = {
    running: "at work",
    paused: "paused",
    waiting: "waits for values",
    stopped: "ended",
    interrupted: "interrupted",
    failed: "failed",
    lost: "was killed",
    unreadable: "cannot be read",
    unread: "not read yet",
};

export function statusMark(status) {
    return el("span", {class: `status ${status}`}, STATUS[status] ?? status);
}

export function trustMark(trust) {
    return trust ? el("span", {class: `trust ${trust}`}, trust) : null;
}

// A small curve of the best value.
function spark(run) {
    const points = (run.sparks ?? []).filter((p) => p[1] !== null);
    if (points.length < 2) return null;
    const width = 110, height = 26, ys = points.map((p) => p[1]);
    const low = Math.min(...ys), high = Math.max(...ys), last = points.at(-1)[0] || 1;
    // Ranks of magnitude rather than values, so that late steps are seen.
    const scale = (v) => Math.log1p(99 * (v - low) / (high - low || 1)) / Math.log(100);
    const d = points
                  .map(
                      ([x, v], i) => `${i ? "L" : "M"}${(x / last * (width - 4) + 2).toFixed(1)} ${
                          (height - 3 - scale(v) * (height - 6)).toFixed(1)}`)
                  .join("");
    return svg(
        "svg", {width, height, class: "spark", "aria-hidden": "true"},
        svg("path", {d, class: "curve s0"}));
}

function progress(run) {
    const most = Number(run.limits?.max_evals), done = run.evaluations;
    if (!(most > 0)) return count(done);
    return el(
        "span", {class: "progress"}, `${count(done)} of ${count(most)}`,
        el("progress",
           {max: most, value: Math.min(done, most), "aria-label": "evaluations of the budget"}));
}

function timeLeft(run) {
    if (run.status !== "running" || !(run.seconds > 0)) return null;
    const evals = Number(run.limits?.max_evals), time = Number(run.limits?.max_time), left = [];
    if (evals > 0)
        left.push((evals - run.evaluations) * run.seconds / Math.max(1, run.evaluations));
    if (time > 0) left.push(time - run.seconds);
    return left.length > 0 ? Math.max(0, Math.min(...left)) : null;
}

function columns(redraw) {
    return [
        {
            key: "chosen",
            name: hidden("compare"),
            node: (r) => el("input", {
                type: "checkbox",
                "aria-label": `compare ${r.name}`,
                checked: state.chosen.has(r.number),
                onchange: (e) => {
                    if (e.target.checked)
                        state.chosen.add(r.number);
                    else
                        state.chosen.delete(r.number);
                    redraw();
                }
            })
        },
        {
            key: "name",
            name: "Run",
            value: (r) => r.name,
            node: (r) =>
                [el("a", {href: `#/run/${r.number}`}, r.name),
                 el("small", {class: "folder"}, r.folder === r.name ? "" : r.folder)]
        },
        {key: "status", name: "Status", value: (r) => r.status, node: (r) => statusMark(r.status)},
        {
            key: "objective",
            name: "Objective",
            value: (r) => r.objective ?? "",
            node: (r) => r.error ? el("span", {class: "error"}, r.error)
                                 : el("code", {class: "objective"}, r.objective ?? "")
        },
        {key: "dim", name: "Variables", number: true, value: (r) => r.dim},
        {
            key: "best",
            name: "Best value",
            number: true,
            value: (r) => r.best_f,
            node: (r) =>
                [num(r.best_f),
                 r.feasible === false ? el("small", {class: "error"}, " not feasible") : null]
        },
        {
            key: "trust",
            name: "Trust",
            value: (r) => r.trust ?? "",
            node: (r) => (r.status === "running" ? null : trustMark(r.trust))
        },
        {
            key: "evaluations",
            name: "Evaluations",
            number: true,
            value: (r) => r.evaluations,
            node: progress
        },
        {
            key: "left",
            name: "Time left",
            number: true,
            value: timeLeft,
            text: (r) => timeLeft(r) === null ? "" : duration(timeLeft(r))
        },
        {key: "spark", name: "Course", node: spark},
    ];
}

function matches(run, filter) {
    const text = [
        run.name, run.folder, run.objective, run.status, STATUS[run.status], run.trust
    ].join(" ").toLowerCase();
    return filter.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

async function compare(box, runs) {
    const chosen = runs.filter((r) => state.chosen.has(r.number) && (r.sparks ?? []).length > 0);
    if (chosen.length < 2) {
        box.replaceChildren();
        return;
    }
    const full = await Promise.all(chosen.slice(0, 8).map(async (r) => {
        const run = new Run(r.number);
        await run.refresh(new Set(["course"]));
        return [r, run];
    }));
    const all = full.flatMap(([, run]) => run.course.map((c) => c.best)).filter((v) => v !== null);
    const log = all.length > 0 && Math.min(...all) > 0 && Math.max(...all) / Math.min(...all) > 50;
    box.replaceChildren(
        el("section", {class: "panel"}, chart({
               title: "Best value of the chosen runs",
               x: {label: "evaluations"},
               y: {scale: log ? "log" : "linear"},
               height: 320,
               note: chosen.length > 8 ? "The first eight are drawn." : null,
               series: full.map(([r, run], i) => ({
                                    name: r.name,
                                    colour: i,
                                    step: true,
                                    points: run.course.map((c) => [c.evaluations, c.best])
                                })),
           })));
}

export function runsView(main, list) {
    const body = el("div"), compared = el("div");
    const redraw = () => {
        const shown = list().filter((r) => matches(r, state.filter));
        const focus = document.activeElement?.getAttribute?.("aria-label");
        body.replaceChildren(
            list().length === 0
                ? el("p", {class: "empty"}, "There is no run in these folders yet. ",
                     el("code", null, "nes run --out DIR"),
                     " keeps one; it appears here by itself.")
                : table(
                      columns(() => {
                          redraw();
                          compare(compared, list());
                      }),
                      shown, state.sort, (s) => {
                          state.sort = s;
                          redraw();
                      }, {label: "Runs", class: "runs"}));
        if (focus?.startsWith("compare"))
            body.querySelector(`[aria-label="${CSS.escape(focus)}"]`)?.focus();
    };
    main.replaceChildren(
        el("div", {class: "bar"}, el("h1", null, "Runs"), el("input", {
               type: "search",
               placeholder: "Filter by name, objective, status",
               "aria-label": "Filter runs",
               value: state.filter,
               oninput: (e) => {
                   state.filter = e.target.value;
                   redraw();
               }
           })),
        body,
        el("p", {class: "note"},
           list().length > 1 ? "Choose two or more to compare them in one picture." : ""),
        compared);
    redraw();
    compare(compared, list());
    return {refresh: redraw};
}
