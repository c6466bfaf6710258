// SPDX-License-Identifier: MIT
//
// All evaluated points: the value against each variable, parallel coordinates, two variables with the
// search distribution, correlations, a table. What is chosen in one of them is chosen in all.
import {el, svg, responsive, select, download} from "./dom.js";
import {num, count, plural, labelOf, valueText, csvCell} from "./format.js";
import {axes, scaleOf, frame, canvasOf, brush, shadeOf, colourOf} from "./chart.js";
import {table} from "./table.js";

const PANELS = 8, LINES = 1500, ROWS = 200, HEIGHT = 210;
const state = {values: "auto", all: false, a: 0, b: 1, sort: null, filter: "", chosen: null};

// ---- columns and conditions -----------------------------------------------------------------------

function columnsOf(run) {
    const own = [{name: run.valueName === "value" ? "f" : run.valueName, of: (p) => p.f}];
    const variables = run.variables.map((variable, i) => ({name: variable.name, variable, of: (p) => p.x[i]}));
    const outputs = run.outputNames.map((name, i) => ({name, of: (p) => p.outputs[i]})).filter((c) => c.name !== own[0].name);
    return {value: own[0], variables, outputs, named: outputs.slice(run.standing?.constraints ?? 0),
        rest: [{name: "seconds", of: (p) => p.seconds}, {name: "generation", of: (p) => p.generation}, {name: "run", of: (p) => p.run}]};
}

const OPERATORS = {"<=": (a, b) => a <= b, ">=": (a, b) => a >= b, "<": (a, b) => a < b, ">": (a, b) => a > b, "=": (a, b) => a === b, "!=": (a, b) => a !== b};

// Reads "thickness < 6, material = alu, f <= 3". Returns a test of points, or a sentence.
export function readConditions(text, columns) {
    const tests = [];
    for (const part of text.split(/,| and /).map((p) => p.trim()).filter(Boolean)) {
        const found = part.match(/^(.+?)\s*(<=|>=|!=|<|>|=)\s*(\S+)$/);
        const column = found && [columns.value, ...columns.variables, ...columns.outputs, ...columns.rest, {name: "status", of: (p) => p.status}]
            .find((c) => c.name === found[1] || (found[1] === "f" && c === columns.value));
        if (!column) return `\u201c${part}\u201d is no condition; write one such as ${columns.variables[0]?.name ?? "f"} < 6`;
        const word = column.variable?.values?.indexOf?.(found[3]);
        const wanted = word >= 0 && column.variable.kind === "choice" ? word : column.name === "status" ? found[3] : Number(found[3]);
        if (Number.isNaN(wanted)) return `\u201c${found[3]}\u201d is no value of ${column.name}`;
        tests.push((p) => { const v = column.of(p); return v !== null && v !== undefined && OPERATORS[found[2]](v, wanted); });
    }
    return (p) => tests.every((test) => test(p));
}

// ---- drawing --------------------------------------------------------------------------------------

// How values become heights: as they are, as logarithms, or as distances from the best.
function valueScale(points, sign) {
    const values = points.map((p) => p.f), low = Math.min(...values), high = Math.max(...values), best = sign > 0 ? low : high;
    const sorted = [...values].sort((a, b) => sign * (a - b)), near = Math.abs(sorted[Math.floor(sorted.length / 4)] - best), far = Math.abs(sorted.at(-1) - best);
    const kind = state.values !== "auto" ? state.values : low > 0 && high / low > 100 ? "log" : near > 0 && far / near > 100 ? "distance" : "linear";
    if (kind !== "distance") return {kind, of: (f) => f, text: ""};
    // The best point is drawn at the lower edge, and not left out.
    const least = Math.min(...values.map((f) => Math.abs(f - best)).filter((v) => v > 0)) / 3;
    return {kind: "log", of: (f) => Math.max(least, Math.abs(f - best)), text: `distance from ${num(best, 5)}`};
}

function shadesOf(points, sign) {
    const sorted = points.map((p) => sign * p.f).sort((a, b) => a - b), n = sorted.length;
    const rank = (v) => { let a = 0, b = n; while (a < b) { const m = (a + b) >> 1; if (sorted[m] < v) a = m + 1; else b = m; } return a / Math.max(1, n - 1); };
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
    if (state.chosen) for (const p of points) if (!state.chosen.has(p.key)) draw(p, false);
    for (let i = points.length - 1; i >= 0; i--) if (!state.chosen || state.chosen.has(points[i].key)) draw(points[i], true);
}

// A picture with points that can be brushed. spec: {title, x: {of, label, scale, names}, y: {of, scale}, height, over}.
function scatter(points, spec, colour, choose) {
    return el("figure", {class: "chart"}, el("figcaption", null, el("h3", null, spec.title)), responsive({class: "plot"}, (box, width) => {
        const height = spec.height ?? HEIGHT, f = frame(width, height), [canvas, pen] = canvasOf(width, height);
        const x = scaleOf(spec.x.domain ?? points.map(spec.x.of), spec.x.scale, f.left, f.right, Math.max(2, width / 90));
        const y = scaleOf(points.map(spec.y.of), spec.y.scale, f.bottom, f.top, 5);
        const px = (p) => x.at(spec.x.of(p)), py = (p) => y.at(spec.y.of(p));
        cloud(pen, points, px, py, colour, points.length > 1000 ? 1.8 : 2.6);
        const under = svg("svg", {width, height, class: "under", "aria-hidden": "true"}, axes(x, y, width, height, {x: spec.x.label}, spec.x.names));
        const picture = svg("svg", {width, height, role: "img", "aria-label": `${spec.title}, ${plural(points.length, "point")}`, class: "brushed"}, spec.over?.(x, y));
        brush(picture, f, (area) => choose(area && ((p) => {
            const u = px(p), v = py(p);
            return u >= area[0] && u <= area[2] && v >= area[1] && v <= area[3];
        })));
        box.replaceChildren(under, canvas, picture);
    }));
}

const scaleName = (variable) => (variable?.kind?.startsWith("log") ? "log" : "linear");
const namesOf = (variable) => (variable?.kind === "choice" && variable.values ? variable.values : null);
const axisOf = (c, variable) => ({of: c.of, label: labelOf(variable ?? c), scale: scaleName(variable), names: namesOf(variable),
    domain: namesOf(variable) ? [-0.3, variable.values.length - 0.7] : undefined});

// ---- two variables --------------------------------------------------------------------------------

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
            d += `${i ? "L" : "M"}${x.at(m[a] + l11 * u).toFixed(1)} ${y.at(m[b] + l21 * u + l22 * v).toFixed(1)}`;
        }
        return svg("path", {d, class: "ellipse"});
    });
}

function pair(run, columns, points, colour, choose, redraw) {
    const names = columns.variables.map((c, i) => [i, c.name]);
    if (names.length < 2) return null;
    state.a = Math.min(state.a, names.length - 1);
    state.b = Math.min(state.b, names.length - 1);
    const a = columns.variables[state.a], b = columns.variables[state.b], y = axisOf(b, b.variable);
    return el("section", {class: "panel"}, el("div", {class: "bar"}, el("h2", null, "Two variables"),
        select("across", names, state.a, (v) => { state.a = +v; redraw(); }), select("up", names, state.b, (v) => { state.b = +v; redraw(); })),
    scatter(points, {title: `${labelOf(b.variable)} against ${labelOf(a.variable)}`, x: axisOf(a, a.variable), y, height: 380,
        over: (sx, sy) => ellipses(run.shape, state.a, state.b, sx, sy)}, colour, choose),
    el("p", {class: "note key"}, "Colour: value from the best ", el("span", {class: "ramp", "aria-hidden": "true"}), " to the worst, by rank.",
        run.shape.covariance && scaleName(a.variable) === "linear" && scaleName(b.variable) === "linear"
            ? " Ellipses: one and two standard deviations of the search distribution, as it was saved last." : ""));
}

// ---- parallel coordinates -------------------------------------------------------------------------

function parallel(columns, points, colour, choose) {
    const shown = [...columns.variables.slice(0, 14), ...columns.named.slice(0, 4), columns.value], height = 300, lines = points.slice(0, LINES);
    return el("section", {class: "panel"}, el("h2", null, "Parallel coordinates"), el("p", {class: "note"}, points.length > LINES ? `The best ${count(LINES)} points. ` : "",
        "A line is a point. Drag along an axis to choose lines."), el("div", {class: "scroll"}, responsive({class: "plot wide"}, (box, width) => {
        const top = 26, bottom = height - 22, at = (k) => 40 + k * (width - 80) / Math.max(1, shown.length - 1), [canvas, pen] = canvasOf(width, height);
        const scales = shown.map((c) => scaleOf(lines.map(c.of), scaleName(c.variable), bottom, top));
        const draw = (p, chosen) => {
            pen.strokeStyle = chosen ? colour(p) : colourOf("--dim");
            pen.globalAlpha = chosen ? Math.min(0.8, 60 / Math.sqrt(lines.length) / 4) : 0.12;
            pen.beginPath();
            shown.forEach((c, k) => { const v = scales[k].at(c.of(p)); if (k) pen.lineTo(at(k), v); else pen.moveTo(at(k), v); });
            pen.stroke();
        };
        if (state.chosen) for (const p of lines) if (!state.chosen.has(p.key)) draw(p, false);
        for (let i = lines.length - 1; i >= 0; i--) if (!state.chosen || state.chosen.has(lines[i].key)) draw(lines[i], true);
        const text = (c, v) => (c.variable ? valueText(c.variable, Math.round(v * 1e9) / 1e9, 4) : num(v, 4));
        const picture = svg("svg", {width, height, role: "img", "aria-label": `Parallel coordinates of ${shown.map((c) => c.name).join(", ")}`, class: "brushed"},
            shown.map((c, k) => {
                const values = lines.map(c.of).filter(Number.isFinite), low = Math.min(...values), high = Math.max(...values);
                return svg("g", {class: "axes"}, svg("line", {x1: at(k), x2: at(k), y1: top, y2: bottom, class: "base"}),
                    svg("text", {x: at(k), y: 12, "text-anchor": "middle", class: "label"}, c.name),
                    svg("text", {x: at(k), y: height - 6, "text-anchor": "middle"}, text(c, low)),
                    svg("text", {x: at(k) + 4, y: top + 4, "text-anchor": "start"}, text(c, high)));
            }));
        brush(picture, {left: 0, right: width, top, bottom}, (area) => {
            const k = area && shown.findIndex((_, i) => at(i) >= area[0] - 12 && at(i) <= area[2] + 12);
            choose(area && k >= 0 ? (p) => { const v = scales[k].at(shown[k].of(p)); return v >= area[1] && v <= area[3]; } : null);
        });
        box.replaceChildren(canvas, picture);
    })));
}

// ---- correlations ---------------------------------------------------------------------------------

function heat(run) {
    const c = run.shape.covariance, d = run.variables.length, shown = run.variables.map((v, i) => i).filter((i) => run.variables[i].kind !== "choice").slice(0, 30);
    if (!c || d < 2 || shown.length < 2) return null;
    const r = (i, j) => (c[i][i] > 0 && c[j][j] > 0 ? c[i][j] / Math.sqrt(c[i][i] * c[j][j]) : 0);
    const colour = (v) => `color-mix(in oklab, var(--s${v > 0 ? 1 : 0}) ${Math.round(85 * Math.abs(v))}%, var(--panel))`;
    return el("section", {class: "panel"}, el("h2", null, "Correlations in the search distribution"), el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Correlations"},
        el("table", {class: "heat"}, el("thead", null, el("tr", null, el("td"), shown.map((i) => el("th", {scope: "col"}, run.variables[i].name)))),
            el("tbody", null, shown.map((i) => el("tr", null, el("th", {scope: "row"}, run.variables[i].name), shown.map((j) => {
                const v = i === j ? 1 : r(i, j);
                return el("td", {css: {background: i === j ? "transparent" : colour(v)}, class: Math.abs(v) > 0.6 && i !== j ? "dark" : null}, i === j ? "" : num(Math.round(100 * v) / 100));
            })))))));
}

// ---- table ----------------------------------------------------------------------------------------

function csv(columns, points) {
    const shown = [{name: "id", of: (p) => p.id}, {name: "round", of: (p) => p.round}, ...columns.rest, ...columns.variables, columns.value, ...columns.outputs, {name: "status", of: (p) => p.status}];
    const cell = (c, p) => csvCell(c.variable?.kind === "choice" ? valueText(c.variable, c.of(p)) : c.of(p));
    return [shown.map((c) => csvCell(c.name)).join(","), ...points.map((p) => shown.map((c) => cell(c, p)).join(","))].join("\n") + "\n";
}

function pointsTable(run, columns, points, redraw, filter) {
    const said = el("p", {class: "error", role: "status"});
    const input = el("input", {type: "search", value: state.filter, placeholder: `${columns.variables[0]?.name ?? "f"} < 6, status = ok`, "aria-label": "Conditions on points",
        onchange: () => { const wrong = filter(input.value); said.textContent = wrong ?? ""; }});
    const shown = state.chosen ? points.filter((p) => state.chosen.has(p.key)) : points;
    const column = (c) => ({key: c.name, name: c.variable ? labelOf(c.variable) : c.name, number: true, value: c.of, text: (p) => (c.variable ? valueText(c.variable, c.of(p)) : num(c.of(p)))});
    const cells = [{key: "point", name: "Point", value: (p) => p.round * 1e6 + Number(p.id) % 1e6, text: (p) => `${p.round}:${p.id}`}, column(columns.value),
        ...columns.variables.slice(0, 40).map(column), ...columns.outputs.slice(0, 10).map(column), column(columns.rest[0]),
        {key: "status", name: "Status", value: (p) => p.status}];
    return el("section", {class: "panel"}, el("div", {class: "bar"}, el("h2", null, "Table"), input,
        el("button", {type: "button", onclick: () => download(`${run.standing.name}.csv`, "text/csv", csv(columns, shown))}, "Save as CSV")), said,
    el("p", {class: "note"}, `${plural(shown.length, "point")}${shown.length > ROWS ? `; the first ${ROWS} are listed` : ""}${run.thinned ? "; a sample of all, with the best" : ""}.`),
    table(cells, shown, state.sort, (s) => { state.sort = s; redraw(); }, {label: "Points", most: ROWS, frame: "tall"}));
}

// ---- the view -------------------------------------------------------------------------------------

export function pointsView(main, run) {
    const head = el("div", {class: "bar"}), body = el("div");
    const state0 = {drawn: ""};
    const choose = (points, test) => { state.chosen = test ? new Set(points.filter(test).map((p) => p.key)) : null; state.filter = ""; draw(true); };
    const draw = (force) => {
        const now = `${run.points.size} ${run.after.round}:${run.after.id} ${run.shape.round}`;
        if (!force && (now === state0.drawn || body.querySelector(":focus-visible"))) return;
        state0.drawn = now;
        const columns = columnsOf(run), every = [...run.points.values()].filter((p) => p.x.length === run.variables.length);
        const points = every.filter((p) => Number.isFinite(p.f)).sort((p, q) => run.sign * (p.f - q.f));
        const redraw = () => draw(true), set = (test) => choose(points, test);
        head.replaceChildren(el("h2", null, "Points"), select("values", [["auto", "as fits"], ["linear", "as they are"], ["log", "logarithmic"], ["distance", "distance from the best"]], state.values, (v) => { state.values = v; redraw(); }),
            state.chosen ? el("button", {type: "button", onclick: () => set(null)}, `forget the choice of ${plural(state.chosen.size, "point")}`) : el("span", {class: "note"}, "Drag over points to choose them everywhere."));
        if (points.length < 2) { body.replaceChildren(el("p", {class: "empty"}, "Fewer than two points with values are kept. Quick evaluations are not: ", el("code", null, "--keep-evals yes"), " keeps them.")); return; }
        const ranks = shadesOf(points, run.sign), colour = (p) => shadeOf(ranks.get(p.key)), y = valueScale(points, run.sign);
        const panels = columns.variables.slice(0, state.all ? 60 : PANELS).map((c) => el("div", {class: "panel"}, scatter(points,
            {title: `${columns.value.name} against ${c.name}`, x: axisOf(c, c.variable), y: {of: (p) => y.of(p.f), scale: y.kind}}, colour, set)));
        const filter = (text) => {
            const test = readConditions(text, columns);
            if (typeof test === "string") return test;
            choose(every, text.trim() ? test : null);
            state.filter = text;
            return null;
        };
        body.replaceChildren(y.text ? el("p", {class: "note"}, `Heights are the ${y.text}, on a logarithmic scale; the best point is at the lower edge.`) : "",
            el("div", {class: "charts small"}, panels),
            columns.variables.length > PANELS ? el("button", {type: "button", class: "more", onclick: () => { state.all = !state.all; redraw(); }}, state.all ? "fewer variables" : `all ${count(columns.variables.length)} variables`) : "",
            pair(run, columns, points, colour, set, redraw) ?? "", parallel(columns, points, colour, set), heat(run) ?? "",
            pointsTable(run, columns, every, redraw, filter));
    };
    main.append(head, body);
    draw(true);
    return {refresh: () => draw(false), parts: ["points", "shape"]};
}
