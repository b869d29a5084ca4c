// States and their joins.

package unroll

import (
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

func itoa(n int) string { return strconv.Itoa(n) }

// state holds the values of the variables and arrays of the top activation and of the globals. A variable
// that is not in a table has not been set since the activation began, or is dead. A state never changes:
// operations make new ones.
type state struct {
	act          *activation
	globals      *table[number]
	locals       *table[number]
	globalArrays *table[memory]
	localArrays  *table[memory]
}

func (s *state) setVar(x *coder, v *cfa.Var, n *number) {
	c := *s
	if v.Proc == nil {
		c.globals = s.globals.set(v.ID, n)
	} else {
		c.locals = s.locals.set(v.ID, n)
	}
	x.st = &c
}

func (s *state) setArray(x *coder, a *cfa.Array, m *memory) {
	c := *s
	if a.Proc == nil {
		c.globalArrays = s.globalArrays.set(a.ID, m)
	} else {
		c.localArrays = s.localArrays.set(a.ID, m)
	}
	x.st = &c
}

// birth returns the value of a variable that has not been set, which is an input.
func (u *Unrolling) birth(a *activation, v *cfa.Var) *number {
	if v.Proc == nil {
		a = u.main
	}
	n := a.births[v]
	if n == nil {
		n = u.fresh(v.Name, v.Range.Interval())
		a.births[v] = n
		a.born = append(a.born, born{v, n})
	}
	return n
}

// birthArray returns the content of an array that has not been changed.
func (u *Unrolling) birthArray(a *activation, arr *cfa.Array) *memory {
	if arr.Proc == nil {
		a = u.main
	}
	m := a.arrays[arr]
	if m == nil {
		m = u.unknownArray(arr)
		a.arrays[arr] = m
		a.bornCells = append(a.bornCells, m)
	}
	return m
}

// chooseState returns a state that is x if c holds, else y. Both must be of the same activation.
func (u *Unrolling) chooseState(c *smt.Term, x, y *state) *state {
	if x == y {
		return x
	}
	value := func(k int, n, o *number) *number {
		v := u.prog.Vars[k]
		if n == nil {
			n = u.birth(x.act, v)
		}
		if o == nil {
			o = u.birth(x.act, v)
		}
		return u.choose(c, n, o)
	}
	content := func(k int, n, o *memory) *memory {
		a := u.prog.Arrays[k]
		if n == nil {
			n = u.birthArray(x.act, a)
		}
		if o == nil {
			o = u.birthArray(x.act, a)
		}
		return u.choiceOfMemory(c, n, o)
	}
	return &state{
		act:          x.act,
		globals:      x.globals.merge(y.globals, value),
		locals:       x.locals.merge(y.locals, value),
		globalArrays: x.globalArrays.merge(y.globalArrays, content),
		localArrays:  x.localArrays.merge(y.localArrays, content),
	}
}
