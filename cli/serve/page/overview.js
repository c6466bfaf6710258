// SPDX-License-Identifier: MIT
//
// One run: problem, answer, how sure it is, what it cost, what to do next; then its course.
import {el, select} from "./dom.js";
import {num, count, percent, duration, plural, valueText, labelOf, shellWord} from "./format.js";
import {order} from "./data.js";
import {chart} from "./chart.js";
import {statusMark, trustMark} from "./runs.js";

const choice = {across: "evaluations"};

// ---- headline -------------------------------------------------------------------------------------

function fact(name, ...content) {
    const shown = content.flat().filter((c) => c !== null && c !== undefined && c !== "");
    return shown.length === 0 ? null : el("div", null, el("dt", null, name), el("dd", null, shown));
}

function commandText(s) {
    return Array.isArray(s.command) ? ["nes", ...s.command].map(shellWord).join(" ") : null;
}

function limitText(run) {
    const s = run.standing;
    if (s.stop_text) return s.stop_text;
    if (s.state === "missing" || s.state === "damaged") return `the saved state is ${s.state}; resuming computes it again`;
    return null;
}

// What the trust in the answer asks for.
const NEXT = {
    converged: "The answer can be used as it is.",
    budget: "The search was still getting better when its budget was used: go on.",
    stalled: "Nothing better has come for a while: use it, or search again with another seed to be surer.",
    doubtful: "Do not rely on it yet: search again, with another seed or more evaluations.",
};

// Bounds and constraints that hold the answer back.
function limitedBy(run) {
    const s = run.standing;
    if (!s.best_x || s.feasible === false) return null;
    const held = (s.g ?? []).map((g, i) => (g <= 0 && g > -1e-6 ? run.outputNames[i] : null)).filter(Boolean);
    run.variables.forEach((v, i) => {
        const x = s.best_x[i], close = (b) => Number.isFinite(b) && Math.abs(x - b) <= 1e-6 * Math.abs(v.upper - v.lower || b);
        if (["real", "log"].includes(v.kind) && (close(v.lower) || close(v.upper)))
            held.push(`${v.name}, at its ${close(v.lower) ? "lower" : "upper"} bound`);
    });
    return held.length > 0 ? `${held.slice(0, 5).join("; ")}${held.length > 5 ? ` and ${held.length - 5} more` : ""}` : null;
}

// Words between grave accents are commands.
function withCode(text) {
    return (text ?? "").split("`").map((part, i) => (i % 2 ? el("code", null, part) : part));
}

function budget(run) {
    const s = run.standing, most = Number(s.limits?.max_evals);
    const parts = [most > 0 ? `${count(s.evaluations)} of ${count(most)}` : count(s.evaluations)];
    if (s.failed > 0) parts.push(`${count(s.failed)} failed`);
    if (s.nonfinite > 0) parts.push(`${count(s.nonfinite)} without a finite value`);
    if (s.late > 0) parts.push(`${count(s.late)} late`);
    return [parts.join("; "), most > 0 ? el("progress", {max: most, value: Math.min(s.evaluations, most), "aria-label": "share of the budget"}) : null];
}

function pace(run) {
    const s = run.standing;
    if (!(s.seconds > 0)) return null;
    const left = run.timeLeft;
    return `${duration(s.seconds)}${left !== null ? `; about ${duration(left)} left` : ""}`;
}

function problem(run) {
    const s = run.standing;
    return [s.maximize ? "maximise " : "minimise ", run.valueName === "value" ? "" : `${run.valueName} of `, el("code", null, s.objective ?? "?"),
        ` over ${plural(run.variables.length, "variable")}`,
        s.constraints > 0 ? `, ${plural(s.constraints, "constraint")}` : ""];
}

function headline(run) {
    const s = run.standing, none = s.best_f === null || s.best_f === undefined;
    return el("section", {class: "headline", "aria-label": "Summary"},
        el("div", {class: "answer"},
            el("p", {class: "what"}, `Best ${run.valueName}`),
            el("p", {class: "best", "data-best": s.best_f}, none ? "none yet" : num(s.best_f, 7)),
            s.feasible === false ? el("p", {class: "error"}, `No point satisfies the constraints yet; this one violates them by ${num(s.violation, 3)}.`)
                : s.constraints > 0 && !none ? el("p", {class: "good"}, "satisfies all constraints") : null,
            s.trust ? el("p", {class: "sure"}, trustMark(s.trust), " ", s.trust_text)
                : run.live ? el("p", {class: "sure"}, "The search goes on; how far the answer can be trusted is said at its end.") : null),
        el("dl", {class: "facts"},
            fact("Problem", problem(run)),
            fact(run.live ? "Limit" : "Ended because", limitText(run)),
            fact("Evaluations", budget(run)),
            fact("Time", pace(run)),
            fact("Places", s.places > 0 ? `${count(s.places)}, idle ${percent(s.idle ?? NaN)}` : null),
            fact("Method", s.limits?.method ? `${s.limits.method}, seed ${s.limits.seed}` : null),
            fact("Held back by", limitedBy(run)),
            fact("What next", !run.live ? NEXT[s.trust] : null),
            fact("To go on", withCode(s.advice)),
            fact("Command", commandText(s) ? el("code", {class: "command"}, commandText(s)) : null),
            fact("Started", s.started ? `${s.started.replace("T", " ").replace("Z", " UTC")} by nes ${s.version ?? "?"}` : null)));
}

// ---- answer ---------------------------------------------------------------------------------------

function rangeBar(variable, best) {
    const {lower, upper} = variable;
    if (!Number.isFinite(lower) || !Number.isFinite(upper) || !(upper > lower)) return null;
    const log = variable.kind.startsWith("log") && lower > 0, on = log ? Math.log : (v) => v;
    const at = Math.max(0, Math.min(1, (on(best) - on(lower)) / (on(upper) - on(lower))));
    const edge = at < 1e-6 || at > 1 - 1e-6;
    return el("div", {class: `range${edge ? " edge" : ""}`, title: `from ${num(lower)} to ${num(upper)}${edge ? ": at the bound" : ""}`},
        el("span", {css: {left: `${(100 * at).toFixed(2)}%`}}), el("i", null, num(lower, 4)), el("i", null, num(upper, 4)));
}

function probabilityBars(run, variable) {
    const all = run.standing.probabilities?.[variable.name];
    if (!all) return null;
    return el("div", {class: "bars"}, Object.entries(all).map(([name, p]) =>
        el("div", null, el("span", null, name), el("meter", {min: 0, max: 1, value: p, "aria-label": `${name} ${percent(p)}`}), el("span", null, percent(p)))));
}

function answerTable(run) {
    const s = run.standing, last = run.course.at(-1), most = 60;
    if (!s.best_x) return null;
    const shown = run.variables.slice(0, most), ranges = shown.some((v) => v.kind === "choice" || rangeBar(v, v.lower)), kinds = shown.some((v) => v.kind !== "real");
    const rows = shown.map((v, i) => el("tr", null,
        el("th", {scope: "row"}, labelOf(v)),
        el("td", {class: "number strong", "data-x": s.best_x[i]}, valueText(v, s.best_x[i], 7)),
        el("td", {class: "number"}, v.kind === "choice" ? "" : num(last?.mean?.[i], 6)),
        el("td", {class: "number"}, v.kind === "choice" ? "" : num(last?.std?.[i], 3)),
        ranges ? el("td", null, v.kind === "choice" ? probabilityBars(run, v) : rangeBar(v, s.best_x[i])) : null,
        kinds ? el("td", {class: "quiet"}, v.kind === "real" ? "" : v.kind) : null));
    const headings = ["Variable", "Best", "Mean", "Std deviation", ranges ? "Within its range" : null, kinds ? "Kind" : null].filter(Boolean);
    return el("section", {class: "panel"}, el("h2", null, "The best point"),
        el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "The best point"}, el("table", {class: "point"},
            el("thead", null, el("tr", null, headings.map((t, i) =>
                el("th", {scope: "col", class: i > 0 && i < 4 ? "number" : null}, t)))),
            el("tbody", null, rows))),
        run.variables.length > most ? el("p", {class: "note"}, `The first ${most} of ${count(run.variables.length)} variables; `, el("code", null, "nes show --json"), " has all.") : null,
        outputsTable(run));
}

function outputsTable(run) {
    const s = run.standing, names = run.standing.words?.outputs ?? [], limits = s.g ?? [];
    if (names.length + limits.length === 0) return null;
    return el("div", {class: "scroll"}, el("table", {class: "point"},
        el("thead", null, el("tr", null, el("th", {scope: "col"}, "Constraint or output"), el("th", {scope: "col", class: "number"}, "At the best point"), el("th", {scope: "col"}, ""))),
        el("tbody", null,
            limits.map((g, i) => el("tr", null, el("th", {scope: "row"}, run.outputNames[i]), el("td", {class: "number"}, num(g)),
                el("td", {class: g <= 0 ? "good" : "error"}, g <= 0 ? (g > -1e-6 ? "holds, without room" : "holds") : "violated"))),
            names.map((name) => el("tr", null, el("th", {scope: "row"}, name), el("td", {class: "number"}, num(s.outputs?.[name])), el("td"))))));
}

// ---- course ---------------------------------------------------------------------------------------

function restartsOf(course, across) {
    return course.filter((c, i) => i > 0 && c.run > course[i - 1].run).map(across);
}

function valueChart(run, x, across) {
    const c = run.course, curves = [["best so far", "best"], ["best of a generation", "generationBest"], ["median of a generation", "median"]];
    const all = c.flatMap((r) => [r.best, r.generationBest, r.median]).filter(Number.isFinite);
    const low = Math.min(...all), high = Math.max(...all), log = low > 0 && high / low > 30;
    const spread = !log && all.length > 0 && (() => {
        // A run that falls by orders of magnitude is drawn by its distance from the best value.
        const end = c.findLast((r) => Number.isFinite(r.best))?.best, near = c.map((r) => Math.abs(r.median - end)).filter((v) => v > 0);
        return near.length > 5 && Math.max(...near) / Math.min(...near) > 1e3 ? end : null;
    })();
    const far = typeof spread === "number";
    const to = far ? (v) => (Number.isFinite(v) && Math.abs(v - spread) > 0 ? Math.abs(v - spread) : null) : (v) => v;
    return chart({
        title: far ? `Distance of the value from the best, ${num(spread, 6)}` : run.valueName === "value" ? "Value" : run.valueName, x,
        y: {scale: far || log ? "log" : "linear"}, marks: restartsOf(c, across), 
        note: far ? "On a logarithmic scale, which has no place for the best value itself." : null,
        series: curves.map(([name, key], i) => ({name, colour: [0, 4, 1][i], thin: i === 1, step: i === 0,
            points: c.map((r) => [across(r), to(r[key])])})),
    });
}

function scaleChart(run, x, across) {
    const c = run.course, most = Math.max(0, ...c.map((r) => r.axes.length));
    const axes = most > 0 ? [["longest axis", (r) => r.axes.at(-1)], ["shortest axis", (r) => r.axes.find((v) => v > 0)]] : [];
    const all = [["step size", (r) => r.sigma], ...axes];
    return chart({title: "Step size and principal axes of the search", x, y: {scale: "log"}, marks: restartsOf(c, across),
        series: all.map(([name, of], i) => ({name, colour: [0, 1, 2][i], points: c.map((r) => [across(r), of(r) ?? null])}))});
}

function variableChart(run, x, across, what) {
    const c = run.course.filter((r) => r[what].length > 0), most = 12;
    const chosen = run.variables.map((v, i) => [v, i]).filter(([v]) => v.kind !== "choice").slice(0, most);
    if (chosen.length === 0 || c.length === 0) return null;
    const log = what === "std" || chosen.every(([v]) => v.kind.startsWith("log"));
    return chart({
        title: what === "std" ? "Standard deviation of each variable" : "Mean of each variable", x, y: {scale: log ? "log" : "linear"},
        marks: restartsOf(c, across), note: run.variables.length > most ? `The first ${most} variables.` : null,
        series: chosen.map(([v, i], k) => ({name: labelOf(v), colour: k, points: c.map((r) => [across(r), r[what][i]])})),
    });
}

function course(run, redraw) {
    if (run.course.length < 2) return el("p", {class: "note"}, "The course is drawn once two generations are complete.");
    const kinds = {evaluations: (r) => r.evaluations, generations: (r) => r.generation, seconds: (r) => r.seconds};
    const across = kinds[choice.across], x = {label: choice.across};
    return el("section", null,
        el("div", {class: "bar"}, el("h2", null, "Course"),
            select("along", Object.keys(kinds).map((k) => [k, k]), choice.across, (v) => { choice.across = v; redraw(); })),
        el("div", {class: "charts"}, [valueChart(run, x, across), scaleChart(run, x, across),
            variableChart(run, x, across, "mean"), variableChart(run, x, across, "std")].filter(Boolean).map((c) => el("div", {class: "panel"}, c))));
}

// ---- steering -------------------------------------------------------------------------------------

function steering(run) {
    const said = el("p", {class: "said", role: "status"});
    const give = async (text) => {
        const answer = await order(run.number, text);
        said.textContent = answer.given ? `ordered: ${text}; the run hears of it within a second` : answer.error ?? "refused";
        said.className = answer.given ? "said good" : "said error";
    };
    const button = (text, what) => el("button", {type: "button", onclick: () => give(what ?? text)}, text);
    const limit = el("input", {type: "number", min: 1, "aria-label": "new budget of evaluations", placeholder: "evaluations"});
    return el("section", {class: "panel steer"}, el("h2", null, "Steer"),
        el("div", {class: "bar"}, button("pause"), button("continue"), button("finish the generation", "finish"), button("stop"), limit,
            el("button", {type: "button", onclick: () => { if (limit.value) give(`set max_evals=${limit.value}`); }}, "set the budget")), said);
}

export function overviewView(main, run, control) {
    const top = el("div"), charts = el("div"), steer = control && run.live ? steering(run) : null;
    let drawn = "";
    const redraw = () => {
        top.replaceChildren(headline(run), answerTable(run) ?? "");
        // A curve that is being read by keys, and an open table, are not taken away.
        const now = `${run.course.length} ${choice.across}`;
        if (now === drawn || charts.querySelector(":focus-visible, details[open]")) return;
        drawn = now;
        charts.replaceChildren(course(run, () => { drawn = ""; charts.replaceChildren(); redraw(); }));
    };
    main.append(top, steer ?? "", charts);
    redraw();
    return {refresh: redraw, parts: ["course"]};
}
