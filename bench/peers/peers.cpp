// SPDX-License-Identifier: MIT
//
// What optimisers of other libraries cost per evaluation, measured as bench/cost measures ours:
// processor time of one thread, least of several repeats, with pseudo-random values that cost
// almost nothing. The cost of the values, through the library's own interface, is measured and
// subtracted. A run is timed with two numbers of generations, and the difference counts, so that
// setting up is not included.
//
//     peers PEER DIM POPSIZE SECONDS     microseconds per evaluation; PEER: xnes, cmaes, isres
#include <nlopt.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/cmaes.hpp>
#include <pagmo/algorithms/xnes.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

namespace
{
using numbers = std::vector<double>;

constexpr int least_repeats = 2;

double seconds()
{
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// splitmix64, into [0, 2^53)
double value()
{
    static std::uint64_t state = 1;
    std::uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return double(z >> 11);
}

struct cheap {
    std::size_t d = 1;
    numbers fitness(const numbers &) const
    {
        return {value()};
    }
    std::pair<numbers, numbers> get_bounds() const
    {
        return {numbers(d, -1), numbers(d, 1)};
    }
};

// What is measured: a run of some generations, and evaluations alone.
class subject
{
  public:
    virtual ~subject() = default;
    virtual double run(unsigned generations) = 0;
    virtual double evaluate(std::size_t count) = 0;
};

template <typename Method> class of_pagmo : public subject
{
  public:
    of_pagmo(std::size_t d, std::size_t n) : start(pagmo::problem{cheap{d}}, n, 1u)
    {
    }

    double run(unsigned generations) override
    {
        // Learning rates are its own defaults. Only the number of generations ends the run.
        Method method = make(generations);
        const double begun = seconds();
        pagmo::population end = method.evolve(start);
        return seconds() - begun;
    }

    double evaluate(std::size_t count) override
    {
        const numbers x = start.get_x()[0];
        const double begun = seconds();
        double sum = 0;
        for (std::size_t i = 0; i < count; i++) sum += start.get_problem().fitness(x)[0];
        keep = sum;
        return seconds() - begun;
    }

  private:
    static Method make(unsigned generations)
    {
        if constexpr (std::is_same_v<Method, pagmo::xnes>)
            return Method(generations, -1, -1, -1, -1, 0, 0, false, false, 1);
        else
            return Method(generations, -1, -1, -1, -1, 0.5, 0, 0, false, false, 1);
    }

    pagmo::population start;
    volatile double keep = 0;
};

// NLopt's evolution strategy with one step size per coordinate.
class isres : public subject
{
  public:
    isres(std::size_t dim, std::size_t popsize) : d(dim), n(popsize)
    {
    }

    double run(unsigned generations) override
    {
        numbers x(d, 0.5);
        double f = 0;
        const double begun = seconds();
        nlopt_opt o = nlopt_create(NLOPT_GN_ISRES, unsigned(d));
        nlopt_set_lower_bounds1(o, -1);
        nlopt_set_upper_bounds1(o, 1);
        nlopt_set_min_objective(o, objective, nullptr);
        nlopt_set_population(o, unsigned(n));
        nlopt_set_maxeval(o, int(generations * n));
        nlopt_optimize(o, x.data(), &f);
        nlopt_destroy(o);
        return seconds() - begun;
    }

    double evaluate(std::size_t count) override
    {
        const double begun = seconds();
        double sum = 0;
        for (std::size_t i = 0; i < count; i++) sum += value();
        keep = sum;
        return seconds() - begun;
    }

  private:
    static double objective(unsigned, const double *, double *, void *)
    {
        return value();
    }

    std::size_t d, n;
    volatile double keep = 0;
};

// Least time of one evaluation within a run, in seconds. The first generation, which includes
// setting up, is not counted.
double cost(subject &s, std::size_t n, double budget)
{
    constexpr unsigned most = 8192;
    unsigned more = 1;
    while (more < most && s.run(1 + more) < budget / 10) more *= 2;
    const std::size_t count = more * n;
    double shorter = std::numeric_limits<double>::infinity(), longer = shorter, alone = shorter;
    double spent = 0;
    for (int i = 0; i < least_repeats || spent < budget; i++) {
        const double a = s.run(1), b = s.run(1 + more), c = s.evaluate(count);
        shorter = std::min(shorter, a);
        longer = std::min(longer, b);
        alone = std::min(alone, c);
        spent += a + b + c;
    }
    return (longer - shorter - alone) / double(count);
}

int measure(const std::string &peer, std::size_t d, std::size_t n, double budget)
{
    double answer = 0;
    if (peer == "xnes") {
        of_pagmo<pagmo::xnes> s(d, n);
        answer = cost(s, n, budget);
    } else if (peer == "cmaes") {
        of_pagmo<pagmo::cmaes> s(d, n);
        answer = cost(s, n, budget);
    } else if (peer == "isres") {
        isres s(d, n);
        answer = cost(s, n, budget);
    } else {
        std::fprintf(stderr, "peers: '%s' is none of xnes, cmaes, isres\n", peer.c_str());
        return 2;
    }
    std::printf("%.9g\n", 1e6 * answer);
    return 0;
}
} // namespace

int main(int argc, char **argv)
{
    if (argc != 5) {
        std::fprintf(stderr, "peers: give PEER DIM POPSIZE SECONDS\n");
        return 2;
    }
    const long d = std::strtol(argv[2], nullptr, 10), n = std::strtol(argv[3], nullptr, 10);
    const double budget = std::strtod(argv[4], nullptr);
    if (d < 1 || n < 5 || !(budget > 0)) {
        std::fprintf(stderr, "peers: DIM is at least 1, POPSIZE 5, SECONDS above 0\n");
        return 2;
    }
    return measure(argv[1], std::size_t(d), std::size_t(n), budget);
}
