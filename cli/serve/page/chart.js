// SPDX-License-Identifier: MIT
//
// Charts: axes with ticks, curves as SVG with a reading under the pointer or the arrow keys, clouds
// of points on a canvas. The numbers of every chart can be shown as a table.
import {el, svg, responsive} from "./dom.js";
import {num} from "./format.js";

const LEFT = 62, RIGHT = 14, TOP = 10, BOTTOM = 38;

// ---- scales -------------------------------------------------------------------------------------

function niceStep(span, most) {
    const raw = span / Math.max(1, most), power = 10 ** Math.floor(Math.log10(raw));
    return power * [1, 2, 5, 10].find((f) => f * power >= raw * 0.999);
}

function linearTicks(low, high, most) {
    const step = niceStep(high - low, most), ticks = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++)
        ticks.push(k * step);
    return ticks;
}

function logTicks(low, high, most) {
    const from = Math.ceil(low - 1e-9), to = Math.floor(high + 1e-9);
    if (to - from < 1) return linearTicks(10 ** low, 10 ** high, most).filter((v) => v > 0);
    const stride = Math.ceil((to - from + 1) / most), ticks = [];
    for (let k = Math.ceil(from / stride) * stride; k <= to; k += stride) ticks.push(10 ** k);
    return ticks;
}

// A scale from numbers to pixels. kind: "linear" or "log"; where log cannot be, it is linear.
export function scaleOf(values, kind, from, to, most = 6) {
    const log = kind === "log" && values.some((v) => v > 0);
    const on = log ? Math.log10 : (v) => v;
    let low = Infinity, high = -Infinity;
    for (const v of values) {
        if (!Number.isFinite(v) || (log && v <= 0)) continue;
        low = Math.min(low, on(v));
        high = Math.max(high, on(v));
    }
    if (low > high) [low, high] = [0, 1];
    if (high - low < 1e-12 * Math.max(1, Math.abs(low))) {
        const room = log ? 0.5 : Math.abs(low) * 0.05 || 0.5;
        [low, high] = [low - room, high + room];
    }
    const room = 0.03 * (high - low);
    [low, high] = [low - room, high + room];
    const at = (v) => from + (on(v) - low) / (high - low) * (to - from);
    const back = (pixel) => {
        const v = low + (pixel - from) / (to - from) * (high - low);
        return log ? 10 ** v : v;
    };
    return {at, back, log, ticks: (log ? logTicks : linearTicks)(low, high, most)};
}

function tickText(v, log) {
    if (!log) return num(Math.abs(v) < 1e-12 ? 0 : v, 4);
    const k = Math.round(Math.log10(v));
    if (k >= -3 && k <= 4 || Math.abs(10 ** k / v - 1) > 1e-6) return num(v, 3);
    return "10" +
        String(k).replace(
            /[-\d]/g,
            (c) => "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207b".at(
                c === "-" ? 10 : +c));
}

// Axes of a picture of that size, with their labels. names: texts for whole numbers of x, of
// choices.
export function axes(x, y, width, height, labels, names) {
    const right = width - RIGHT, bottom = height - BOTTOM, group = svg("g", {class: "axes"});
    for (const v of y.ticks) {
        const at = y.at(v);
        group.append(
            svg("line", {x1: LEFT, x2: right, y1: at, y2: at, class: "grid"}),
            svg("text", {x: LEFT - 8, y: at, dy: "0.32em", "text-anchor": "end"},
                tickText(v, y.log)));
    }
    const ticks = names ? names.map((_, i) => i) : x.ticks;
    for (const v of ticks) {
        const at = x.at(v);
        if (at < LEFT - 1 || at > right + 1) continue;
        group.append(
            svg("line", {x1: at, x2: at, y1: bottom, y2: bottom + 4, class: "tick"}),
            svg("text", {x: at, y: bottom + 17, "text-anchor": "middle"},
                names ? names[v] : tickText(v, x.log)));
    }
    group.append(
        svg("line", {x1: LEFT, x2: right, y1: bottom, y2: bottom, class: "base"}),
        svg("text", {x: (LEFT + right) / 2, y: height - 4, "text-anchor": "middle", class: "label"},
            labels.x ?? ""));
    return group;
}

export const frame = (width, height) =>
    ({left: LEFT, right: width - RIGHT, top: TOP, bottom: height - BOTTOM});

// ---- curves -------------------------------------------------------------------------------------

function pathOf(s, x, y) {
    let text = "", pen = false, before = 0;
    for (const [u, v] of s.points) {
        if (!Number.isFinite(v) || (y.log && v <= 0) || (x.log && u <= 0)) {
            pen = false;
            continue;
        }
        const px = x.at(u).toFixed(1), py = y.at(v).toFixed(1);
        text += pen ? (s.step ? `L${px} ${before}L${px} ${py}` : `L${px} ${py}`) : `M${px} ${py}`;
        before = py;
        pen = true;
    }
    return text;
}

function legend(series) {
    if (series.length < 2) return null;
    return el(
        "ul", {class: "legend"},
        series.map(
            (s) => el(
                "li", null,
                el("span",
                   {class: `swatch s${s.colour} ${s.thin ? "thin" : ""}`, "aria-hidden": "true"}),
                s.name)));
}

// The numbers as a table, made when it is opened.
function numbers(spec) {
    const box = el("details", {class: "numbers"}, el("summary", null, "Numbers"));
    box.addEventListener("toggle", () => {
        if (!box.open || box.querySelector("table")) return;
        const xs = [...new Set(spec.series.flatMap((s) => s.points.map((p) => p[0])))].sort(
            (a, b) => a - b);
        const stride = Math.ceil(xs.length / 200), maps = spec.series.map((s) => new Map(s.points));
        const shown = xs.filter((_, i) => i % stride === 0 || i === xs.length - 1);
        box.append(
            el("div", {
                class: "scroll",
                tabindex: "0",
                role: "region",
                "aria-label": `${spec.title}: numbers`
            },
               el("table", null,
                  el("thead", null,
                     el("tr", null, el("th", {scope: "col"}, spec.x.label),
                        spec.series.map((s) => el("th", {scope: "col"}, s.name)))),
                  el("tbody", null,
                     shown.map(
                         (u) =>
                             el("tr", null, el("td", null, num(u, 7)),
                                maps.map((m) => el("td", null, num(m.get(u), 7)))))))));
    });
    return box;
}

// What is read at one place: the last point of each curve up to it.
function readingAt(spec, u) {
    const parts = spec.series
                      .map((s) => {
                          let found = null;
                          for (const p of s.points)
                              if (p[0] <= u)
                                  found = p;
                              else
                                  break;
                          return found ? `${s.name} ${num(found[1], 5)}` : null;
                      })
                      .filter(Boolean);
    return `${spec.x.label} ${num(u, 6)}: ${parts.slice(0, 8).join(", ")}`;
}

function addReading(figure, picture, spec, x, height) {
    const xs =
        [...new Set(spec.series.flatMap((s) => s.points.map((p) => p[0])))].sort((a, b) => a - b);
    const line = svg("line", {class: "cursor", y1: TOP, y2: height - BOTTOM, visibility: "hidden"});
    const said = figure.querySelector(".reading");
    let i = xs.length - 1;
    const show = () => {
        if (xs.length === 0) return;
        const at = x.at(xs[i]);
        line.setAttribute("x1", at);
        line.setAttribute("x2", at);
        line.setAttribute("visibility", "visible");
        said.textContent = readingAt(spec, xs[i]);
    };
    picture.append(line);
    picture.addEventListener("pointermove", (e) => {
        const u = x.back(e.clientX - picture.getBoundingClientRect().left);
        let best = 0;
        for (let k = 0; k < xs.length; k++)
            if (Math.abs(xs[k] - u) < Math.abs(xs[best] - u)) best = k;
        i = best;
        show();
    });
    const hide = () => {
        line.setAttribute("visibility", "hidden");
        said.textContent = "\u00a0";
    };
    picture.addEventListener("pointerleave", hide);
    picture.addEventListener("blur", hide);
    picture.addEventListener("keydown", (e) => {
        const by = {
            ArrowLeft: -1,
            ArrowRight: 1,
            PageUp: -20,
            PageDown: 20,
            Home: -xs.length,
            End: xs.length
        }[e.key];
        if (by === undefined) return;
        e.preventDefault();
        i = Math.max(0, Math.min(xs.length - 1, i + by));
        show();
    });
}

function summary(spec) {
    const parts = spec.series.slice(0, 6).map((s) => {
        const last = s.points.findLast((p) => Number.isFinite(p[1]));
        return last ? `${s.name} ends at ${num(last[1], 4)}` : `${s.name} has no points`;
    });
    return `${spec.title}. ${parts.join("; ")}.`;
}

// spec: {title, note, x: {label, scale}, y: {label, scale}, series: [{name, points: [[x, y], ...],
// colour, step, thin}], marks: [x, ...], height}. Colours are numbers of the styles in page.css.
export function chart(spec) {
    const figure =
        el("figure", {class: "chart"},
           el("figcaption", null, el("h3", null, spec.title),
              spec.note ? el("p", {class: "note"}, spec.note) : null),
           spec.series.length <= 12 ? legend(spec.series) : null);
    const height = spec.height ?? 250;
    figure.append(
        responsive({class: "plot"}, (box, width) => {
            const all = spec.series.flatMap((s) => s.points), f = frame(width, height);
            const x = scaleOf(
                all.map((p) => p[0]), spec.x.scale, f.left, f.right, Math.max(2, width / 90));
            const y = scaleOf(all.map((p) => p[1]), spec.y.scale, f.bottom, f.top, 5);
            const picture = svg(
                "svg", {width, height, role: "img", tabindex: "0", "aria-label": summary(spec)},
                axes(x, y, width, height, {x: spec.x.label}),
                (spec.marks ?? [])
                    .map(
                        (u) => svg(
                            "line",
                            {class: "mark", x1: x.at(u), x2: x.at(u), y1: f.top, y2: f.bottom})),
                spec.series.map((s) => svg("path", {
                                    d: pathOf(s, x, y),
                                    class: `curve s${s.colour}${s.thin ? " thin" : ""}`
                                })));
            box.replaceChildren(picture);
            addReading(figure, picture, spec, x, height);
        }), el("p", {class: "reading", "aria-live": "polite"}, "\u00a0"), numbers(spec));
    return figure;
}

// ---- clouds -------------------------------------------------------------------------------------

const CIVIDIS = [
    [0, 34, 78], [50, 62, 109], [86, 92, 108], [124, 123, 120], [165, 156, 116], [210, 193, 95],
    [254, 232, 56]
];

// A colour that everybody can tell from others, from dark blue (0) to yellow (1).
function shade(t) {
    const u = Math.max(0, Math.min(1, t)) * (CIVIDIS.length - 1),
          i = Math.min(CIVIDIS.length - 2, Math.floor(u));
    return `rgb(${
        CIVIDIS[i].map((c, k) => Math.round(c + (u - i) * (CIVIDIS[i + 1][k] - c))).join(" ")})`;
}

// The colour of a rank, from the best (0) to the worst (1): the best stands out on either ground.
export function shadeOf(rank) {
    return window.matchMedia("(prefers-color-scheme: dark)").matches ? shade(1 - 0.78 * rank)
                                                                     : shade(0.86 * rank);
}

// A canvas as sharp as the screen, under the picture of the axes.
export function canvasOf(width, height) {
    const ratio = window.devicePixelRatio || 1;
    const canvas = el("canvas", {
        width: Math.round(width * ratio),
        height: Math.round(height * ratio),
        "aria-hidden": "true",
        css: {width: `${width}px`, height: `${height}px`}
    });
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    return [canvas, pen];
}

export const colourOf = (name) =>
    getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Lets the user draw a rectangle in a picture: done(null) or done([left, top, right, bottom]).
export function brush(picture, f, done) {
    let begin = null;
    const box = svg("rect", {class: "brush", visibility: "hidden"});
    const place = (e) => {
        const r = picture.getBoundingClientRect();
        return [
            Math.max(f.left, Math.min(f.right, e.clientX - r.left)),
            Math.max(f.top, Math.min(f.bottom, e.clientY - r.top))
        ];
    };
    const area = (e) => {
        const end = place(e);
        return [
            Math.min(begin[0], end[0]), Math.min(begin[1], end[1]), Math.max(begin[0], end[0]),
            Math.max(begin[1], end[1])
        ];
    };
    picture.append(box);
    picture.addEventListener("pointerdown", (e) => {
        begin = place(e);
        picture.setPointerCapture(e.pointerId);
    });
    picture.addEventListener("pointermove", (e) => {
        if (!begin) return;
        const [l, t, r, b] = area(e);
        for (const [k, v] of Object.entries(
                 {x: l, y: t, width: r - l, height: b - t, visibility: "visible"}))
            box.setAttribute(k, v);
    });
    picture.addEventListener("pointerup", (e) => {
        if (!begin) return;
        const [l, t, r, b] = area(e);
        begin = null;
        box.setAttribute("visibility", "hidden");
        done(r - l < 4 && b - t < 4 ? null : [l, t, r, b]);
    });
}
