// SPDX-License-Identifier: MIT
//
// One run: problem, answer, how sure it is, what it cost, what to do next; then its course.
import {el} from "./dom.js";
import {num, count, percent, duration, plural, valueText, labelOf, shellWord} from "./format.js";
import {order} from "./data.js";
import {along, course} from "./course.js";
import {trustMark} from "./runs.js";

// ---- headline -----------------------------------------------------------------------------------

function fact(name, ...content) {
    const shown = content.flat().filter((c) => c !== null && c !== undefined && c !== "");
    return shown.length === 0 ? null : el("div", null, el("dt", null, name), el("dd", null, shown));
}

function commandText(s) {
    return Array.isArray(s.command) ? ["nes", ...s.command].map(shellWord).join(" ") : null;
}

function limitText(run) {
    const s = run.standing;
    if (s.stop_text && !run.live) return s.stop_text; // of a run that goes on, an earlier one
    if (s.state === "missing" || s.state === "damaged")
        return `the saved state is ${s.state}; resuming computes it again`;
    return null;
}

// What the trust in the answer asks for.
const NEXT = {
    converged: "The answer can be used as it is.",
    budget: "The search was still getting better when its budget was used: go on.",
    stalled:
        "Nothing better has come for a while: use it, or search with another seed to be surer.",
    doubtful: "Do not rely on it yet: search again, with another seed or more evaluations.",
};

// Bounds and constraints that hold the answer back.
function limitedBy(run) {
    const s = run.standing;
    if (!s.best_x || s.feasible === false) return null;
    const held = (s.g ?? [])
                     .map((g, i) => (g <= 0 && g > -1e-6 ? run.outputNames[i] : null))
                     .filter(Boolean);
    run.variables.forEach((v, i) => {
        const x = s.best_x[i],
              close = (b) =>
                  Number.isFinite(b) && Math.abs(x - b) <= 1e-6 * Math.abs(v.upper - v.lower || b);
        if (["real", "log"].includes(v.kind) && (close(v.lower) || close(v.upper)))
            held.push(`${v.name}, at its ${close(v.lower) ? "lower" : "upper"} bound`);
    });
    return held.length > 0
        ? `${held.slice(0, 5).join("; ")}${held.length > 5 ? ` and ${held.length - 5} more` : ""}`
                                                           : null;
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
    return [
        parts.join("; "),
        most > 0 ? el("progress", {
            max: most,
            value: Math.min(s.evaluations, most),
            "aria-label": "share of the budget"
        })
                 : null
    ];
}

function pace(run) {
    const s = run.standing;
    if (!(s.seconds > 0)) return null;
    const left = run.timeLeft;
    return `${duration(s.seconds)}${left !== null ? `; about ${duration(left)} left` : ""}`;
}

function problem(run) {
    const s = run.standing;
    return [
        s.maximize ? "maximise " : "minimise ",
        run.valueName === "value" ? "" : `${run.valueName} of `,
        el("code", null, s.objective ?? "?"), ` over ${plural(run.variables.length, "variable")}`,
        s.constraints > 0 ? `, ${plural(s.constraints, "constraint")}` : ""
    ];
}

function headline(run) {
    const s = run.standing, none = s.best_f === null || s.best_f === undefined;
    return el(
        "section", {class: "headline", "aria-label": "Summary"},
        el("div", {class: "answer"}, el("p", {class: "what"}, `Best ${run.valueName}`),
           el("p", {class: "best", "data-best": s.best_f}, none ? "none yet" : num(s.best_f, 7)),
           s.feasible === false
               ? el("p", {class: "error"},
                    `No point satisfies the constraints yet; this one violates them by ${
                        num(s.violation, 3)}.`)
               : s.constraints > 0 && !none ? el("p", {class: "good"}, "satisfies all constraints")
                                            : null,
           s.trust && !run.live ? el("p", {class: "sure"}, trustMark(s.trust), " ", s.trust_text)
               : run.live
               ? el("p", {class: "sure"},
                    "The search goes on; how far the answer can be trusted is said at its end.")
               : null),
        el("dl", {class: "facts"}, fact("Problem", problem(run)),
           fact(run.live ? "Limit" : "Ended because", limitText(run)),
           fact("Evaluations", budget(run)), fact("Time", pace(run)),
           fact(
               "Places",
               s.places > 0 ? `${count(s.places)}, idle ${percent(s.idle ?? NaN)}` : null),
           fact("Method", s.limits?.method ? `${s.limits.method}, seed ${s.limits.seed}` : null),
           fact("Held back by", limitedBy(run)),
           fact("What next", !run.live ? NEXT[s.trust] : null),
           fact("To go on", withCode(s.advice)),
           fact("Command", commandText(s) ? el("code", {class: "command"}, commandText(s)) : null),
           fact(
               "Started",
               s.started ? `${s.started.replace("T", " ").replace("Z", " UTC")} by nes ${
                               s.version ?? "?"}`
                         : null)));
}

// ---- answer -------------------------------------------------------------------------------------

function rangeBar(variable, best) {
    const {lower, upper} = variable;
    if (!Number.isFinite(lower) || !Number.isFinite(upper) || !(upper > lower)) return null;
    const log = variable.kind.startsWith("log") && lower > 0, on = log ? Math.log : (v) => v;
    const at = Math.max(0, Math.min(1, (on(best) - on(lower)) / (on(upper) - on(lower))));
    const edge = at < 1e-6 || at > 1 - 1e-6;
    return el(
        "div", {
            class: `range${edge ? " edge" : ""}`,
            title: `from ${num(lower)} to ${num(upper)}${edge ? ": at the bound" : ""}`
        },
        el("span", {css: {left: `${(100 * at).toFixed(2)}%`}}), el("i", null, num(lower, 4)),
        el("i", null, num(upper, 4)));
}

function probabilityBars(run, variable) {
    const all = run.standing.probabilities?.[variable.name];
    if (!all) return null;
    return el(
        "div", {class: "bars"},
        Object.entries(all).map(
            ([name, p]) =>
                el("div", null, el("span", null, name),
                   el("meter", {min: 0, max: 1, value: p, "aria-label": `${name} ${percent(p)}`}),
                   el("span", null, percent(p)))));
}

function answerTable(run) {
    const s = run.standing, last = run.course.at(-1), most = 60;
    if (!s.best_x) return null;
    const shown = run.variables.slice(0, most),
          ranges = shown.some((v) => v.kind === "choice" || rangeBar(v, v.lower)),
          kinds = shown.some((v) => v.kind !== "real");
    const rows = shown.map(
        (v, i) => el(
            "tr", null, el("th", {scope: "row"}, labelOf(v)),
            el("td", {class: "number strong", "data-x": s.best_x[i]}, valueText(v, s.best_x[i], 7)),
            el("td", {class: "number"}, v.kind === "choice" ? "" : num(last?.mean?.[i], 6)),
            el("td", {class: "number"}, v.kind === "choice" ? "" : num(last?.std?.[i], 3)),
            ranges ? el("td", null,
                        v.kind === "choice" ? probabilityBars(run, v) : rangeBar(v, s.best_x[i]))
                   : null,
            kinds ? el("td", {class: "quiet"}, v.kind === "real" ? "" : v.kind) : null));
    const headings = [
        "Variable", "Best", "Mean", "Std deviation", ranges ? "Within its range" : null,
        kinds ? "Kind" : null
    ].filter(Boolean);
    return el(
        "section", {class: "panel"}, el("h2", null, "The best point"),
        el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "The best point"},
           el("table", {class: "point"},
              el("thead", null,
                 el("tr", null,
                    headings.map(
                        (t, i) =>
                            el("th", {scope: "col", class: i > 0 && i < 4 ? "number" : null}, t)))),
              el("tbody", null, rows))),
        run.variables.length > most
            ? el("p", {class: "note"},
                 `The first ${most} of ${count(run.variables.length)} variables; `,
                 el("code", null, "nes show --json"), " has all.")
            : null,
        outputsTable(run));
}

function outputsTable(run) {
    const s = run.standing, names = run.standing.words?.outputs ?? [], limits = s.g ?? [];
    if (names.length + limits.length === 0) return null;
    return el(
        "div", {class: "scroll"},
        el("table", {class: "point"},
           el("thead", null,
              el("tr", null, el("th", {scope: "col"}, "Constraint or output"),
                 el("th", {scope: "col", class: "number"}, "At the best point"),
                 el("th", {scope: "col"}, ""))),
           el("tbody", null,
              limits.map(
                  (g, i) =>
                      el("tr", null, el("th", {scope: "row"}, run.outputNames[i]),
                         el("td", {class: "number"}, num(g)),
                         el("td", {class: g <= 0 ? "good" : "error"},
                            g <= 0 ? (g > -1e-6 ? "holds, without room" : "holds") : "violated"))),
              names.map(
                  (name) =>
                      el("tr", null, el("th", {scope: "row"}, name),
                         el("td", {class: "number"}, num(s.outputs?.[name])), el("td"))))));
}

// ---- steering -----------------------------------------------------------------------------------

function steering(run) {
    const said = el("p", {class: "said", role: "status"});
    const give = async (text) => {
        const answer = await order(run.number, text);
        said.textContent = answer.given ? `ordered: ${text}; the run hears of it within a second`
                                        : answer.error ?? "refused";
        said.className = answer.given ? "said good" : "said error";
    };
    const button = (text, what) =>
        el("button", {type: "button", onclick: () => give(what ?? text)}, text);
    const limit = el("input", {
        type: "number",
        min: 1,
        "aria-label": "new budget of evaluations",
        placeholder: "evaluations"
    });
    return el(
        "section", {class: "panel steer"}, el("h2", null, "Steer"),
        el("div", {class: "bar"}, button("pause"), button("continue"),
           button("finish the generation", "finish"), button("stop"), limit,
           el("button", {
               type: "button",
               onclick: () => {
                   if (limit.value) give(`set max_evals=${limit.value}`);
               }
           },
              "set the budget")),
        said);
}

export function overviewView(main, run, control) {
    const top = el("div"), charts = el("div"), steer = control && run.live ? steering(run) : null;
    let drawn = "";
    const redraw = () => {
        top.replaceChildren(headline(run), answerTable(run) ?? "");
        // A curve that is being read by keys, and an open table, are not taken away.
        const now = `${run.course.length} ${along.unit}`;
        if (now === drawn || charts.querySelector(":focus-visible, details[open]")) return;
        drawn = now;
        charts.replaceChildren(course(run, () => {
            drawn = "";
            charts.replaceChildren();
            redraw();
        }));
    };
    main.append(top, steer ?? "", charts);
    redraw();
    return {refresh: redraw, parts: ["course"]};
}
