// SPDX-License-Identifier: MIT
//
// Pictures of several variables: two of them with the search distribution, parallel coordinates,
// and correlations.
import {el, svg, responsive, select} from "./dom.js";
import {num, count, labelOf, valueText} from "./format.js";
import {scaleOf, canvasOf, brush, colourOf} from "./chart.js";
import {look, scatter, scaleName, axisOf} from "./clouds.js";

const LINES = 1500;

// ---- two variables ------------------------------------------------------------------------------

// The law of two variables as ellipses of one and two standard deviations.
function ellipses(shape, a, b, x, y) {
    const c = shape.covariance, m = shape.mean;
    if (!c || !m || a === b || x.log || y.log) return null;
    const p = c[a][a], q = c[b][b], r = c[a][b];
    if (!(p > 0 && q > 0)) return null;
    const l11 = Math.sqrt(p), l21 = r / l11, l22 = Math.sqrt(Math.max(0, q - l21 * l21));
    return [1, 2].map((k) => {
        let d = "";
        for (let i = 0; i <= 72; i++) {
            const u = k * Math.cos(i * Math.PI / 36), v = k * Math.sin(i * Math.PI / 36);
            d += `${i ? "L" : "M"}${x.at(m[a] + l11 * u).toFixed(1)} ${
                y.at(m[b] + l21 * u + l22 * v).toFixed(1)}`;
        }
        return svg("path", {d, class: "ellipse"});
    });
}

export function pair(run, columns, points, colour, choose, redraw) {
    const names = columns.variables.map((c, i) => [i, c.name]);
    if (names.length < 2) return null;
    look.a = Math.min(look.a, names.length - 1);
    look.b = Math.min(look.b, names.length - 1);
    const a = columns.variables[look.a], b = columns.variables[look.b], y = axisOf(b, b.variable);
    return el(
        "section", {class: "panel"},
        el("div", {class: "bar"}, el("h2", null, "Two variables"),
           select(
               "across", names, look.a,
               (v) => {
                   look.a = +v;
                   redraw();
               }),
           select(
               "up", names, look.b,
               (v) => {
                   look.b = +v;
                   redraw();
               })),
        scatter(
            points, {
                title: `${labelOf(b.variable)} against ${labelOf(a.variable)}`,
                x: axisOf(a, a.variable),
                y,
                height: 380,
                over: (sx, sy) => ellipses(run.shape, look.a, look.b, sx, sy)
            },
            colour, choose),
        el("p", {class: "note key"}, "Colour: value from the best ",
           el("span", {class: "ramp", "aria-hidden": "true"}), " to the worst, by rank.",
           run.shape.covariance && scaleName(a.variable) === "linear" &&
                   scaleName(b.variable) === "linear"
               ? " Ellipses: one and two standard deviations of the search distribution, " +
                   "as it was saved last."
               : ""));
}

// ---- parallel coordinates -----------------------------------------------------------------------

export function parallel(columns, points, colour, choose) {
    const shown = [...columns.variables.slice(0, 14), ...columns.named.slice(0, 4), columns.value],
          height = 300, lines = points.slice(0, LINES);
    return el(
        "section", {class: "panel"}, el("h2", null, "Parallel coordinates"),
        el("p", {class: "note"}, points.length > LINES ? `The best ${count(LINES)} points. ` : "",
           "A line is a point. Drag along an axis to choose lines."),
        el("div", {class: "scroll"}, responsive({class: "plot wide"}, (box, width) => {
               const top = 26, bottom = height - 22,
                     at = (k) => 40 + k * (width - 80) / Math.max(1, shown.length - 1),
                     [canvas, pen] = canvasOf(width, height);
               const scales =
                   shown.map((c) => scaleOf(lines.map(c.of), scaleName(c.variable), bottom, top));
               const draw = (p, chosen) => {
                   pen.strokeStyle = chosen ? colour(p) : colourOf("--dim");
                   pen.globalAlpha =
                       chosen ? Math.min(0.8, 60 / Math.sqrt(lines.length) / 4) : 0.12;
                   pen.beginPath();
                   shown.forEach((c, k) => {
                       const v = scales[k].at(c.of(p));
                       if (k)
                           pen.lineTo(at(k), v);
                       else
                           pen.moveTo(at(k), v);
                   });
                   pen.stroke();
               };
               if (look.chosen)
                   for (const p of lines)
                       if (!look.chosen.has(p.key)) draw(p, false);
               for (let i = lines.length - 1; i >= 0; i--)
                   if (!look.chosen || look.chosen.has(lines[i].key)) draw(lines[i], true);
               const text = (c, v) =>
                   (c.variable ? valueText(c.variable, Math.round(v * 1e9) / 1e9, 4) : num(v, 4));
               const picture = svg(
                   "svg", {
                       width,
                       height,
                       role: "img",
                       "aria-label":
                           `Parallel coordinates of ${shown.map((c) => c.name).join(", ")}`,
                       class: "brushed"
                   },
                   shown.map((c, k) => {
                       const values = lines.map(c.of).filter(Number.isFinite),
                             low = Math.min(...values), high = Math.max(...values);
                       return svg(
                           "g", {class: "axes"},
                           svg("line", {x1: at(k), x2: at(k), y1: top, y2: bottom, class: "base"}),
                           svg("text", {x: at(k), y: 12, "text-anchor": "middle", class: "label"},
                               c.name),
                           svg("text", {x: at(k), y: height - 6, "text-anchor": "middle"},
                               text(c, low)),
                           svg("text", {x: at(k) + 4, y: top + 4, "text-anchor": "start"},
                               text(c, high)));
                   }));
               brush(picture, {left: 0, right: width, top, bottom}, (area) => {
                   const k = area &&
                       shown.findIndex((_, i) => at(i) >= area[0] - 12 && at(i) <= area[2] + 12);
                   choose(area && k >= 0 ? (p) => {
                       const v = scales[k].at(shown[k].of(p));
                       return v >= area[1] && v <= area[3];
                   } : null);
               });
               box.replaceChildren(canvas, picture);
           })));
}

// ---- correlations -------------------------------------------------------------------------------

export function heat(run) {
    const c = run.shape.covariance, d = run.variables.length,
          shown = run.variables.map((v, i) => i)
                      .filter((i) => run.variables[i].kind !== "choice")
                      .slice(0, 30);
    if (!c || d < 2 || shown.length < 2) return null;
    const r = (i, j) => (c[i][i] > 0 && c[j][j] > 0 ? c[i][j] / Math.sqrt(c[i][i] * c[j][j]) : 0);
    const colour = (v) => `color-mix(in oklab, var(--s${v > 0 ? 1 : 0}) ${
        Math.round(85 * Math.abs(v))}%, var(--panel))`;
    return el(
        "section", {class: "panel"}, el("h2", null, "Correlations in the search distribution"),
        el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Correlations"},
           el("table", {class: "heat"},
              el("thead", null,
                 el("tr", null, el("td"),
                    shown.map((i) => el("th", {scope: "col"}, run.variables[i].name)))),
              el("tbody", null,
                 shown.map(
                     (i) =>
                         el("tr", null, el("th", {scope: "row"}, run.variables[i].name),
                            shown.map((j) => {
                                const v = i === j ? 1 : r(i, j);
                                return el(
                                    "td", {
                                        css: {background: i === j ? "transparent" : colour(v)},
                                        class: Math.abs(v) > 0.6 && i !== j ? "dark" : null
                                    },
                                    i === j ? "" : num(Math.round(100 * v) / 100));
                            })))))));
}
