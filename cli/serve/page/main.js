// SPDX-License-Identifier: MIT
//
// The page: which view is shown, and looking for what is new.
import {el} from "./dom.js";
import {ask, isReport, Run, Unanswered} from "./data.js";
import {runsView, statusMark} from "./runs.js";
import {overviewView} from "./overview.js";
import {pointsView} from "./points.js";
import {matterView} from "./matter.js";
import {workersView} from "./workers.js";

const VIEWS = [
    ["", "Run", overviewView], ["points", "Points", pointsView],
    ["variables", "Which variables matter", matterView],
    ["workers", "Work and failures", workersView]
];
const SECOND = 1000, main = document.getElementById("main"), top = document.getElementById("top"),
      end = document.getElementById("end");

let list = {runs: []}; // the answer about all runs
let run = null, view = null, shown = "";

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// The place in the address: #/run/3/points.
function place() {
    const [, what, number, part] = location.hash.split("/");
    return isReport                                    ? {number: 1, part: "all"}
        : what === "run" && /^\d+$/.test(number ?? "") ? {number: +number, part: part ?? ""}
                                                       : {number: 0, part: ""};
}

function header() {
    const {number, part} = place(), s = run?.standing;
    const link = (href, text, current) =>
        el("a", {href, "aria-current": current ? "page" : null}, text);
    top.replaceChildren(
        el("div", {class: "brand"},
           isReport ? el("span", {class: "mark"}, "nes")
                    : el("a", {class: "mark", href: "#/"}, "nes"),
           number > 0 && s ? [el("span", {class: "title"}, s.name ?? ""), statusMark(s.status)]
                           : null),
        number > 0 && !isReport
            ? el("nav", {"aria-label": "Views"}, link("#/", "All runs", false),
                 VIEWS.map(
                     ([key, text]) =>
                         link(`#/run/${number}${key ? `/${key}` : ""}`, text, key === part)))
                                                    : "");
    document.title = s ? `${s.name} \u2013 nes` : "nes";
}

function footer(text) { end.replaceChildren(el("p", null, text)); }

function problem(text) {
    main.replaceChildren(
        el("section", {class: "panel"}, el("h1", null, "This cannot be shown"),
           el("p", {class: "error"}, text)));
}

function show() {
    const {number, part} = place(), key = `${number}/${part}`;
    header();
    if (key === shown && view) {
        view.refresh();
        return;
    }
    shown = key;
    if (number === 0) {
        view = runsView(main, () => list.runs ?? []);
        return;
    }
    if (run.standing.status === "unreadable") {
        problem(run.standing.error);
        view = null;
        return;
    }
    main.replaceChildren(
        ...[run.standing.error ? el("p", {class: "error"}, run.standing.error) : null].filter(
            Boolean));
    const chosen = VIEWS.filter(([k]) => k === part || part === "all"), views = [];
    for (const [k, title, make] of chosen.length > 0 ? chosen : VIEWS.slice(0, 1)) {
        const box = el("article", {class: `view view-${k || "run"}`, "aria-label": title});
        if (views.length === 0)
            box.append(el("h1", {class: "hidden"}, `${run.standing.name}: ${title}`));
        main.append(box);
        views.push(make(box, run, list.control));
    }
    view = {refresh: () => views.forEach((v) => v.refresh()), parts: views.flatMap((v) => v.parts)};
}

const partsOf = (part) => new Set(part === "all" ? ["course", "points", "shape", "failures"] : {
    "": ["course"],
    points: ["points", "shape"],
    variables: ["points"],
    workers: ["points", "failures"]
}[part] ?? ["course"]);

async function look() {
    const {number, part} = place();
    if (number === 0) {
        run = null;
        list = await ask("/api/runs");
    } else {
        if (list.control === undefined) list = await ask("/api/runs");
        if (run?.number !== number) run = new Run(number);
        await run.refresh(partsOf(part));
    }
    if (place().number === number && place().part === part) show();
}

let busy = Promise.resolve();
const lookNext = () =>
    (busy = busy.then(look).then(
         () => footer(
             isReport ? "A report of nes: all data is inside this file."
                      : "Live; what is new appears by itself."),
         (e) => {
             if (!(e instanceof Unanswered)) reportError(e);
             footer(
                 e instanceof Unanswered
                     ? `The server does not answer (${e.message}). Is nes serve still running?`
                     : `This page has a defect: ${e.message}`);
         }));

async function follow() {
    for (;;) {
        const begin = performance.now();
        if (!document.hidden) await lookNext();
        // A run that takes long to read is looked at less often.
        await sleep(
            Math.max(run && !run.live ? 5 * SECOND : SECOND, 4 * (performance.now() - begin)));
    }
}

window.addEventListener("hashchange", () => {
    main.replaceChildren();
    shown = "";
    view = null;
    lookNext().then(() => main.focus({preventScroll: true}));
});
document.addEventListener("visibilitychange", () => {
    if (!document.hidden) lookNext();
});
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    shown = "";
    if (run || list) show();
});
if (isReport)
    lookNext();
else
    follow();
