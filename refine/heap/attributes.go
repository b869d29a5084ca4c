// Attributes of states and blocks: the vocabulary of the facts.

package heap

import (
	"cmp"
	"math"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/houdini"
	"github.com/whet-mc/whet/smt"
)

// mostOffset bounds the offsets of members.
const mostOffset = 256

// addField adds a member to x.fields.
func (x *Search) addField(f field) {
	if f.off >= 0 && f.off < mostOffset && !slices.Contains(x.fields, f) {
		x.fields = append(x.fields, f)
	}
}

// sortFields orders the members by region and offset.
func (x *Search) sortFields() {
	slices.SortFunc(x.fields, func(f, g field) int {
		return cmp.Or(cmp.Compare(f.arr.ID, g.arr.ID), cmp.Compare(f.off, g.off))
	})
}

// mostNumber bounds the numbers collected from the program.
const mostNumber = 1 << 31

// readProgram finds the members, the regions that are read, and the numbers in the program. A member is accessed by
// an address that is the sum of a pointer and a number.
func (x *Search) readProgram() {
	x.reads = map[*cfa.Array]bool{}
	access := func(a *cfa.Array, idx cfa.Expr) {
		for {
			w, ok := idx.(*cfa.Wrap)
			if !ok {
				break
			}
			idx = w.X
		}
		f := field{arr: a}
		if s, ok := idx.(*cfa.Binary); ok && s.Op == cfa.Add {
			for _, e := range []cfa.Expr{s.X, s.Y} {
				if c, ok := e.(*cfa.Const); ok {
					f.off, _ = c.Val.Int64()
				}
			}
		} else if _, ok := idx.(*cfa.Const); ok {
			return
		}
		if a.Region && a.Proc == nil {
			x.addField(f)
		}
	}
	var expr func(cfa.Expr)
	expr = func(e cfa.Expr) {
		switch e := e.(type) {
		case *cfa.Const:
			if n, ok := e.Val.Int64(); ok && -mostNumber < n && n < mostNumber && !slices.Contains(x.numbers, n) {
				x.numbers = append(x.numbers, n)
			}
		case *cfa.Select:
			x.reads[e.Arr] = true
			access(e.Arr, e.Idx)
		case *cfa.Unary:
			expr(e.X)
		case *cfa.Binary:
			expr(e.X)
			expr(e.Y)
		case *cfa.Wrap:
			expr(e.X)
		case *cfa.Ite:
			expr(e.C)
			expr(e.T)
			expr(e.E)
		}
	}
	for _, l := range x.Prog.Locs {
		for _, e := range l.Out {
			switch op := e.Op.(type) {
			case *cfa.Assume:
				expr(op.Cond)
			case *cfa.Assign:
				expr(op.RHS)
			case *cfa.Store:
				access(op.Arr, op.Idx)
				expr(op.Val)
			case *cfa.Call:
				for _, a := range op.Args {
					expr(a)
				}
			}
		}
	}
	slices.Sort(x.numbers)
	x.sortFields()
}

// attribute is a property of a state, or of a block in a state, with a few classes. The classes of a pointer are 0
// and the sizes of blocks; the classes of a number are its values.
type attribute struct {
	onBlock bool
	result  bool      // set if the attribute is only a conclusion, never a condition
	full    int       // number of possible classes, or 0 if it is not known
	about   any       // if not nil: attributes with the same value here are not combined in a fact
	apart   bool      // the attribute says whether the block is the block that a variable points to
	value   *smt.Term // for a number: the number as a term
	of      func(s *sample, k int64) int64
	is      func(class int64) *smt.Term // says that the attribute has the class; Search.k is the block
}

// Special classes.
const (
	unknown = math.MinInt64     // an input that the run has not read: any value is possible
	other   = math.MinInt64 + 1 // for pointers: neither null nor a block
	none    = math.MinInt64 + 2 // the attribute does not apply
)

func (x *Search) int(n int64) *smt.Term { return x.B.Num(num.RatOf(n), x.B.IntSort()) }

// size returns the size of the block at an address, 0 if no block begins there.
func (x *Search) size(at *smt.Term) *smt.Term { return x.B.Select(x.Coder.PlainArray(x.sizes), at) }

func (x *Search) member(f field, at *smt.Term) *smt.Term {
	return x.B.Select(x.Coder.PlainArray(f.arr), x.B.Add(at, x.int(f.off)))
}

// kind returns the class of a pointer.
func (s *sample) kind(v int64) int64 {
	if n := s.sizes[v]; n > 0 {
		return n
	}
	if v == 0 {
		return 0
	}
	return other
}

func (x *Search) isKind(t *smt.Term, class int64) *smt.Term {
	if class == 0 {
		return x.B.Eq(t, x.int(0))
	}
	return x.B.Eq(x.size(t), x.int(class))
}

func (s *sample) variable(v *cfa.Var) int64 {
	if n, ok := s.vars[v]; ok {
		return n
	}
	return unknown
}

func (s *sample) member(f field, at int64) int64 {
	if n, ok := s.cells[cellAt{f.arr, at + f.off}]; ok {
		return n
	}
	return unknown
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// leads reports whether a variable of a place pointed to a block in some sample.
func (x *Search) leads(p *houdini.Place, v *cfa.Var) bool {
	for _, s := range x.samples[p] {
		if n, ok := s.vars[v]; ok && s.sizes[n] > 0 {
			return true
		}
	}
	return false
}

// above reports whether the values of a variable of a place were never below the first block in any sample. Then the
// variable is something like the end of the used heap.
func (x *Search) above(p *houdini.Place, v *cfa.Var) bool {
	for _, s := range x.samples[p] {
		if n, ok := s.vars[v]; !ok || len(s.blocks) > 0 && n < s.blocks[0] {
			return false
		}
	}
	return true
}

// links reports whether the member f of a block of the given size pointed to a block in some sample.
func (x *Search) links(f field, size int64) bool {
	for _, p := range x.Places {
		for _, s := range x.samples[p] {
			for _, k := range s.blocks {
				if n, ok := s.cells[cellAt{f.arr, k + f.off}]; ok && s.sizes[k] == size && s.sizes[n] > 0 {
					return true
				}
			}
		}
	}
	return false
}

// equal returns the attribute that two terms are equal.
func (x *Search) equal(t, u *smt.Term, of func(s *sample, k int64) (int64, int64), onBlock bool) *attribute {
	return &attribute{
		onBlock: onBlock,
		full:    2,
		of: func(s *sample, k int64) int64 {
			p, q := of(s, k)
			if p == unknown || q == unknown {
				return unknown
			}
			return flag(p == q)
		},
		is: func(class int64) *smt.Term {
			if class == 1 {
				return x.B.Eq(t, u)
			}
			return x.B.Not(x.B.Eq(t, u))
		},
	}
}

// order returns the attribute of how a block's address compares with the value of a variable.
func (x *Search) order(v *cfa.Var) *attribute {
	t := x.Coder.Plain(v)
	return &attribute{
		onBlock: true,
		full:    3,
		about:   v,
		of: func(s *sample, k int64) int64 {
			if n := s.variable(v); n != unknown {
				return int64(cmp.Compare(k, n))
			}
			return unknown
		},
		is: func(class int64) *smt.Term {
			switch class {
			case -1:
				return x.B.Lt(x.k, t)
			case 1:
				return x.B.Gt(x.k, t)
			}
			return x.B.Eq(x.k, t)
		},
	}
}

// distance returns the attribute of the distance from a block to the block that a member points to.
func (x *Search) distance(f field, t *smt.Term) *attribute {
	return &attribute{
		onBlock: true,
		about:   f,
		result:  true,
		of: func(s *sample, k int64) int64 {
			if n := s.member(f, k); n != unknown && s.sizes[n] > 0 {
				return n - k
			} else if n != unknown {
				return none
			}
			return unknown
		},
		is: func(class int64) *smt.Term {
			if class == none {
				return x.B.Eq(x.size(t), x.int(0))
			}
			return x.B.And(x.B.Not(x.B.Eq(x.size(t), x.int(0))), x.B.Eq(t, x.B.Add(x.k, x.int(class))))
		},
	}
}

// coarse returns the attribute that only distinguishes whether a number is 0.
func (x *Search) coarse(a *attribute) *attribute {
	zero := x.B.Eq(a.value, x.int(0))
	return &attribute{
		onBlock: a.onBlock,
		of: func(s *sample, k int64) int64 {
			if n := a.of(s, k); n != unknown {
				return flag(n != 0)
			}
			return unknown
		},
		is: func(class int64) *smt.Term {
			if class == 0 {
				return zero
			}
			return x.B.Not(zero)
		},
	}
}

// attributesOf returns the attributes of the variables of a place.
func (x *Search) attributesOf(p *houdini.Place) []*attribute {
	var out []*attribute
	var pointers []*cfa.Var
	for _, v := range p.Vars {
		t := x.Coder.Plain(v)
		if !x.leads(p, v) {
			if x.above(p, v) {
				continue
			}
			out = append(out, &attribute{
				of: func(s *sample, _ int64) int64 { return s.variable(v) },
				is: func(class int64) *smt.Term { return x.B.Eq(t, x.int(class)) }, value: t,
			})
			continue
		}
		out = append(out, &attribute{
			of: func(s *sample, _ int64) int64 {
				if n := s.variable(v); n != unknown {
					return s.kind(n)
				}
				return unknown
			},
			is: func(class int64) *smt.Term { return x.isKind(t, class) },
		})
		for _, w := range pointers {
			out = append(out, x.equal(t, x.Coder.Plain(w), func(s *sample, _ int64) (int64, int64) { return s.variable(v), s.variable(w) }, false))
		}
		pointers = append(pointers, v)
	}
	if x.level > 0 {
		for _, v := range p.Vars {
			if x.leads(p, v) || !x.above(p, v) {
				continue
			}
			for _, w := range pointers {
				out = append(out, x.behind(v, w))
			}
		}
	}
	return out
}

// end returns the attribute of the distance from a block to the end of the heap, which is the value of v.
func (x *Search) end(v *cfa.Var) *attribute {
	d := x.B.Sub(x.Coder.Plain(v), x.k)
	return &attribute{
		onBlock: true,
		result:  true,
		of: func(s *sample, k int64) int64 {
			if p := s.variable(v); p != unknown {
				return p - k
			}
			return unknown
		},
		is: func(class int64) *smt.Term { return x.B.Eq(d, x.int(class)) },
	}
}

// behind returns the attribute of the distance from the pointer w to the variable v, such as the end of the heap.
func (x *Search) behind(v, w *cfa.Var) *attribute {
	d := x.B.Sub(x.Coder.Plain(v), x.Coder.Plain(w))
	return &attribute{
		result: true,
		of: func(s *sample, _ int64) int64 {
			p, q := s.variable(v), s.variable(w)
			if p == unknown || q == unknown {
				return unknown
			}
			return p - q
		},
		is: func(class int64) *smt.Term { return x.B.Eq(d, x.int(class)) },
	}
}

// attributesOn returns the attributes of blocks of a size at a place.
func (x *Search) attributesOn(p *houdini.Place, size int64, sizes []int64) []*attribute {
	var out []*attribute
	var pointers []*cfa.Var
	for _, v := range p.Vars {
		if x.leads(p, v) {
			pointers = append(pointers, v)
			is := x.equal(x.k, x.Coder.Plain(v), func(s *sample, k int64) (int64, int64) { return k, s.variable(v) }, true)
			is.apart, is.about = true, v
			out = append(out, is)
			if x.level > 0 {
				out = append(out, x.order(v))
			}
		}
	}
	if x.level > 0 {
		for _, v := range x.ends {
			out = append(out, x.end(v))
		}
	}
	for _, f := range x.fields {
		if f.off >= size {
			continue
		}
		t := x.member(f, x.k)
		if !x.links(f, size) {
			out = append(out, &attribute{
				onBlock: true,
				of:      func(s *sample, k int64) int64 { return s.member(f, k) },
				is:      func(class int64) *smt.Term { return x.B.Eq(t, x.int(class)) },
				value:   t,
			})
			continue
		}
		out = append(out, &attribute{
			onBlock: true,
			of: func(s *sample, k int64) int64 {
				if n := s.member(f, k); n != unknown {
					return s.kind(n)
				}
				return unknown
			},
			is:    func(class int64) *smt.Term { return x.isKind(t, class) },
			about: f,
		})
		self := x.equal(t, x.k, func(s *sample, k int64) (int64, int64) { return s.member(f, k), k }, true)
		self.result = true
		out = append(out, self)
		if x.level > 0 {
			out = append(out, x.distance(f, t))
		}
		for _, v := range pointers {
			out = append(out, x.equal(t, x.Coder.Plain(v), func(s *sample, k int64) (int64, int64) { return s.member(f, k), s.variable(v) }, true))
		}
		for _, to := range sizes {
			for _, g := range x.fields {
				if g.off < to && !x.links(g, to) {
					out = append(out, x.beyond(f, g, t, to))
				}
			}
		}
	}
	return out
}

// beyond returns the attribute of the number in the member g of the block that the member f points to, if that block
// has the given size. t is the value of f.
func (x *Search) beyond(f, g field, t *smt.Term, size int64) *attribute {
	b := x.B
	there := b.Eq(x.size(t), x.int(size))
	return &attribute{
		onBlock: true,
		about:   f,
		of: func(s *sample, k int64) int64 {
			n := s.member(f, k)
			switch {
			case n == unknown:
				return unknown
			case s.sizes[n] != size:
				return none
			}
			return s.member(g, n)
		},
		is: func(class int64) *smt.Term {
			if class == none {
				return b.Not(there)
			}
			return b.And(there, b.Eq(x.member(g, t), x.int(class)))
		},
	}
}
