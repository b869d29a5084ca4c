package paths

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
)

// val is a value: a number, or where t is set what the term stands for.
type val struct {
	n num.Int
	t *term
}

func number(n num.Int) val { return val{n: n} }

// kind is what a term is.
type kind uint8

const (
	constTerm  kind = iota
	inputTerm       // sym
	binaryTerm      // op: x, y
	unaryTerm       // un: x
	wrapTerm        // bits, signed: x
	iteTerm         // z ? x : y
	tableTerm       // tab[x - lo]
	floatTerm       // float, rounded by the mode bits: x, y
	orderTerm       // of a word x of so many bits as a floating number
	numberTerm      // x is no NaN, in the format of float
)

// term is an expression over inputs. Two of the same form are the same term.
type term struct {
	key
	n     num.Int // constTerm
	sym   *symbol // inputTerm
	tab   []num.Int
	lo    num.Int // tableTerm
	depth int
	id    int

	// Where the only input in it is a small one, its value for each value of that.
	dep *symbol
	vec []int64

	// What the path knows of it, and what that says, as of an epoch of the machine.
	fact   interval.Interval
	cached interval.Interval
	stamp  int64

	// The same of numbers below 0 and of others, apart, for floating numbers: see float.go.
	halved   bool
	parts    bounds.Halves // facts, where halved
	halves   bounds.Halves
	halvesAt int64
}

// key is the form of a term.
type key struct {
	kind    kind
	op      cfa.BinOp
	un      cfa.UnOp
	bits    int
	signed  bool
	float   *fp.Operation
	x, y, z *term
}

// smallBits is the width of inputs whose values are kept as a set.
const smallBits = 8

// symbol is an input.
type symbol struct {
	input *cfa.Input
	term  *term
	small bool
	least int64     // of a small one
	dom   [4]uint64 // the values of a small one, less least, that are possible
	// Where it was asked for, as package interp does; asked is not set where that asks for none.
	asked       bool
	step, birth int
	v           *cfa.Var
	arr         *cfa.Array
	idx         int64
}

// terms makes terms.
type terms struct {
	made   map[key]*term
	small  map[int64]*term
	large  map[string]*term
	tables map[key]*term
	ops    map[fp.Operation]*fp.Operation
	ids    int
}

func (m *machine) constant(n num.Int) *term {
	k, near := n.Int64()
	var t *term
	if near {
		t = m.terms.small[k]
	} else {
		t = m.terms.large[n.String()]
	}
	if t == nil {
		t = m.newTerm(key{kind: constTerm})
		t.n = n
		if near {
			m.terms.small[k] = t
		} else {
			m.terms.large[n.String()] = t
		}
	}
	return t
}

func (m *machine) newTerm(k key) *term {
	m.terms.ids++
	m.work += termWork
	return &term{key: k, id: m.terms.ids, fact: interval.All(), stamp: -1, halvesAt: -1}
}

// symbol makes an input.
func (m *machine) symbol(in *cfa.Input, s symbol) *term {
	s.input = in
	t := m.newTerm(key{kind: inputTerm})
	sym := &s
	t.sym, sym.term = sym, t
	if r := in.Range; r.Bits > 0 && r.Bits <= smallBits {
		sym.small = true
		lo, _, _, _ := r.Bounds()
		sym.least, _ = lo.Int64()
		n := 1 << r.Bits
		t.dep, t.vec = sym, make([]int64, n)
		for i := range n {
			sym.dom[i/64] |= 1 << (i % 64)
			t.vec[i] = sym.least + int64(i)
		}
	}
	m.symbols = append(m.symbols, sym)
	return t
}

// term is the value as a term.
func (m *machine) term(v val) *term {
	if v.t != nil {
		return v.t
	}
	return m.constant(v.n)
}

// deepest is how deep a term may be: what is deeper is taken for any value of its range.
const deepest = 400

// share makes a term of a form, or finds it; the operands are not all constants.
func (m *machine) share(k key) val {
	t := m.terms.made[k]
	if t == nil {
		t = m.newTerm(k)
		for _, s := range []*term{k.x, k.y, k.z} {
			if s != nil {
				t.depth = max(t.depth, s.depth+1)
			}
		}
		m.tabulate(t)
		m.terms.made[k] = t
		m.trail.made = append(m.trail.made, k)
	}
	r := m.ranges(t)
	if r.IsEmpty() {
		m.stop(dead)
		return val{}
	}
	if n, ok := r.Point(); ok {
		return number(n)
	}
	if t.depth > deepest {
		return m.anyIn(r)
	}
	return val{t: t}
}

// anyIn is any value of the interval, of which nothing else is kept.
func (m *machine) anyIn(r interval.Interval) val {
	t := m.symbol(unknownInput, symbol{})
	if !m.narrow(t, r) {
		m.stop(dead)
	}
	return val{t: t}
}

// unknownInput is what any value comes from.
var unknownInput = &cfa.Input{Kind: cfa.Approx, Name: "a value that is not kept exactly"}

// tabulate fills the table of a term of one small input, unless numbers in it are too large.
func (m *machine) tabulate(t *term) {
	if t.kind == floatTerm || t.kind == orderTerm || t.kind == numberTerm {
		return
	}
	for _, s := range []*term{t.x, t.y, t.z} {
		switch {
		case s == nil || s.kind == constTerm:
		case s.dep == nil || t.dep != nil && t.dep != s.dep:
			t.dep = nil
			return
		default:
			t.dep = s.dep
		}
	}
	if t.dep == nil {
		return
	}
	m.work += tableWork
	n := len(t.dep.term.vec)
	t.vec = make([]int64, n)
	for i := range n {
		v, ok := t.at(func(s *term) num.Int {
			if s.kind == constTerm {
				return s.n
			}
			return num.Of(s.vec[i])
		})
		if !ok {
			continue // it is undefined there: those values are taken out where it is made
		}
		k, near := v.Int64()
		if !near {
			t.dep, t.vec = nil, nil
			return
		}
		t.vec[i] = k
	}
}

// at computes a term from what its operands are; false where it is undefined.
func (t *term) at(of func(*term) num.Int) (num.Int, bool) {
	switch t.kind {
	case constTerm:
		return t.n, true
	case binaryTerm:
		return t.op.Apply(of(t.x), of(t.y))
	case wrapTerm:
		return of(t.x).Wrap(t.bits, t.signed), true
	case unaryTerm:
		return unary(t.un, of(t.x)), true
	case iteTerm:
		if !of(t.z).IsZero() {
			return of(t.x), true
		}
		return of(t.y), true
	case tableTerm:
		i, near := of(t.x).Sub(t.lo).Int64()
		if !near || i < 0 || i >= int64(len(t.tab)) {
			return num.Int{}, false
		}
		return t.tab[i], true
	}
	return num.Int{}, false
}

func unary(op cfa.UnOp, x num.Int) num.Int {
	switch op {
	case cfa.Neg:
		return x.Neg()
	case cfa.BitNot:
		return x.Not()
	}
	return num.OfBool(x.IsZero())
}

// table is what an index selects among numbers, the first of which is that of lo. The same numbers
// at the same index are the same term, so that what is found out of it stays when it is made again.
func (m *machine) table(arr *cfa.Array, idx *term, lo num.Int, tab []num.Int) val {
	k := key{kind: tableTerm, bits: arr.ID, x: idx}
	t := m.terms.tables[k]
	same := func(a, b num.Int) bool { return a.Equal(b) }
	if t == nil || !t.lo.Equal(lo) || !slices.EqualFunc(t.tab, tab, same) {
		t = m.newTerm(k)
		t.tab, t.lo, t.depth = tab, lo, idx.depth+1
		m.tabulate(t)
		if len(m.terms.tables) > mostTables {
			clear(m.terms.tables)
		}
		m.terms.tables[k] = t
	}
	r := m.ranges(t)
	if r.IsEmpty() {
		m.stop(dead)
		return val{}
	}
	if n, ok := r.Point(); ok {
		return number(n)
	}
	return val{t: t}
}

// mostTables is how many tables are remembered.
const mostTables = 1 << 12

// boolean reports whether a term is 0 or 1.
func (t *term) boolean() bool {
	switch t.kind {
	case binaryTerm:
		return t.op.Comparison() || t.op == cfa.And || t.op == cfa.Or
	case unaryTerm:
		return t.un == cfa.Not
	case numberTerm:
		return true
	}
	return false
}
