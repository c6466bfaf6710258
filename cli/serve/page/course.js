// SPDX-License-Identifier: MIT
//
// The course of a run: values, step size and axes, means and standard deviations of the variables.
import {el, select} from "./dom.js";
import {num, labelOf} from "./format.js";
import {chart} from "./chart.js";

// Along what it is drawn.
export const along = {
    unit: "evaluations"
};

function restartsOf(course, across) {
    return course.filter((c, i) => i > 0 && c.run > course[i - 1].run).map(across);
}

function valueChart(run, x, across) {
    const c = run.course, curves = [
        ["best so far", "best"], ["best of a generation", "generationBest"],
        ["median of a generation", "median"]
    ];
    const all = c.flatMap((r) => [r.best, r.generationBest, r.median]).filter(Number.isFinite);
    const low = Math.min(...all), high = Math.max(...all), log = low > 0 && high / low > 30;
    const spread = !log && all.length > 0 && (() => {
        // A run that falls by orders of magnitude is drawn by its distance from the best value.
        const end = c.findLast((r) => Number.isFinite(r.best))?.best,
              near = c.map((r) => Math.abs(r.median - end)).filter((v) => v > 0);
        return near.length > 5 && Math.max(...near) / Math.min(...near) > 1e3 ? end : null;
    })();
    const far = typeof spread === "number";
    const to = far
        ? (v) => (Number.isFinite(v) && Math.abs(v - spread) > 0 ? Math.abs(v - spread) : null)
        : (v) => v;
    return chart({
        title: far ? `Distance of the value from the best, ${num(spread, 6)}`
            : run.valueName === "value" ? "Value"
                                        : run.valueName,
        x,
        y: {scale: far || log ? "log" : "linear"},
        marks: restartsOf(c, across),
        note: far ? "On a logarithmic scale, which has no place for the best value itself." : null,
        series: curves.map(([name, key], i) => ({
                               name,
                               colour: [0, 4, 1][i],
                               thin: i === 1,
                               step: i === 0,
                               points: c.map((r) => [across(r), to(r[key])])
                           })),
    });
}

function scaleChart(run, x, across) {
    const c = run.course, most = Math.max(0, ...c.map((r) => r.axes.length));
    const longest = (r) => r.axes.at(-1), shortest = (r) => r.axes.find((v) => v > 0);
    const axes = most > 0 ? [["longest axis", longest], ["shortest axis", shortest]] : [];
    const all = [["step size", (r) => r.sigma], ...axes];
    return chart({
        title: "Step size and principal axes of the search",
        x,
        y: {scale: "log"},
        marks: restartsOf(c, across),
        series: all.map(
            ([name, of], i) =>
                ({name, colour: [0, 1, 2][i], points: c.map((r) => [across(r), of(r) ?? null])}))
    });
}

function variableChart(run, x, across, what) {
    const c = run.course.filter((r) => r[what].length > 0), most = 12;
    const chosen =
        run.variables.map((v, i) => [v, i]).filter(([v]) => v.kind !== "choice").slice(0, most);
    if (chosen.length === 0 || c.length === 0) return null;
    const log = what === "std" || chosen.every(([v]) => v.kind.startsWith("log"));
    return chart({
        title: what === "std" ? "Standard deviation of each variable" : "Mean of each variable",
        x,
        y: {scale: log ? "log" : "linear"},
        marks: restartsOf(c, across),
        note: run.variables.length > most ? `The first ${most} variables.` : null,
        series: chosen.map(
            ([v, i], k) =>
                ({name: labelOf(v), colour: k, points: c.map((r) => [across(r), r[what][i]])})),
    });
}

export function course(run, redraw) {
    if (run.course.length < 2)
        return el("p", {class: "note"}, "The course is drawn once two generations are complete.");
    const kinds = {
        evaluations: (r) => r.evaluations,
        generations: (r) => r.generation,
        seconds: (r) => r.seconds
    };
    const across = kinds[along.unit], x = {label: along.unit};
    return el(
        "section", null,
        el("div", {class: "bar"}, el("h2", null, "Course"),
           select(
               "along", Object.keys(kinds).map((k) => [k, k]), along.unit,
               (v) => {
                   along.unit = v;
                   redraw();
               })),
        el("div", {class: "charts"}, [
            valueChart(run, x, across), scaleChart(run, x, across),
            variableChart(run, x, across, "mean"), variableChart(run, x, across, "std")
        ].filter(Boolean).map((c) => el("div", {class: "panel"}, c))));
}
