// SPDX-License-Identifier: MIT
//
// What is known of runs. A live page asks the server; a report has all answers inside, as data.

const inside = document.getElementById("data");
const answers = inside ? JSON.parse(inside.textContent) : null;

export const isReport = answers !== null;

const MOST = 4000; // points kept

// The server does not answer, or not as it should.
export class Unanswered extends Error {}

export async function ask(path, params) {
    if (isReport) return answers[path] ?? {};
    const query = params ? "?" + new URLSearchParams(params) : "";
    const answer = await fetch(path + query, {
                       cache: "no-store"
                   }).catch((e) => { throw new Unanswered(e.message); });
    if (!answer.ok) throw new Unanswered(`${answer.status} ${(await answer.text()).trim()}`);
    return answer.json();
}

export async function order(number, text) {
    const answer = await fetch(
        `/api/runs/${number}/orders`, {method: "POST", headers: {"X-Nes-Order": "1"}, body: text});
    if (!answer.ok) return {given: false, error: (await answer.text()).trim()};
    return answer.json();
}

function toGeneration(row) {
    const [generation, evaluations, run, popsize, reals, rates, mean, std, axes] = row;
    const [best, generationBest, median, sigma, condition, seconds] = reals;
    return {
        generation,
        evaluations,
        run,
        popsize,
        best,
        generationBest,
        median,
        sigma,
        condition,
        seconds,
        rates,
        mean,
        std,
        axes
    };
}

function toPoint(row) {
    const [round, id, run, generation, level, status, [f, seconds], x, outputs] = row;
    return {
        key: `${round}:${id}`,
        round,
        id,
        run,
        generation,
        level,
        status,
        f,
        seconds,
        x,
        outputs
    };
}

export class Run {
    constructor(number) {
        this.number = number;
        this.path = `/api/runs/${number}`;
        this.standing = null;
        this.course = [];
        this.points = new Map();
        this.level = 0;   // least level of the points that are asked for
        this.dropped = 0; // level up to which they were dropped
        this.after = {round: 0, id: "0"};
        this.shape = {};
        this.failures = [];
        this.thinned = false;
    }

    get variables() { return this.standing?.variables ?? []; }
    get live() { return ["running", "paused", "waiting"].includes(this.standing?.status); }
    get sign() { return this.standing?.maximize ? -1 : 1; }
    get valueName() { return this.standing?.words?.value ?? "value"; }

    // Names of the numbers that evaluations give besides their value.
    get outputNames() {
        const words = this.standing?.words;
        const limits = Array.from(
            {length: this.standing?.constraints ?? 0},
            (_, i) => words?.constraints?.[i]?.text ?? `g${i + 1}`);
        return limits.concat(words?.outputs ?? []);
    }

    async refresh(parts) {
        this.standing = await ask(this.path);
        if (this.standing.error && this.standing.status === "unreadable") return;
        const wanted = [];
        if (parts.has("course")) wanted.push(this.refreshCourse());
        if (parts.has("points")) wanted.push(this.refreshPoints());
        if (parts.has("shape"))
            wanted.push(ask(`${this.path}/shape`).then((s) => { this.shape = s; }));
        if (parts.has("failures") && this.standing.failed > 0)
            wanted.push(
                ask(`${this.path}/failures`).then((f) => { this.failures = f.rows ?? []; }));
        await Promise.all(wanted);
    }

    async refreshCourse() {
        const last = this.course.at(-1)?.generation ?? 0;
        const got = await ask(`${this.path}/course`, {generation: last});
        this.course.push(...(got.rows ?? []).map(toGeneration).filter((r) => r.generation > last));
        while (this.course.length > 3000)
            this.course = this.course.filter((_, i, all) => i % 2 === 0 || i === all.length - 1);
    }

    async refreshPoints() {
        const got = await ask(
            `${this.path}/points`, {round: this.after.round, id: this.after.id, level: this.level});
        for (const row of got.rows ?? []) {
            const p = toPoint(row);
            this.points.set(p.key, p);
        }
        if (got.round !== undefined) this.after = {round: got.round, id: got.id};
        this.level = Math.max(this.level, got.level ?? 0);
        this.thin();
    }

    // Drops rows of low levels, as the server does, when there are too many. The best ones stay.
    thin() {
        const best = () => [...this.points.values()]
                               .filter((p) => p.f !== null)
                               .sort((a, b) => this.sign * (a.f - b.f))
                               .slice(0, 200);
        while (this.points.size > 1.5 * MOST || this.dropped < this.level) {
            if (this.points.size > 1.5 * MOST) this.level++;
            this.dropped = this.level;
            const kept = new Map(best().map((p) => [p.key, p]));
            for (const p of this.points.values())
                if (p.level >= this.level) kept.set(p.key, p);
            this.points = new Map([...kept].sort((a, b) => a[1].round - b[1].round));
        }
        this.thinned = this.level > 0;
    }

    // Seconds until a limit ends the run, at the present pace; null: not known.
    get timeLeft() {
        const s = this.standing, last = this.course.at(-1);
        if (!this.live || !last || !(s.seconds > 0)) return null;
        const left = [];
        const evals = Number(s.limits?.max_evals), time = Number(s.limits?.max_time);
        if (evals > 0) left.push((evals - s.evaluations) * s.seconds / Math.max(1, s.evaluations));
        if (time > 0) left.push(time - s.seconds);
        return left.length > 0 ? Math.max(0, Math.min(...left)) : null;
    }
}
