package numerictest

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric/box"
)

func TestBox(t *testing.T) { Run(t, box.Domain(), IntegerLattice) }

// TestBugs checks that the suite can fail: each of many faults is found by the law that is about
// it, in about as many cases as Run tries, and not by a panic.
func TestBugs(t *testing.T) {
	all := laws[*mutant]()
	met := map[string]bool{}
	for _, g := range slices.Concat(latticeBugs(), transferBugs(), dimensionBugs(), wideningBugs(), questionBugs(), disciplineBugs()) {
		t.Run(strings.ReplaceAll(g.name, " ", "_"), func(t *testing.T) {
			i := slices.IndexFunc(all, func(l law[*mutant]) bool { return l.name == g.law })
			if i < 0 {
				t.Fatalf("no law %q", g.law)
			}
			met[g.law] = true
			cases, err := find(g, all[i], 300)
			switch {
			case err == nil:
				t.Errorf("not found by %q in %d cases", g.law, cases)
			case strings.Contains(err.Error(), ": panic: "):
				t.Errorf("found by a panic only: %v", err)
			default:
				t.Logf("case %d: %v", cases, err)
			}
		})
	}
	for _, l := range all {
		if !met[l.name] {
			t.Errorf("no bug shows that %q can fail", l.name)
		}
	}
}

// find runs cases of a law until one fails.
func find(g *bug, l law[*mutant], most int) (cases int, err error) {
	d := g.domain()
	c := rapid.Custom(func(t *rapid.T) error {
		rapid.Bool().Draw(t, "") // a generator must draw something
		return try(t, d, l, IntegerLattice)
	})
	for seed := range most {
		if err := c.Example(seed); err != nil {
			return seed, err
		}
	}
	return most, nil
}

// TestNoBug checks that the mutant without a bug is right: what the bugs show is due to them.
func TestNoBug(t *testing.T) {
	for _, l := range laws[*mutant]() {
		if _, err := find(&bug{name: "no bug"}, l, 60); err != nil {
			t.Errorf("%s: %v", l.name, err)
		}
	}
}

// TestRegions checks the oracle: elimination against what is seen from single points.
func TestRegions(t *testing.T) {
	d := box.Domain()
	rapid.Check(t, func(t *rapid.T) {
		c := &check[*box.Box]{t: t, d: d, dims: 3}
		cs, p := c.constraints(3)
		r := region{3, cs}
		if holds(cs, p) && r.empty() {
			t.Fatalf("%v is in %v", p, cs)
		}
		v, w := c.pick(3), c.pick(3)
		one := r.project(v)
		if !sameRegion(one.project(w), r.project(w).project(v)) {
			t.Fatalf("%v: order of elimination of %d and %d matters", cs, v, w)
		}
		half := num.RatFrac(1, 2)
		for _, q := range grid(3) {
			q = each([]point{q}, func(p point) point { return point{p[0].Mul(half), p[1].Mul(half), p[2].Mul(half)} })[0]
			if holds(one.cs, q) != fibre(cs, q, v, linear.Rationals) {
				t.Fatalf("%v without %d is %v: wrong at %v", cs, v, one.cs, q)
			}
			if holds(cs, q) && r.empty() {
				t.Fatalf("%v is in %v", q, cs)
			}
		}
		if q, ok := r.system().meets(); ok == r.empty() || ok && !holds(cs, q) {
			t.Fatalf("%v is said to be in %v: %v", q, cs, ok)
		}
	})
}

func sameRegion(r, s region) bool {
	_, a := r.outside(s)
	_, b := s.outside(r)
	return !a && !b
}
