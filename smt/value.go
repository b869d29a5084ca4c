package smt

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/num"
)

// Values are the terms that models assign to other terms: true, false, numbers, bit-vector constants, floats, rounding
// modes, elements of free sorts, and array values. Two values of one sort are equal in the logic exactly if they are
// the same term.
//
// An array value is a chain of stores over a constant array. Its indexes and elements are values, the indexes ascend
// from the inside out (in the order of compareValues), and no element is the default, the element of the constant
// array. If the index sort has infinitely many values, this determines the default: all but finitely many indexes have
// it. If the index sort is finite, the default is the most frequent element, and the first one in the order of
// compareValues if several are most frequent.

// IsGroundValue reports whether t is a value of any sort, including arrays. It takes time linear in the size of t.
func IsGroundValue(t *Term) bool { return t.IsValue() || IsArrayValue(t) }

// An Entry is one point of a function or an array: its arguments or its index, and the value there.
type Entry struct {
	Args  []*Term // the arguments of a function; for an array, its index alone
	Value *Term
}

// DefaultValue returns the value that a model gives to a constant that it does not mention: false, 0, element 0, or
// the array with the default everywhere.
func (b *Builder) DefaultValue(s *Sort) *Term {
	var arrays []*Sort
	for ; s.Kind == Array; s = s.Elem {
		arrays = append(arrays, s)
	}
	t := b.NthValue(s, 0)
	for i := len(arrays) - 1; i >= 0; i-- {
		t = b.ConstArray(arrays[i], t)
	}
	return t
}

// NthValue returns a value of the sort s. Different n give different values as long as n is less than the number of
// values that the sort has; beyond that, values may repeat. n must not be negative.
func (b *Builder) NthValue(s *Sort, n int64) *Term {
	switch s.Kind {
	case Bool:
		return b.Bool(n%2 == 1)
	case Int, Real:
		return b.Num(num.RatOf(n), s)
	case BitVec:
		return b.BV(num.Of(n), s.Width)
	case Float, Rounding:
		return b.nthFloat(s, n)
	case Free:
		return b.intern(Term{op: OpElem, sort: s, val: num.RatOf(n)})
	}
	// The elements of the array are the digits of n in base base, the number of elements.
	base, finite := s.Elem.size()
	if !finite {
		return b.ArrayValue(s, b.NthValue(s.Elem, n), nil)
	}
	var entries []Entry
	for i := int64(0); n > 0; i++ {
		entries = append(entries, Entry{[]*Term{b.NthValue(s.Index, i)}, b.NthValue(s.Elem, n%base)})
		n /= base
	}
	return b.ArrayValue(s, b.NthValue(s.Elem, 0), entries)
}

// manyValues is where counting the values of a sort stops. No array value has as many entries.
const manyValues = 1 << 40

// size returns the number of values of the sort s, and whether that number is at most manyValues.
func (s *Sort) size() (int64, bool) {
	switch s.Kind {
	case Bool:
		return 2, true
	case BitVec:
		if s.Width < 40 {
			return 1 << s.Width, true
		}
	case Float, Rounding:
		return floatSize(s)
	case Array:
		indexes, ok := s.Index.size()
		if !ok {
			return 0, false
		}
		elems, ok := s.Elem.size()
		if !ok {
			return 0, false
		}
		n := int64(1)
		for ; indexes > 0; indexes-- { // elems is 2 or more, so this ends soon
			if n > manyValues/elems {
				return 0, false
			}
			n *= elems
		}
		return n, true
	}
	return 0, false
}

// compareValues defines the order of the entries in an array value: numbers by size, false before true, arrays in the
// order in which their terms were made.
func compareValues(x, y *Term) int {
	switch x.op {
	case OpNum, OpBVConst, OpFloatVal, OpElem:
		return x.val.Cmp(y.val)
	}
	return cmp.Compare(x.rank(), y.rank())
}

func (t *Term) rank() uint32 {
	switch t.op {
	case OpFalse:
		return 0
	case OpTrue:
		return 1
	}
	return t.id
}

// ArrayValue returns the array value of sort s with the given entries and the value def at all other indexes. All
// indexes and elements must be values. If several entries have the same index, the last counts.
func (b *Builder) ArrayValue(s *Sort, def *Term, entries []Entry) *Term {
	if s.Kind != Array {
		panic("smt: an array value of sort " + s.String())
	}
	sorted := slices.Clone(entries)
	slices.SortStableFunc(sorted, func(x, y Entry) int { return compareValues(x.Args[0], y.Args[0]) })
	n := 0
	for i, e := range sorted {
		if i+1 < len(sorted) && sorted[i+1].Args[0] == e.Args[0] || e.Value == def {
			continue
		}
		sorted[n] = e
		n++
	}
	sorted = sorted[:n]
	if best := commonest(s, def, sorted); best != def {
		size, _ := s.Index.size()
		at := make(map[*Term]*Term, len(sorted))
		for _, e := range sorted {
			at[e.Args[0]] = e.Value
		}
		sorted = sorted[:0]
		for i := range size {
			index, v := b.NthValue(s.Index, i), def
			if e := at[index]; e != nil {
				v = e
			}
			if v != best {
				sorted = append(sorted, Entry{[]*Term{index}, v})
			}
		}
		slices.SortFunc(sorted, func(x, y Entry) int { return compareValues(x.Args[0], y.Args[0]) })
		def = best
	}
	t := b.ConstArray(s, def)
	for _, e := range sorted {
		t = b.Store(t, e.Args[0], e.Value)
	}
	return t
}

// commonest returns the default value of an array with the given entries and the value def elsewhere: the value that
// most indexes have. No entry has the value def.
func commonest(s *Sort, def *Term, entries []Entry) *Term {
	size, finite := s.Index.size()
	if !finite || int64(len(entries)) < size-int64(len(entries)) {
		return def // more than half of the indexes have it
	}
	count := map[*Term]int64{}
	if left := size - int64(len(entries)); left > 0 {
		count[def] = left
	}
	for _, e := range entries {
		count[e.Value]++
	}
	best, most := def, count[def]
	for v, n := range count { // in any order, because the best is unique
		if n > most || n == most && compareValues(v, best) < 0 {
			best, most = v, n
		}
	}
	return best
}

// IsArrayValue reports whether t is an array value. It takes time linear in the size of t.
func IsArrayValue(t *Term) bool {
	if t.op != OpConstArray && t.op != OpStore {
		return false
	}
	s, def, entries := t.sort, (*Term)(nil), []Entry(nil)
	for last := (*Term)(nil); t.op == OpStore; t = t.args[0] {
		if !IsGroundValue(t.args[1]) || !IsGroundValue(t.args[2]) || last != nil && compareValues(t.args[1], last) >= 0 {
			return false
		}
		last = t.args[1]
		entries = append(entries, Entry{Args: t.args[1:2], Value: t.args[2]})
	}
	if t.op != OpConstArray || !IsGroundValue(t.args[0]) {
		return false
	}
	def = t.args[0]
	for _, e := range entries {
		if e.Value == def {
			return false
		}
	}
	return commonest(s, def, entries) == def
}

// ArrayValueParts returns the default and the entries, by ascending index, of the array value t.
func ArrayValueParts(t *Term) (def *Term, entries []Entry) {
	for ; t.op == OpStore; t = t.args[0] {
		entries = append(entries, Entry{Args: t.args[1:2], Value: t.args[2]})
	}
	slices.Reverse(entries)
	return t.args[0], entries
}
