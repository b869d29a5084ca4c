// Terms over inputs, and the tables of terms that depend on a single small input.
//
// Terms are shared: share returns the same term for the same form, so terms are compared by pointer, and a fact found
// about a term stays with it. Terms made after a place where paths part are forgotten when the search goes back to it
// (trail.made). A term over one input of at most smallBits bits has a table of its value for each value of the input;
// intervals of such terms are read from the table and are exact.

package paths

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
)

// val is a value: the number n, or the term t if that is set.
type val struct {
	n num.Int
	t *term
}

// number returns a number as a value.
func number(n num.Int) val { return val{n: n} }

// kind is the kind of a term. The comment on each constant names the fields it uses.
type kind uint8

const (
	constTerm  kind = iota
	inputTerm       // sym
	binaryTerm      // op: x, y
	unaryTerm       // un: x
	wrapTerm        // bits, signed: x
	iteTerm         // z ? x : y
	tableTerm       // tab[x - lo]
	floatTerm       // float, with the rounding mode bits: x, y
	orderTerm       // the order of the word x, bits wide, as a floating-point number
	numberTerm      // whether x is not a NaN, in the format of float
)

// term is an expression over inputs. Except for those that apart makes, terms of the same form are the same term.
type term struct {
	key
	n     num.Int   // for a constTerm: the number
	sym   *symbol   // for an inputTerm: the input
	tab   []num.Int // for a tableTerm: the entries, for the indexes from lo on
	lo    num.Int
	depth int // the height of the expression
	id    int // the number of the term, in the order in which terms are made

	// dep is the only input in the term, if that is a small one. vec then has the value of the term for each value of
	// the input, lowest first.
	dep *symbol
	vec []int64

	// fact is an interval of values that the path has restricted the term to. cached is the resulting interval of the
	// term, valid while stamp is the epoch of the machine.
	fact   interval.Interval
	cached interval.Interval
	stamp  int64

	// parts and halves are like fact and cached, but they have two intervals, one for the words below 0 and one for the
	// other words. They are for floating-point numbers: see float.go. parts restricts the term only if halved is set.
	// halves is valid while halvesAt is the epoch.
	halved   bool
	parts    bounds.Halves
	halves   bounds.Halves
	halvesAt int64
}

// key is the form of a term. Fields that its kind does not use are zero.
type key struct {
	kind    kind
	op      cfa.BinOp
	un      cfa.UnOp
	bits    int
	signed  bool
	float   *fp.Operation
	x, y, z *term
}

// smallBits is the largest width of an input whose possible values are kept as a set.
const smallBits = 8

// symbol is an input.
type symbol struct {
	input *cfa.Input
	term  *term
	small bool      // the input has few values, which are kept in dom
	least int64     // the least value of a small input
	dom   [4]uint64 // the possible values of a small input, as a set of differences to least
	// asked says that package interp asks for this input, too: in the step `step`, for the variable v or for the cell idx
	// of arr. birth is the step of the operation or call that introduced the input.
	asked       bool
	step, birth int
	v           *cfa.Var
	arr         *cfa.Array
	idx         int64
}

// terms holds the terms that were made.
type terms struct {
	made   map[key]*term                  // the terms that are not constants, by form
	small  map[int64]*term                // constants
	large  map[string]*term               // constants beyond 64 bits, by their decimals
	tables map[key]*term                  // the last table of an array at an index
	ops    map[fp.Operation]*fp.Operation // one pointer for each operation, so that keys can be compared
	ids    int                            // the number of terms made
}

// constant returns n as a term.
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

// newTerm makes a term of the form k, with nothing known of it.
func (m *machine) newTerm(k key) *term {
	m.terms.ids++
	m.work += termWork
	return &term{key: k, id: m.terms.ids, fact: interval.All(), stamp: -1, halvesAt: -1}
}

// symbol makes a term for the input `in`. s says where the input was asked for.
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

// term returns a value as a term.
func (m *machine) term(v val) *term {
	if v.t != nil {
		return v.t
	}
	return m.constant(v.n)
}

// deepest is the largest depth of a term. A deeper one is replaced by an unknown value of its range.
const deepest = 400

// share returns the value of the form k, whose operands are not all constants: the number if only one is possible, or
// the term of that form, which it makes if it is new. It stops if the term has no value on the path.
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

// anyIn returns an unknown value in r. Its relation to other values is lost.
func (m *machine) anyIn(r interval.Interval) val {
	t := m.symbol(unknownInput, symbol{})
	if !m.narrow(t, r) {
		m.stop(dead)
	}
	return val{t: t}
}

// unknownInput is the input that anyIn makes symbols of.
var unknownInput = &cfa.Input{Kind: cfa.Approx, Name: "a value that is not kept exactly"}

// tabulate fills in t.dep and t.vec if the only input in t is small, unless an entry does not fit in 64 bits or t is a
// floating-point operation.
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
			continue // the term is undefined for this value of the input, and the maker of the term has excluded the value
		}
		k, near := v.Int64()
		if !near {
			t.dep, t.vec = nil, nil
			return
		}
		t.vec[i] = k
	}
}

// at returns the value of t if the function `of` gives the values of its operands. It returns false if t is undefined
// for these values.
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

// unary returns op x.
func unary(op cfa.UnOp, x num.Int) num.Int {
	switch op {
	case cfa.Neg:
		return x.Neg()
	case cfa.BitNot:
		return x.Not()
	}
	return num.OfBool(x.IsZero())
}

// table returns the entry of tab that idx selects. tab contains cells of arr; tab[0] is the cell at the index lo. The
// same entries at the same index give the same term, so that facts found about it remain when the program reads again.
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

// mostTables is the number of tables after which all are forgotten.
const mostTables = 1 << 12

// boolean reports whether the form of t allows only the values 0 and 1.
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
