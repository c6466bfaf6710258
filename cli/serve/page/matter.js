// SPDX-License-Identifier: MIT
//
// Which variables matter: bars with their uncertainty, and what they mean.
import {el, svg, responsive} from "./dom.js";
import {percent, plural, labelOf, num} from "./format.js";
import {importance} from "./fit.js";

const PAUSE = 5000; // milliseconds between two fits of a run at work

function bars(found, run) {
    const rows = found.variables.map((v, i) => ({...v, variable: run.variables[i]}))
                     .sort((a, b) => b.mean - a.mean)
                     .slice(0, 40);
    const height = 30 * rows.length + 34,
          most = Math.max(0.05, ...rows.map((r) => r.mean + r.error));
    const words = rows.map((r) => `${r.variable.name} ${percent(r.mean)}`).join(", ");
    const figure = el(
        "figure", {class: "chart"}, responsive({class: "plot"}, (box, width) => {
            const left = Math.min(190, width * 0.34), right = width - 90,
                  x = (v) => left + v / most * (right - left);
            box.replaceChildren(svg(
                "svg", {width, height, role: "img", "aria-label": `Importance: ${words}`},
                rows.map((r, i) => {
                    const y = 30 * i + 8, low = Math.max(0, r.mean - r.error);
                    return svg(
                        "g", {class: r.mean > r.error ? "bar" : "bar unsure"},
                        svg("text", {
                            x: left - 10,
                            y: y + 8,
                            dy: "0.35em",
                            "text-anchor": "end",
                            class: "name"
                        },
                            labelOf(r.variable)),
                        svg("rect",
                            {x: left, y, width: Math.max(0, x(r.mean) - left), height: 16, rx: 2}),
                        svg("path", {
                            class: "whisker",
                            d: `M${x(low)} ${y + 8}H${x(r.mean + r.error)}M${x(low)} ${y + 4}v8M${
                                x(r.mean + r.error)} ${y + 4}v8`
                        }),
                        svg("text", {x: x(r.mean + r.error) + 8, y: y + 8, dy: "0.35em"},
                            percent(r.mean)));
                })));
        }));
    figure.append(
        el("details", {class: "numbers"}, el("summary", null, "Numbers"),
           el("table", null,
              el("thead", null,
                 el("tr", null,
                    ["Variable", "Importance", "\u00b1"].map((t) => el("th", {scope: "col"}, t)))),
              el("tbody", null,
                 rows.map(
                     (r) =>
                         el("tr", null, el("th", {scope: "row"}, labelOf(r.variable)),
                            el("td", {class: "number"}, num(r.mean, 3)),
                            el("td", {class: "number"}, num(r.error, 2))))))));
    return figure;
}

function meaning(found) {
    return el(
        "div", {class: "prose"},
        el("p", null,
           "Importance is the share of the variance of the values\u2019 ranks that is lost " +
               "when a variable is shuffled among points. " +
               "A sum of one quadratic per variable (of choices: one number for each) " +
               "is fitted to nine tenths of the points by least squares and judged on the rest, " +
               `ten times; whiskers are two standard errors. The fit explains ${
                   percent(Math.max(0, found.explained))} of ${plural(found.n, "point")}.`),
        el("p", null,
           "What it cannot say: the points are those that the search has looked at, " +
               "most of them near its end, so a variable settled early looks unimportant. " +
               "Variables that work only together share what they explain; of strongly " +
               "correlated ones neither number means much. Grey bars do not differ from zero."));
}

export function matterView(main, run) {
    const body = el("div", {class: "matter"});
    let fitted = 0, size = -1;
    const redraw = () => {
        const points = [...run.points.values()].filter(
            (p) => Number.isFinite(p.f) && p.x.length === run.variables.length);
        if (points.length === size || performance.now() - fitted < PAUSE && size >= 0) return;
        size = points.length;
        fitted = performance.now();
        const found = importance(points, run.variables);
        body.replaceChildren(
            found.reason ? el("p", {class: "empty"},
                              `This run does not tell yet which variables matter: ${found.reason}.`)
                         : bars(found, run),
            found.explained === undefined ? "" : meaning(found));
    };
    main.append(el("section", {class: "panel"}, el("h2", null, "Which variables matter"), body));
    redraw();
    return {refresh: redraw, parts: ["points"]};
}
