/* SPDX-License-Identifier: MIT
 *
 * nes/nes.hpp: the same runs as by the C interface, every kind of callable, errors as exceptions,
 * and exceptions of the objective, which arrive as they were thrown whatever the number of threads,
 * are always those of the first point that throws, and leave nothing behind. */
#include "nes/nes.hpp"

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <locale>
#include <memory>

/* The C library keeps the words of LOCPATH for ever. */
extern "C" const char *__lsan_default_suppressions();
extern "C" const char *__lsan_default_suppressions()
{
    return "leak:argz\n";
}

namespace
{

void require(bool condition, const char *what, int line)
{
    if (condition) return;
    std::fprintf(stderr, "line %d: %s\n", line, what);
    std::exit(1);
}
#define REQUIRE(condition) require(condition, #condition, __LINE__)

const std::vector<double> START = {3, -2, 1, 5};
std::atomic<int> alive(0);

/* Counts its copies. */
struct trouble {
    double where;
    explicit trouble(double x) : where(x)
    {
        alive++;
    }
    trouble(const trouble &other) : where(other.where)
    {
        alive++;
    }
    ~trouble()
    {
        alive--;
    }
};

double sphere(const std::vector<double> &x)
{
    double sum = 0;
    for (double v : x) sum += v * v;
    return sum;
}

double c_sphere(std::size_t dim, const double *x, void *)
{
    return sphere(std::vector<double>(x, x + dim));
}

nes::settings with_jobs(int jobs)
{
    nes::settings s;
    s.set("method", "xnes").set("popsize", 20).set("max_evals", 2000).set("jobs", jobs);
    return s;
}

void same_as_c()
{
    for (int jobs : {1, 8}) {
        const nes::settings s = with_jobs(jobs);
        double x[4];
        nes_result r;
        std::memcpy(x, START.data(), sizeof x);
        REQUIRE(nes_minimize(c_sphere, nullptr, 4, x, s.c(), &r) == NES_OK);
        const nes::result got = nes::minimize(sphere, START, s);
        REQUIRE(got.best_f == r.best_f);
        REQUIRE(got.best_x == std::vector<double>(x, x + 4));
        REQUIRE(got.evaluations == r.evaluations && got.stop == r.stop);
        REQUIRE(got.stop_text == r.stop_text && got.method == "xnes");
        REQUIRE(got.mean_x.size() == 4 && got.std_x.size() == 4);
    }
}

/* Not even movable. */
struct functor {
    std::atomic<int> calls;
    functor() : calls(0)
    {
    }
    functor(const functor &) = delete;
    double operator()(const double *x, std::size_t n)
    {
        calls++;
        return sphere(std::vector<double>(x, x + n));
    }
};

void callables()
{
    const double want = nes::minimize(sphere, START, with_jobs(1)).best_f;
    functor f;
    REQUIRE(nes::minimize(f, START, with_jobs(3)).best_f == want);
    REQUIRE(f.calls == 2000);
    REQUIRE(nes::minimize([](const double *x,
                             std::size_t n) { return sphere(std::vector<double>(x, x + n)); },
                          START, with_jobs(2))
                .best_f == want);
    auto whole = [](const std::vector<double> &x) { return static_cast<int>(sphere(x)); };
    REQUIRE(nes::minimize(whole, START, with_jobs(1)).best_f == 0); /* what becomes a double */
}

/* The point at which a run of that many jobs ends: values below the limit are thrown. */
double thrown_at(int jobs, double limit)
{
    try {
        nes::minimize(
            [limit](const std::vector<double> &x) {
                if (sphere(x) < limit) throw trouble(x[0]);
                return sphere(x);
            },
            START, with_jobs(jobs));
    } catch (const trouble &t) {
        return t.where;
    }
    REQUIRE(!"nothing was thrown");
    return 0;
}

void exceptions()
{
    for (double limit : {1e9, 20.0, 5.0, 1e-3}) { /* all points of the first ask, and a few later */
        const double want = thrown_at(1, limit);
        for (int i = 0; i < 40; i++) REQUIRE(thrown_at(8, limit) == want);
    }
    REQUIRE(alive == 0);
    try {
        nes::minimize([](const std::vector<double> &) -> double { throw 42; }, START, with_jobs(8));
        REQUIRE(!"nothing was thrown");
    } catch (int n) {
        REQUIRE(n == 42);
    }
}

/* No point is begun after an exception but by threads that are there already. */
void stops_soon()
{
    for (int jobs : {1, 8}) {
        std::atomic<int> calls(0);
        try {
            nes::minimize(
                [&calls](const std::vector<double> &) -> double {
                    calls++;
                    throw trouble(0);
                },
                START, with_jobs(jobs));
        } catch (const trouble &) {
        }
        REQUIRE(calls >= 1 && calls <= jobs);
    }
    REQUIRE(alive == 0);
}

/* After an exception the run goes on as if nothing had happened. */
void goes_on_after()
{
    for (int jobs : {1, 8}) {
        const nes::settings s = with_jobs(jobs);
        nes::optimizer o(START, s), undisturbed(START, s);
        std::atomic<int> calls(0);
        int interruptions = 0;
        while (!o.stopped()) {
            try {
                o.run([&calls](const std::vector<double> &x) {
                    if (++calls % 97 == 0) throw trouble(x[0]);
                    return sphere(x);
                });
            } catch (const trouble &) {
                interruptions++;
            }
        }
        undisturbed.run(sphere);
        REQUIRE(interruptions > 10);
        REQUIRE(o.save() == undisturbed.save());
    }
    REQUIRE(alive == 0);
}

template <class F> std::string refused(nes_status status, F f)
{
    try {
        f();
    } catch (const nes::error &e) {
        REQUIRE(e.status() == status);
        return e.what();
    }
    REQUIRE(!"nothing was refused");
    return "";
}

bool has(const std::string &text, const char *part)
{
    return text.find(part) != std::string::npos;
}

void errors()
{
    nes::settings s;
    REQUIRE(has(refused(NES_ERR_OPTION, [&s] { s.set("popsise", 3); }), "popsize"));
    REQUIRE(has(refused(NES_ERR_VALUE, [&s] { s.set("max_evals", -3); }), "max_evals"));
    REQUIRE(has(refused(NES_ERR_METHOD, [&s] { s.set("method", "newton"); }), "newton"));
    s.set("lower", {0, 0}).set("upper", {1, 1});
    REQUIRE(has(refused(NES_ERR_COUNT, [&s] { nes::optimizer o(START, s); }), "'lower' has 2"));
    nes::optimizer o(START, with_jobs(1));
    REQUIRE(has(refused(NES_ERR_OPTION, [&o] { o.real("bestf"); }), "best_f"));
    REQUIRE(has(refused(NES_ERR_ORDER, [&o] { o.tell({1}); }), "ask for points"));
    o.run(sphere);
    REQUIRE(has(refused(NES_ERR_ORDER, [&o] { o.run(sphere); }), "new limits"));
    REQUIRE(has(refused(NES_ERR_FOREIGN, [] { nes::optimizer::load({1, 2, 3}); }), "not a saved"));
    nes::optimizer moved(std::move(o));
    refused(NES_ERR_ARGUMENT, [&o] { o.run(sphere); });
    REQUIRE(moved.count("evaluations") == 2000);
}

/* Flags, counts, reals, words and arrays, and what is read back. */
void options()
{
    nes::settings s;
    s.set("maximize", true).set("seed", 7u).set("sigma", 0.5f).set("target", "off");
    s.set("popsize", std::size_t(30)).set("scale", std::vector<double>(4, 2));
    REQUIRE(s.get("maximize") == "yes" && s.get("seed") == "7" && s.get("sigma") == "0.5");
    REQUIRE(s.get("scale") == "set" && s.get("target") == "off");
    nes::settings other;
    other = std::move(s);
    nes::optimizer o(START, other);
    REQUIRE(o.option("popsize") == "30" && !o.choice().empty());
}

/* An evaluation that throws nes::failed has failed, and the run goes on. */
void failures()
{
    int calls = 0;
    nes::settings s;
    s.set("max_evals", 100);
    nes::optimizer o(START, s);
    o.run([&calls](const std::vector<double> &x) {
        if (++calls % 10 == 0) throw nes::failed();
        return sphere(x);
    });
    REQUIRE(o.count("failed") == 10 && o.count("evaluations") == 100);
}

void by_hand()
{
    nes::optimizer o(START, with_jobs(1)), copy(4, with_jobs(1));
    nes::points p = o.ask();
    std::vector<double> f;
    std::vector<std::uint64_t> ids;
    std::vector<nes_fate> fates;
    for (std::size_t k = 0; k < p.size(); k++) {
        REQUIRE(p.point(k) == std::vector<double>(p[k], p[k] + p.dim()));
        f.push_back(sphere(p.point(k)));
        fates.push_back(k == 3 ? NES_FAILED : NES_MEASURED);
        ids.push_back(p.id(k));
    }
    o.tell(ids, fates, f);
    o.ask();
    o.close();
    REQUIRE(o.count("failed") == 1 && o.array("mean_x").size() == 4 && o.real("sigma") > 0);
    copy = nes::optimizer::load(o.save());
    REQUIRE(copy.fingerprint() == o.fingerprint());
    int generations = 0;
    o.run(sphere, [&generations](nes::optimizer &) { return ++generations < 5; });
    REQUIRE(generations == 5 && o.reason() == NES_STOP_USER);
    REQUIRE(has(o.go_on(), "the run goes on") && !o.stopped());
    o.run(sphere);
    copy.run(sphere);
    REQUIRE(o.save() == copy.save());
    nes::settings more;
    more.set("max_evals", 3000);
    REQUIRE(has(o.go_on(more), "max_evals 2000 -> 3000; the run goes on"));
    try {
        o.run(sphere, [](nes::optimizer &) -> bool { throw trouble(1); });
        REQUIRE(!"nothing was thrown");
    } catch (const trouble &) {
    }
    o.run(sphere);
    REQUIRE(o.result().evaluations == 3000);
}

/* A value, and x0 + x1 + x2 + x3 >= 1 and x0 <= 0.1. */
double limited(const std::vector<double> &x, std::vector<double> &g)
{
    g[0] = 1 - (x[0] + x[1] + x[2] + x[3]);
    g[1] = x[0] - 0.1;
    return sphere(x);
}

nes_fate c_limited(std::size_t dim, const double *x, double *values, void *)
{
    std::vector<double> g(2);
    values[0] = limited(std::vector<double>(x, x + dim), g);
    values[1] = g[0];
    values[2] = g[1];
    return NES_MEASURED;
}

void constraints()
{
    nes_result r;
    for (int jobs : {1, 4}) {
        nes::settings s = with_jobs(jobs);
        s.set("constraints", 2);
        double x[4];
        std::memcpy(x, START.data(), sizeof x);
        REQUIRE(nes_minimize_records(c_limited, nullptr, 4, x, s.c(), &r) == NES_OK);
        const nes::result got = nes::minimize(limited, START, s);
        REQUIRE(got.best_f == r.best_f && got.best_x == std::vector<double>(x, x + 4));
        REQUIRE(got.feasible && got.violation == 0 && got.best_g.size() == 2);
        REQUIRE(got.best_g[0] <= 0 && got.best_g[1] <= 0 && got.best_g == got.best_outputs);
        REQUIRE(std::fabs(got.multipliers[0] - 0.6) < 0.1);
        nes::optimizer o(START, s);
        while (!o.stopped()) {
            nes::points p = o.ask();
            REQUIRE(p.outputs() == 2);
            std::vector<double> f, g;
            std::vector<std::uint64_t> ids;
            for (std::size_t k = p.size(); k-- > 0;) {
                std::vector<double> numbers(2);
                f.push_back(limited(p.point(k), numbers));
                g.insert(g.end(), numbers.begin(), numbers.end());
                ids.push_back(p.id(k));
            }
            o.tell_constrained(ids, f, g);
        }
        REQUIRE(o.result().best_f == r.best_f);
    }
    nes::settings one = with_jobs(1);
    nes::optimizer plain(START, one);
    REQUIRE(has(refused(NES_ERR_ORDER, [&plain] { plain.run(limited); }), "'constraints'"));
    REQUIRE(plain.result().feasible && plain.result().best_g.empty());
    one.set("constraints", 2);
    nes::optimizer o(START, one);
    REQUIRE(has(refused(NES_ERR_ORDER, [&o] { o.run(sphere); }), "nes_tell_records"));
    const auto short_of = [](const std::vector<double> &, std::vector<double> &g) {
        g.resize(1);
        return 1.0;
    };
    REQUIRE(has(refused(NES_ERR_COUNT, [&] { o.run(short_of); }), "has 1 numbers, and 2 are"));
    const std::vector<double> f(o.ask().size(), 1.0);
    REQUIRE(has(refused(NES_ERR_COUNT, [&] { o.tell_constrained(f, f); }), "needs 2 numbers g"));
    const std::vector<double> g(2 * f.size(), -1.0);
    o.tell_constrained(f, g);
    REQUIRE(o.result().evaluations == f.size() && o.result().feasible);
}

/* Points one at a time, by hand and by threads; what the objective throws loses nothing. */
void places()
{
    const auto sphere = [](const std::vector<double> &x) { return x[0] * x[0] + x[1] * x[1]; };
    nes::settings s;
    s.set("asynchronous", true).set("jobs", 3).set("max_evals", 300);
    nes::optimizer o({3, 4}, s);
    const std::uint64_t first = o.ask_one().id(0), second = o.ask_one().id(0);
    o.drop({first});
    o.tell({second}, {7.0});
    REQUIRE(o.count("evaluations") == 2);
    REQUIRE(has(refused(NES_ERR_ORDER, [&] { o.close(); }), "nes_drop"));
    const auto fragile = [&](const std::vector<double> &x) {
        if (sphere(x) < 1) throw std::runtime_error("too near");
        return sphere(x);
    };
    bool thrown = false;
    try {
        o.run(fragile);
    } catch (const std::runtime_error &e) {
        thrown = std::string(e.what()) == "too near";
    }
    REQUIRE(thrown && !o.stopped());
    int calls = 0;
    o.run(sphere, [&](nes::optimizer &) { return ++calls > 0; });
    REQUIRE(calls > 20);
    REQUIRE(o.result().evaluations == 300 && o.result().best_f < 1e-3);
}

/* Numbers that are set have a decimal point in every locale of the program. */
void locales()
{
    const std::locale before = std::locale::global(std::locale("comma"));
    char half[8];
    std::snprintf(half, sizeof half, "%.1f", 0.5);
    REQUIRE(std::string(half) == "0,5");
    nes::settings s;
    s.set("sigma", 0.125).set("max_evals", 1234567);
    REQUIRE(s.get("sigma") == "0.125");
    REQUIRE(s.get("max_evals") == "1234567");
    std::locale::global(before);
}

} // namespace

int main()
{
    locales();
    same_as_c();
    callables();
    exceptions();
    stops_soon();
    goes_on_after();
    errors();
    options();
    failures();
    by_hand();
    constraints();
    places();
    REQUIRE(alive == 0);
    return 0;
}
