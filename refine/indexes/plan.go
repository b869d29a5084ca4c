package indexes

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/regions"
	"github.com/whet-mc/whet/num"
)

// Level is how much an abstraction keeps.
type Level int

// The levels.
const (
	Ghosts Level = iota
	Everywhere
	Reads
	Instances
	One
	Images
	Two
)

func (l Level) String() string {
	return [...]string{"ghosts", "everywhere", "reads", "instances", "one", "images", "two"}[l]
}

// access is a use of an array.
type access struct {
	edge *cfa.Edge
	arr  *cfa.Array
	idx  *cells.Term
	read bool
}

// Plan is what is known of a program's indexes.
type Plan struct {
	prog     *cfa.Program // with two variables more
	ghosts   []*cfa.Var   // by ID
	own      [2]*cfa.Var  // ghosts that the program does not have
	isGhost  map[*cfa.Var]bool
	accesses []access
	consts   constants
	counters map[*cfa.Var]bool
	imaged   map[imagesKey][]image          // found so far
	divided  []cells.Quotient               // quotients and remainders of ghosts that the program computes
	tainted  map[*cfa.Var]map[*cfa.Loc]bool // by ghost: where something may have depended on it
	learnt   []*cfa.Binary
	kind     Kind
	// multiplied are the factors of products of unknowns.
	multiplied [][]cells.Factor
	contents   bool // what the program compares the contents of ghosts' cells with is told apart
}

// New looks at a finished program.
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
	return pl
}

func (pl *Plan) use(e *cfa.Edge, a *cfa.Array, idx cfa.Expr, read bool) {
	if t, ok := cells.TermOf(pl.consts.fold(idx)); ok {
		pl.accesses = append(pl.accesses, access{e, a, t, read})
	}
}

// chosen reports whether a variable gets its values as inputs only, each that its word can hold, as one that stands for
// a quantified variable does in C.
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

// Octagonal reports whether octagons can tell how ghosts compare with the indexes that the program uses: those are i + 1, not 2*i
// or i + j.
func (pl *Plan) Octagonal() bool {
	return !slices.ContainsFunc(pl.accesses, func(a access) bool {
		return len(a.idx.Parts) > 1 || slices.ContainsFunc(a.idx.Parts, func(p cells.Part) bool {
			return !p.Coef.Mul(p.Coef).Equal(num.Of(1))
		})
	})
}

// Levels lists the levels that differ for the program: those with its own ghosts, then those with others.
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
			own = []Level{Images, One, Two} // a ghost that is an address says little
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

// Program is the program with the plan's own ghosts among its variables: no operation knows them.
func (pl *Plan) Program() *cfa.Program { return pl.prog }

// added are the plan's own ghosts that a level has.
func (pl *Plan) added(l Level) []*cfa.Var {
	switch {
	case l < One:
		return nil
	case l < Two:
		return pl.own[:1]
	}
	return pl.own[:]
}

// Precision is what a level keeps: all variables of the program, as far as operations name them, and cells.
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
			if a.read && (len(a.idx.Parts) > 0 || l >= One) {
				prec.KeepCell(a.arr, a.idx.Index())
			}
		}
	}
	for _, g := range pl.added(l) {
		for _, a := range pl.accesses {
			if !pl.atNumerals(a.arr) && (l != Images || pl.keepImages(prec, a.arr, g)) {
				prec.KeepCell(a.arr, cells.Index{Ghost: g})
			}
		}
	}
	pl.keepProducts(prec, l)
	return prec
}

// Keep sets the kind of products that are kept from now on.
func (pl *Plan) Keep(k Kind) { pl.kind = k }

// atNumerals reports whether all uses of an array that are known are at numerals: then it is some variables under one name.
func (pl *Plan) atNumerals(a *cfa.Array) bool {
	return !slices.ContainsFunc(pl.accesses, func(x access) bool { return x.arr == a && len(x.idx.Parts) > 0 })
}

// Signs are the terms by whose signs states are told apart: how a cell's index compares with the indexes of other
// accesses to the array, what the program compares ghosts with, and what was learnt.
func (pl *Plan) Signs(l Level, lay *cells.Layout) []regions.Sign {
	var out []regions.Sign
	add := func(t linear.Expr, two bool) {
		if t.IsConst() {
			return
		}
		if !two { // the sign of -t says the same
			if c := t.Term(0).Coef; c.Sign() < 0 {
				t = t.Neg()
			}
		}
		t = t.LE(linear.Expr{}).Primitive().Expr
		same := func(s regions.Sign) bool { return s.Term.Equal(t) || s.Term.Equal(t.Neg()) }
		for i, s := range out {
			if same(s) {
				out[i].Two = s.Two && two && s.Term.Equal(t)
				return
			}
		}
		out = append(out, regions.Sign{Term: t, Two: two})
	}
	// What cells hold is another matter: that has to be learnt.
	ghostly := func(t linear.Expr) bool {
		found := false
		for part := range t.Terms() {
			s := lay.Slots[part.Var]
			if s.Var == nil {
				if !pl.contents {
					return false
				}
				found = found || pl.atGhost(l, s.Idx)
				continue
			}
			found = found || pl.ghostAt(l, s.Var)
		}
		return found
	}
	for _, s := range lay.Slots {
		if s.Var != nil || !pl.atGhost(l, s.Idx) {
			continue
		}
		at, ok := index(s.Idx, lay)
		if !ok {
			continue
		}
		for _, a := range pl.accesses {
			if a.arr != s.Arr || s.Idx.Ghost != nil && slices.Contains(pl.own[:], s.Idx.Ghost) && pl.fixed(a.idx) {
				continue
			}
			if t, ok := a.idx.Linear(lay); ok && pl.comparable(l, s.Idx, a.idx) {
				add(at.Sub(t), false)
			}
		}
		for _, o := range lay.Slots {
			if o.Var == nil && o.Arr == s.Arr && o.Idx.Ghost != nil && (l != Images || s.Idx.Ghost != nil) {
				if t, ok := index(o.Idx, lay); ok {
					add(at.Sub(t), false)
				}
			}
		}
	}
	pl.quotientSigns(lay, func(t linear.Expr) { add(t, false) })
	for _, g := range pl.added(l) {
		if pl.starts(lay, l, g, func(t linear.Expr) { add(t, true) }); l == Images {
			pl.imageStarts(lay, g, func(t linear.Expr) { add(t, true) })
		}
	}
	compared := func(b *cfa.Binary, any bool) {
		v, ok := cells.Linear(lay, pl.consts.fold(b.X))
		if !ok {
			return
		}
		w, ok := cells.Linear(lay, pl.consts.fold(b.Y))
		if !ok {
			return
		}
		related := func(t linear.Expr) {
			switch b.Op {
			case cfa.Eq, cfa.Ne:
				add(t, false)
			case cfa.Lt, cfa.Ge:
				add(t, true)
			case cfa.Le, cfa.Gt:
				add(t.AddInt(-1), true)
			}
		}
		t := v.Sub(w)
		for _, g := range pl.added(l) {
			if pl.inPlace(lay, l, g, t, related); l == Images {
				pl.counted(lay, g, t, related)
			}
			if pl.contents {
				if u, ok := pl.imagine(lay, g, t); ok {
					related(u)
				}
			}
		}
		if any || ghostly(t) {
			related(t)
		}
	}
	for _, e := range pl.prog.Edges {
		comparisons(e, func(b *cfa.Binary) { compared(b, false) })
	}
	for _, b := range pl.learnt {
		compared(b, true)
	}
	return out
}

// starts calls f for how a ghost compares with where indexes begin: with 0, where the program reads a[i] and sets i to 0.
func (pl *Plan) starts(lay *cells.Layout, l Level, g *cfa.Var, f func(linear.Expr)) {
	d, ok := lay.Var(g)
	if !ok {
		return
	}
	for _, a := range pl.accesses {
		at, ok := a.idx.Linear(lay)
		if !ok || pl.elsewhere(l, a) {
			continue
		}
		for _, part := range a.idx.Parts {
			v, _ := lay.Var(part.Var)
			pl.firsts(lay, part.Var, func(first linear.Expr) {
				f(linear.X(d).Sub(at.Substitute(v, first)))
			})
		}
	}
}

// firsts calls f for the values that a variable is given which do not depend on the one it has.
func (pl *Plan) firsts(lay *cells.Layout, v *cfa.Var, f func(linear.Expr)) {
	d, _ := lay.Var(v)
	for _, e := range pl.prog.Edges {
		s, ok := e.Op.(*cfa.Assign)
		if !ok || s.LHS != v {
			continue
		}
		if first, ok := cells.Linear(lay, pl.consts.fold(s.RHS)); ok && first.Coef(d).IsZero() {
			f(first)
		}
	}
}

// inPlace calls f for what becomes of a term when a ghost takes the place of an index in it: of i < n, where the program reads
// a[i], that is k < n.
func (pl *Plan) inPlace(lay *cells.Layout, l Level, g *cfa.Var, t linear.Expr, f func(linear.Expr)) {
	d, ok := lay.Var(g)
	if !ok {
		return
	}
	indexes := map[int]*cfa.Var{}
	for _, a := range pl.accesses {
		if at, ok := a.idx.Linear(lay); ok {
			for part := range at.Terms() {
				indexes[part.Var] = lay.Slots[part.Var].Var
			}
		}
	}
	for _, a := range pl.accesses {
		at, ok := a.idx.Linear(lay)
		if !ok || pl.elsewhere(l, a) {
			continue
		}
		for part := range at.Terms() {
			if t.Coef(part.Var).IsZero() {
				continue
			}
			rest := at.Sub(linear.X(part.Var).Scale(part.Coef))
			u := t.Substitute(part.Var, linear.X(d).Sub(rest).Scale(num.RatOf(1).Quo(part.Coef)))
			var others []int // their order is known anyway
			for p := range u.Terms() {
				if p.Var != d && indexes[p.Var] != nil && rest.Coef(p.Var).IsZero() {
					others = append(others, p.Var)
				}
			}
			if len(others) > 0 {
				continue
			}
			f(u)
			// Where rows begin: i*n + j at the end of the loop over i is compared with k where j is 0.
			for p := range rest.Terms() {
				if v := indexes[p.Var]; v != nil && !u.Coef(p.Var).IsZero() {
					pl.firsts(lay, v, func(first linear.Expr) {
						if first.IsConst() {
							f(u.Substitute(p.Var, first))
						}
					})
				}
			}
		}
	}
}

// comparisons calls f for the comparisons in what an edge evaluates.
func comparisons(e *cfa.Edge, f func(*cfa.Binary)) {
	cfa.OpExprs(e.Op, func(x cfa.Expr) {
		cfa.Walk(x, func(x cfa.Expr) {
			if b, ok := x.(*cfa.Binary); ok && b.Op.Comparison() {
				f(b)
			}
		})
	})
}

// Learn adds the signs of what edges compare, or if none of them is new, what ghosts' cells are compared with, and reports
// whether there is something new. It is for the edges that a proof names which
// excludes a path that signs do not exclude.
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
	// The path that was found first need not be the one that matters.
	pl.contents = true
	return len(pl.Signs(l, lay)) > before
}

// Unlearn forgets what Learn has added.
func (pl *Plan) Unlearn() { pl.learnt, pl.contents = nil, false }

// ghostAt reports whether a variable is a ghost at a level: with ghosts of its own, those that only seem to be
// ghosts are variables as others.
func (pl *Plan) ghostAt(l Level, v *cfa.Var) bool { return v.Ghost || l < One && pl.isGhost[v] }

// fixed reports whether an index has variables only that seem to be ghosts: what is known of all values of a ghost will do for it.
func (pl *Plan) fixed(t *cells.Term) bool {
	return len(t.Parts) > 0 && !slices.ContainsFunc(t.Parts, func(p cells.Part) bool { return !pl.isGhost[p.Var] || p.Var.Ghost })
}

// atGhost reports whether a ghost is part of an index.
func (pl *Plan) atGhost(l Level, i cells.Index) bool {
	return i.Ghost != nil || i.Term != nil && slices.ContainsFunc(i.Term.Parts, func(p cells.Part) bool { return pl.ghostAt(l, p.Var) })
}

func index(i cells.Index, lay *cells.Layout) (linear.Expr, bool) {
	switch {
	case i.Ghost != nil:
		d, ok := lay.Var(i.Ghost)
		return linear.X(d), ok
	case i.Term != nil:
		return i.Term.Linear(lay)
	}
	return linear.Expr{}, false
}

// Instances are uses of what is known for all values of a ghost at the indexes that an edge reads.
func (pl *Plan) Instances(l Level) []regions.Instance {
	if l < Instances {
		return nil
	}
	var out []regions.Instance
	for _, a := range pl.accesses {
		if !a.read || len(a.idx.Parts) == 0 && l < One {
			continue
		}
		for _, g := range append(slices.Clip(pl.ghosts), pl.added(l)...) {
			if g.Proc != nil && (g.Proc != a.edge.From.Proc || l >= One) { // in other procedures it may not be alive
				continue
			}
			if a.idx.Mentions(g) || !slices.Contains(pl.own[:], g) && (!pl.Quantifiable(g, a.edge.From) || !pl.cellOf(a.arr, g)) {
				continue
			}
			use := func(t *cells.Term) {
				i := regions.Instance{Edge: a.edge, Ghost: g, Term: t}
				if !slices.ContainsFunc(out, func(o regions.Instance) bool {
					return o.Edge == i.Edge && o.Ghost == g && o.Term.Equal(i.Term)
				}) {
					out = append(out, i)
				}
			}
			if !pl.elsewhere(l, a) {
				use(a.idx)
			}
			if l == Images {
				pl.preimages(a.arr, a.idx, g, use)
			}
		}
	}
	return out
}

// cellOf reports whether an array has a cell whose index is the ghost.
func (pl *Plan) cellOf(a *cfa.Array, g *cfa.Var) bool {
	return slices.ContainsFunc(pl.accesses, func(x access) bool {
		return x.arr == a && len(x.idx.Parts) == 1 && x.idx.Parts[0].Var == g
	})
}

// Quantifiable reports whether a run that reaches a location could have done so with any value of a ghost: no way there leads over
// an edge that reads it. (It only gets its values as inputs.)
func (pl *Plan) Quantifiable(g *cfa.Var, at *cfa.Loc) bool {
	t := pl.tainted[g]
	if t == nil {
		t = pl.behind(g)
		pl.tainted[g] = t
	}
	return !t[at]
}

// behind lists the locations behind edges that read a variable.
func (pl *Plan) behind(g *cfa.Var) map[*cfa.Loc]bool {
	seen := map[*cfa.Loc]bool{}
	var work []*cfa.Loc
	add := func(l *cfa.Loc) {
		if !seen[l] {
			seen[l] = true
			work = append(work, l)
		}
	}
	follow := func(e *cfa.Edge) {
		add(e.To)
		if c, ok := e.Op.(*cfa.Call); ok {
			add(c.Callee.Entry)
		}
	}
	for _, e := range pl.prog.Edges {
		reads := false
		cfa.Reads(e.Op, func(v *cfa.Var) { reads = reads || v == g }, nil)
		if reads {
			follow(e)
		}
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			follow(e)
		}
		if l == l.Proc.Exit {
			for _, e := range l.Proc.Callers {
				add(e.To)
			}
		}
	}
	return seen
}

// Bounds are what the program's conditions compare, and the opposites: bounds for widening (Halbwachs, Proy, Roumanoff 1997);
// and where loops begin: i >= 0 after i = 0.
func Bounds(p *cfa.Program, lay *cells.Layout) []linear.Constraint {
	var out []linear.Constraint
	seen := map[string]bool{}
	consts := constantsOf(p)
	add := func(c linear.Constraint) {
		c = c.Tighten()
		if key := c.Expr.String() + c.Rel.String(); !c.Expr.IsConst() && !seen[key] {
			seen[key] = true
			out = append(out, c)
		}
	}
	for _, e := range p.Edges {
		if a, ok := e.Op.(*cfa.Assign); ok {
			d, kept := lay.Var(a.LHS)
			if first, ok := cells.Linear(lay, consts.fold(a.RHS)); ok && kept && first.Coef(d).IsZero() {
				add(linear.X(d).GE(first))
				add(linear.X(d).LE(first))
			}
		}
		comparisons(e, func(b *cfa.Binary) {
			v, ok := cells.Linear(lay, consts.fold(b.X))
			if !ok {
				return
			}
			if w, ok := cells.Linear(lay, consts.fold(b.Y)); ok {
				add(v.LE(w))
				add(v.LT(w))
				add(v.GE(w))
				add(v.GT(w))
				add(v.LE(w.AddInt(1))) // where a loop over i <= n ends
				add(v.GE(w.AddInt(-1)))
			}
		})
	}
	return out
}
