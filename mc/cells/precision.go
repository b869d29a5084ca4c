// The precision: the variables and cells that are kept, and the derived values. It only grows.

package cells

import (
	"cmp"
	"maps"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Index identifies a cell of an array: by a numeral, by a variable that is never assigned (a ghost), or by a term.
type Index struct {
	Num   num.Int
	Ghost *cfa.Var // nil: the index is Num or Term
	Term  *Term    // nil: the index is Num or Ghost
}

// String returns the index in C's syntax.
func (i Index) String() string {
	if i.Ghost != nil {
		return i.Ghost.Name
	}
	if i.Term != nil {
		return i.Term.String()
	}
	return i.Num.String()
}

// symbolic reports whether the index is not a numeral.
func (i Index) symbolic() bool { return i.Ghost != nil || i.Term != nil }

// cmp orders numerals before ghosts, and ghosts before terms.
func (i Index) cmp(j Index) int {
	switch {
	case i.Term != nil && j.Term != nil:
		return cmp.Compare(i.Term.key, j.Term.key)
	case i.Term != nil:
		return 1
	case j.Term != nil:
		return -1
	case i.Ghost == nil && j.Ghost == nil:
		return i.Num.Cmp(j.Num)
	case i.Ghost == nil:
		return -1
	case j.Ghost == nil:
		return 1
	}
	return i.Ghost.ID - j.Ghost.ID
}

// Precision is what is kept: the variables V, the cells R(a) of each array a, and derived values. It grows while a
// program is analysed.
type Precision struct {
	vars       cfa.VarSet
	cells      map[*cfa.Array][]Index
	quotients  []Quotient
	products   []Product
	orders     []*cfa.Var // variables whose orders are kept
	fixed      bool       // the fixed-point numbers of the variables in orders are kept, too
	generation int        // a number that changes with the other fields; layouts are then made anew
}

// NewPrecision returns a precision that keeps nothing.
func NewPrecision() *Precision { return &Precision{cells: map[*cfa.Array][]Index{}} }

// Keeps reports whether v is in V.
func (p *Precision) Keeps(v *cfa.Var) bool { return p.vars.Has(v) }

// Cells returns R(a): numerals first, in ascending order, then ghosts, then terms.
func (p *Precision) Cells(a *cfa.Array) []Index { return p.cells[a] }

// Keep adds a variable to V and reports whether it is new.
func (p *Precision) Keep(v *cfa.Var) bool {
	if p.vars.Has(v) {
		return false
	}
	p.vars.Add(v)
	p.generation++
	return true
}

// KeepCell adds an index to R(a) and reports whether it is new. It also keeps the variables of the index.
func (p *Precision) KeepCell(a *cfa.Array, i Index) bool {
	at, found := slices.BinarySearchFunc(p.cells[a], i, Index.cmp)
	if found {
		return false
	}
	if i.Ghost != nil {
		p.Keep(i.Ghost)
	}
	if i.Term != nil {
		for _, part := range i.Term.Parts {
			p.Keep(part.Var)
		}
	}
	p.cells[a] = slices.Insert(slices.Clip(p.cells[a]), at, i)
	p.generation++
	return true
}

// KeepsCell reports whether an index is in R(a).
func (p *Precision) KeepsCell(a *cfa.Array, i Index) bool {
	_, found := slices.BinarySearchFunc(p.cells[a], i, Index.cmp)
	return found
}

// Clone returns a copy that does not change with p.
func (p *Precision) Clone() *Precision {
	return &Precision{vars: p.vars.Clone(), cells: maps.Clone(p.cells), quotients: p.quotients, products: p.products, orders: p.orders, fixed: p.fixed, generation: p.generation}
}

// Vars returns the number of variables in V.
func (p *Precision) Vars() int { return p.vars.Len() }

// Size returns the number of cells in R.
func (p *Precision) Size() int {
	n := 0
	for _, c := range p.cells {
		n += len(c)
	}
	return n
}
