package smt

import (
	"cmp"
	"slices"
)

// A Model gives values to free constants and functions, and so to every term. What it does not
// mention has the default value of its sort (see [Builder.DefaultValue]). Elements of a free sort
// are OpElem terms; there are as many of them as there are natural numbers.
//
// A model remembers what it has evaluated. It is not safe for use by several goroutines.
type Model struct {
	b     *Builder
	vars  []*Term
	funcs []*Func
	given map[*Term]value
	table map[*Func]*funcTable

	memo      memo
	evaluated bool // memo holds something
	work      int  // how many terms were evaluated
	nodes     map[nodeKey]*node
	arrays    map[arrayKey]*arrayValue
}

// A FuncValue says what a function is: at the entries as they tell, elsewhere the default.
type FuncValue struct {
	// each with other arguments; of several with the same arguments the first counts
	Entries []Entry
	Default *Term // nil for the default value of the result's sort
}

// A funcTable is a FuncValue made ready for looking up: a tree that takes one argument after the
// other.
type funcTable struct {
	fn    *FuncValue
	next  map[funcStep]int // to the node that follows; nodes are numbers, 0 is the root
	nodes int
	at    map[int]value // what stands at the nodes for whole argument lists
	def   value
}

type funcStep struct {
	node int
	arg  value
}

// NewModel is a model that mentions nothing.
func NewModel(b *Builder) *Model {
	return &Model{
		b: b, given: map[*Term]value{}, table: map[*Func]*funcTable{},
		nodes: map[nodeKey]*node{}, arrays: map[arrayKey]*arrayValue{},
	}
}

// Set gives the free constant v a value: a value of its sort or, for an array, stores of values
// over a constant array. It panics for other terms.
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

// forget drops what depends on values that have changed.
func (m *Model) forget() {
	if m.evaluated {
		m.memo = nil
		m.evaluated = false
	}
}

// SetFunc says what the function f is. The entries and the default must be values of the right
// sorts; they are not copied.
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

// apply is the value of f at the arguments.
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

// Vars are the free constants that the model mentions, in the order in which their terms were made.
func (m *Model) Vars() []*Term {
	return slices.SortedFunc(slices.Values(m.vars), func(x, y *Term) int { return cmp.Compare(x.id, y.id) })
}

// Funcs are the functions that the model mentions, in the order in which they were declared.
func (m *Model) Funcs() []*Func {
	return slices.SortedFunc(slices.Values(m.funcs), func(x, y *Func) int { return cmp.Compare(x.id, y.id) })
}

// Func returns what the model knows of f; nil: nothing.
func (m *Model) Func(f *Func) *FuncValue {
	if t := m.table[f]; t != nil {
		return t.fn
	}
	return nil
}

// FreeVars are the free constants in the terms, in the order in which they were made.
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

// Funcs are the functions with parameters that the terms apply, in the order in which they were
// declared.
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
