/* SPDX-License-Identifier: MIT
 *
 * libnes for C++11 and later: a header on top of nes/nes.h, nothing to link beyond libnes.
 *
 *     auto f = [](const std::vector<double> &x) { return x[0] * x[0] + x[1] * x[1]; };
 *     nes::result r = nes::minimize(f, {3, -4}, nes::settings().set("max_evals", 1000));
 *     r.best_x, r.best_f, r.stop_text ...
 *
 * The objective is anything that can be called with a const std::vector<double> &, or with a const
 * double * and a std::size_t, and gives a double; it throws nes::failed() where the evaluation did
 * not happen. It is never copied. With the option jobs above 1 it is called by that many threads at
 * once, and must allow that.
 *
 * With constraints the objective is called with a second vector for the numbers g, of which g <= 0
 * is wanted, as many as the option constraints says (and then further ones, if the option outputs
 * says so):
 *
 *     auto f = [](const std::vector<double> &x, std::vector<double> &g) {
 *         g[0] = 1 - x[0] * x[1];
 *         return x[0] + 2 * x[1];
 *     };
 *     nes::result r = nes::minimize(f, {3, 4}, nes::settings().set("constraints", 1));
 *     r.feasible, r.violation, r.best_g, r.multipliers ...
 *
 * Errors of the library are exceptions of type nes::error, with a status and the library's
 * sentence.
 *
 * Any other exception that the objective throws, in whatever thread, ends the evaluation and is
 * thrown again, as it is, by minimize() or run(). No further point is begun, points in progress are
 * waited for, and of several exceptions in one generation that of the first point is thrown, so
 * that it does not depend on threads. The values of that generation are dropped: the optimizer is
 * in the state before the ask, and run() may be called again; it begins with the same points.
 * Nothing leaks.
 *
 * No exception passes through the C library, because the objective is called from here and never
 * from there. Functions that are handed to the C library itself are another matter: the progress
 * callback, an allocator or a density of your own must not throw.
 *
 * Programs with threads are compiled and linked with -pthread where the system asks for it. */
#ifndef NES_NES_HPP
#define NES_NES_HPP

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <limits>
#include <locale>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "nes/async.h"
#include "nes/by_name.h"

namespace nes
{

/* A call of the library that failed. */
class error : public std::runtime_error
{
  public:
    error(nes_status status, const std::string &message)
        : std::runtime_error(message.empty() ? nes_strerror(status) : message), status_(status)
    {
    }
    nes_status status() const noexcept
    {
        return status_;
    }

  private:
    nes_status status_;
};

/* Thrown by an objective: this evaluation did not happen (a crash, a time-out), which is something
 * else than a bad value. The run goes on; see the options retries and failures. */
class failed : public std::exception
{
  public:
    const char *what() const noexcept override
    {
        return "the evaluation failed";
    }
};

/* Options by name, as `nes options` lists them. Everything that is not set has its default.
 * Settings can be moved, not copied. */
class settings
{
  public:
    settings() : s_(nes_settings_new())
    {
        if (s_ == nullptr) throw error(NES_ERR_MEMORY, "there is no memory for settings");
    }
    ~settings()
    {
        nes_settings_free(s_);
    }
    settings(settings &&other) noexcept : s_(other.s_)
    {
        other.s_ = nullptr;
    }
    settings &operator=(settings &&other) noexcept
    {
        std::swap(s_, other.s_);
        return *this;
    }
    settings(const settings &) = delete;
    settings &operator=(const settings &) = delete;

    /* Sets an option to a word, or to a number as text ("auto" and "off" too). */
    settings &set(const std::string &name, const std::string &value)
    {
        return check(nes_set(s_, name.c_str(), value.c_str()));
    }
    settings &set(const std::string &name, const char *value)
    {
        return set(name, std::string(value));
    }

    /* Sets a flag, or a number. */
    template <class T>
    typename std::enable_if<std::is_arithmetic<T>::value, settings &>::type
    set(const std::string &name, T value)
    {
        return set(name, text(value));
    }

    /* Sets an array; the numbers are copied. */
    settings &set(const std::string &name, const std::vector<double> &values)
    {
        return check(nes_set_array(s_, name.c_str(), values.size(), values.data()));
    }
    settings &set(const std::string &name, std::initializer_list<double> values)
    {
        return set(name, std::vector<double>(values));
    }

    std::string get(const std::string &name) const
    {
        char value[64];
        const nes_status st = nes_get(s_, name.c_str(), value, sizeof value);
        if (st != NES_OK) throw error(st, "there is no option '" + name + "'");
        return value;
    }

    /* The C struct, for settings without a function in this class: a density, an allocator. */
    nes_settings *c() noexcept
    {
        return s_;
    }
    const nes_settings *c() const noexcept
    {
        return s_;
    }

  private:
    nes_settings *s_;

    settings &check(nes_status st)
    {
        if (st != NES_OK) throw error(st, nes_settings_message(s_));
        return *this;
    }
    static std::string text(bool value)
    {
        return value ? "yes" : "no";
    }
    static std::string text(double value)
    {
        std::ostringstream digits; /* with a decimal point in every locale */
        digits.imbue(std::locale::classic());
        digits.precision(17);
        digits << value;
        return digits.str();
    }
    template <class T> static std::string text(T value)
    {
        return text(value, std::is_integral<T>());
    }
    template <class T> static std::string text(T value, std::true_type)
    {
        return std::to_string(value);
    }
    template <class T> static std::string text(T value, std::false_type)
    {
        return text(static_cast<double>(value));
    }
};

/* The result of a run, at any time: the fields of nes_result, as copies. Vectors without numbers so
 * far are empty. */
struct result {
    double best_f, sigma, noise, generation_best, generation_median;
    std::vector<double> best_x, mean_x, std_x;
    std::string method; /* empty for a free combination */
    std::uint64_t seed, evaluations, best_evaluation, failed, nonfinite, generations, restarts,
        challenges, best_run;
    nes_stop stop;
    nes_trust trust;
    double stop_value, stop_threshold;
    bool feasible;    /* whether best_x holds all constraints; it does where there are none */
    double violation; /* by how much it violates them */
    std::vector<double> best_g, multipliers; /* as the results of these names (nes/by_name.h) */
    std::vector<double> best_outputs;        /* all outputs of best_x, constraints first */
    std::string stop_name, stop_text, trust_name, trust_text;
};

/* Points of an ask, borrowed from the optimizer until the next tell. */
class points
{
  public:
    explicit points(const nes_points &p) : p_(p)
    {
    }
    std::size_t size() const noexcept
    {
        return p_.n;
    }
    std::size_t dim() const noexcept
    {
        return p_.dim;
    }
    std::size_t outputs() const noexcept /* numbers of an evaluation besides its value */
    {
        return p_.outputs;
    }
    const double *operator[](std::size_t k) const noexcept
    {
        return p_.x + k * p_.dim;
    }
    std::vector<double> point(std::size_t k) const
    {
        return std::vector<double>((*this)[k], (*this)[k] + p_.dim);
    }
    std::uint64_t id(std::size_t k) const noexcept
    {
        return p_.id[k];
    }
    const nes_points &c() const noexcept
    {
        return p_;
    }

  private:
    nes_points p_;
};

/* ---- how an objective is called; not for users ---- */
namespace detail
{

/* Overloads in an order: those with a larger rank come first. */
template <int N> struct rank : rank<N - 1> {
};
template <> struct rank<0> {
};

/* Calls an objective in one thread. The vectors are made once, for objectives that take some. */
template <class F> class caller
{
  public:
    caller(F &f, std::size_t dim, std::size_t outputs) : f_(f), x_(dim), g_(outputs)
    {
    }
    /* Writes the value at x, and the outputs behind it. */
    void operator()(const double *x, double *values)
    {
        values[0] = call(f_, x, rank<2>());
        if (!g_.empty()) std::copy(g_.begin(), g_.end(), values + 1);
    }

    /* Whether the objective gives outputs: it is called with a second vector. */
    static constexpr bool gives_outputs()
    {
        return decltype(gives<F>(0))::value;
    }

  private:
    F &f_;
    std::vector<double> x_, g_;

    template <class G>
    static auto gives(int) -> decltype(static_cast<double>(std::declval<G &>()(
                                           std::declval<const std::vector<double> &>(),
                                           std::declval<std::vector<double> &>())),
                                       std::true_type());
    template <class G> static std::false_type gives(long);

    template <class G>
    auto call(G &f, const double *x, rank<2>)
        -> decltype(static_cast<double>(f(std::declval<const std::vector<double> &>())))
    {
        x_.assign(x, x + x_.size());
        return static_cast<double>(f(static_cast<const std::vector<double> &>(x_)));
    }
    template <class G>
    auto call(G &f, const double *x, rank<1>)
        -> decltype(static_cast<double>(f(std::declval<const std::vector<double> &>(),
                                          std::declval<std::vector<double> &>())))
    {
        const std::size_t outputs = g_.size();
        x_.assign(x, x + x_.size());
        g_.assign(outputs, std::numeric_limits<double>::quiet_NaN());
        const double value =
            static_cast<double>(f(static_cast<const std::vector<double> &>(x_), g_));
        if (g_.size() != outputs)
            throw error(NES_ERR_COUNT, "the vector g has " + std::to_string(g_.size()) +
                                           " numbers, and " + std::to_string(outputs) +
                                           " are needed: set them, and do not resize it");
        return value;
    }
    template <class G>
    auto call(G &f, const double *x, rank<0>) -> decltype(static_cast<double>(f(x, std::size_t())))
    {
        return static_cast<double>(f(x, x_.size()));
    }
};

/* Threads, including the caller's, that evaluate the points of one ask after the other. Points are
 * begun in their order. After an exception no further point is begun; so the first point that
 * throws has always been begun, and its exception is the one that is kept. */
template <class F> class pool
{
  public:
    pool(F &f, std::size_t dim, std::size_t outputs, std::size_t jobs)
        : dim_(dim), width_(1 + outputs), callers_(jobs, caller<F>(f, dim, outputs))
    {
        threads_.reserve(jobs);
        try {
            for (std::size_t i = 1; i < jobs; i++) threads_.emplace_back(&pool::work, this, i);
        } catch (const std::system_error &) {
            stop();
            throw error(NES_ERR_THREAD, "a thread cannot be started: lower the option 'jobs'");
        }
    }
    ~pool()
    {
        stop();
    }
    pool(const pool &) = delete;
    pool &operator=(const pool &) = delete;

    /* Writes values to p.f and fates to p.fate. Throws the objective's exception once all threads
     * are idle. */
    void evaluate(const nes_points &p)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        points_ = p;
        next_ = 0;
        end_ = p.n;
        ready_.notify_all();
        take(callers_[0], lock);
        done_.wait(lock, [this] { return busy_ == 0; });
        std::exception_ptr first;
        std::swap(first, thrown_);
        lock.unlock();
        if (first) std::rethrow_exception(std::move(first));
    }

  private:
    std::size_t dim_, width_;        /* variables; numbers of an evaluation */
    std::vector<caller<F>> callers_; /* one caller for each thread */
    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::condition_variable ready_, done_;
    nes_points points_ = nes_points();
    std::size_t next_ = 0, end_ = 0, busy_ = 0; /* points begun, to be begun, in progress */
    std::exception_ptr thrown_;
    bool quit_ = false;

    /* Evaluates points until none is left; the lock is held on entry and on return. Of several
     * exceptions that of the earliest point is kept. */
    void take(caller<F> &call, std::unique_lock<std::mutex> &lock)
    {
        while (next_ < end_) {
            const std::size_t k = next_++;
            std::exception_ptr thrown;
            busy_++;
            lock.unlock();
            try {
                points_.fate[k] = NES_MEASURED;
                call(points_.x + k * dim_, points_.f + k * width_);
            } catch (const failed &) {
                points_.fate[k] = NES_FAILED;
            } catch (...) {
                thrown = std::current_exception();
            }
            lock.lock();
            if (thrown && k < end_) {
                std::swap(thrown_, thrown);
                end_ = k;
            }
            if (--busy_ == 0) done_.notify_all();
        }
    }

    void work(std::size_t i)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        while (!quit_) {
            take(callers_[i], lock);
            ready_.wait(lock, [this] { return quit_ || next_ < end_; });
        }
    }

    void stop()
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            quit_ = true;
        }
        ready_.notify_all();
        for (std::thread &t : threads_) t.join();
        threads_.clear();
    }
};

/* Threads, including the caller's, that take a point of an asynchronous search each as soon as they
 * are free (nes/async.h). What is called inside the lock: the library, and the report after every
 * update. After an exception no further point is begun, and the first one is kept. */
template <class F, class R> class places
{
  public:
    places(nes_opt *o, F &f, R &report, std::size_t outputs, std::size_t jobs)
        : o_(o), report_(report), width_(1 + outputs), jobs_(jobs)
    {
        nes_points p;
        check(nes_ask(o_, &p)); /* points that are under way from before come first */
        dim_ = p.dim;
        before_.reserve(p.n);
        for (std::size_t k = p.n; k-- > 0;)
            before_.push_back(
                job{p.id[k], std::vector<double>(p.x + k * dim_, p.x + (k + 1) * dim_)});
        callers_.reserve(jobs);
        for (std::size_t i = 0; i < jobs; i++) callers_.emplace_back(f, dim_, outputs);
        if (nes_pace_create(&pace_, jobs, nullptr) != NES_OK) throw std::bad_alloc();
    }
    ~places()
    {
        nes_pace_destroy(pace_);
    }
    places(const places &) = delete;
    places &operator=(const places &) = delete;

    void run()
    {
        std::vector<std::thread> threads;
        threads.reserve(jobs_);
        try {
            for (std::size_t i = 1; i < jobs_; i++) threads.emplace_back(&places::work, this, i);
        } catch (const std::system_error &) {
            keep(std::make_exception_ptr(
                error(NES_ERR_THREAD, "a thread cannot be started: lower the option 'jobs'")));
        }
        work(0);
        for (std::thread &t : threads) t.join();
        if (thrown_) std::rethrow_exception(std::move(thrown_));
    }

  private:
    struct job {
        std::uint64_t id;
        std::vector<double> x;
    };

    nes_opt *o_;
    R &report_;
    std::size_t dim_ = 0, width_, jobs_; /* variables; numbers of an evaluation */
    std::vector<caller<F>> callers_;     /* one caller for each thread */
    std::vector<job> before_;
    nes_pace *pace_ = nullptr;
    std::mutex mutex_;
    std::condition_variable news_;
    std::size_t busy_ = 0;
    std::uint64_t updates_ = 0;
    std::exception_ptr thrown_;

    void check(nes_status st) const
    {
        if (st != NES_OK) throw error(st, nes_message(o_));
    }
    static double now()
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    }
    bool is_over() const
    {
        return thrown_ || nes_stopped(o_) != NES_RUNNING;
    }
    void keep(std::exception_ptr e)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (!thrown_) std::swap(thrown_, e);
        news_.notify_all();
    }

    /* A point for a free place; false: none until the moment `again`, or until there is news. */
    bool take(job &next, double &again)
    {
        nes_traffic t;
        nes_points p;
        bool refill = true;
        again = std::numeric_limits<double>::infinity();
        if (!before_.empty()) {
            next = std::move(before_.back());
            before_.pop_back();
        } else {
            check(nes_get_traffic(o_, &t));
            if (nes_pace_refill(pace_, &t, now(), &refill, &again) != NES_OK)
                throw std::bad_alloc();
            const nes_status st = refill ? nes_ask_one(o_, &p) : NES_OK;
            if (!refill || (st == NES_ERR_ORDER && busy_ > 0)) return false;
            check(st);
            next = job{p.id[0], std::vector<double>(p.x, p.x + dim_)};
        }
        if (nes_pace_begin(pace_, next.id, now()) != NES_OK) throw std::bad_alloc();
        busy_++;
        return true;
    }

    void wait(std::unique_lock<std::mutex> &lock, double again)
    {
        const double longest = 3600;
        const double seconds = again - now();
        news_.wait_for(lock, std::chrono::duration<double>(seconds < longest ? seconds : longest));
    }

    void tell(std::uint64_t id, nes_fate fate, const std::vector<double> &values)
    {
        nes_traffic t;
        nes_pace_end(pace_, id, now());
        check(nes_tell_records(o_, 1, &id, &fate, values.data()));
        check(nes_get_traffic(o_, &t));
        if (t.updates != updates_ || nes_stopped(o_) != NES_RUNNING) report_();
        updates_ = t.updates;
    }

    /* Evaluates a point outside the lock, and tells its value. */
    void evaluate(caller<F> &call, const job &at, std::unique_lock<std::mutex> &lock)
    {
        std::vector<double> values(width_);
        std::exception_ptr thrown;
        nes_fate fate = NES_MEASURED;
        lock.unlock();
        try {
            call(at.x.data(), values.data());
        } catch (const failed &) {
            fate = NES_FAILED;
        } catch (...) {
            thrown = std::current_exception();
        }
        lock.lock();
        busy_--;
        if (thrown) std::rethrow_exception(std::move(thrown));
        tell(at.id, fate, values);
    }

    void work(std::size_t i)
    {
        std::unique_lock<std::mutex> lock(mutex_);
        job next;
        double again;
        try {
            while (!is_over()) {
                if (take(next, again)) {
                    evaluate(callers_[i], next, lock);
                    news_.notify_all();
                } else {
                    wait(lock, again);
                }
            }
        } catch (...) {
            if (!thrown_) thrown_ = std::current_exception();
        }
        news_.notify_all();
    }
};

inline std::size_t jobs_of(const nes_settings *s)
{
    const std::size_t most = 4096;
    const std::size_t jobs =
        s->jobs > 0 ? static_cast<std::size_t>(s->jobs) : std::thread::hardware_concurrency();
    return jobs < 1 ? 1 : jobs < most ? jobs : most;
}

inline std::vector<double> copy(const double *x, std::size_t n)
{
    return x != nullptr ? std::vector<double>(x, x + n) : std::vector<double>();
}

struct always {
    template <class T> bool operator()(T &) const
    {
        return true;
    }
};

} // namespace detail

/* A run: asked for points and told their values, or run to its end. Can be moved, not copied. */
class optimizer
{
  public:
    /* A run from x0; or one of dim variables, with a start as the settings say. */
    explicit optimizer(const std::vector<double> &x0, const settings &s = settings())
    {
        create(x0.size(), x0.data(), s.c());
    }
    explicit optimizer(std::size_t dim, const settings &s = settings())
    {
        create(dim, nullptr, s.c());
    }

    /* Loads a saved run, which goes on exactly; s has settings that are not saved, such as jobs. */
    static optimizer load(const std::vector<unsigned char> &data, const settings &s = settings())
    {
        nes_opt *o = nullptr;
        char message[NES_MESSAGE_SIZE];
        const nes_status st =
            nes_load(&o, data.data(), data.size(), s.c(), message, sizeof message);
        if (st != NES_OK) throw error(st, message);
        return optimizer(o);
    }

    ~optimizer()
    {
        nes_destroy(o_);
    }
    optimizer(optimizer &&other) noexcept : o_(other.o_)
    {
        other.o_ = nullptr;
    }
    optimizer &operator=(optimizer &&other) noexcept
    {
        std::swap(o_, other.o_);
        return *this;
    }
    optimizer(const optimizer &) = delete;
    optimizer &operator=(const optimizer &) = delete;

    /* Gives points without a value; takes all their values in order; or some values by id. */
    points ask()
    {
        nes_points p;
        check(nes_ask(o_, &p));
        return points(p);
    }
    void tell(const std::vector<double> &f)
    {
        check(nes_tell(o_, f.size(), f.data()));
    }
    void tell(const std::vector<std::uint64_t> &id, const std::vector<double> &f)
    {
        if (id.size() != f.size())
            throw error(NES_ERR_COUNT, "there are not as many values as ids");
        check(nes_tell_some(o_, f.size(), id.data(), f.data()));
    }
    /* Tells values with the numbers g of their constraints, a row of them for each value. */
    void tell_constrained(const std::vector<double> &f, const std::vector<double> &g)
    {
        tell_rows(f.size(), nullptr, f, g);
    }
    void tell_constrained(const std::vector<std::uint64_t> &id, const std::vector<double> &f,
                          const std::vector<double> &g)
    {
        tell_rows(id.size(), id.data(), f, g);
    }
    /* Tells values with fates, for evaluations that failed or are late (nes/evaluation.h), and rows
     * of values where there are outputs. */
    void tell(const std::vector<std::uint64_t> &id, const std::vector<nes_fate> &fate,
              const std::vector<double> &values)
    {
        const std::size_t width = 1 + outputs();
        if (id.size() != fate.size() || values.size() != width * id.size())
            throw error(NES_ERR_COUNT, "there are not as many fates and values as ids");
        check(nes_tell_records(o_, id.size(), id.data(), fate.data(), values.data()));
    }
    /* Of an asynchronous search (nes/async.h): one further point; points that never come back. */
    points ask_one()
    {
        nes_points p;
        check(nes_ask_one(o_, &p));
        return points(p);
    }
    void drop(const std::vector<std::uint64_t> &id)
    {
        check(nes_drop(o_, id.size(), id.data()));
    }
    void close()
    {
        check(nes_close(o_));
    } /* closes the generation with the values told so far */

    bool stopped() const noexcept
    {
        return nes_stopped(o_) != NES_RUNNING;
    }
    nes_stop reason() const noexcept
    {
        return nes_stopped(o_);
    }
    void stop() noexcept
    {
        nes_stop_now(o_);
    }

    /* nes_continue: goes on with new limits, or after stop(). Returns the sentence about the
     * changes; stopped() says whether the run goes on. */
    std::string go_on(const settings &s)
    {
        return go_on_with(s.c());
    }
    std::string go_on()
    {
        return go_on_with(nullptr);
    }

    /* Runs to the end with as many threads as the option jobs says. After each generation
     * callback(*this) is called, if there is one; the run stops when the callback returns false,
     * and its exceptions leave run() unchanged. See above for exceptions of the objective. With the
     * option asynchronous it is called after each update, by any of the threads, one at a time. */
    template <class F> void run(F &&f)
    {
        run(std::forward<F>(f), detail::always());
    }
    template <class F, class C> void run(F &&f, C &&callback)
    {
        const nes_settings *s = nes_get_settings(o_);
        nes_points p;
        check(nes_ask(o_, &p));
        using function = typename std::remove_reference<F>::type;
        constexpr bool gives = detail::caller<function>::gives_outputs();
        if (gives && p.outputs == 0)
            throw error(NES_ERR_ORDER, "the objective gives constraints: say in option "
                                       "'constraints' how many");
        if (s->asynchronous) {
            if (!gives && p.outputs > 0) check(nes_tell(o_, 0, nullptr)); /* refused: not enough */
            run_places(f, callback, p.outputs);
            return;
        }
        detail::pool<function> pool(f, p.dim, p.outputs, detail::jobs_of(s));
        for (bool first = true; first || !stopped(); first = false) {
            check(nes_ask(o_, &p));
            const bool whole = gives || p.outputs == 0;
            if (whole) pool.evaluate(p); /* else nes_tell refuses, with a sentence */
            check(whole ? nes_tell_records(o_, p.n, nullptr, p.fate, p.f) : nes_tell(o_, p.n, p.f));
            if (s->progress != nullptr && s->progress(o_, s->progress_user) != 0) stop();
            if (!callback(*this)) stop();
        }
    }

    nes::result result() const
    {
        nes_result r;
        nes::result to;
        check(nes_get_result(o_, &r));
        to.best_f = r.best_f;
        to.sigma = r.sigma;
        to.noise = r.noise;
        to.generation_best = r.generation_best;
        to.generation_median = r.generation_median;
        to.best_x = detail::copy(r.best_x, r.dim);
        to.mean_x = detail::copy(r.mean_x, r.dim);
        to.std_x = detail::copy(r.std_x, r.dim);
        to.method = r.method != nullptr ? r.method : "";
        to.seed = r.seed;
        to.evaluations = r.evaluations;
        to.best_evaluation = r.best_evaluation;
        to.failed = r.failed;
        to.nonfinite = r.nonfinite;
        to.generations = r.generations;
        to.restarts = r.restarts;
        to.challenges = r.challenges;
        to.best_run = r.best_run;
        to.stop = r.stop;
        to.trust = r.trust;
        to.stop_value = r.stop_value;
        to.stop_threshold = r.stop_threshold;
        to.feasible = r.feasible == 1;
        to.stop_name = nes_stop_name(r.stop);
        to.stop_text = r.stop_text;
        to.trust_name = nes_trust_name(r.trust);
        to.trust_text = r.trust_text;
        to.violation = real("violation");
        to.best_g = known("best_g");
        to.multipliers = known("multipliers");
        to.best_outputs = known("best_outputs");
        return to;
    }

    /* Returns one result by its name; nes_entry_at lists the names. */
    double real(const std::string &name) const
    {
        double value = 0;
        check(nes_get_real(o_, name.c_str(), &value));
        return value;
    }
    std::uint64_t count(const std::string &name) const
    {
        std::uint64_t value = 0;
        check(nes_get_count(o_, name.c_str(), &value));
        return value;
    }
    std::vector<double> array(const std::string &name) const
    {
        std::size_t n = 0;
        check(nes_get_length(o_, name.c_str(), &n));
        std::vector<double> values(n);
        check(nes_get_array(o_, name.c_str(), n, values.data()));
        return values;
    }

    std::vector<unsigned char> save() const
    {
        std::vector<unsigned char> data(nes_save_size(o_));
        check(nes_save(o_, data.data(), data.size(), nullptr));
        return data;
    }
    std::uint64_t fingerprint() const noexcept
    {
        return nes_fingerprint(o_);
    }

    /* The value of an option in force; and what method "auto" has chosen, and why. */
    std::string option(const std::string &name) const
    {
        char value[64];
        const nes_status st = nes_get(nes_get_settings(o_), name.c_str(), value, sizeof value);
        if (st != NES_OK) throw error(st, "there is no option '" + name + "'");
        return value;
    }
    std::string choice() const
    {
        return nes_choice_text(o_);
    }

    nes_opt *c() noexcept
    {
        return o_;
    } /* the C handle, for calls without a function in this class */

  private:
    nes_opt *o_ = nullptr;

    explicit optimizer(nes_opt *o) noexcept : o_(o)
    {
    }

    void create(std::size_t dim, const double *x0, const nes_settings *s)
    {
        char message[NES_MESSAGE_SIZE];
        const nes_status st = nes_create(&o_, dim, x0, s);
        if (st == NES_OK) return;
        nes_settings_check(s, dim, x0, message, sizeof message);
        throw error(st, message);
    }
    /* Runs an asynchronous search to its end. */
    template <class F, class C> void run_places(F &f, C &callback, std::size_t outputs)
    {
        const nes_settings *s = nes_get_settings(o_);
        auto report = [&] {
            if (s->progress != nullptr && s->progress(o_, s->progress_user) != 0) stop();
            if (!callback(*this)) stop();
        };
        detail::places<F, decltype(report)> places(o_, f, report, outputs, detail::jobs_of(s));
        places.run();
    }

    void check(nes_status st) const
    {
        if (st != NES_OK) throw error(st, nes_message(o_));
    }
    std::size_t outputs() const
    {
        return static_cast<std::size_t>(nes_get_settings(o_)->outputs);
    }
    /* An array by its name; without numbers where it has none now. */
    std::vector<double> known(const char *name) const
    {
        std::size_t n = 0;
        if (outputs() == 0 || nes_get_length(o_, name, &n) != NES_OK) return {};
        std::vector<double> values(n);
        if (nes_get_array(o_, name, n, values.data()) != NES_OK) values.clear();
        return values;
    }
    void tell_rows(std::size_t n, const std::uint64_t *id, const std::vector<double> &f,
                   const std::vector<double> &g)
    {
        const std::size_t m = outputs();
        if (f.size() != n || g.size() != n * m)
            throw error(NES_ERR_COUNT, "each value needs " + std::to_string(m) +
                                           " numbers g, as option 'constraints' says");
        std::vector<double> rows;
        rows.reserve(n * (1 + m));
        for (std::size_t k = 0; k < n; k++) {
            rows.push_back(f[k]);
            for (std::size_t i = 0; i < m; i++) rows.push_back(g[k * m + i]);
        }
        check(nes_tell_records(o_, n, id, nullptr, rows.data()));
    }
    std::string go_on_with(const nes_settings *s)
    {
        check(nes_continue(o_, s));
        return nes_message(o_);
    }
};

/* Minimises f from x0 and returns the result; exceptions of f are thrown again. */
template <class F>
result minimize(F &&f, const std::vector<double> &x0, const settings &s = settings())
{
    optimizer o(x0, s);
    o.run(std::forward<F>(f));
    return o.result();
}

} // namespace nes

#endif
