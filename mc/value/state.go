// States of the explicit-value domain. They are immutable.

package value

import (
	"fmt"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// State is what is known at a location: the values of some variables and cells. Immutable.
type State struct {
	prog *cfa.Program
	glob pmap[num.Int] // the values of global variables, by ID
	loc  pmap[num.Int] // the values of the procedure's variables, by ID
	arrs pmap[*cells]  // the facts about arrays, by ID, for arrays about which something is known
}

// Var returns the value of a variable, and whether it is known.
func (s *State) Var(v *cfa.Var) (num.Int, bool) {
	if v.Proc == nil {
		return s.glob.get(uint64(v.ID))
	}
	return s.loc.get(uint64(v.ID))
}

// Cell returns the value of a cell, and whether it is known.
func (s *State) Cell(a *cfa.Array, idx num.Int) (num.Int, bool) {
	i, ok := idx.Int64()
	if !ok {
		return num.Int{}, false
	}
	c, _ := s.arrs.get(uint64(a.ID))
	return c.get(i)
}

// Vars calls f for each known variable, by ID, globals first.
func (s *State) Vars(f func(v *cfa.Var, x num.Int)) {
	g := func(k uint64, x num.Int) bool {
		f(s.prog.Vars[k], x)
		return true
	}
	s.glob.each(g)
	s.loc.each(g)
}

// Cells calls f for each single cell that is known, by array and index. It does not list cells of fills.
func (s *State) Cells(f func(a *cfa.Array, i int64, x num.Int)) {
	s.arrs.each(func(id uint64, c *cells) bool {
		c.at.each(func(k uint64, x num.Int) bool {
			f(s.prog.Arrays[id], unkey(k), x)
			return true
		})
		return true
	})
}

// Fills calls f for each range of cells that are known to have one value, by array and index. The single cells in it
// that Cells lists may have another value.
func (s *State) Fills(f func(a *cfa.Array, lo, hi int64, x num.Int)) {
	s.arrs.each(func(id uint64, c *cells) bool {
		for _, g := range c.fills {
			f(s.prog.Arrays[id], g.lo, g.hi, g.val)
		}
		return true
	})
}

// Size returns the number of variables, cells and fills that are known.
func (s *State) Size() int {
	n := s.glob.size() + s.loc.size()
	s.arrs.each(func(_ uint64, c *cells) bool {
		n += c.at.size() + len(c.fills)
		return true
	})
	return n
}

// setVar binds a variable.
func (s *State) setVar(v *cfa.Var, x num.Int) *State {
	t := *s
	if v.Proc == nil {
		t.glob = s.glob.set(uint64(v.ID), x)
		if t.glob.root == s.glob.root {
			return s
		}
	} else {
		t.loc = s.loc.set(uint64(v.ID), x)
		if t.loc.root == s.loc.root {
			return s
		}
	}
	return &t
}

// forgetVar makes a variable unknown.
func (s *State) forgetVar(v *cfa.Var) *State {
	if _, ok := s.Var(v); !ok {
		return s
	}
	t := *s
	if v.Proc == nil {
		t.glob = s.glob.remove(uint64(v.ID))
	} else {
		t.loc = s.loc.remove(uint64(v.ID))
	}
	return &t
}

// array returns what is known about an array, or nil.
func (s *State) array(a *cfa.Array) *cells {
	c, _ := s.arrs.get(uint64(a.ID))
	return c
}

// setArray replaces what is known about an array.
func (s *State) setArray(a *cfa.Array, c *cells) *State {
	t := *s
	if c.empty() {
		t.arrs = s.arrs.remove(uint64(a.ID))
	} else {
		t.arrs = s.arrs.set(uint64(a.ID), c)
	}
	if t.arrs.root == s.arrs.root {
		return s
	}
	return &t
}

// setCell binds a cell.
func (s *State) setCell(a *cfa.Array, i int64, x num.Int) *State {
	return s.setArray(a, s.array(a).set(i, x))
}

func (s *State) equal(t *State) bool {
	return s == t || s.glob.equal(t.glob) && s.loc.equal(t.loc) && s.arrs.equal(t.arrs)
}

// implies reports whether s knows everything that t knows. If so, t represents all valuations that s represents.
func (s *State) implies(t *State) bool {
	if !t.glob.within(s.glob) || !t.loc.within(s.loc) {
		return false
	}
	ok := true
	t.arrs.each(func(id uint64, c *cells) bool {
		d, _ := s.arrs.get(id)
		ok = c.within(d)
		return ok
	})
	return ok
}

func (s *State) hash() uint64 {
	return hashOf(s.glob.hash(), s.loc.hash(), s.arrs.hash())
}

func hashOf(glob, loc, arrs uint64) uint64 { return mix(mix(mix(glob)+loc) + arrs) }

// String returns what is known, by ID: "{x=1 main::y=2 a[3]=4 a[5..9]=0}".
func (s *State) String() string {
	var b strings.Builder
	put := func(what string, x num.Int) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(what)
		b.WriteByte('=')
		b.WriteString(x.String())
	}
	s.Vars(func(v *cfa.Var, x num.Int) { put(v.Name, x) })
	s.arrs.each(func(id uint64, c *cells) bool {
		name := s.prog.Arrays[id].Name
		c.at.each(func(k uint64, x num.Int) bool {
			put(fmt.Sprintf("%s[%d]", name, unkey(k)), x)
			return true
		})
		for _, f := range c.fills {
			put(fmt.Sprintf("%s[%d..%d]", name, f.lo, f.hi), f.val)
		}
		return true
	})
	return "{" + b.String() + "}"
}

// Only returns the state that knows only the given variables and cells, as far as s knows them. cells calls its
// argument for each cell.
func (s *State) Only(vars []*cfa.Var, cells func(func(a *cfa.Array, i int64))) *State {
	t := &State{prog: s.prog}
	for _, v := range vars {
		if x, ok := s.Var(v); ok {
			t = t.setVar(v, x)
		}
	}
	cells(func(a *cfa.Array, i int64) {
		if x, ok := s.array(a).get(i); ok {
			t = t.setCell(a, i, x)
		}
	})
	return t
}
