// SPDX-License-Identifier: MIT
//
// Clouds of points: how values become heights and colours, and what is chosen.
import {el, svg, responsive} from "./dom.js";
import {num, plural, labelOf} from "./format.js";
import {axes, scaleOf, frame, canvasOf, brush, colourOf} from "./chart.js";

const HEIGHT = 210;

// What the user has set, in all pictures alike. chosen: keys of points; null: all.
export const look = {
    values: "auto",
    all: false,
    a: 0,
    b: 1,
    sort: null,
    filter: "",
    chosen: null
};

// How values become heights: as they are, as logarithms, or as distances from the best.
export function valueScale(points, sign) {
    const values = points.map((p) => p.f), low = Math.min(...values), high = Math.max(...values),
          best = sign > 0 ? low : high;
    const sorted = [...values].sort((a, b) => sign * (a - b)),
          near = Math.abs(sorted[Math.floor(sorted.length / 4)] - best),
          far = Math.abs(sorted.at(-1) - best);
    const kind = look.values !== "auto" ? look.values
        : low > 0 && high / low > 100   ? "log"
        : near > 0 && far / near > 100  ? "distance"
                                        : "linear";
    if (kind !== "distance") return {kind, of: (f) => f, text: ""};
    // The best point is drawn at the lower edge, and not left out.
    const least = Math.min(...values.map((f) => Math.abs(f - best)).filter((v) => v > 0)) / 3;
    return {
        kind: "log",
        of: (f) => Math.max(least, Math.abs(f - best)),
        text: `distance from ${num(best, 5)}`
    };
}

export function shadesOf(points, sign) {
    const sorted = points.map((p) => sign * p.f).sort((a, b) => a - b), n = sorted.length;
    const rank = (v) => {
        let a = 0, b = n;
        while (a < b) {
            const m = (a + b) >> 1;
            if (sorted[m] < v)
                a = m + 1;
            else
                b = m;
        }
        return a / Math.max(1, n - 1);
    };
    return new Map(points.map((p) => [p.key, rank(sign * p.f)])); // 0: the best
}

function cloud(pen, points, x, y, colour, size) {
    const quiet = colourOf("--dim");
    const draw = (p, chosen) => {
        pen.fillStyle = chosen ? colour(p) : quiet;
        pen.globalAlpha = chosen ? 0.85 : 0.5;
        pen.beginPath();
        pen.arc(x(p), y(p), chosen ? size : size * 0.7, 0, 7);
        pen.fill();
    };
    if (look.chosen)
        for (const p of points)
            if (!look.chosen.has(p.key)) draw(p, false);
    for (let i = points.length - 1; i >= 0; i--)
        if (!look.chosen || look.chosen.has(points[i].key)) draw(points[i], true);
}

// A picture with points that can be brushed. spec: {title, x: {of, label, scale, names}, y: {of,
// scale}, height, over}.
export function scatter(points, spec, colour, choose) {
    return el(
        "figure", {class: "chart"}, el("figcaption", null, el("h3", null, spec.title)),
        responsive({class: "plot"}, (box, width) => {
            const height = spec.height ?? HEIGHT, f = frame(width, height),
                  [canvas, pen] = canvasOf(width, height);
            const x = scaleOf(
                spec.x.domain ?? points.map(spec.x.of), spec.x.scale, f.left, f.right,
                Math.max(2, width / 90));
            const y = scaleOf(points.map(spec.y.of), spec.y.scale, f.bottom, f.top, 5);
            const px = (p) => x.at(spec.x.of(p)), py = (p) => y.at(spec.y.of(p));
            cloud(pen, points, px, py, colour, points.length > 1000 ? 1.8 : 2.6);
            const under =
                svg("svg", {width, height, class: "under", "aria-hidden": "true"},
                    axes(x, y, width, height, {x: spec.x.label}, spec.x.names));
            const picture =
                svg("svg", {
                    width,
                    height,
                    role: "img",
                    "aria-label": `${spec.title}, ${plural(points.length, "point")}`,
                    class: "brushed"
                },
                    spec.over?.(x, y));
            brush(picture, f, (area) => choose(area && ((p) => {
                                                   const u = px(p), v = py(p);
                                                   return u >= area[0] && u <= area[2] &&
                                                       v >= area[1] && v <= area[3];
                                               })));
            box.replaceChildren(under, canvas, picture);
        }));
}

export const scaleName = (variable) => (variable?.kind?.startsWith("log") ? "log" : "linear");
const namesOf = (variable) =>
    (variable?.kind === "choice" && variable.values ? variable.values : null);
export const axisOf = (c, variable) => ({
    of: c.of,
    label: labelOf(variable ?? c),
    scale: scaleName(variable),
    names: namesOf(variable),
    domain: namesOf(variable) ? [-0.3, variable.values.length - 0.7] : undefined
});
