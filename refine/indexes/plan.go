package indexes

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
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
	Neighbours
	Two
)

func (l Level) String() string {
	return [...]string{"ghosts", "everywhere", "reads", "instances", "one", "images", "neighbours", "two"}[l]
}

// images reports whether cells are images of accesses.
func (l Level) images() bool { return l == Images || l == Neighbours }

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
	moves    map[*cfa.Var][]num.Int // by which counters move
	imaged   map[imagesKey][]image  // found so far
	// quotients and remainders of ghosts that the program computes
	divided []cells.Quotient
	tainted map[*cfa.Var]map[*cfa.Loc]bool // by ghost: where something may have depended on it
	learnt  []*cfa.Binary
	kind    Kind
	// multiplied are the factors of products of unknowns.
	multiplied [][]cells.Factor
	sums       []sum
	control    map[holder]*steering // what steers the program
	contents   bool                 // what the program compares the contents of ghosts' cells with is distinguished
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

// Keep sets the kind of products that are kept from now on.
func (pl *Plan) Keep(k Kind) { pl.kind = k }

// atNumerals reports whether all uses of an array that are known are at numerals: then it is some
// variables under one name.
func (pl *Plan) atNumerals(a *cfa.Array) bool {
	return !slices.ContainsFunc(pl.accesses, func(x access) bool { return x.arr == a && len(x.idx.Parts) > 0 })
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

// ghostAt reports whether a variable is a ghost at a level: with ghosts of its own, those that only
// seem to be ghosts are variables as others.
func (pl *Plan) ghostAt(l Level, v *cfa.Var) bool { return v.Ghost || l < One && pl.isGhost[v] }

// fixed reports whether an index has variables only that seem to be ghosts: what is known of all
// values of a ghost will do for it.
func (pl *Plan) fixed(t *cells.Term) bool {
	return len(t.Parts) > 0 && !slices.ContainsFunc(t.Parts, func(p cells.Part) bool { return !pl.isGhost[p.Var] || p.Var.Ghost })
}

// atGhost reports whether a ghost is part of an index.
func (pl *Plan) atGhost(l Level, i cells.Index) bool {
	return i.Ghost != nil || i.Term != nil && slices.ContainsFunc(i.Term.Parts, func(p cells.Part) bool { return pl.ghostAt(l, p.Var) })
}

// Kind is which products an abstraction keeps.
type Kind int

// The kinds.
const (
	Linear  Kind = iota // none
	Powers              // of powers of one variable only powers
	Mixed               // of all, with all variables that are compared with theirs
	Sums                // none, but prefix sums of arrays
	Control             // none, but states are distinguished by what steers the program
)

type image struct {
	cell  *cells.Term // with the ghost
	by    num.Int     // the ghost's coefficient
	rest  *cells.Term // what is left of it without the ghost
	count *cfa.Var    // the counter
}

// imagesKey names what images found out.
type imagesKey struct {
	arr   *cfa.Array
	ghost *cfa.Var
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

// cellOf reports whether an array has a cell whose index is the ghost.
func (pl *Plan) cellOf(a *cfa.Array, g *cfa.Var) bool {
	return slices.ContainsFunc(pl.accesses, func(x access) bool {
		return x.arr == a && len(x.idx.Parts) == 1 && x.idx.Parts[0].Var == g
	})
}
