/* SPDX-License-Identifier: MIT
 * The same from C++: settings by name, a lambda as the objective, and an exception that comes out
 * of the search as it was thrown, also from one of several threads. The run then goes on. */
#include <cstdio>
#include <nes/nes.hpp>
#include <stdexcept>

int main()
{
    const std::vector<double> start(5, 3.0);
    nes::settings s;
    s.set("max_evals", 20000).set("target", 1e-9).set("jobs", 4).set("popsize", 12);

    bool broken = true;
    auto objective = [&broken](const std::vector<double> &x) {
        double sum = 0;
        for (double v : x) sum += (v - 1) * (v - 1);
        if (broken && sum < 1) throw std::runtime_error("the simulator ran out of licences");
        return sum;
    };

    try {
        nes::optimizer run(start, s);
        try {
            run.run(objective);
        } catch (const std::runtime_error &e) {
            std::printf("after %llu evaluations: %s\n",
                        static_cast<unsigned long long>(run.result().evaluations), e.what());
        }
        broken = false;
        run.run(objective); /* from the same generation */
        const nes::result r = run.result();
        std::printf("best value %.3g after %llu evaluations (%s)\n", r.best_f,
                    static_cast<unsigned long long>(r.evaluations), r.stop_text.c_str());
        return r.stop == NES_STOP_TARGET ? 0 : 1;
    } catch (const nes::error &e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
