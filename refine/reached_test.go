package refine

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/families"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/refine/refinetest"
	"github.com/whet-mc/whet/refine/testrun"
)

// world is what a run knows of variables and cells, by name: the programs below use no name twice.
type world struct {
	prog   *cfa.Program
	global map[string]num.Int
	frames []frame
}

type frame struct {
	now, old map[string]num.Int // old has the globals as well
}

func (w *world) top() *frame { return &w.frames[len(w.frames)-1] }

// set takes over a change of the interpreter's.
func (w *world) set(t *testing.T, what string, x num.Int) {
	name, index, cell := strings.Cut(strings.TrimSuffix(what, "]"), "[")
	to := w.top().now
	if strings.Contains(name, "::") || // an object in a region
		slices.ContainsFunc(w.prog.Vars, func(v *cfa.Var) bool { return v.Proc == nil && v.Name == name }) ||
		slices.ContainsFunc(w.prog.Arrays, func(a *cfa.Array) bool { return a.Proc == nil && a.Name == name }) {
		to = w.global
	}
	if !cell {
		to[name] = x
		return
	}
	lo, hi, many := strings.Cut(index, "..")
	switch {
	case many && lo == "":
		lo, hi = "0", "99" // of all cells, those that a program here can have
	case !many:
		hi = lo
	}
	a, err1 := strconv.Atoi(lo)
	b, err2 := strconv.Atoi(hi)
	if err1 != nil || err2 != nil {
		t.Fatalf("cells %q", what)
	}
	for ; a <= b; a++ {
		to[fmt.Sprintf("%s[%d]", name, a)] = x
	}
}

func (w *world) get(name string, old bool) (num.Int, bool) {
	if old {
		x, ok := w.top().old[name]
		return x, ok
	}
	if x, ok := w.top().now[name]; ok {
		return x, true
	}
	x, ok := w.global[name]
	return x, ok
}

// holds reports whether one of the cases can hold: what the interpreter has not been asked yet may be anything.
func (w *world) holds(r *invariants.Invariant) bool {
	point := make([]num.Rat, len(r.Slots))
	known := make([]bool, len(r.Slots))
	for d, s := range r.Slots {
		old := s.Entry
		s.Entry = false
		if x, ok := w.get(s.Name(), old); ok {
			point[d], known[d] = num.RatOfInt(x), true
		}
	}
cases:
	for _, c := range r.Cases {
		for _, k := range c {
			all := true
			for t := range k.Expr.Terms() {
				all = all && known[t.Var]
			}
			if all && !k.Holds(point) {
				continue cases
			}
		}
		return true
	}
	return false
}

// follow walks along a run and returns how many states it compared with the invariants.
func follow(t *testing.T, p *cfa.Program, rs []invariants.Invariant, o *interp.Outcome) int {
	slice, _ := p.Slice()
	by := map[*cfa.Loc]*invariants.Invariant{}
	for i := range rs {
		by[rs[i].Loc] = &rs[i]
	}
	w := &world{prog: p, global: map[string]num.Int{}, frames: []frame{{now: map[string]num.Int{}}}}
	changes := o.Changes
	compared := 0
	for i, s := range o.Path {
		if !slices.Contains(slice.Edges[s.Edge.ID].From.Out, slice.Edges[s.Edge.ID]) {
			break // no error can be reached from here on
		}
		var calls *cfa.Call
		if s.Kind == cfa.Enter {
			calls = s.Edge.Op.(*cfa.Call)
			w.frames = append(w.frames, frame{now: map[string]num.Int{}})
		} else if s.Kind == cfa.Return {
			w.frames = w.frames[:len(w.frames)-1]
		}
		for ; len(changes) > 0 && changes[0].Step <= i; changes = changes[1:] {
			c := changes[0]
			if calls != nil && !slices.ContainsFunc(calls.Callee.Params, func(v *cfa.Var) bool { return v.Name == c.What }) {
				// An argument that was unknown until now is the caller's.
				callee := w.frames[len(w.frames)-1]
				w.frames = w.frames[:len(w.frames)-1]
				w.set(t, c.What, c.Value)
				w.frames = append(w.frames, callee)
				continue
			}
			w.set(t, c.What, c.Value)
		}
		at := s.Edge.To
		if calls != nil {
			at = calls.Callee.Entry
			old := map[string]num.Int{}
			for n, x := range w.global {
				old[n] = x
			}
			for n, x := range w.top().now {
				old[n] = x
			}
			w.top().old = old
		}
		r := by[at]
		if r == nil {
			t.Fatalf("step %d: a run reaches %v, %v, where nothing is said to be reached", i, at, at.Pos)
		}
		if !w.holds(r) {
			t.Fatalf("step %d, %v in %s: not in any of %d cases; globals %v, locals %v", i, at.Pos, at.Proc.Name, len(r.Cases), w.global, w.top().now)
		}
		compared++
	}
	return compared
}

// Every state of every run satisfies the invariant at its place.
func TestReachedHolds(t *testing.T) {
	texts := map[string]string{
		"recursive": `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[8], n;
void fill(int i) { if (i < 8) { a[i] = 2 * i + n; fill(i + 1); } }
int main(void) { n = __VERIFIER_nondet_int(); fill(0); if (a[5] != 10 + n) reach_error(); }`,
		"an array parameter": `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void swap(int *p, int i, int j) { int t = p[i]; p[i] = p[j]; p[j] = t; }
int main(void) {
  int a[3], x = __VERIFIER_nondet_int();
  a[0] = x; a[2] = 7;
  swap(a, 0, 2);
  if (a[2] != x || a[0] != 7) reach_error();
}`,
		"a summary for many callers": `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int g;
int twice(int x) { g = g + 1; return x + x; }
int main(void) {
  int y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  int u = twice(y), v = twice(z);
  if (u - v != 2 * (y - z) || g != 2) reach_error();
}`,
	}
	for _, f := range families.All() {
		n := 4
		if f.Name == "Gray code" {
			n = 2
		}
		texts[f.Name] = f.Text(n, false)
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := refinetest.Lower(t, text, cfa.Int)
			_, out := runOn(t, p, ArraysEngine{})
			rs := out.Invariants(context.Background())
			if out.Verdict != Safe || len(rs) == 0 {
				t.Fatalf("%v (%s), %d locations", out.Verdict, out.Reason, len(rs))
			}
			compared, constraints := 0, 0
			for seed := range uint64(60) {
				in := interp.Inputs(testrun.Few(seed))
				if seed%3 == 0 {
					in = interp.Random(seed)
				}
				compared += follow(t, p, rs, interp.Run(context.Background(), p, in, interp.Options{Trace: true, MaxSteps: 3000}))
			}
			for _, r := range rs {
				for _, c := range r.Cases {
					constraints += len(c)
				}
			}
			if compared < 300 || constraints == 0 {
				t.Errorf("only %d states compared with %d constraints", compared, constraints)
			}
		})
	}
}

// A counter is one case, however long the loop runs.
func TestReachedIsShort(t *testing.T) {
	p := refinetest.Lower(t, families.StringCopy(50, false), cfa.Int)
	_, out := runOn(t, p, ArraysEngine{})
	for _, r := range out.Invariants(context.Background()) {
		if len(r.Cases) > 2 {
			t.Errorf("%v: %d cases", r.Loc.Pos, len(r.Cases))
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	most := 0
	for _, r := range out.Invariants(done) {
		most = max(most, len(r.Cases))
	}
	if most < 40 {
		t.Errorf("at most %d cases, though there was no time to merge any", most)
	}
}

// What a false invariant would be: the comparison must see it.
func TestReachedComparison(t *testing.T) {
	p := refinetest.Lower(t, `
extern void reach_error(void);
int main(void) { int i = 0; while (i < 5) i = i + 1; if (i != 5) reach_error(); }`, cfa.Int)
	_, out := runOn(t, p, ArraysEngine{})
	o := interp.Run(context.Background(), p, interp.Zero(), interp.Options{Trace: true})
	wrong := 0
	for _, r := range out.Invariants(context.Background()) {
		w := &world{prog: p, global: map[string]num.Int{}, frames: []frame{{now: map[string]num.Int{"i": num.Of(77)}}}}
		if !w.holds(&r) {
			wrong++
		}
	}
	if o.Kind != interp.Exited || wrong == 0 {
		t.Errorf("%v, %d locations at which i is not 77", o.Kind, wrong)
	}
}
