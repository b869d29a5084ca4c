package trace

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
)

// block writes random statements over a, b, c and d.
func block(t *rapid.T, depth int) string {
	var b strings.Builder
	name := rapid.SampledFrom([]string{"a", "b", "c", "d"})
	small := rapid.IntRange(-2, 3)
	sum := func() string {
		return fmt.Sprintf("%s %s %s + (%d)", name.Draw(t, "x"), rapid.SampledFrom([]string{"+", "-"}).Draw(t, "op"), name.Draw(t, "y"), small.Draw(t, "k"))
	}
	cond := func() string {
		return fmt.Sprintf("%s %s %d", name.Draw(t, "x"), rapid.SampledFrom([]string{"<", "==", "!=", ">="}).Draw(t, "op"), small.Draw(t, "k"))
	}
	for range rapid.IntRange(1, 4).Draw(t, "statements") {
		switch k := rapid.IntRange(0, 7).Draw(t, "statement"); {
		case k <= 2:
			fmt.Fprintf(&b, "%s = %s;\n", name.Draw(t, "x"), sum())
		case k == 3:
			fmt.Fprintf(&b, "%s = nondet();\n", name.Draw(t, "x"))
		case k == 4:
			fmt.Fprintf(&b, "%s = twice(%s);\n", name.Draw(t, "x"), sum())
		case depth == 0:
			fmt.Fprintf(&b, "%s = %d;\n", name.Draw(t, "x"), small.Draw(t, "k"))
		case k == 5:
			fmt.Fprintf(&b, "if (%s) {\n%s} else {\n%s}\n", cond(), block(t, depth-1), block(t, depth-1))
		case k == 6:
			fmt.Fprintf(&b, "if (%s) {\n%sif (%s) return 0;\n}\n", cond(), block(t, depth-1), cond())
		default:
			i := rapid.SampledFrom([]string{"i", "j"}).Draw(t, "i")
			fmt.Fprintf(&b, "for (int %s = 0; %s < %d && %s; %s++) {\n%s}\n", i, i, rapid.IntRange(0, 3).Draw(t, "rounds"), cond(), i, block(t, depth-1))
		}
	}
	return b.String()
}

// Without the steps that do not bear on the failure, the branches that do are taken on the same
// inputs, and the failing condition holds: whatever those steps would have computed is replaced by
// nonsense.
func TestBearing(t *testing.T) {
	known, aside := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		src := "extern int nondet(void); extern void reach_error(void);\nstatic int twice(int n) { int m = n; if (m > 1) { m = m + n; } else { m = n + n; } return m; }\n" +
			"int main(void) {\nint a = 0, b = 1, c = 0, d = nondet();\n" + block(t, 2) + block(t, 1) + "if (a + b != c) reach_error();\nreturn 0;\n}\n"
		u, err := read.LoadBytes("a.c", []byte(src), read.Options{})
		if err != nil {
			t.Fatal(err, src)
		}
		p, err := lower.Lower(u, lower.Options{Arith: cfa.Int})
		if err != nil {
			t.Fatal(err)
		}
		values := rapid.SliceOfN(rapid.IntRange(-3, 4), 4, 4).Draw(t, "inputs")
		n := 0
		run := interp.Run(t.Context(), p, interp.Func(func(interp.Query) (num.Int, bool) {
			n++
			return num.Of(int64(values[n%4])), true
		}), interp.Options{Trace: true, MaxSteps: 2000})
		if run.Kind != interp.ErrorFound {
			return
		}
		over, cancel := context.WithCancel(t.Context())
		cancel()
		given := map[int]num.Int{}
		for _, in := range run.Inputs {
			given[in.Step] = in.Value
		}
		// with formulas, and with dependences alone
		for _, ctx := range []context.Context{t.Context(), over} {
			bears := Bearing(ctx, p, &refine.Outcome{Verdict: refine.Unsafe, Path: run.Path, Replay: run})
			if bears == nil {
				return
			}
			known++
			for i, k := range controls(run.Path) {
				if bears[i] && k >= 0 && !bears[k] {
					t.Fatalf("step %d bears, but not the branch that it lies in, step %d", i, k)
				}
			}
			m := pathMachine{frames: []map[*cfa.Var]num.Int{{}}}
			for i, s := range run.Path {
				if !bears[i] {
					aside++
				}
				if why := m.step(s, bears[i], given[i], int64(1000+i)); why != "" {
					t.Fatalf("step %d, %v: %s\nsteps that bear: %v\n%s", i, s.Edge, why, bears, src)
				}
			}
		}
	})
	if known < steady.Bar(10) || aside < steady.Bar(50) {
		t.Errorf("%d paths, %d steps that do not bear: too few to show anything", known, aside)
	}
}

// pathMachine takes a path, of which only some steps do what they say.
type pathMachine struct {
	frames []map[*cfa.Var]num.Int // of locals; of globals in the first
}

func (m *pathMachine) frame(v *cfa.Var) map[*cfa.Var]num.Int {
	if v.Proc == nil {
		return m.frames[0]
	}
	return m.frames[len(m.frames)-1]
}

func (m *pathMachine) step(s cfa.Step, bears bool, given num.Int, nonsense int64) string {
	set := func(v *cfa.Var, x num.Int) {
		if !bears {
			x = num.Of(nonsense)
		}
		m.frame(v)[v] = x
	}
	switch op := s.Edge.Op.(type) {
	case *cfa.Assume:
		if bears && m.eval(op.Cond).IsZero() {
			return "the branch is not taken"
		}
	case *cfa.Assign:
		set(op.LHS, m.eval(op.RHS))
	case *cfa.Havoc:
		set(op.LHS, given)
	case *cfa.Call:
		if s.Kind == cfa.Enter {
			args := make([]num.Int, len(op.Args))
			for i, a := range op.Args {
				args[i] = m.eval(a)
			}
			m.frames = append(m.frames, map[*cfa.Var]num.Int{})
			for i, v := range op.Callee.Params {
				set(v, args[i])
			}
			break
		}
		callee := m.frames[len(m.frames)-1]
		m.frames = m.frames[:len(m.frames)-1]
		for i, v := range op.Results {
			if v != nil {
				set(v, callee[op.Callee.Results[i]])
			}
		}
	case cfa.Skip:
	default:
		return fmt.Sprintf("%T is not expected", op)
	}
	return ""
}

func (m *pathMachine) eval(e cfa.Expr) num.Int {
	switch e := e.(type) {
	case *cfa.Const:
		return e.Val
	case *cfa.Var:
		return m.frame(e)[e]
	case *cfa.Wrap:
		return m.eval(e.X)
	case *cfa.Unary:
		x := m.eval(e.X)
		if e.Op == cfa.Not {
			return num.OfBool(x.IsZero())
		}
		return x.Neg()
	case *cfa.Ite:
		if m.eval(e.C).IsZero() {
			return m.eval(e.E)
		}
		return m.eval(e.T)
	case *cfa.Binary:
		x, y := m.eval(e.X), m.eval(e.Y)
		c := x.Cmp(y)
		switch e.Op {
		case cfa.Add:
			return x.Add(y)
		case cfa.Sub:
			return x.Sub(y)
		case cfa.Mul:
			return x.Mul(y)
		case cfa.Eq:
			return num.OfBool(c == 0)
		case cfa.Ne:
			return num.OfBool(c != 0)
		case cfa.Lt:
			return num.OfBool(c < 0)
		case cfa.Le:
			return num.OfBool(c <= 0)
		case cfa.Gt:
			return num.OfBool(c > 0)
		case cfa.Ge:
			return num.OfBool(c >= 0)
		case cfa.And:
			return num.OfBool(!x.IsZero() && !y.IsZero())
		case cfa.Or:
			return num.OfBool(!x.IsZero() || !y.IsZero())
		}
	}
	panic(fmt.Sprintf("%T is not expected", e))
}

// The branches of a location meet at the first location that every way from there to an end leads
// over: the definition, tried by taking locations out.
func TestMeet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := cfa.NewProgram(lang.LP64, cfa.Int)
		start := p.NewProc("start")
		p.Start = start
		q := p.NewProc("q")
		locs := []*cfa.Loc{q.Entry, q.Exit}
		for range rapid.IntRange(0, 7).Draw(t, "locations") {
			locs = append(locs, p.NewLoc(q, lang.Pos{}))
		}
		place := rapid.IntRange(0, len(locs)-1)
		for range rapid.IntRange(1, 14).Draw(t, "edges") {
			if from := locs[place.Draw(t, "from")]; from != q.Exit {
				p.NewEdge(from, locs[place.Draw(t, "to")], cfa.Skip{}, lang.Pos{})
			}
		}
		p.NewEdge(start.Entry, start.Exit, &cfa.Call{Callee: q}, lang.Pos{})
		p.Finish()
		d := newPostdominators()
		d.meet(q.Entry)
		ends, reach := d.ends(q)
		// leads reports whether an end can be reached from l without a location.
		leads := func(l, without *cfa.Loc) bool {
			seen := map[*cfa.Loc]bool{}
			var visit func(l *cfa.Loc) bool
			visit = func(l *cfa.Loc) bool {
				if l == without || seen[l] {
					return false
				}
				seen[l] = true
				for _, e := range ends {
					if q.Locs[e] == l {
						return true
					}
				}
				for _, e := range l.Out {
					if visit(e.To) {
						return true
					}
				}
				return false
			}
			return visit(l)
		}
		for i, l := range q.Locs {
			m := d.meet(l)
			if !reach[i] {
				if m != nil {
					t.Fatalf("%d leads nowhere, but meets", l.ID)
				}
				continue
			}
			// Those that every way leads over, and of them the first: the one that itself leads
			// over all others.
			var all []*cfa.Loc
			for _, x := range q.Locs {
				if x != l && !leads(l, x) {
					all = append(all, x)
				}
			}
			var first *cfa.Loc
			for _, x := range all {
				before := true
				for _, y := range all {
					before = before && (x == y || !leads(x, y))
				}
				if before {
					first = x
				}
			}
			if m != first {
				t.Fatalf("%v: %v, not %v", l.ID, m, first)
			}
		}
	})
}
