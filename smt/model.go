// Models: values of free constants and functions.

package smt

import (
	"cmp"
	"slices"
)

// A Model gives values to free constants and functions, and so to every term. A constant or function that it does not
// mention has the default value of its sort (see [Builder.DefaultValue]). Elements of a free sort are OpElem terms; a
// free sort has infinitely many elements, one for each natural number.
//
// A model remembers the terms that it has evaluated. It is not safe for concurrent use.
type Model struct {
	b     *Builder
	vars  []*Term
	funcs []*Func
	given map[*Term]value
	table map[*Func]*funcTable

	memo      memo
	evaluated bool // memo is not empty
	work      int  // number of terms evaluated
	nodes     map[nodeKey]*node
	arrays    map[arrayKey]*arrayValue
}

// A FuncValue is an interpretation of a function: the values at the entries, and the default elsewhere.
type FuncValue struct {
	// If several entries have the same arguments, the first counts.
	Entries []Entry
	Default *Term // nil for the default value of the result's sort
}

// A funcTable is a FuncValue prepared for lookup: a tree that consumes one argument after the other.
type funcTable struct {
	fn    *FuncValue
	next  map[funcStep]int // edges between nodes, which are numbers; 0 is the root
	nodes int
	at    map[int]value // the values at the nodes of complete argument lists
	def   value
}

type funcStep struct {
	node int
	arg  value
}

// NewModel returns a model that mentions nothing.
func NewModel(b *Builder) *Model {
	return &Model{
		b: b, given: map[*Term]value{}, table: map[*Func]*funcTable{},
		nodes: map[nodeKey]*node{}, arrays: map[arrayKey]*arrayValue{},
	}
}

// Set gives the free constant v the value val: a value of its sort or, for an array, stores of values over a constant
// array. It panics if v is not a free constant or val is not such a term.
func (m *Model) Set(v, val *Term) {
	if !v.IsVar() {
		panic("smt: a model gives values to free constants, not to terms with operator " + v.op.String())
	}
	want(val, v.sort)
	if _, ok := m.given[v]; !ok {
		m.vars = append(m.vars, v)
	}
	m.given[v] = m.literal(val)
	m.forget()
}

// forget drops the remembered values of terms, because an assignment has changed.
func (m *Model) forget() {
	if m.evaluated {
		m.memo = nil
		m.evaluated = false
	}
}

// SetFunc sets the interpretation of the function f. The entries and the default must be values of the right sorts.
// They are not copied.
func (m *Model) SetFunc(f *Func, fv *FuncValue) {
	if m.table[f] == nil {
		m.funcs = append(m.funcs, f)
	}
	t := &funcTable{fn: fv, next: map[funcStep]int{}, at: map[int]value{}}
	m.table[f] = t
	if fv.Default != nil {
		want(fv.Default, f.Result)
		t.def = m.canonical(m.literal(fv.Default))
	} else {
		t.def = m.canonical(m.literal(m.b.DefaultValue(f.Result)))
	}
	for _, e := range fv.Entries {
		if len(e.Args) != len(f.Params) {
			panic("smt: an entry of " + f.Name + " with the wrong number of arguments")
		}
		n := 0
		for i, a := range e.Args {
			want(a, f.Params[i])
			step := funcStep{n, m.canonical(m.literal(a))}
			next, ok := t.next[step]
			if !ok {
				t.nodes++
				next = t.nodes
				t.next[step] = next
			}
			n = next
		}
		if _, ok := t.at[n]; !ok {
			want(e.Value, f.Result)
			t.at[n] = m.canonical(m.literal(e.Value))
		}
	}
	m.forget()
}

// apply returns the value of f at the arguments.
func (m *Model) apply(f *Func, args []value) value {
	t := m.table[f]
	if t == nil {
		return m.literal(m.b.DefaultValue(f.Result))
	}
	n := 0
	for _, a := range args {
		next, ok := t.next[funcStep{n, m.canonical(a)}]
		if !ok {
			return t.def
		}
		n = next
	}
	if v, ok := t.at[n]; ok {
		return v
	}
	return t.def
}

// Vars returns the free constants that the model mentions, in the order in which their terms were made.
func (m *Model) Vars() []*Term {
	return slices.SortedFunc(slices.Values(m.vars), func(x, y *Term) int { return cmp.Compare(x.id, y.id) })
}

// Funcs returns the functions that the model mentions, in the order in which they were declared.
func (m *Model) Funcs() []*Func {
	return slices.SortedFunc(slices.Values(m.funcs), func(x, y *Func) int { return cmp.Compare(x.id, y.id) })
}

// Func returns the interpretation of f, or nil if the model does not mention f.
func (m *Model) Func(f *Func) *FuncValue {
	if t := m.table[f]; t != nil {
		return t.fn
	}
	return nil
}

// FreeVars returns the free constants in the terms, in the order in which they were made.
func FreeVars(ts ...*Term) []*Term {
	var vars []*Term
	seen := map[*Term]bool{}
	for _, t := range ts {
		Walk(t, seen, nil, func(t *Term) {
			if t.IsVar() {
				vars = append(vars, t)
			}
		})
	}
	slices.SortFunc(vars, func(x, y *Term) int { return cmp.Compare(x.id, y.id) })
	return vars
}

// Funcs returns the functions with parameters that the terms apply, in the order in which they were declared.
func Funcs(ts ...*Term) []*Func {
	var fs []*Func
	seen, had := map[*Term]bool{}, map[*Func]bool{}
	for _, t := range ts {
		Walk(t, seen, nil, func(t *Term) {
			if t.op == OpApp && len(t.args) > 0 && !had[t.fn] {
				had[t.fn] = true
				fs = append(fs, t.fn)
			}
		})
	}
	slices.SortFunc(fs, func(x, y *Func) int { return cmp.Compare(x.id, y.id) })
	return fs
}
