// The plan: accesses, ghosts, levels and kinds.

package indexes

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
)

// Level selects how much an abstraction keeps.
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

// images reports whether the level keeps cells that are images of accesses.
func (l Level) images() bool { return l == Images || l == Neighbours }

// access is a read or a write of a cell with a linear index.
type access struct {
	edge *cfa.Edge
	arr  *cfa.Array
	idx  *cells.Term
	read bool
}

// Plan is the result of the analysis of a program's indexes.
type Plan struct {
	prog     *cfa.Program // the program with the two additional variables in own
	ghosts   []*cfa.Var   // the program's ghosts, by ID
	own      [2]*cfa.Var  // two ghosts in addition to the program's
	isGhost  map[*cfa.Var]bool
	accesses []access
	consts   constants
	counters map[*cfa.Var]bool
	moves    map[*cfa.Var][]num.Int // constants by which counters change
	imaged   map[imagesKey][]image  // cache of images
	// quotients and remainders of ghosts that the program computes
	divided []cells.Quotient
	tainted map[*cfa.Var]map[*cfa.Loc]bool // by ghost: locations after an edge that reads the ghost
	learnt  []*cfa.Binary
	kind    Kind
	// multiplied lists the factors of each product of unknowns.
	multiplied [][]cells.Factor
	sums       []sum
	control    map[holder]*steering // the variables and arrays that control the program
	contents   bool                 // states are distinguished by the comparisons of the contents of ghosts' cells
}

// Program returns the program with the plan's additional ghosts among its variables. No operation mentions them.
func (pl *Plan) Program() *cfa.Program { return pl.prog }

// added returns the additional ghosts of a level.
func (pl *Plan) added(l Level) []*cfa.Var {
	switch {
	case l < One:
		return nil
	case l < Two:
		return pl.own[:1]
	}
	return pl.own[:]
}

// Keep sets the kind.
func (pl *Plan) Keep(k Kind) { pl.kind = k }

// atNumerals reports whether all known accesses to an array have constant indexes: then the array is just a set of
// variables.
func (pl *Plan) atNumerals(a *cfa.Array) bool {
	return !slices.ContainsFunc(pl.accesses, func(x access) bool { return x.arr == a && len(x.idx.Parts) > 0 })
}

// comparisons calls f for the comparisons in the expressions that an edge evaluates.
func comparisons(e *cfa.Edge, f func(*cfa.Binary)) {
	cfa.OpExprs(e.Op, func(x cfa.Expr) {
		cfa.Walk(x, func(x cfa.Expr) {
			if b, ok := x.(*cfa.Binary); ok && b.Op.Comparison() {
				f(b)
			}
		})
	})
}

// ghostAt reports whether a variable is a ghost at a level. From level One on, a variable that is only inferred to be
// a ghost is an ordinary variable.
func (pl *Plan) ghostAt(l Level, v *cfa.Var) bool { return v.Ghost || l < One && pl.isGhost[v] }

// fixed reports whether all variables in an index are only inferred to be ghosts: then claims for all values of a
// ghost suffice for this index.
func (pl *Plan) fixed(t *cells.Term) bool {
	return len(t.Parts) > 0 && !slices.ContainsFunc(t.Parts, func(p cells.Part) bool { return !pl.isGhost[p.Var] || p.Var.Ghost })
}

// atGhost reports whether an index contains a ghost.
func (pl *Plan) atGhost(l Level, i cells.Index) bool {
	return i.Ghost != nil || i.Term != nil && slices.ContainsFunc(i.Term.Parts, func(p cells.Part) bool { return pl.ghostAt(l, p.Var) })
}

// Kind selects what an abstraction keeps in addition to variables and cells.
type Kind int

// The kinds.
const (
	Linear  Kind = iota // nothing in addition
	Powers              // products of unknowns; of a power of one variable, only powers
	Mixed               // products of all factors, and of the variables that are compared with them
	Sums                // prefix sums of arrays
	Control             // states are distinguished by the values of controlling variables and arrays
)

type image struct {
	cell  *cells.Term // the index of an access, which mentions the ghost
	by    num.Int     // the coefficient of the ghost in cell
	rest  *cells.Term // the part of the index without the ghost
	count *cfa.Var    // the counter that the ghost replaces
}

// imagesKey is the key of the cache of images.
type imagesKey struct {
	arr   *cfa.Array
	ghost *cfa.Var
}

// firsts calls f for the values that are assigned to a variable and do not depend on its current value.
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

// cellOf reports whether an array has an access whose index has the ghost as its only variable.
func (pl *Plan) cellOf(a *cfa.Array, g *cfa.Var) bool {
	return slices.ContainsFunc(pl.accesses, func(x access) bool {
		return x.arr == a && len(x.idx.Parts) == 1 && x.idx.Parts[0].Var == g
	})
}
