// From an assignment that all theories accept to a model: values for variables and functions. Formulas and bit-vectors
// get their values from the SAT solver, numbers from the tableau, and the other nodes from their classes. Values of
// variables that were eliminated are added later (eliminate.go).

package solver

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/euf"
)

// buildModel returns the model of the present assignment and of the snapshot of the theories.
func (e *engine) buildModel() *smt.Model {
	b := e.b
	e.scratch = map[*smt.Term]bool{}
	m := smt.NewModel(b)
	x := &modeller{e: e, m: m, values: map[euf.Node]*smt.Term{}, elems: map[*smt.Sort]int64{}}
	// Formulas and bit-vectors that are variables.
	bits := map[*smt.Term]bool{}
	for _, t := range e.terms {
		switch {
		case t == nil:
		case t.IsVar():
			m.Set(t, b.Bool(e.truthOf(t)))
		case t.Op() == smt.OpBit:
			if x := t.Arg(0); x.Op() == smt.OpFloatBits && x.Arg(0).IsVar() || x.IsVar() {
				if x.Op() == smt.OpFloatBits {
					x = x.Arg(0)
				}
				if !bits[x] {
					bits[x] = true
					m.Set(x, e.bitVector(x))
				}
			}
		}
	}
	// Numbers.
	for v, t := range e.arith.terms {
		if t != nil && t.IsVar() {
			m.Set(t, b.Num(e.valueOf(v, t), t.Sort()))
		}
	}
	if e.snap.roots == nil {
		return m
	}
	// Elements of free sorts that occur in the formulas keep their names.
	for n, t := range e.eq.terms {
		if t != nil && t.Op() == smt.OpElem && n < len(e.snap.roots) {
			x.values[e.snap.roots[n]] = t
			if k, ok := t.Value().Int64(); ok {
				x.elems[t.Sort()] = max(x.elems[t.Sort()], k+1)
			}
		}
	}
	// Values of the classes of free sorts, and of arrays.
	if e.names {
		x.numberNames()
	}
	x.arrays()
	for n, t := range e.eq.terms {
		switch {
		case t == nil || !t.IsVar():
		case t.Sort().Kind == smt.Free || t.Sort().Kind == smt.Array || e.names && t.Sort().Arithmetic():
			m.Set(t, x.value(euf.Node(n)))
		}
	}
	x.functions()
	return m
}

// valueOf returns the value of the tableau's variable v; 0 if the snapshot has none.
func (e *engine) valueOf(v int, t *smt.Term) num.Rat {
	if v < len(e.snap.values) {
		return e.snap.values[v]
	}
	return num.Rat{}
}

// bitVector returns the value of t, a bit-vector, float or rounding mode, as a term.
func (e *engine) bitVector(t *smt.Term) *smt.Term {
	v, _ := e.number(t)
	if t.Sort().Binary() {
		return e.b.FloatVal(t.Sort(), v)
	}
	return e.b.BV(v, t.Width())
}

// modeller gives nodes their values.
type modeller struct {
	e      *engine
	m      *smt.Model
	values map[euf.Node]*smt.Term // by root of a class: the value of the class
	elems  map[*smt.Sort]int64    // by free sort: the number of elements in use
	top    num.Rat                // an integer above all numbers of the model, if known
	known  bool
}

// value returns the value of the class of node n.
func (x *modeller) value(n euf.Node) *smt.Term {
	e := x.e
	r := n
	if int(n) < len(e.snap.roots) {
		r = e.snap.roots[n]
	}
	if v := x.values[r]; v != nil {
		return v
	}
	t := e.eq.terms[n]
	var v *smt.Term
	switch s := t.Sort(); s.Kind {
	case smt.Bool:
		v = e.b.Bool(e.snap.roots[e.eq.truth] == r)
	case smt.Int, smt.Real:
		v = x.number(t)
	case smt.BitVec, smt.Float, smt.Rounding:
		v = e.bitVector(t)
	case smt.Free:
		v = e.b.Elem(s, int(x.elems[s]))
		x.elems[s]++
	default:
		v = e.b.DefaultValue(s)
	}
	x.values[r] = v
	return v
}

// number returns the value of t, an arithmetic term that is a node.
func (x *modeller) number(t *smt.Term) *smt.Term {
	if t.Op() == smt.OpNum {
		return t
	}
	v, c := x.e.arith.variable(t)
	return x.e.b.Num(x.e.valueOf(int(v), t).Add(c), t.Sort())
}

// fresh returns value number k of sort s that differs from all values of the model, as far as the sort has enough.
func (x *modeller) fresh(s *smt.Sort, k int) *smt.Term {
	e := x.e
	switch s.Kind {
	case smt.Int, smt.Real:
		if !x.known {
			x.known = true
			for _, v := range e.snap.values {
				if x.top.Less(v) {
					x.top = v
				}
			}
			for n, t := range e.eq.terms {
				if t != nil && t.Sort().Arithmetic() {
					if v := x.value(euf.Node(n)).Value(); x.top.Less(v) {
						x.top = v
					}
				}
			}
			x.top = x.top.Ceil().Add(num.RatOf(1))
		}
		return e.b.Num(x.top.Add(num.RatOf(int64(k))), s)
	case smt.Free:
		v := e.b.Elem(s, int(x.elems[s]))
		x.elems[s]++
		return v
	}
	return e.b.NthValue(s, int64(k))
}

// arrays gives the classes of arrays their values. Arrays whose elements are arrays come after those elements.
func (x *modeller) arrays() {
	e := x.e
	list := e.snap.arrays
	depth := func(s *smt.Sort) int {
		d := 0
		for ; s.Kind == smt.Array; s = s.Elem {
			d++
		}
		return d
	}
	deepest := 0
	for _, a := range list {
		deepest = max(deepest, depth(e.eq.terms[a.Array].Sort()))
	}
	vals := make([]*smt.Term, len(list))
	type freshKey struct {
		s *smt.Sort
		k int
	}
	made := map[freshKey]*smt.Term{}
	for d := 1; d <= deepest; d++ {
		for i, a := range list {
			s := e.eq.terms[a.Array].Sort()
			if depth(s) != d {
				continue
			}
			elem := func(node, fresh int) *smt.Term {
				if node >= 0 {
					return x.value(euf.Node(node))
				}
				k := freshKey{s.Elem, fresh}
				if made[k] == nil {
					made[k] = x.fresh(s.Elem, fresh)
				}
				return made[k]
			}
			var v *smt.Term
			if a.From >= 0 {
				v = vals[a.From]
			} else {
				v = e.b.ConstArray(s, elem(a.Default.Node, a.Default.Fresh))
			}
			for _, en := range a.Entries {
				v = e.b.Store(v, x.value(euf.Node(en.Index)), elem(en.Elem.Node, en.Elem.Fresh))
			}
			vals[i] = v
			r := e.snap.roots[a.Array]
			x.values[r] = v
		}
	}
}

// functions gives every function its entries.
func (x *modeller) functions() {
	e := x.e
	at := map[*smt.Func]*smt.FuncValue{}
	var order []*smt.Func
	for _, n := range e.eq.functions {
		t := e.eq.terms[n]
		if t.Op() != smt.OpApp {
			continue
		}
		f := t.Func()
		if at[f] == nil {
			at[f] = &smt.FuncValue{}
			order = append(order, f)
		}
		args := make([]*smt.Term, t.NumArgs())
		for i, a := range t.Args() {
			args[i] = x.argument(a)
		}
		at[f].Entries = append(at[f].Entries, smt.Entry{Args: args, Value: x.value(n)})
	}
	for _, f := range order {
		x.m.SetFunc(f, at[f])
	}
}

// argument returns the value of the argument a in the form in which the model evaluates it; this matters for arrays.
func (x *modeller) argument(a *smt.Term) *smt.Term {
	v := x.value(x.e.eq.nodes[a])
	if a.Sort().Kind == smt.Array {
		if c, err := x.m.Eval(v); err == nil {
			return c
		}
	}
	return v
}
