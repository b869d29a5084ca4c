package factor

import (
	"fmt"
	"strings"
	"testing"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// parse reads constraints over x, y, z.
func parse(t *testing.T, dims int, lines ...string) *Factor {
	t.Helper()
	var cs []linear.Constraint
	for _, s := range lines {
		c, err := linear.Parse(s, []string{"x", "y", "z"})
		if err != nil {
			t.Fatal(err)
		}
		cs = append(cs, c)
	}
	return FromConstraints(dims, cs)
}

func describe(p *Factor) string {
	var b strings.Builder
	for _, c := range p.Constraints() {
		fmt.Fprintf(&b, "%s; ", c.Format([]string{"x", "y", "z"}))
	}
	gs, _ := p.Generators()
	for _, g := range gs {
		fmt.Fprintf(&b, "%v; ", g)
	}
	return strings.TrimSuffix(b.String(), "; ")
}

func TestKnown(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *Factor
		want string
	}{
		{"triangle", parse(t, 2, "x >= 0", "y >= 0", "x + y <= 2", "x <= 5"),
			"x >= 0; x + y <= 2; y >= 0; point (0, 0); point (0, 2); point (2, 0)"},
		{"nothing", parse(t, 1, "x < 0", "x >= 0"), "0 <= -1"},
		{"everything", Universe(2), "point (0, 0); line (1, 0); line (0, 1)"},
		{"open segment", parse(t, 1, "0 < x", "x < 1"),
			"x > 0; x < 1; point (1/2); closure point (0); closure point (1)"},
		{"half-open square", parse(t, 2, "0 <= x", "x < 1", "0 <= y", "y <= 1"),
			"x >= 0; x < 1; y >= 0; y <= 1; point (0, 0); point (0, 1); closure point (1, 0); closure point (1, 1)"},
		{"square without a vertex", parse(t, 2, "0 <= x", "x <= 1", "0 <= y", "y <= 1", "x + 3*y > 0"),
			"x >= 0; x + y > 0; x <= 1; y >= 0; y <= 1; point (0, 1); point (1, 0); point (1, 1); closure point (0, 0)"},
		{"square without a vertex, by two constraints", parse(t, 2, "0 <= x", "x <= 1", "0 <= y", "y <= 1", "x + 3*y > 0", "3*x + y > 0"),
			"x >= 0; x + y > 0; x <= 1; y >= 0; y <= 1; point (0, 1); point (1, 0); point (1, 1); closure point (0, 0)"},
		{"false after elimination", parse(t, 2, "y = 1", "y <= 0").Forget(1).AddConstraints(linear.X(0).LT(linear.X(1))), "0 <= -1"},
		{"open half-plane", parse(t, 2, "x + y > 1"),
			"x + y > 1; point (0, 2); closure point (0, 1); ray (0, 1); line (1, -1)"},
		{"strict without need", parse(t, 2, "x >= 0", "y >= 0", "x + y > -1"),
			"x >= 0; y >= 0; point (0, 0); ray (0, 1); ray (1, 0)"},
		{"hull of an open and a closed point set", parse(t, 1, "0 < x", "x < 1").Hull(parse(t, 1, "x = 1")),
			"x > 0; x <= 1; point (1); closure point (0)"},
		{"a point beside an open square", parse(t, 2, "0 < x", "x < 1", "0 < y", "y < 1").AddGenerators(
			linear.Generator{Kind: linear.Point, At: []num.Rat{{}, {}}}),
			"x >= 0; x < 1; y >= 0; y < 1; point (0, 0); closure point (0, 1); closure point (1, 0); closure point (1, 1)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.p.Check(); err != nil {
				t.Fatal(err)
			}
			if got := describe(c.p); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestNoDimension(t *testing.T) {
	u, e := Universe(0), Empty(0)
	for name, ok := range map[string]bool{
		"universe":      u.IsUniverse() && !u.IsEmpty() && u.IsBounded() && u.IsClosed(),
		"empty":         e.IsEmpty() && !e.IsUniverse() && e.IsBounded(),
		"constraints":   FromConstraints(0, []linear.Constraint{linear.True()}).Equal(u),
		"false":         FromConstraints(0, []linear.Constraint{linear.False()}).Equal(e),
		"generators":    FromGenerators(0, []linear.Generator{{Kind: linear.Point}}).Equal(u),
		"no generator":  FromGenerators(0, nil).Equal(e),
		"contains":      u.Contains(e) && !e.Contains(u),
		"hull":          e.Hull(u).Equal(u) && u.Hull(u) == u,
		"meet":          e.Meet(u).IsEmpty(),
		"projection":    parse(t, 2, "x < y").Restrict(nil).Equal(u),
		"of nothing":    parse(t, 2, "x < y", "y < x").Restrict(nil).Equal(e),
		"product":       u.Concat(parse(t, 1, "x = 1")).Equal(parse(t, 1, "x = 1")),
		"empty product": e.Concat(Universe(2)).Equal(Empty(2)),
		"split":         len(u.Split()) == 0,
		"forget":        u.Forget() == u,
		"elapse":        u.TimeElapse(u).Equal(u),
	} {
		if !ok {
			t.Error(name)
		}
	}
	if v, attained, bounded := u.Sup(linear.ConstInt(3)); !bounded || !attained || v.String() != "3" {
		t.Errorf("Sup of 3 is %v, %v, %v", v, attained, bounded)
	}
	if v, attained, bounded := Empty(2).Sup(linear.X(0)); !bounded || attained || !v.IsZero() {
		t.Errorf("Sup on an empty factor is %v, %v, %v", v, attained, bounded)
	}
	if i := Empty(2).Range(linear.X(0)); i.Contains(num.Rat{}) || i.Lo.Kind != linear.Open {
		t.Errorf("Range on an empty factor is %v", i)
	}
	if x, ok := u.Point(); !ok || len(x) != 0 {
		t.Errorf("Point %v, %v", x, ok)
	}
}

// TestSame checks that nothing is made anew where nothing changes.
func TestSame(t *testing.T) {
	p := parse(t, 2, "x >= 0", "x <= 2", "y = x")
	p.Constraints()
	q := parse(t, 2, "x >= 1", "x <= 2", "y = x")
	q.Constraints()
	for name, r := range map[string]*Factor{
		"implied constraint": p.AddConstraints(linear.X(1).LT(linear.ConstInt(3))),
		"hull":               p.Hull(q),
		"hull reversed":      q.Hull(p),
		"identity":           p.Image(0, linear.X(0)),
		"inverse identity":   p.Preimage(1, linear.X(1)),
		"restrict":           p.Restrict([]int{0, 1}),
		"closure":            p.TopClosure(),
		"tight":              p.Tighten(),
		"permute":            p.Permute([]int{0, 1}),
		"no dimension":       p.AddDims(0),
		"universe":           p.Meet(Universe(2)),
	} {
		if r != p {
			t.Errorf("%s: another factor", name)
		}
	}
	if p.Meet(q) == p || !p.Meet(q).Equal(q) {
		t.Error("Meet")
	}
}

// TestImplies is about constraints of which one follows from the other without any others.
func TestImplies(t *testing.T) {
	x := linear.X(0)
	ge, gt := x.GE(linear.ConstInt(1)), x.GT(linear.ConstInt(1))
	for _, c := range []struct {
		d, c linear.Constraint
		want bool
	}{
		{ge, ge, true}, {gt, ge, true}, {ge, gt, false}, {gt, gt, true},
		{ge, x.ScaleInt(2).GT(linear.ConstInt(1)), true},
		{ge, x.ScaleInt(2).GE(linear.ConstInt(3)), false},
		{ge, x.LE(linear.ConstInt(5)), false},
		{ge, linear.X(1).GE(linear.ConstInt(0)), false},
		{linear.False(), gt, true}, {ge, linear.False(), false},
	} {
		if implies(c.d, c.c) != c.want {
			t.Errorf("%v implies %v: %v", c.d, c.c, !c.want)
		}
	}
}

// TestInheritance checks that a limit gets through to the form without ε.
func TestInheritance(t *testing.T) {
	l := &Limit{Rows: 1000}
	p := parse(t, 1, "x > 0", "x >= 1")
	if !p.IsClosed() || p.settled() == p {
		t.Fatal("not known to be closed")
	}
	q := p.Hull(Empty(1).WithLimit(l)).AddConstraints(linear.X(0).LE(linear.ConstInt(5)))
	if q.lim != l || q.nnc || !q.Equal(parse(t, 1, "1 <= x", "x <= 5")) {
		t.Errorf("limit %v, ε %v", q.lim, q.nnc)
	}
}

// TestOneConstraint asks what single constraints tell when a limit leaves no more.
func TestOneConstraint(t *testing.T) {
	l := &Limit{Rows: 1}
	p := parse(t, 3, "x + y <= 3", "x - y < 2", "x >= -1", "y = 2*z", "y - z >= -4", "x - z <= 5", "2*x - 2*z < 10").WithLimit(l)
	for s, want := range map[string]Relation{
		"2*x + 2*y <= 7": Included, "x + y < 3": 0, "x + y <= 2": 0, "x + y > 4": Disjoint, "x - y < 2": Included,
		"x - y = 2": Disjoint, "y = 2*z": Included | Saturates, "y <= 2*z": Included, "y < 2*z": Disjoint, "2*z - y > 0": Disjoint, "x <= 100": 0,
	} {
		c, err := linear.Parse(s, []string{"x", "y", "z"})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Relation(c); got != want {
			t.Errorf("%s: %b, want %b", s, got, want)
		}
	}
	if p.Err() == nil {
		t.Fatal("the limit was not reached")
	}
	x, y := linear.X(0), linear.X(1)
	for _, c := range []struct {
		e    linear.Expr
		want string
	}{
		{x.Add(y).ScaleInt(2).AddInt(1), "(-oo, 7]"}, {x.Sub(y), "(-oo, 2)"}, {y.Sub(x), "(-2, oo)"}, {x.Neg(), "(-oo, 1]"}, {x.Sub(linear.X(2)), "(-oo, 5)"},
		{y.Sub(linear.X(2).ScaleInt(2)), "[0, 0]"}, {y, "(-oo, oo)"}, {linear.ConstInt(3), "[3, 3]"},
	} {
		if got := p.Range(c.e).String(); got != c.want {
			t.Errorf("%v in %s, want %s", c.e, got, c.want)
		}
	}
}

func TestPanics(t *testing.T) {
	p, x2 := Universe(2), linear.X(2)
	point := linear.Generator{At: make([]num.Rat, 3)}
	for want, f := range map[string]func(){
		"factor: Meet of factors with 2 and 3 dimensions":                                         func() { p.Meet(Universe(3)) },
		"factor: Hull of factors with 2 and 3 dimensions":                                         func() { p.Hull(Universe(3)) },
		"factor: Contains of factors with 2 and 0 dimensions":                                     func() { p.Contains(Universe(0)) },
		"factor: Equal of factors with 2 and 3 dimensions":                                        func() { p.Equal(Universe(3)) },
		"factor: TimeElapse of factors with 2 and 3 dimensions":                                   func() { p.TimeElapse(Universe(3)) },
		"factor: AddConstraints of an expression with 3 dimensions on a factor with 2 dimensions": func() { p.AddConstraints(x2.LE(x2.ScaleInt(2))) },
		"factor: Sup of an expression with 3 dimensions on a factor with 2 dimensions":            func() { p.Sup(x2) },
		"factor: Image of an expression with 3 dimensions on a factor with 2 dimensions":          func() { p.Image(0, x2) },
		"factor: Image of dimension 2 on a factor with 2 dimensions":                              func() { p.Image(2, linear.X(0)) },
		"factor: Forget of dimension -1 on a factor with 2 dimensions":                            func() { p.Forget(-1) },
		"factor: Restrict on dimension 1 twice":                                                   func() { p.Restrict([]int{1, 1}) },
		"factor: AddGenerators of a generator with 3 dimensions on a factor with 2 dimensions":    func() { p.AddGenerators(point) },
		"factor: Universe with -1 dimensions":                                                     func() { Universe(-1) },
		"factor: Permute by [1 1], which is not a permutation":                                    func() { p.Permute([]int{1, 1}) },
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != want {
					t.Errorf("panic %q, want %q", got, want)
				}
			}()
			f()
		}()
	}
}
