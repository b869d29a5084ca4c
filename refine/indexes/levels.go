// The levels of a plan, and what each keeps.

package indexes

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
)

// New makes the plan for a finished program.
func New(p *cfa.Program) *Plan {
	pl := &Plan{isGhost: map[*cfa.Var]bool{}, tainted: map[*cfa.Var]map[*cfa.Loc]bool{}}
	with := *p
	with.Vars = slices.Clone(p.Vars)
	for i := range pl.own {
		pl.own[i] = &cfa.Var{ID: len(with.Vars), Name: [...]string{"k", "l"}[i], Kind: cfa.GlobalVar, Ghost: true}
		with.Vars = append(with.Vars, pl.own[i])
	}
	pl.prog = &with
	pl.consts = constantsOf(pl.prog)
	pl.findCounters()
	for _, e := range p.Edges {
		if s, ok := e.Op.(*cfa.Store); ok {
			pl.use(e, s.Arr, s.Idx, false)
		}
		cfa.OpExprs(e.Op, func(x cfa.Expr) {
			cfa.Walk(x, func(x cfa.Expr) {
				if s, ok := x.(*cfa.Select); ok {
					pl.use(e, s.Arr, s.Idx, true)
				}
			})
		})
	}
	indexed := map[*cfa.Var]bool{}
	for _, a := range pl.accesses {
		for _, part := range a.idx.Parts {
			indexed[part.Var] = true
		}
	}
	for _, v := range p.Vars {
		if indexed[v] && (v.Ghost || chosen(p, v)) {
			pl.ghosts = append(pl.ghosts, v)
			pl.isGhost[v] = true
		}
	}
	pl.divisions()
	pl.products()
	pl.findSums()
	pl.findControl()
	return pl
}

func (pl *Plan) use(e *cfa.Edge, a *cfa.Array, idx cfa.Expr, read bool) {
	if t, ok := cells.TermOf(pl.consts.fold(idx)); ok {
		pl.accesses = append(pl.accesses, access{e, a, t, read})
	}
}

// chosen reports whether a variable is set exactly once, by an input with the full range of its type, as C programs
// do for a variable that represents a quantified variable.
func chosen(p *cfa.Program, v *cfa.Var) bool {
	if v.Kind != cfa.GlobalVar && v.Kind != cfa.LocalVar {
		return false
	}
	n := 0
	for _, e := range p.Edges {
		ok := true
		cfa.Writes(e.Op, func(w *cfa.Var) {
			if w != v {
				return
			}
			n++
			h, havoc := e.Op.(*cfa.Havoc)
			ok = havoc && h.From.Range == v.Range && h.From.Kind != cfa.Approx
		}, nil)
		if !ok {
			return false
		}
	}
	return n == 1
}

// Octagonal reports whether octagons can express how ghosts compare with the indexes of the program: indexes such as
// i + 1, but not 2*i or i + j.
func (pl *Plan) Octagonal() bool {
	return !slices.ContainsFunc(pl.accesses, func(a access) bool {
		return len(a.idx.Parts) > 1 || slices.ContainsFunc(a.idx.Parts, func(p cells.Part) bool {
			return !p.Coef.Mul(p.Coef).Equal(num.Of(1))
		})
	})
}

// Levels lists the levels that differ for the program: first the levels with the program's own ghosts, then the
// levels with additional ghosts.
func (pl *Plan) Levels() [][]Level {
	var all [][]Level
	if len(pl.ghosts) > 0 {
		all = append(all, pl.ghostly())
	}
	if len(pl.accesses) > 0 {
		own := []Level{One, Two}
		if pl.imagined() {
			own = []Level{One, Images, Two}
		}
		if slices.ContainsFunc(pl.accesses, func(a access) bool { return pl.replaced(a.arr) }) {
			own = []Level{Images, One, Two} // a ghost that is an address is of little use
		}
		if pl.Controlled() {
			own = slices.Insert(own, len(own)-1, Neighbours)
		}
		all = append(all, own)
	}
	return all
}

func (pl *Plan) ghostly() []Level {
	levels := []Level{Ghosts}
	size := pl.Precision(Ghosts).Size()
	for _, l := range []Level{Everywhere, Reads} {
		if n := pl.Precision(l).Size(); n > size {
			levels, size = append(levels, l), n
		}
	}
	if len(pl.Instances(Instances)) > 0 {
		levels = append(levels, Instances)
	}
	return levels
}

// Precision returns the precision of a level: all variables that operations read or write, and cells.
func (pl *Plan) Precision(l Level) *cells.Precision {
	prec := cells.NewPrecision()
	keep := func(v *cfa.Var) { prec.Keep(v) }
	for _, e := range pl.prog.Edges {
		cfa.Reads(e.Op, keep, nil)
		if _, call := e.Op.(*cfa.Call); !call {
			cfa.Writes(e.Op, keep, nil)
		}
	}
	for _, a := range pl.accesses {
		if slices.ContainsFunc(a.idx.Parts, func(p cells.Part) bool { return pl.isGhost[p.Var] }) {
			prec.KeepCell(a.arr, a.idx.Index())
		}
	}
	pl.keepQuotients(prec)
	if l >= Everywhere {
		for _, a := range pl.prog.Arrays {
			if a.Region {
				continue
			}
			used := slices.ContainsFunc(pl.accesses, func(x access) bool { return x.arr == a })
			for _, g := range pl.ghosts {
				if used && pl.ghostAt(l, g) && (a.Proc == nil || g.Proc == nil || a.Proc == g.Proc) {
					t, _ := cells.TermOf(g)
					prec.KeepCell(a, t.Index())
				}
			}
		}
	}
	if l >= Reads {
		for _, a := range pl.accesses {
			if a.read && (len(a.idx.Parts) > 0 || l >= One || pl.kind == Sums) {
				prec.KeepCell(a.arr, a.idx.Index())
			}
		}
	}
	for _, g := range pl.added(l) {
		for _, a := range pl.accesses {
			if !pl.atNumerals(a.arr) && (!l.images() || pl.keepImages(prec, l, a.arr, g)) {
				prec.KeepCell(a.arr, cells.Index{Ghost: g})
			}
		}
	}
	pl.keepProducts(prec, l)
	pl.keepSums(prec)
	return prec
}

// Learn adds the signs of the comparisons in edges; if none of them is new, it adds comparisons of the contents of
// ghosts' cells. It reports whether a sign was added. It is for edges from a proof that excludes a path which the
// signs do not exclude.
func (pl *Plan) Learn(l Level, lay *cells.Layout, edges []*cfa.Edge) bool {
	before := len(pl.Signs(l, lay))
	for _, e := range edges {
		comparisons(e, func(b *cfa.Binary) {
			if !slices.Contains(pl.learnt, b) {
				pl.learnt = append(pl.learnt, b)
			}
		})
	}
	if len(pl.Signs(l, lay)) > before {
		return true
	}
	// The edges may be irrelevant, because they are of the path that was found first. So use the contents of cells in
	// all comparisons.
	pl.contents = true
	return len(pl.Signs(l, lay)) > before
}

// Unlearn removes what Learn has added.
func (pl *Plan) Unlearn() { pl.learnt, pl.contents = nil, false }
