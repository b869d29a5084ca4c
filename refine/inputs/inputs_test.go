package inputs

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/mc/value/bounds"
	"github.com/whet-mc/whet/num"
)

// Paths that a run has taken: Find must not refute them, and finds inputs for most, with which the
// interpreter takes them, too.
func TestPathsOfRuns(t *testing.T) {
	tried, found := 0, 0
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 4))
		p := mctest.Program(r, mctest.Medium)
		run := mctest.Run(r, p, 50)
		var path cfa.Path
		for _, v := range run[1:] {
			path = append(path, v.Step)
		}
		if len(path) == 0 {
			continue
		}
		tried++
		res := Find(context.Background(), nil, p, path)
		if res.Contradiction {
			t.Fatalf("seed %d: a path that was taken is refuted at step %d, %v: %s", seed, res.Step, path[res.Step].Edge.Op, res.Why)
		}
		if !res.Found {
			continue
		}
		o := interp.Run(context.Background(), p, res.Plan, interp.Options{Follow: path, Trace: true})
		if len(o.Path) == len(path) {
			found++
		} else if o.Kind != interp.Undefined {
			t.Fatalf("seed %d: the replay ends after %d of %d steps: %v %s", seed, len(o.Path), len(path), o.Kind, o.Reason)
		}
	}
	t.Logf("found %d of %d", found, tried)
	if found < tried*95/100 {
		t.Errorf("inputs are found for %d of %d paths", found, tried)
	}
}

// sym makes a problem with symbols of 32 bits.
func sym(p *problem, names ...string) []cfa.Expr {
	var out []cfa.Expr
	for _, n := range names {
		v := &cfa.Var{Name: n, Range: cfa.Range{Bits: 32, Signed: true}}
		out = append(out, p.symbol(&symbol{v: v}, bounds.OfRange(v.Range)))
	}
	return out
}

func TestSolve(t *testing.T) {
	k := func(n int64) cfa.Expr { return cfa.ConstInt(n) }
	b := cfa.MkBinary
	w := func(e cfa.Expr) cfa.Expr { return cfa.MkWrap(32, true, e) }
	for _, c := range []struct {
		name  string
		conds func(x, y, z cfa.Expr) []cfa.Expr
		want  bool
	}{
		{"one value", func(x, y, z cfa.Expr) []cfa.Expr { return []cfa.Expr{b(cfa.Eq, x, k(7))} }, true},
		{"holes", func(x, y, z cfa.Expr) (cs []cfa.Expr) {
			cs = append(cs, b(cfa.Ge, x, k(0)), b(cfa.Le, x, k(40)))
			for i := range int64(40) {
				cs = append(cs, b(cfa.Ne, x, k(i)))
			}
			return cs
		}, true},
		{"no holes left", func(x, y, z cfa.Expr) (cs []cfa.Expr) {
			cs = append(cs, b(cfa.Ge, x, k(0)), b(cfa.Lt, x, k(4)))
			for _, i := range []int64{1, 2, 3, 0} {
				cs = append(cs, b(cfa.Ne, x, k(i)))
			}
			return cs
		}, false},
		{"chain", func(x, y, z cfa.Expr) []cfa.Expr {
			return []cfa.Expr{b(cfa.Eq, y, w(b(cfa.Add, x, k(3)))), b(cfa.Eq, z, w(b(cfa.Mul, y, k(2)))), b(cfa.Eq, z, k(26))}
		}, true},
		{"sum", func(x, y, z cfa.Expr) []cfa.Expr {
			return []cfa.Expr{b(cfa.Eq, w(b(cfa.Add, x, y)), k(1001)), b(cfa.Gt, x, y), b(cfa.Gt, y, k(400))}
		}, true},
		{"wraps", func(x, y, z cfa.Expr) []cfa.Expr {
			return []cfa.Expr{b(cfa.Lt, w(b(cfa.Add, x, k(1))), x)}
		}, true},
		{"or", func(x, y, z cfa.Expr) []cfa.Expr {
			return []cfa.Expr{b(cfa.Or, b(cfa.Eq, x, k(12345)), b(cfa.Eq, y, k(-54321))), b(cfa.Lt, x, k(0))}
		}, true},
		{"bits", func(x, y, z cfa.Expr) []cfa.Expr {
			return []cfa.Expr{b(cfa.Ne, b(cfa.BitAnd, x, k(4096)), k(0)), b(cfa.Eq, b(cfa.BitAnd, x, k(15)), k(0))}
		}, true},
		{"ordered", func(x, y, z cfa.Expr) []cfa.Expr {
			return []cfa.Expr{b(cfa.Lt, x, y), b(cfa.Lt, y, z), b(cfa.Lt, z, k(5)), b(cfa.Gt, x, k(1))}
		}, true},
		{"contradiction", func(x, y, z cfa.Expr) []cfa.Expr {
			return []cfa.Expr{b(cfa.Gt, x, k(5)), b(cfa.Eq, y, w(b(cfa.Add, x, k(1)))), b(cfa.Lt, y, k(5)), b(cfa.Gt, y, k(-1000))}
		}, false},
	} {
		p := &problem{}
		xs := sym(p, "x", "y", "z")
		ok := true
		conds := c.conds(xs[0], xs[1], xs[2])
		for _, e := range conds {
			ok = ok && p.add(e)
		}
		all := model{}
		if ok {
			for _, g := range p.components() {
				m := p.solve(context.Background(), nil, g, choicesPerComponent)
				if ok = m != nil; !ok {
					break
				}
				for s, v := range m {
					all[s] = v
				}
			}
		}
		if ok != c.want {
			t.Errorf("%s: solved: %v", c.name, ok)
		}
		if !ok {
			continue
		}
		for s := range p.syms {
			if v, fixed := p.dom[s].Point(); fixed {
				all[s] = v
			}
		}
		for _, e := range conds {
			if v, one := all.eval(p, e); !one || v.IsZero() {
				t.Errorf("%s: %v does not hold under %v", c.name, e, all)
			}
		}
	}
}

// What solve leaves behind is what it found.
func TestSolveRestores(t *testing.T) {
	p := &problem{}
	xs := sym(p, "x", "y")
	p.add(cfa.MkBinary(cfa.Lt, xs[0], xs[1]))
	p.add(cfa.MkBinary(cfa.Ne, xs[0], cfa.ConstInt(0)))
	before := []bounds.Interval{p.dom[0], p.dom[1]}
	holes := len(p.holes[0])
	if p.solve(context.Background(), nil, []int{0, 1}, 100) == nil {
		t.Fatal("not solved")
	}
	if !p.dom[0].Equal(before[0]) || !p.dom[1].Equal(before[1]) || len(p.holes[0]) != holes {
		t.Error("ranges are left changed")
	}
}

func TestMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	a, b := &cfa.Array{Name: "a", Elem: cfa.Range{Bits: 8}}, &cfa.Array{ID: 1, Name: "b", Elem: cfa.Range{Bits: 8}}
	x := &executor{}
	mems := []*memory{newMemory(a, -1), newMemory(b, -1)}
	truth := [2]map[int64]cfa.Expr{{}, {}}
	at := func(i int64) num.Int { return num.Of(i) }
	for k := range 2 {
		for i := int64(0); i < 30; i++ {
			truth[k][i] = mems[k].get(x, at(i))
		}
	}
	for step := range int64(3000) {
		k := r.IntN(2)
		lo := r.Int64N(30)
		hi := lo + r.Int64N(30-lo) + 1
		switch r.IntN(6) {
		case 0:
			mems[k].put(layer{lo: at(lo), hi: at(hi), val: cfa.ConstInt(step)})
			for i := lo; i < hi; i++ {
				truth[k][i] = cfa.ConstInt(step)
			}
		case 1:
			to := r.Int64N(30 - (hi - lo) + 1)
			mems[k].put(layer{lo: at(to), hi: at(to + hi - lo), copy: mems[1-k].freeze(), shift: at(lo - to)})
			for i := range hi - lo {
				truth[k][to+i] = truth[1-k][lo+i]
			}
		default:
			mems[k].set(at(lo), cfa.ConstInt(step))
			truth[k][lo] = cfa.ConstInt(step)
		}
		if step%50 == 0 {
			mems[k].put(layer{all: true, val: cfa.ConstInt(-step)})
			for i := range truth[k] {
				truth[k][i] = cfa.ConstInt(-step)
			}
		}
		i := r.Int64N(30)
		got, want := mems[k].get(x, at(i)), truth[k][i]
		if cfa.ExprString(got) != cfa.ExprString(want) {
			t.Fatalf("step %d: cell %d is %v, want %v", step, i, got, want)
		}
	}
}
