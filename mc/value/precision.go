// The precision of the explicit-value domain (section III-F of the paper).

package value

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Scope determines where a variable is tracked that was learnt at a location.
type Scope int

const (
	// Scoped tracks a variable or cell wherever it is visible, in its whole procedure or in the program. This is faster
	// than tracking it only at the locations where it is needed, since it is learnt once (section III-F of the paper).
	Scoped Scope = iota
	// ByLocation tracks a variable or cell at the locations where it was learnt.
	ByLocation
	// Full tracks everything everywhere.
	Full
)

// Precision determines what is tracked where. It only grows, except for variables that Leave removes.
type Precision struct {
	scope  Scope
	all    tracked          // if the scope is Scoped: the variables and cells that are tracked
	at     map[int]*tracked // by Loc.ID: the variables and cells that are tracked at the location
	places []*cfa.Loc       // the keys of at, in order of their first use
	left   cfa.VarSet       // variables removed by Leave
}

// tracked is a set of variables and cells.
type tracked struct {
	vars  cfa.VarSet
	cells map[int][]int64 // by Array.ID: the indexes of the cells, ascending
}

// NewPrecision returns the coarsest precision of a scope.
func NewPrecision(s Scope) *Precision { return &Precision{scope: s, at: map[int]*tracked{}} }

// Scope returns the scope.
func (p *Precision) Scope() Scope { return p.scope }

// of returns what was learnt for a location, or nil.
func (p *Precision) of(l *cfa.Loc) *tracked {
	if p.scope == ByLocation {
		return p.at[l.ID]
	}
	return &p.all
}

// Var reports whether a variable is tracked at a location.
func (p *Precision) Var(l *cfa.Loc, v *cfa.Var) bool {
	if p.left.Has(v) {
		return false
	}
	if p.scope == Full {
		return true
	}
	t := p.of(l)
	return t != nil && t.vars.Has(v)
}

// Leave removes a variable: it is tracked nowhere, whatever is added later. States that were computed before may know
// it, so the client has to start the exploration anew.
func (p *Precision) Leave(v *cfa.Var) { p.left.Add(v) }

// Readmit undoes all calls of Leave.
func (p *Precision) Readmit() { p.left = cfa.VarSet{} }

// Cell reports whether a cell is tracked at a location.
func (p *Precision) Cell(l *cfa.Loc, a *cfa.Array, i int64) bool {
	if p.scope == Full {
		return true
	}
	t := p.of(l)
	if t == nil {
		return false
	}
	_, ok := slices.BinarySearch(t.cells[a.ID], i)
	return ok
}

// cellsOf returns the tracked cells of an array that is not tracked as a whole.
func (p *Precision) cellsOf(l *cfa.Loc, a *cfa.Array) []int64 {
	if t := p.of(l); t != nil {
		return t.cells[a.ID]
	}
	return nil
}

// grow returns the set to which something learnt at a location is added.
func (p *Precision) grow(l *cfa.Loc) *tracked {
	if p.scope != ByLocation {
		return &p.all
	}
	t := p.at[l.ID]
	if t == nil {
		t = &tracked{}
		p.at[l.ID] = t
		p.places = append(p.places, l)
	}
	return t
}

// AddVar tracks a variable at a location, and wherever the scope requires, and reports whether this is new.
func (p *Precision) AddVar(l *cfa.Loc, v *cfa.Var) bool {
	if p.Var(l, v) || p.left.Has(v) {
		return false
	}
	p.grow(l).vars.Add(v)
	return true
}

// AddCell tracks a cell at a location, and wherever the scope requires, and reports whether this is new.
func (p *Precision) AddCell(l *cfa.Loc, a *cfa.Array, i int64) bool {
	if p.scope == Full {
		return false
	}
	t := p.grow(l)
	k, ok := slices.BinarySearch(t.cells[a.ID], i)
	if ok {
		return false
	}
	if t.cells == nil {
		t.cells = map[int][]int64{}
	}
	t.cells[a.ID] = slices.Insert(t.cells[a.ID], k, i)
	return true
}

// Entry lists what is tracked at one location, or everywhere (Loc nil).
type Entry struct {
	Loc   *cfa.Loc
	Vars  []int           // the IDs of the variables, ascending
	Cells map[int][]int64 // by Array.ID: the indexes of the cells, ascending
}

// Entries returns the precision by location.
func (p *Precision) Entries() []Entry {
	if p.scope != ByLocation {
		if p.all.vars.Len() == 0 && len(p.all.cells) == 0 {
			return nil
		}
		return []Entry{{Vars: p.staying(&p.all.vars), Cells: p.all.cells}}
	}
	places := slices.Clone(p.places)
	slices.SortFunc(places, func(a, b *cfa.Loc) int { return a.ID - b.ID })
	var out []Entry
	for _, l := range places {
		t := p.at[l.ID]
		out = append(out, Entry{l, p.staying(&t.vars), t.cells})
	}
	return out
}

// staying returns the IDs of the variables in s that were not removed by Leave.
func (p *Precision) staying(s *cfa.VarSet) []int {
	return slices.DeleteFunc(s.IDs(), func(id int) bool { return p.left.Has(&cfa.Var{ID: id}) })
}
