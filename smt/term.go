// Terms, functions, and the builder that makes them unique.

package smt

import (
	"strconv"

	"github.com/whet-mc/whet/num"
)

// A Term is an expression or a formula. Terms are immutable and unique in their builder: structurally equal terms are
// the same pointer. Only the constructors of [Builder] make terms.
type Term struct {
	op    Op
	id    uint32
	hash  uint32
	i, j  int32
	sort  *Sort
	fn    *Func
	args  []*Term
	coefs []num.Rat
	val   num.Rat
}

// Op returns the outermost operator.
func (t *Term) Op() Op { return t.op }

// ID numbers the terms of a builder in the order in which they were made, from 0. The arguments of a term have smaller
// IDs than the term.
func (t *Term) ID() int { return int(t.id) }

// Sort returns the sort of the term.
func (t *Term) Sort() *Sort { return t.sort }

// Args returns the arguments. The slice belongs to the term.
func (t *Term) Args() []*Term { return t.args }

// Arg returns argument i.
func (t *Term) Arg(i int) *Term { return t.args[i] }

// NumArgs returns the number of arguments.
func (t *Term) NumArgs() int { return len(t.args) }

// Func returns the function of an OpApp, nil for others.
func (t *Term) Func() *Func { return t.fn }

// Value returns the number of an OpNum, OpBVConst, OpFloatVal or OpElem, the constant of an OpSum or the divisor of an
// OpDiv; 0 for other terms.
func (t *Term) Value() num.Rat { return t.val }

// Coef returns the coefficient of argument i of an OpSum.
func (t *Term) Coef(i int) num.Rat { return t.coefs[i] }

// I returns the first index of an indexed operator: the bit of OpBit, the high bit of OpExtract, the number of bits
// that OpSignExt adds.
func (t *Term) I() int { return int(t.i) }

// J returns the second index of an indexed operator: the low bit of OpExtract.
func (t *Term) J() int { return int(t.j) }

// Width returns the number of bits of a bit-vector term.
func (t *Term) Width() int { return t.sort.Width }

// IsBool reports whether t is a formula.
func (t *Term) IsBool() bool { return t.sort.Kind == Bool }

// IsTrue reports whether t is the constant true.
func (t *Term) IsTrue() bool { return t.op == OpTrue }

// IsFalse reports whether t is the constant false.
func (t *Term) IsFalse() bool { return t.op == OpFalse }

// IsVar reports whether t is a free constant, which programmers call a variable.
func (t *Term) IsVar() bool { return t.op == OpApp && len(t.args) == 0 }

// IsValue reports whether t is a constant that differs from every other constant of its sort: true, false, a number, a
// bit-vector constant, a float or an element of a free sort. For array values, see [IsArrayValue].
func (t *Term) IsValue() bool {
	switch t.op {
	case OpTrue, OpFalse, OpNum, OpBVConst, OpFloatVal, OpElem:
		return true
	}
	return false
}

// Atom returns t without its outermost negation, and whether t had one.
func (t *Term) Atom() (atom *Term, negated bool) {
	if t.op == OpNot {
		return t.args[0], true
	}
	return t, false
}

// A Func is an uninterpreted function, unique by its name and sorts. A function without parameters is a free constant.
type Func struct {
	Name   string
	Params []*Sort
	Result *Sort

	id uint32
}

// ID numbers the functions of a builder in the order in which they were declared, from 0.
func (f *Func) ID() int { return int(f.id) }

// A Builder makes terms and keeps them unique. It is not safe for concurrent use.
//
// Constructors panic if their arguments have the wrong sorts. That is an error of the calling program, not of its
// input: a reader of formulas must check the sorts first.
type Builder struct {
	sorts                       map[sortKey]*Sort
	funcs                       map[string][]*Func
	numFuncs                    uint32
	boolSort, intSort, realSort *Sort
	truth, falsity              *Term
	zeroInt, zeroReal           *Term

	table []*Term // hash table with open addressing; its length is a power of two
	count uint32
	arena []*Term // memory for argument lists
	block []Term  // memory for terms
	mono  monomials
	fresh int
}

// NewBuilder returns a builder without terms.
func NewBuilder() *Builder {
	b := &Builder{sorts: map[sortKey]*Sort{}, funcs: map[string][]*Func{}, table: make([]*Term, 1<<10)}
	b.boolSort = b.sort(sortKey{kind: Bool})
	b.intSort = b.sort(sortKey{kind: Int})
	b.realSort = b.sort(sortKey{kind: Real})
	b.truth = b.intern(Term{op: OpTrue, sort: b.boolSort})
	b.falsity = b.intern(Term{op: OpFalse, sort: b.boolSort})
	b.zeroInt = b.Num(num.Rat{}, b.intSort)
	b.zeroReal = b.Num(num.Rat{}, b.realSort)
	return b
}

// Len returns the number of terms made. Every ID is less than Len.
func (b *Builder) Len() int { return int(b.count) }

// intern finds or adds the term t. It copies the slice of arguments if the term is new.
func (b *Builder) intern(t Term) *Term {
	h := uint32(t.op)*0x9e3779b1 ^ t.sort.id*0x85ebca6b
	mix := func(x uint32) {
		h ^= x
		h *= 0x01000193
		h ^= h >> 15
	}
	mix(uint32(t.i)<<16 ^ uint32(t.j))
	if t.fn != nil {
		mix(t.fn.id)
	}
	for _, a := range t.args {
		mix(a.id*0x2c1b3c6d + 1)
	}
	for _, c := range t.coefs {
		mix(uint32(c.Hash()))
	}
	if !t.val.IsZero() {
		mix(uint32(t.val.Hash()))
	}
	h *= 0x297a2d39
	h ^= h >> 16
	mask := uint32(len(b.table) - 1)
	at := h & mask
	for ; b.table[at] != nil; at = (at + 1) & mask {
		if o := b.table[at]; o.hash == h && o.same(&t) {
			return o
		}
	}
	if len(b.block) == 0 {
		b.block = make([]Term, 256)
	}
	n := &b.block[0]
	b.block = b.block[1:]
	*n = t
	n.hash, n.id = h, b.count
	n.args = b.keep(t.args)
	if len(t.coefs) > 0 {
		n.coefs = append([]num.Rat(nil), t.coefs...)
	}
	b.table[at] = n
	b.count++
	if int(b.count)*2 > len(b.table) {
		b.grow()
	}
	return n
}

func (t *Term) same(o *Term) bool {
	if t.op != o.op || t.sort != o.sort || t.fn != o.fn || t.i != o.i || t.j != o.j || len(t.args) != len(o.args) {
		return false
	}
	for i, a := range t.args {
		if a != o.args[i] {
			return false
		}
	}
	for i, c := range t.coefs {
		if !c.Equal(o.coefs[i]) {
			return false
		}
	}
	return t.val.Equal(o.val)
}

func (b *Builder) keep(args []*Term) []*Term {
	n := len(args)
	if n == 0 {
		return nil
	}
	if len(b.arena) < n {
		b.arena = make([]*Term, max(1024, n))
	}
	out := b.arena[:n:n]
	b.arena = b.arena[n:]
	copy(out, args)
	return out
}

func (b *Builder) grow() {
	old := b.table
	b.table = make([]*Term, 2*len(old))
	mask := uint32(len(b.table) - 1)
	for _, t := range old {
		if t == nil {
			continue
		}
		at := t.hash & mask
		for b.table[at] != nil {
			at = (at + 1) & mask
		}
		b.table[at] = t
	}
}

// Func declares a function. Two calls with the same name and the same sorts return the same function; with other sorts,
// different functions.
func (b *Builder) Func(name string, params []*Sort, result *Sort) *Func {
next:
	for _, f := range b.funcs[name] {
		if f.Result != result || len(f.Params) != len(params) {
			continue
		}
		for i, p := range params {
			if f.Params[i] != p {
				continue next
			}
		}
		return f
	}
	f := &Func{Name: name, Params: append([]*Sort(nil), params...), Result: result, id: b.numFuncs}
	b.numFuncs++
	b.funcs[name] = append(b.funcs[name], f)
	return f
}

// Var returns the free constant with the given name and sort.
func (b *Builder) Var(name string, s *Sort) *Term { return b.App(b.Func(name, nil, s)) }

// Fresh returns a free constant that no other call of Fresh returns and that [Builder.Var] has not returned so far.
// Its name is the prefix, an exclamation mark and a number.
func (b *Builder) Fresh(prefix string, s *Sort) *Term {
	for {
		name := prefix + "!" + strconv.Itoa(b.fresh)
		b.fresh++
		if len(b.funcs[name]) == 0 {
			return b.Var(name, s)
		}
	}
}

// App returns f applied to the arguments.
func (b *Builder) App(f *Func, args ...*Term) *Term {
	if len(args) != len(f.Params) {
		panic("smt: " + f.Name + " takes " + strconv.Itoa(len(f.Params)) + " arguments, not " + strconv.Itoa(len(args)))
	}
	for i, a := range args {
		want(a, f.Params[i])
	}
	return b.intern(Term{op: OpApp, sort: f.Result, fn: f, args: args})
}

// Elem returns element k of the free sort s, for models. Elements with different numbers are different.
func (b *Builder) Elem(s *Sort, k int) *Term {
	if s.Kind != Free {
		panic("smt: " + s.String() + " has no numbered elements")
	}
	return b.intern(Term{op: OpElem, sort: s, val: num.RatOf(int64(k))})
}

func want(t *Term, s *Sort) {
	if t.sort != s {
		panic("smt: a term of sort " + t.sort.String() + " where " + s.String() + " is needed")
	}
}
