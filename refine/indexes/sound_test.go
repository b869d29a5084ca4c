package indexes_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/partition"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
	"github.com/whet-mc/whet/refine/indexes"
)

const prelude = "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void reach_error(void);\n"

var programs = map[string]string{
	"initialisation": `int main(void) { int a[6]; int i, n = __VERIFIER_nondet_int(); __VERIFIER_assume(0 <= n && n <= 6);
		for (i = 0; i < n; i++) a[i] = i + 1;
		for (i = 0; i < n; i++) if (a[i] <= i) reach_error();
		return 0; }`,
	"selection": `int main(void) { int a[6]; int i, j, s, t, n = __VERIFIER_nondet_int(); __VERIFIER_assume(0 <= n && n <= 6);
		for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
		for (i = 0; i < n; i++) {
			s = i;
			for (j = i + 1; j < n; j++) if (a[j] < a[s]) s = j;
			t = a[i]; a[i] = a[s]; a[s] = t;
		}
		for (i = 0; i + 1 < n; i++) if (a[i] > a[i + 1]) reach_error();
		return 0; }`,
	"two arrays": `int main(void) { int a[6], b[6]; int i, j = 0, n = __VERIFIER_nondet_int(); __VERIFIER_assume(0 <= n && n <= 6);
		for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
		for (i = 0; i < n; i++) if (a[i] > 3) { b[j] = a[i]; j++; }
		for (i = 0; i < j; i++) if (b[i] <= 3) reach_error();
		return 0; }`,
	"mirror": `int main(void) { int a[6]; int i;
		for (i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
		for (i = 0; i < 3; i++) a[i] = a[5 - i];
		for (i = 0; i < 3; i++) if (a[i] != a[5 - i]) reach_error();
		return 0; }`,
	"rows": `int main(void) { int a[6], i, j, m = 2, n = 3;
		for (i = 0; i < m; i++) for (j = 0; j < n; j++) a[i * n + j] = i;
		for (i = 0; i < m; i++) for (j = 0; j < n; j++) if (a[i * n + j] > 1) reach_error();
		return 0; }`,
	"a sum": `int main(void) { int a[6], i, s = 0, n = __VERIFIER_nondet_int(); __VERIFIER_assume(0 <= n && n <= 6);
		for (i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int() & 7;
		for (i = 0; i < n; i++) s += a[i];
		a[2] = a[1];
		for (i = n - 1; i >= 0; i--) { a[i] = a[i] + 1; s -= a[i]; }
		if (s > 9) reach_error();
		return 0; }`,
	"a machine": `int a[6];
		int main(void) { int n = 0, i, in, state = 0, last = 0;
		while (n < 6) {
			in = __VERIFIER_nondet_int();
			if (in == 0) break;
			if (!state) { a[n++] = 1; state = 1; }
			else { a[n++] = 2; state = 0; }
		}
		for (i = 0; i < n; i++) {
			if (a[i] == 1) { if (last) reach_error(); last = 1; }
			else { if (!last) reach_error(); last = 0; }
		}
		return 0; }`,
	"a global": `int n; int top(void) { return n; }
		int main(void) { int a[6]; int i; n = __VERIFIER_nondet_int(); __VERIFIER_assume(0 <= n && n <= 6);
		for (i = 0; i < n; i++) a[i] = n;
		i = 0;
		if (i < n) i = top();
		if (i < n) reach_error();
		return 0; }`,
}

// What runs reach is in the regions of the places, whatever value the ghosts have.
func TestRunsAreInRegions(t *testing.T) {
	t.Run("a sum", func(t *testing.T) { runsAreInRegions(t, poly.Domain(), programs["a sum"], indexes.Reads, indexes.Sums) })
	t.Run("a machine", func(t *testing.T) {
		for _, kind := range []indexes.Kind{indexes.Linear, indexes.Control} {
			x := runsAreInRegions(t, octagon.Domain(), programs["a machine"], indexes.Neighbours, kind)
			if proved := len(x.Errors()) == 0; proved != (kind == indexes.Control) {
				t.Errorf("kind %v, proved: %v", kind, proved)
			}
		}
	})
	for name, text := range programs {
		for _, level := range []indexes.Level{indexes.One, indexes.Images, indexes.Two} {
			if level == indexes.Two && (name == "rows" || name == "mirror") {
				continue // many regions, and nothing that other programs do not have
			}
			if name == "a sum" || name == "a machine" {
				continue
			}
			t.Run(fmt.Sprintf("%s, %v", name, level), func(t *testing.T) { runsAreInRegions(t, octagon.Domain(), text, level, indexes.Linear) })
		}
	}
}

// Taking apart by signs can take exponentially long, so all of it is the work of Run, which looks
// at its context: one that has ended leaves no regions, not even that of the start.
func TestEndsWithItsContext(t *testing.T) {
	u, err := read.LoadBytes("t.c", []byte(prelude+programs["rows"]), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Arith: cfa.Machine})
	if err != nil {
		t.Fatal(err)
	}
	plan := indexes.New(p)
	lay := cells.Whole(plan.Program(), plan.Precision(indexes.Two))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x := partition.New(plan.Program(), octagon.Domain(), lay, plan.Signs(indexes.Two, lay), plan.Instances(indexes.Two), partition.Options{
		Numbers: linear.Integers, Integers: true, Bounds: indexes.Bounds(plan.Program(), lay),
	})
	if r := x.Run(ctx); r != partition.Stopped || x.Stats.Parts > 0 {
		t.Errorf("%v with %d regions", r, x.Stats.Parts)
	}
	if x.Narrow(ctx) {
		t.Error("regions are narrowed without time")
	}
}

func runsAreInRegions[E numeric.Element[E]](t *testing.T, d numeric.Domain[E], text string, level indexes.Level, kind indexes.Kind) *partition.Explorer[E] {
	u, err := read.LoadBytes("t.c", []byte(prelude+text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Arith: cfa.Machine})
	if err != nil {
		t.Fatal(err)
	}
	plan := indexes.New(p)
	plan.Keep(kind)
	prog := plan.Program()
	lay := cells.Whole(prog, plan.Precision(level))
	x := partition.New(prog, d, lay, plan.Signs(level, lay), plan.Instances(level), partition.Options{
		Numbers: linear.Integers, Integers: true, Bounds: indexes.Bounds(prog, lay),
	})
	if r := x.Run(context.Background()); r != partition.Fixpoint {
		t.Fatal(r)
	}
	check := func(when string) {
		at := map[*cfa.Loc][]*partition.Place[E]{}
		for _, p := range x.Places() {
			at[p.Loc] = append(at[p.Loc], p)
		}
		for seed := range uint64(4) {
			o := interp.Run(context.Background(), p, interp.Random(seed), interp.Options{MaxSteps: 300, Trace: true})
			values := map[string]num.Int{}
			changes := o.Changes
			for i, s := range o.Path {
				for len(changes) > 0 && changes[0].Step <= i {
					values[changes[0].What] = changes[0].Value
					changes = changes[1:]
				}
				if s.Kind != cfa.Intra || s.Edge.To.Proc.Name != "main" || i%3 != 0 {
					continue
				}
				for k := int64(-1); k <= 6; k++ {
					l := (k + int64(seed)) % 7
					if !inside(lay, at[s.Edge.To], values, num.Of(k), num.Of(l)) {
						t.Fatalf("%s: seed %d, step %d, line %d: %v with ghosts %d and %d is in no region", when, seed, i, s.Edge.Pos.Line, values, k, l)
					}
				}
			}
		}
	}
	check("after the exploration")
	if !x.Narrow(context.Background()) {
		t.Fatal("not narrowed")
	}
	check("narrowed")
	if len(x.Errors()) == 0 {
		if err := x.Closed(context.Background()); err != nil {
			t.Error(err)
		}
	}
	return x
}

// inside reports whether a region at one of the places has a state.
func inside[E numeric.Element[E]](lay *cells.Layout, places []*partition.Place[E], values map[string]num.Int, k, l num.Int) bool {
	var state []linear.Constraint
dims:
	for d, s := range lay.Slots {
		name := s.Name()
		sum := s.Arr != nil && s.Arr.Sum != nil
		switch {
		case s.Derived() && !sum:
			continue
		case s.Var != nil && s.Var.Ghost:
			v := k
			if s.Var.Name == "l" {
				v = l
			}
			state = append(state, linear.X(d).EQ(linear.Const(num.RatOfInt(v))))
			continue
		case s.Var == nil && s.Idx.Ghost != nil:
			v := k
			if s.Idx.Ghost.Name == "l" {
				v = l
			}
			name = s.Arr.Name + "[" + v.String() + "]"
		case s.Var == nil && s.Idx.Term != nil:
			at := s.Idx.Term.Const
			for _, p := range s.Idx.Term.Parts {
				v, ok := values[p.Var.Name]
				switch p.Var.Name {
				case "k":
					v, ok = k, true
				case "l":
					v, ok = l, true
				}
				if !ok {
					continue dims
				}
				at = at.Add(p.Coef.Mul(v))
			}
			if name = s.Arr.Name + "[" + at.String() + "]"; sum {
				value, ok := summed(s.Arr.Sum.Of, values, at)
				if !ok {
					continue dims
				}
				state = append(state, linear.X(d).EQ(linear.Const(num.RatOfInt(value))))
				continue dims
			}
		case s.Var != nil && s.Var.Proc != nil && s.Var.Proc.Name != "main":
			continue
		}
		if v, ok := values[name]; ok {
			state = append(state, linear.X(d).EQ(linear.Const(num.RatOfInt(v))))
		}
	}
	for _, p := range places {
		for _, r := range p.Parts() {
			if !r.State.Assume(state...).IsBottom() {
				return true
			}
		}
	}
	return false
}

// summed is the sum of the first cells of an array, as far as they have values.
func summed(a *cfa.Array, values map[string]num.Int, n num.Int) (sum num.Int, ok bool) {
	for i := num.Of(0); i.Less(n); i = i.Add(num.Of(1)) {
		v, ok := values[a.CellName(i)]
		if !ok {
			return sum, false
		}
		sum = sum.Add(v)
	}
	return sum, n.Sign() >= 0
}
