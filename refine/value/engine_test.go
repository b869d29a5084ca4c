package value

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/refinetest"
)

// configurations of the loop that must not contradict each other.
func configurations() []Engine {
	var out []Engine
	for _, order := range []mc.Order{mc.RPO, mc.BFS, mc.DFS} {
		for _, scope := range []value.Scope{value.Scoped, value.ByLocation, value.Full} {
			for _, restart := range []bool{false, true} {
				for _, selection := range []bool{false, true} {
					if scope == value.Full && (restart || selection) {
						continue
					}
					out = append(out, Engine{Order: order, Scope: scope, Restart: restart, Selection: selection})
				}
			}
		}
	}
	return out
}

// check runs one configuration and verifies what it claims.
func check(t *testing.T, p *cfa.Program, opt Engine, quiet bool, nodes int) *refine.Outcome {
	t.Helper()
	opt.MaxStates = nodes
	r := newRun(refine.NewSession(context.Background(), p, refine.Options{Engine: opt, NoTests: quiet}), opt)
	r.Loop.Run()
	r.Count(r.X)
	r.Finish()
	switch r.Outcome.Verdict {
	case refine.Safe:
		if err := mc.CheckInductive(r.Outcome.Graph, r.dom, false); err != nil {
			t.Fatalf("%+v: SAFE without an inductive invariant: %v", opt, err)
		}
	case refine.Unsafe:
		o := interp.Run(context.Background(), p, interp.Recorded(r.Outcome.Replay.Inputs), interp.Options{Follow: r.Outcome.Path})
		if o.Kind != interp.ErrorFound || o.Tainted {
			t.Fatalf("%+v: UNSAFE, but its inputs lead to %v", opt, o.Kind)
		}
	default:
		if !r.Outcome.Reason.Given() {
			t.Fatalf("%+v: UNKNOWN without a reason", opt)
		}
	}
	return &r.Outcome
}

func gamma(s mc.State, v *mctest.Valuation) bool {
	for x, n := range v.Vars {
		if m, known := s.(*value.State).Var(x); known && !m.Equal(n) {
			return false
		}
	}
	return true
}

// On random programs, no configuration says SAFE where a run reaches an error or another
// configuration says UNSAFE.
func TestRandomPrograms(t *testing.T) {
	configs := configurations()
	count := map[refine.Verdict]int{}
	for seed := range uint64(120) {
		r := rand.New(rand.NewPCG(seed, 3))
		c := mctest.Small
		if seed%3 == 0 {
			c = mctest.Medium
		}
		p := mctest.Program(r, c)
		reached := false
		for range 60 {
			run := mctest.Run(r, p, 60)
			reached = reached || run[len(run)-1].At.Error != nil
		}
		for k := range 4 {
			opt := configs[(int(seed)*5+k*7)%len(configs)]
			out := check(t, p, opt, true, 4000)
			count[out.Verdict]++
			if out.Verdict == refine.Safe && reached {
				t.Fatalf("seed %d, %+v: SAFE, but a run reaches an error", seed, opt)
			}
			reached = reached || out.Verdict == refine.Unsafe
			if out.Verdict == refine.Safe {
				for range 5 {
					run := mctest.Run(r, p, 40)
					dom := value.New(out.Graph.Program, value.NewPrecision(value.Full))
					if err := inSlice(out.Graph, dom, run); err != nil {
						t.Fatalf("seed %d, %+v: %v", seed, opt, err)
					}
				}
			}
		}
	}
	if count[refine.Safe] < 50 || count[refine.Unsafe] < 150 {
		t.Errorf("too few are decided: %v", count)
	}
}

// inSlice: the part of a run that lies in the slice lies in the graph.
func inSlice(g *mc.Graph, dom mc.Domain, run []mctest.Visit) error {
	// The slice detaches edges that lead to no error; the run is cut there. Values of variables
	// that do not matter are not in states, so that the run itself can be used.
	var path []mctest.Visit
	for i, v := range run {
		if i > 0 {
			e := g.Program.Edges[v.Step.Edge.ID]
			attached := false
			for _, o := range e.From.Out {
				attached = attached || o == e
			}
			if !attached {
				break
			}
			v.Step.Edge = e
		}
		v.At = g.Program.Locs[v.At.ID]
		w := &mctest.Valuation{Vars: map[*cfa.Var]num.Int{}}
		for x, n := range v.Val.Vars {
			w.Vars[g.Program.Vars[x.ID]] = n
		}
		v.Val = w
		path = append(path, v)
	}
	return mctest.Contains(g, dom, gamma, path)
}

var programs = []struct {
	name string
	src  string
	want refine.Verdict
}{
	{"one value", `int main(void) { int x = 3; x = x + 2; assert(x == 5); }`, refine.Safe},
	{"flag", `int main(void) { int f = 0, n = 0; while (nd()) { n = n + 1; if (f) n = 0; } assert(f == 0); }`, refine.Safe},
	{"states", `int main(void) { int s = 0; while (nd()) { if (s == 0) s = 1; else if (s == 1) s = 2; else if (s == 2) s = 0; } assert(s != 3); }`, refine.Safe},
	{"assumption", `int main(void) { int x = nd(); if (x == 7) { int y = x - 7; assert(y == 0); } }`, refine.Safe},
	{"call", `int f(int a) { return a + 1; } int main(void) { int x = f(1); int y = f(x); assert(y == 3); }`, refine.Safe},
	{"global through a call", `int g; void set(int v) { g = v; } int main(void) { set(4); if (nd()) set(5); assert(g == 4 || g == 5); }`, refine.Safe},
	{"untouched global", `int g, h; void f(void) { h = nd(); } int main(void) { g = 1; f(); assert(g == 1); }`, refine.Safe},
	{"recursion", `int f(int n) { if (n <= 0) return 0; return 1 + f(n - 1); } int main(void) { int r = f(5); assert(r == 5); }`, refine.Safe},
	{"recursion without end", `int d; void f(void) { if (nd()) f(); if (nd()) f(); } int main(void) { d = 2; f(); assert(d == 2); }`, refine.Safe},
	{"array cells", `int a[10]; int main(void) { int i = nd(); a[3] = 5; a[4] = 6; if (i == 3) a[4] = a[i]; assert(a[3] == 5); }`, refine.Safe},
	{"zeroes", `int a[100000]; int main(void) { int s = a[77777]; assert(s == 0); }`, refine.Safe},
	{"pointer", `int main(void) { int x = 1, y = 2; int *p = nd() ? &x : &y; *p = 5; assert(x == 1 || x == 5); }`, refine.Safe},
	{"unsigned", `int main(void) { unsigned u = und(); assert(u >= 0); }`, refine.Safe},
	{"wraps", `int main(void) { unsigned char c = 255; c++; assert(c == 0); }`, refine.Safe},
	{"counter", `int main(void) { int i = 0; while (i < 100) i++; assert(i == 100); }`, refine.Safe},

	{"bug: input", `int main(void) { int x = nd(); assert(x != 123456); }`, refine.Unsafe},
	{"bug: sum", `int main(void) { int x = nd(), y = nd(); if (x > 10 && y > x && x + y == 2001) assert(y < 1500); }`, refine.Unsafe},
	{"bug: product", `int main(void) { int x = nd(); assert(x * 3 != 369); }`, refine.Unsafe},
	{"bug: lock", `int main(void) { int s = 0; while (1) { int i = nd(); if (s == 0 && i == 713) s = 1; else if (s == 1 && i == 71321) s = 2; else if (s == 2 && i == -9) s = 3; else s = 0; assert(s != 3); } }`, refine.Unsafe},
	{"bug: deep", `int main(void) { int i = 0, b = nd(); while (i < 300) i++; assert(i != 300 || b != 17); }`, refine.Unsafe},
	{"bug: wrap", `int main(void) { unsigned x = und(); assert(x + 1 > x); }`, refine.Unsafe},
	{"bug: uninitialised", `int main(void) { int x; assert(x != 4711); }`, refine.Unsafe},
	{"bug: cell", `int main(void) { int a[4]; int i = nd(); if (i >= 0 && i < 4) { a[i] = 9; assert(a[2] != 9 || i != 2); } }`, refine.Unsafe},
	{"bug: pointer", `struct s { int a; struct s *n; }; extern struct s *get(void); int main(void) { struct s *p = get(); if (p) { p->a = 3; struct s *q = p->n; if (q) { q->a = 4; assert(p->a != 3 || q->a != 4); } } }`, refine.Unsafe},
	{"bug: call", `int f(int a) { return a * 2; } int main(void) { int x = nd(); if (x > 0 && x < 1000) assert(f(x) != 246); }`, refine.Unsafe},
	{"bug: recursion", `int f(int n) { if (n <= 0) return 0; return 2 + f(n - 1); } int main(void) { int k = nd(); if (k == 6) assert(f(k) != 12); }`, refine.Unsafe},
	{"bug: after an undecided path", `int main(void) { int x = nd(), y = nd(); if (x > 5) { if (y == 0) y = 1; } if (x <= 5 && x > 3) assert(y != 77); }`, refine.Unsafe},

	{"not by values", `int main(void) { int x = nd(); if (x > 5) assert(x > 4); }`, refine.Unknown},
	{"factors of a prime", `int main(void) { unsigned x = und(), y = und(); if (x > 1 && y > 1 && x < 300 && y < 300 && x * y == 65521u) assert(0); }`, refine.Unknown},
}

func TestC(t *testing.T) {
	for _, c := range programs {
		t.Run(c.name, func(t *testing.T) {
			p := refinetest.Load(t, refinetest.Head+c.src)
			for _, opt := range configurations() {
				if opt.Scope == value.Full && c.want != refine.Unsafe {
					continue // need not end
				}
				out := check(t, p, opt, true, 60000)
				if out.Verdict != c.want && (opt.Scope != value.Full || out.Verdict != refine.Unknown) {
					t.Errorf("%+v: %v (%s), want %v", opt, out.Verdict, out.Reason, c.want)
				}
			}
			out := refine.Run(context.Background(), p, refine.Options{Engine: Engine{}})
			if out.Verdict != c.want {
				t.Errorf("with test runs: %v (%s), want %v", out.Verdict, out.Reason, c.want)
			}
		})
	}
}

// The same run twice gives the same path, statistics and precision.
func TestDeterminism(t *testing.T) {
	for _, c := range programs {
		p := refinetest.Load(t, refinetest.Head+c.src)
		show := func() string {
			out := refine.Run(context.Background(), p, refine.Options{Engine: Engine{Selection: true}})
			out.Stats.Explore, out.Stats.Refine = 0, 0
			s := fmt.Sprintf("%v %s %+v %v\n", out.Verdict, out.Reason, out.Stats, out.Precision)
			for _, step := range out.Path {
				s += fmt.Sprintf("%d/%d ", step.Edge.ID, step.Kind)
			}
			return s
		}
		if a, b := show(), show(); a != b {
			t.Errorf("%s: %s\nthen %s", c.name, a, b)
		}
	}
}
