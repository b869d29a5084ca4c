// Prints pairs of polyhedra and their widenings by PPL, one a line:
//
//     closed|nnc ; dims ; p ; next ; H79 ; BHRZ03
//
// where each polyhedron is a list of constraints, separated by commas. To make widen.txt again:
//
//     g++ -O1 widen.cc -o widen -lppl -lgmpxx -lgmp && ./widen > widen.txt
#include <cstdint>
#include <iostream>
#include <ppl.hh>
using namespace Parma_Polyhedra_Library;

static uint64_t state = 1;
static int below(int k) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (state >> 33) % k;
}

static void print(const Polyhedron &p) {
  if (p.is_empty()) {
    std::cout << "0 <= -1";
    return;
  }
  const char *sep = "";
  for (const auto &c : p.minimized_constraints()) {
    std::cout << sep;
    sep = ", ";
    bool any = false;
    for (dimension_type v = 0; v < c.space_dimension(); v++) {
      Coefficient k = c.coefficient(Variable(v));
      if (k == 0) continue;
      std::cout << (!any ? "" : k > 0 ? " + " : " - ") << (any && k < 0 ? Coefficient(-k) : k) << "*x" << v;
      any = true;
    }
    if (!any) std::cout << "0";
    std::cout << (c.is_equality() ? " = " : c.is_strict_inequality() ? " > " : " >= ") << -c.inhomogeneous_term();
  }
}

static Linear_Expression direction(int d, int spread) {
  Linear_Expression e;
  e.set_space_dimension(d);
  for (int v = 0; v < d; v++) e += (below(2 * spread + 1) - spread) * Variable(v);
  return e;
}

static bool isZero(const Linear_Expression &e) {
  for (dimension_type v = 0; v < e.space_dimension(); v++)
    if (e.coefficient(Variable(v)) != 0) return false;
  return true;
}

template <class P> static void grow(P &p, int d, int points, int rays) {
  for (int i = 0; i < points; i++) p.add_generator(point(direction(d, 4), 1 + (below(6) == 0)));
  for (int i = 0; i < rays; i++) {
    Linear_Expression e = direction(d, 2);
    if (!isZero(e)) p.add_generator(ray(e));
  }
}

template <class P> static bool instance(const char *kind, bool strict) {
  int d = 1 + below(6) * 3 / 5;
  P p(d, EMPTY);
  p.add_generator(point(direction(d, 4)));
  int flat = below(3) == 0 ? 1 : d + 1;
  grow(p, d, below(flat + 2), below(2) == 0 ? 1 + below(3) : 0);
  P q = p;
  switch (below(4)) {
  case 0:
    grow(q, d, 1 + below(2), 0);
    break;
  case 1:
    grow(q, d, 0, 1);
    break;
  case 2:
    grow(q, d, below(2), below(2));
    break;
  default: { // p cut, so that next shares constraints with it
    for (int i = 0; i < 2; i++) {
      Linear_Expression e = direction(d, 1) + below(7);
      P r = p;
      if (strict && below(2))
        r.add_constraint(e > 0);
      else
        r.add_constraint(e >= 0);
      if (!r.is_empty()) p = r;
    }
  }
  }
  if (!q.contains(p) || p.contains(q)) return false;
  P h = q, b = q;
  h.H79_widening_assign(p);
  b.BHRZ03_widening_assign(p);
  std::cout << kind << " ; " << d << " ; ";
  print(p);
  std::cout << " ; ";
  print(q);
  std::cout << " ; ";
  print(h);
  std::cout << " ; ";
  print(b);
  std::cout << "\n";
  return true;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 160;
  for (int i = 0; i < n;) i += instance<C_Polyhedron>("closed", false);
  for (int i = 0; i < n / 4;) i += instance<NNC_Polyhedron>("nnc", true);
}
