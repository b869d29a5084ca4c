package value

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Scope says where a variable that was learnt at a location is tracked.
type Scope int

const (
	// Scoped: wherever it is visible: all over its procedure, or the program. Faster than tracking
	// it only where it is needed, since it is learnt once (section III-F of the paper).
	Scoped Scope = iota
	// ByLocation: at the locations at which it was learnt.
	ByLocation
	// Full: everything is tracked everywhere.
	Full
)

// Precision says what is tracked where. It grows, but for variables that leave it.
type Precision struct {
	scope  Scope
	all    tracked
	at     map[int]*tracked // by Loc.ID
	places []*cfa.Loc       // the keys of at, in order of their first use
	left   cfa.VarSet       // see Leave
}

// tracked is a set of variables and cells.
type tracked struct {
	vars  cfa.VarSet
	cells map[int][]int64 // by Array.ID, ascending
}

// NewPrecision returns the coarsest precision of a scope.
func NewPrecision(s Scope) *Precision { return &Precision{scope: s, at: map[int]*tracked{}} }

// Scope tells where what is learnt is tracked.
func (p *Precision) Scope() Scope { return p.scope }

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

// Leave takes a variable out: it is tracked nowhere, whatever is added later. States that were
// computed before may know it, so that what was explored is to be explored anew.
func (p *Precision) Leave(v *cfa.Var) { p.left.Add(v) }

// Readmit undoes all Leave.
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

// cells lists the tracked cells of an array that is not tracked whole.
func (p *Precision) cellsOf(l *cfa.Loc, a *cfa.Array) []int64 {
	if t := p.of(l); t != nil {
		return t.cells[a.ID]
	}
	return nil
}

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

// AddVar tracks a variable at a location (and wherever the scope says) and reports whether that is
// new.
func (p *Precision) AddVar(l *cfa.Loc, v *cfa.Var) bool {
	if p.Var(l, v) || p.left.Has(v) {
		return false
	}
	p.grow(l).vars.Add(v)
	return true
}

// AddCell tracks a cell at a location and reports whether that is new.
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

// Entry is what is tracked at one location, or all over (Loc nil).
type Entry struct {
	Loc   *cfa.Loc
	Vars  []int           // IDs, ascending
	Cells map[int][]int64 // by Array.ID, ascending
}

// Entries lists the precision by location.
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

func (p *Precision) staying(s *cfa.VarSet) []int {
	return slices.DeleteFunc(s.IDs(), func(id int) bool { return p.left.Has(&cfa.Var{ID: id}) })
}
