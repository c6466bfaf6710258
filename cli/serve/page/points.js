// SPDX-License-Identifier: MIT
//
// All evaluated points: the value against each variable, parallel coordinates, two variables with
// the search distribution, correlations, a table. What is chosen in one of them is chosen in all.
import {el, select, download} from "./dom.js";
import {num, count, plural, labelOf, valueText, csvCell} from "./format.js";
import {shadeOf} from "./chart.js";
import {look, valueScale, shadesOf, scatter, axisOf} from "./clouds.js";
import {columnsOf, readConditions} from "./conditions.js";
import {pair, parallel, heat} from "./pictures.js";
import {table} from "./table.js";

const PANELS = 8, ROWS = 200;

// ---- table --------------------------------------------------------------------------------------

function csv(columns, points) {
    const shown = [
        {name: "id", of: (p) => p.id}, {name: "round", of: (p) => p.round}, ...columns.rest,
        ...columns.variables, columns.value, ...columns.outputs,
        {name: "status", of: (p) => p.status}
    ];
    const cell = (c, p) =>
        csvCell(c.variable?.kind === "choice" ? valueText(c.variable, c.of(p)) : c.of(p));
    return [
        shown.map((c) => csvCell(c.name)).join(","),
        ...points.map((p) => shown.map((c) => cell(c, p)).join(","))
    ].join("\n") +
        "\n";
}

function pointsTable(run, columns, points, redraw, filter) {
    const said = el("p", {class: "error", role: "status"});
    const input = el("input", {
        type: "search",
        value: look.filter,
        placeholder: `${columns.variables[0]?.name ?? "f"} < 6, status = ok`,
        "aria-label": "Conditions on points",
        onchange: () => {
            const wrong = filter(input.value);
            said.textContent = wrong ?? "";
        }
    });
    const shown = look.chosen ? points.filter((p) => look.chosen.has(p.key)) : points;
    const column = (c) => ({
        key: c.name,
        name: c.variable ? labelOf(c.variable) : c.name,
        number: true,
        value: c.of,
        text: (p) => (c.variable ? valueText(c.variable, c.of(p)) : num(c.of(p)))
    });
    const cells = [
        {
            key: "point",
            name: "Point",
            value: (p) => p.round * 1e6 + Number(p.id) % 1e6,
            text: (p) => `${p.round}:${p.id}`
        },
        column(columns.value), ...columns.variables.slice(0, 40).map(column),
        ...columns.outputs.slice(0, 10).map(column), column(columns.rest[0]),
        {key: "status", name: "Status", value: (p) => p.status}
    ];
    return el(
        "section", {class: "panel"},
        el("div", {class: "bar"}, el("h2", null, "Table"), input,
           el("button", {
               type: "button",
               onclick: () => download(`${run.standing.name}.csv`, "text/csv", csv(columns, shown))
           },
              "Save as CSV")),
        said,
        el("p", {class: "note"},
           `${plural(shown.length, "point")}${
               shown.length > ROWS ? `; the first ${ROWS} are listed`
                                   : ""}${run.thinned ? "; a sample of all, with the best" : ""}.`),
        table(cells, shown, look.sort, (s) => {
            look.sort = s;
            redraw();
        }, {label: "Points", most: ROWS, frame: "tall"}));
}

// ---- the view -----------------------------------------------------------------------------------

export function pointsView(main, run) {
    const head = el("div", {class: "bar"}), body = el("div");
    const drawing = {drawn: ""};
    const choose = (points, test) => {
        look.chosen = test ? new Set(points.filter(test).map((p) => p.key)) : null;
        look.filter = "";
        draw(true);
    };
    const draw = (force) => {
        const now = `${run.points.size} ${run.after.round}:${run.after.id} ${run.shape.round}`;
        if (!force && (now === drawing.drawn || body.querySelector(":focus-visible"))) return;
        drawing.drawn = now;
        const columns = columnsOf(run),
              every = [...run.points.values()].filter((p) => p.x.length === run.variables.length);
        const points =
            every.filter((p) => Number.isFinite(p.f)).sort((p, q) => run.sign * (p.f - q.f));
        const redraw = () => draw(true), set = (test) => choose(points, test);
        head.replaceChildren(
            el("h2", null, "Points"),
            select(
                "values",
                [
                    ["auto", "as fits"], ["linear", "as they are"], ["log", "logarithmic"],
                    ["distance", "distance from the best"]
                ],
                look.values,
                (v) => {
                    look.values = v;
                    redraw();
                }),
            look.chosen
                ? el("button", {type: "button", onclick: () => set(null)},
                     `forget the choice of ${plural(look.chosen.size, "point")}`)
                : el("span", {class: "note"}, "Drag over points to choose them everywhere."));
        if (points.length < 2) {
            body.replaceChildren(
                el("p", {class: "empty"},
                   "Fewer than two points with values are kept. Quick evaluations are not: ",
                   el("code", null, "--keep-evals yes"), " keeps them."));
            return;
        }
        const ranks = shadesOf(points, run.sign), colour = (p) => shadeOf(ranks.get(p.key)),
              y = valueScale(points, run.sign);
        const panels = columns.variables.slice(0, look.all ? 60 : PANELS)
                           .map(
                               (c) =>
                                   el("div", {class: "panel"},
                                      scatter(
                                          points, {
                                              title: `${columns.value.name} against ${c.name}`,
                                              x: axisOf(c, c.variable),
                                              y: {of: (p) => y.of(p.f), scale: y.kind}
                                          },
                                          colour, set)));
        const filter = (text) => {
            const test = readConditions(text, columns);
            if (typeof test === "string") return test;
            choose(every, text.trim() ? test : null);
            look.filter = text;
            return null;
        };
        body.replaceChildren(
            y.text ? el("p", {class: "note"},
                        `Heights are the ${
                            y.text}, on a logarithmic scale; the best point is at the lower edge.`)
                   : "",
            el("div", {class: "charts small"}, panels),
            columns.variables.length > PANELS
                ? el("button", {
                      type: "button",
                      class: "more",
                      onclick: () => {
                          look.all = !look.all;
                          redraw();
                      }
                  },
                     look.all ? "fewer variables"
                              : `all ${count(columns.variables.length)} variables`)
                              : "",
            pair(run, columns, points, colour, set, redraw) ?? "",
            parallel(columns, points, colour, set), heat(run) ?? "",
            pointsTable(run, columns, every, redraw, filter));
    };
    main.append(head, body);
    draw(true);
    return {refresh: () => draw(false), parts: ["points", "shape"]};
}
