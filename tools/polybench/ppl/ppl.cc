// The workloads of internal/workload, run with the Parma Polyhedra Library.
//
//   g++ -O3 -march=native -DNDEBUG -o ppl ppl.cc -lppl -lgmpxx -lgmp
//   ./ppl octagon double|mpz|mpq N [SEED [MS]]
//   ./ppl poly D [SEED [REPS]]
//
// Each line of output is: library, size, operation, nanoseconds, checksum, separated by tabs. The draws,
// the digests and what each operation is stand in the Go package; this program follows it word for word, and
// equal checksums say that it does. Times are CPU times of the thread. A copy of the operand, where PPL
// has no operation that leaves it alone, is part of the operation, and so is the release of the result.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <time.h>
#include <vector>

#include <ppl.hh>

using namespace Parma_Polyhedra_Library;
using std::vector;
typedef uint64_t u64;
typedef int64_t i64;

// ---- clock

static double now() {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static double median(vector<double> v) {
  if (v.empty())
    return 0;
  std::sort(v.begin(), v.end());
  size_t n = v.size();
  return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

// ---- draws and digests

struct Rand {
  u64 s;
  Rand(u64 seed, u64 n, u64 t) : s(seed * 0x100000001B3ULL + n * 1000003 + t) {}
  u64 next() {
    s += 0x9E3779B97F4A7C15ULL;
    u64 z = s;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  i64 below(u64 k) { return i64(next() % k); }
};

struct Digest {
  u64 h;
  Digest() : h(0xcbf29ce484222325ULL) {}
  void add(u64 tok) { h = (h ^ tok) * 0x100000001B3ULL; }
};

static const u64 INF = 0x7FFFFFFFFFFFFFFFULL, NONE = 0xB0770;

static u64 low64(const mpz_class& z) {
  static const mpz_class two64 = mpz_class(1) << 64;
  mpz_class m;
  mpz_fdiv_r_2exp(m.get_mpz_t(), z.get_mpz_t(), 64);
  u64 out = 0;
  mpz_export(&out, nullptr, -1, 8, 0, 0, m.get_mpz_t());
  return out;
}

static void print(const char* lib, int n, const char* op, double ns, u64 sum) {
  printf("%s\t%d\t%s\t%.1f\t%016llx\n", lib, n, op, ns, (unsigned long long)sum);
}

// ---- octagons

struct OctConstraint {
  int i, j, si, sj; // j < 0: one variable
  i64 c;
  Constraint ppl() const {
    Linear_Expression e = si * Variable(i);
    if (j >= 0)
      e += sj * Variable(j);
    return e <= c;
  }
};

struct OctInstance {
  vector<OctConstraint> A, B;
  OctConstraint E;
  int f, g, h;
  i64 c;
};

static int sign(Rand& r) { return r.below(2) == 0 ? 1 : -1; }

static OctConstraint binary(Rand& r, int n, int bound) {
  OctConstraint c;
  c.i = r.below(n);
  c.j = r.below(n - 1);
  if (c.j >= c.i)
    c.j++;
  c.si = sign(r);
  c.sj = sign(r);
  c.c = r.below(bound);
  return c;
}

static OctInstance octInstance(int n, int m, int t, u64 seed) {
  Rand r(seed, n, t);
  OctInstance o;
  for (int k = 0; k < m; k++) {
    if (r.below(4) == 0) {
      OctConstraint c;
      c.i = r.below(n);
      c.j = -1;
      c.si = sign(r);
      c.sj = 0;
      c.c = r.below(201);
      o.A.push_back(c);
    } else
      o.A.push_back(binary(r, n, 201));
  }
  for (OctConstraint c : o.A) {
    if (r.below(4) == 0)
      c.c = std::max<i64>(0, c.c + r.below(41) - 20);
    o.B.push_back(c);
  }
  o.E = binary(r, n, 20);
  o.f = r.below(n);
  o.g = r.below(n);
  o.h = r.below(n - 1);
  if (o.h >= o.g)
    o.h++;
  o.c = r.below(11) - 5;
  return o;
}

// The matrix and the incremental closure are private. An explicit instantiation may name private members
// ([temp.spec]/6), and hands them out through a friend.
template <typename Tag, typename Tag::type M> struct Open {
  friend typename Tag::type open(Tag) { return M; }
};

template <typename T> struct Oct;
#define OPEN_OCTAGON(T)                                                                             \
  struct Matrix_##T {                                                                               \
    typedef OR_Matrix<Octagonal_Shape<T>::coefficient_type> Octagonal_Shape<T>::*type;              \
    friend type open(Matrix_##T);                                                                   \
  };                                                                                                \
  template struct Open<Matrix_##T, &Octagonal_Shape<T>::matrix>;                                    \
  struct Incremental_##T {                                                                          \
    typedef void (Octagonal_Shape<T>::*type)(Variable) const;                                       \
    friend type open(Incremental_##T);                                                              \
  };                                                                                                \
  template struct Open<Incremental_##T, &Octagonal_Shape<T>::incremental_strong_closure_assign>;    \
  template <> struct Oct<T> {                                                                       \
    typedef Matrix_##T Matrix;                                                                      \
    typedef Incremental_##T Incremental;                                                            \
  };
OPEN_OCTAGON(double)
OPEN_OCTAGON(mpz_class)
OPEN_OCTAGON(mpq_class)

template <typename T> static u64 octDigest(const Octagonal_Shape<T>& o) {
  Digest d;
  if (o.is_empty()) {
    d.add(NONE);
    return d.h;
  }
  const dimension_type rows = 2 * o.space_dimension();
  const auto& m = o.*open(typename Oct<T>::Matrix());
  auto it = m.element_begin();
  mpq_class q;
  for (dimension_type i = 0; i < rows; i++)
    for (dimension_type j = 0; j <= (i | 1); j++, ++it) {
      if (j == i)
        continue;
      if (is_plus_infinity(*it)) {
        d.add(INF);
        continue;
      }
      assign_r(q, *it, ROUND_NOT_NEEDED);
      q *= 4;
      if (q.get_den() != 1)
        fprintf(stderr, "ppl: an entry is no multiple of 1/4\n");
      d.add(u64(q.get_num().get_si()));
    }
  return d.h;
}

// measure gives the median of batch averages in nanoseconds. prepare is outside what is timed.
template <typename P, typename F> static double measure(double budget, bool closure, P prepare, F run) {
  int most = closure ? 16 : 4096, batch = 1;
  for (int warm = 0; warm < 2; warm++) {
    prepare(batch);
    double t = now();
    for (int k = 0; k < batch; k++)
      run(k);
    t = (now() - t) / batch;
    batch = std::max(1, std::min<int>(most, int(60e3 / std::max(t, 1.0)) + 1));
  }
  vector<double> times;
  double used = 0;
  while (used < budget || times.size() < 3) {
    prepare(batch);
    double t = now();
    for (int k = 0; k < batch; k++)
      run(k);
    t = now() - t;
    used += t;
    times.push_back(t / batch);
  }
  return median(times);
}

template <typename T> static void octagon(const char* lib, int n, u64 seed, double ms) {
  typedef Octagonal_Shape<T> O;
  enum { CLOSURE, INCR, INCR_PUB, JOIN, WIDEN, LEQ_TRUE, LEQ_FALSE, FORGET, ASSIGN, OPS };
  const char* names[OPS] = {"closure", "incr", "incr_pub", "join", "widen", "leq_true", "leq_false", "forget", "assign"};
  const int instances = n < 64 ? 8 : n < 128 ? 4 : 2;
  Digest sum[OPS];
  double ns[OPS] = {};
  for (int t = 0; t < instances; t++) {
    OctInstance in = octInstance(n, 2 * n, t, seed);
    auto build = [&](const vector<OctConstraint>& cs) {
      O o(n, UNIVERSE);
      for (auto& c : cs)
        o.add_constraint(c.ppl());
      return o;
    };
    const O raw = build(in.A);
    O A = raw, B = build(in.B);
    (void)A.is_empty();
    (void)B.is_empty();
    O J = A;
    J.upper_bound_assign(B);
    (void)J.is_empty();
    const Constraint E = in.E.ppl();
    const Variable vi(in.E.i), f(in.f), g(in.g);
    const Linear_Expression by = Variable(in.h) + in.c;
    vector<Constraint> none;

    auto incr = [&] {
      O o = A;
      o.add_constraint(E);
      (o.*open(typename Oct<T>::Incremental()))(vi);
      return o;
    };
    auto incrPub = [&] {
      O o = A;
      o.add_constraint(E);
      (void)o.is_empty();
      return o;
    };
    auto join = [&] {
      O o = A;
      o.upper_bound_assign(B);
      return o;
    };
    auto widen = [&] {
      O o = J;
      o.CC76_extrapolation_assign(A, (T*)0, (T*)0);
      return o;
    };
    auto forget = [&] {
      O o = A;
      o.unconstrain(f);
      return o;
    };
    auto assign = [&] {
      O o = A;
      o.affine_image(g, by);
      (void)o.is_empty();
      return o;
    };

    sum[CLOSURE].add(octDigest(A));
    sum[INCR].add(octDigest(incr()));
    sum[INCR_PUB].add(octDigest(incrPub()));
    sum[JOIN].add(octDigest(join()));
    sum[WIDEN].add(octDigest(widen()));
    sum[LEQ_TRUE].add(J.contains(A));
    sum[LEQ_FALSE].add(A.contains(J));
    sum[FORGET].add(octDigest(forget()));
    sum[ASSIGN].add(octDigest(assign()));

    if (ms <= 0)
      continue;
    const double budget = ms * 1e6 / instances;
    auto nothing = [](int) {};
    vector<O> fresh;
    ns[CLOSURE] += measure(
        budget, true, [&](int batch) { fresh.assign(batch, raw); }, [&](int k) { (void)fresh[k].is_empty(); });
    ns[INCR] += measure(budget, false, nothing, [&](int) { incr(); });
    ns[INCR_PUB] += measure(budget, false, nothing, [&](int) { incrPub(); });
    ns[JOIN] += measure(budget, false, nothing, [&](int) { join(); });
    ns[WIDEN] += measure(budget, false, nothing, [&](int) { widen(); });
    volatile bool sink;
    ns[LEQ_TRUE] += measure(budget, false, nothing, [&](int) { sink = J.contains(A); });
    ns[LEQ_FALSE] += measure(budget, false, nothing, [&](int) { sink = A.contains(J); });
    ns[FORGET] += measure(budget, false, nothing, [&](int) { forget(); });
    ns[ASSIGN] += measure(budget, false, nothing, [&](int) { assign(); });
  }
  for (int op = 0; op < OPS; op++)
    print(lib, n, names[op], ns[op] / instances, sum[op].h);
}

// ---- polyhedra

enum Kind { MEET, ASSIGN, BRANCH, LOOP, LEQ };

struct Guard {
  vector<i64> coef;
  i64 b;
  Guard negated() const { // before normalise
    Guard g = *this;
    for (i64& c : g.coef)
      c = -c;
    g.b = -b - 1;
    return g;
  }
  Constraint ppl() const { // normalised
    i64 d = 0;
    for (i64 c : coef)
      d = std::gcd(d, c);
    Linear_Expression e;
    for (size_t v = 0; v < coef.size(); v++)
      if (coef[v] != 0)
        e += coef[v] / d * Variable(v);
    i64 q = b / d;
    if (b % d < 0)
      q--;
    return e + q >= 0;
  }
};

struct Update {
  int k;
  Linear_Expression e;
  Update() : k(-1) {}
};

struct Step {
  Kind kind;
  Constraint g, ng;
  Update a1, a2;
  int q, save;
  Step() : q(-1), save(-1) {}
};

struct Walk {
  int d;
  vector<Constraint> box;
  vector<Step> steps;
};

static Guard guard(Rand& r, int d, int terms) {
  Guard g;
  g.coef.assign(d, 0);
  for (i64 k = 1 + r.below(terms); k > 0; k--) {
    int v = r.below(d);
    i64 c = r.below(6);
    g.coef[v] = c < 3 ? c - 3 : c - 2;
  }
  g.b = r.below(31) - 10;
  return g;
}

static Update assignment(Rand& r, int d) {
  Update u;
  i64 a = r.below(10);
  u.k = r.below(d);
  if (a < 5) {
    i64 c = r.below(7) - 3;
    u.e = Variable(u.k) + c;
  } else if (a < 7) {
    int j = r.below(d - 1);
    if (j >= u.k)
      j++;
    i64 c = r.below(11) - 5;
    u.e = Variable(j) + c;
  } else if (a == 7) {
    i64 c = r.below(11) - 5;
    u.e = Linear_Expression(c);
  } else if (a == 8) {
    int i = r.below(d), j = r.below(d);
    i64 c = r.below(11) - 5;
    u.e = Variable(i) - Variable(j) + c;
  } else {
    int j = r.below(d);
    i64 c = r.below(11) - 5;
    u.e = 2 * Variable(j) + c;
  }
  return u;
}

static Update increment(Rand& r, int d) {
  Update u;
  u.k = r.below(d);
  i64 c = r.below(7) - 3;
  u.e = Variable(u.k) + c;
  return u;
}

static Walk drawWalk(int d, int steps, int terms, int t, u64 seed) {
  Rand r(seed, d, t);
  Walk w;
  w.d = d;
  for (int i = 0; i < d; i++) {
    i64 lo = -r.below(11), hi = r.below(11);
    w.box.push_back(Variable(i) >= lo);
    w.box.push_back(Variable(i) <= hi);
  }
  for (int s = 0; s < steps; s++) {
    Step st;
    i64 rr = r.below(100);
    if (rr < 30) {
      st.kind = MEET;
      st.g = guard(r, d, terms).ppl();
    } else if (rr < 60) {
      st.kind = ASSIGN;
      st.a1 = assignment(r, d);
    } else if (rr < 80) {
      st.kind = BRANCH;
      Guard g = guard(r, d, terms);
      st.g = g.ppl();
      st.ng = g.negated().ppl();
      st.a1 = increment(r, d);
      st.a2 = increment(r, d);
    } else if (rr < 90) {
      st.kind = LOOP;
      st.g = guard(r, d, terms).ppl();
      st.a1 = increment(r, d);
    } else {
      st.kind = LEQ;
      st.q = r.below(4);
    }
    i64 z = r.below(16);
    if (z < 4)
      st.save = z;
    w.steps.push_back(st);
  }
  return w;
}

static void polyDigest(Digest& d, const C_Polyhedron& p) {
  if (p.is_empty()) {
    d.add(NONE);
    return;
  }
  auto sup = [&](const Linear_Expression& e) {
    Coefficient num, den;
    bool attained;
    if (!p.maximize(e, num, den, attained)) {
      d.add(INF);
      return;
    }
    mpq_class q(num, den);
    q.canonicalize();
    d.add(low64(q.get_num()));
    d.add(low64(q.get_den()));
  };
  const int n = p.space_dimension();
  for (int i = 0; i < n; i++) {
    sup(Variable(i));
    sup(-Variable(i));
  }
  for (int i = 0; i + 1 < n; i++) {
    sup(Variable(i) + Variable(i + 1));
    sup(Variable(i) - Variable(i + 1));
  }
}

static C_Polyhedron roundedBox(const C_Polyhedron& p) {
  const int d = p.space_dimension();
  C_Polyhedron out(d, UNIVERSE);
  if (p.is_empty())
    return p;
  Coefficient num, den, q;
  bool attained;
  for (int i = 0; i < d; i++) {
    if (p.maximize(Variable(i), num, den, attained)) {
      mpz_cdiv_q(q.get_mpz_t(), num.get_mpz_t(), den.get_mpz_t());
      out.add_constraint(Variable(i) <= q);
    }
    if (p.minimize(Variable(i), num, den, attained)) {
      mpz_fdiv_q(q.get_mpz_t(), num.get_mpz_t(), den.get_mpz_t());
      out.add_constraint(Variable(i) >= q);
    }
  }
  return out;
}

// Meter times primitives, where it is on: what they return then has both minimal descriptions.
struct Meter {
  bool on;
  double ns[5];
  long count[5];
  Meter() : on(false), ns(), count() {}
  double begin() const { return on ? now() : 0; }
  void end(int op, double t) {
    ns[op] += now() - t;
    count[op]++;
  }
  void end(int op, double t, const C_Polyhedron& p) {
    if (!on)
      return;
    force(p);
    end(op, t);
  }
  static void force(const C_Polyhedron& p) {
    (void)p.minimized_constraints();
    (void)p.minimized_generators();
  }
};
enum { M_MEET, M_ASSIGN, M_HULL, M_WIDEN, M_LEQ };
static const char* primitive[] = {"meet", "assign", "hull", "widen", "leq"};

// Seen are the digests of a walk; a null pointer takes none.
struct Seen {
  Digest walk, *widen, *leq;
};

static void runWalk(const Walk& w, int period, Meter& m, Seen* seen) {
  typedef C_Polyhedron P;
  P p(w.d, UNIVERSE);
  for (auto& c : w.box)
    p.add_constraint(c);
  if (m.on)
    Meter::force(p);
  vector<P> saved(4, p);
  auto meet = [&](const P& p, const Constraint& c) {
    double t = m.begin();
    P q(p);
    q.add_constraint(c);
    m.end(M_MEET, t, q);
    return q;
  };
  auto assign = [&](const P& p, const Update& u) {
    double t = m.begin();
    P q(p);
    q.affine_image(Variable(u.k), u.e);
    m.end(M_ASSIGN, t, q);
    return q;
  };
  auto hull = [&](const P& a, const P& b) {
    double t = m.begin();
    P q(a);
    q.poly_hull_assign(b);
    m.end(M_HULL, t, q);
    return q;
  };
  for (size_t s = 0; s < w.steps.size(); s++) {
    const Step& st = w.steps[s];
    switch (st.kind) {
    case MEET: {
      P q = meet(p, st.g);
      if (!q.is_empty())
        p.m_swap(q);
      break;
    }
    case ASSIGN: {
      P q = assign(p, st.a1);
      p.m_swap(q);
      break;
    }
    case BRANCH: {
      P a = meet(p, st.g), b = meet(p, st.ng);
      bool ea = a.is_empty(), eb = b.is_empty();
      if (!ea)
        a = assign(a, st.a1);
      if (!eb)
        b = assign(b, st.a2);
      if (!ea && !eb)
        p = hull(a, b);
      else if (!ea)
        p.m_swap(a);
      else if (!eb)
        p.m_swap(b);
      break;
    }
    case LOOP: {
      P a = meet(p, st.g);
      if (a.is_empty())
        break;
      a = assign(a, st.a1);
      a = hull(p, a);
      double t = m.begin();
      P q(a);
      q.H79_widening_assign(p);
      m.end(M_WIDEN, t, q);
      p.m_swap(q);
      if (seen)
        polyDigest(*seen->widen, p);
      break;
    }
    case LEQ: {
      double t = m.begin();
      volatile bool a = saved[st.q].contains(p), b = p.contains(saved[st.q]);
      if (m.on)
        m.end(M_LEQ, t);
      if (seen)
        seen->leq->add(2 * u64(a) + u64(b));
      break;
    }
    }
    if (period > 0 && (s + 1) % period == 0) {
      p = roundedBox(p);
      if (m.on)
        Meter::force(p);
    }
    if (st.save >= 0)
      saved[st.save] = p;
    if (seen)
      polyDigest(seen->walk, p);
  }
}

static void poly(int d, u64 seed, int reps) {
  const int S = 24, R = 6, G = 2, T = 10;
  const char* lib = "ppl-C_Polyhedron";
  vector<Walk> walks;
  for (int t = 0; t < T; t++)
    walks.push_back(drawWalk(d, S, G, t, seed));
  Digest total, widen, leq;
  Meter off, meter;
  for (auto& w : walks) {
    Seen seen;
    seen.widen = &widen;
    seen.leq = &leq;
    runWalk(w, R, off, &seen);
    total.add(seen.walk.h);
  }
  vector<double> perWalk;
  double mean = 0;
  for (auto& w : walks) {
    vector<double> times;
    for (int rep = 0; rep < reps; rep++) {
      double t = now();
      runWalk(w, R, off, nullptr);
      times.push_back((now() - t) / S);
    }
    perWalk.push_back(median(times));
    mean += perWalk.back() / T;
  }
  meter.on = true;
  for (int rep = 0; rep < reps; rep++)
    for (auto& w : walks)
      runWalk(w, R, meter, nullptr);
  print(lib, d, "walk_step", mean, total.h);
  print(lib, d, "walk_step_median", median(perWalk), total.h);
  for (int op = 0; op < 5; op++)
    print(lib, d, primitive[op], meter.count[op] ? meter.ns[op] / meter.count[op] : 0,
          op == M_WIDEN ? widen.h : op == M_LEQ ? leq.h : 0);
}

static int usage() {
  fprintf(stderr, "usage: ppl octagon double|mpz|mpq N [SEED [MS]]\n       ppl poly D [SEED [REPS]]\n");
  return 2;
}

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "octagon" && argc >= 4) {
    const std::string t = argv[2];
    const int n = atoi(argv[3]);
    const u64 seed = argc > 4 ? strtoull(argv[4], nullptr, 0) : 1;
    const double ms = argc > 5 ? atof(argv[5]) : 200;
    if (n < 2)
      return usage();
    if (t == "double")
      octagon<double>("ppl-oct-double", n, seed, ms);
    else if (t == "mpz")
      octagon<mpz_class>("ppl-oct-mpz_class", n, seed, ms);
    else if (t == "mpq")
      octagon<mpq_class>("ppl-oct-mpq_class", n, seed, ms);
    else
      return usage();
    return 0;
  }
  if (what == "poly" && argc >= 3) {
    const int d = atoi(argv[2]);
    const u64 seed = argc > 3 ? strtoull(argv[3], nullptr, 0) : 1;
    const int reps = argc > 4 ? atoi(argv[4]) : 3;
    if (d < 2 || reps < 1)
      return usage();
    poly(d, seed, reps);
    return 0;
  }
  return usage();
}
