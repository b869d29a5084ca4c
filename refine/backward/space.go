package backward

import (
	"slices"
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Space gives symbols to a program's variables and arrays, by the same name at all times: what a
// formula says of them, it says of the moment that it is about. It is not safe for use by several
// goroutines.
type Space struct {
	B    *smt.Builder
	Prog *cfa.Program

	coder *formula.Coder
	of    map[*smt.Term]symbol
	ints  *smt.Sort
	maps  *smt.Sort
}

// symbol is what a free constant stands for.
type symbol struct {
	v     *cfa.Var   // a variable of the program,
	a     *cfa.Array // an array of it,
	aux   bool       // or some value that exists
	cells *cfa.Range // of an array: what is in it
}

// NewSpace makes symbols for all variables and arrays of a program of one procedure.
func NewSpace(b *smt.Builder, p *cfa.Program) *Space {
	s := &Space{
		B: b, Prog: p, coder: formula.NewCoder(b, p), of: map[*smt.Term]symbol{},
		ints: b.IntSort(), maps: b.ArraySort(b.IntSort(), b.IntSort()),
	}
	for _, v := range p.Vars {
		s.of[s.Var(v)] = symbol{v: v}
	}
	for _, a := range p.Arrays {
		s.of[s.Array(a)] = symbol{a: a, cells: &a.Elem}
	}
	return s
}

// Var is the symbol of a variable.
func (s *Space) Var(v *cfa.Var) *smt.Term { return s.coder.Plain(v) }

// Array is the symbol of an array.
func (s *Space) Array(a *cfa.Array) *smt.Term { return s.coder.PlainArray(a) }

// Owner tells which variable or array a symbol stands for; both are nil for a value that only
// exists.
func (s *Space) Owner(t *smt.Term) (*cfa.Var, *cfa.Array) {
	o := s.of[t]
	return o.v, o.a
}

func (s *Space) num(n num.Int) *smt.Term { return s.B.Num(num.RatOfInt(n), s.ints) }

// auxiliary returns a value that exists, by a name made of what it is for. The cube that it is to
// be put into must not have it, so used says which names are taken there; the same cube and purpose
// give the same symbol.
func (s *Space) auxiliary(what string, used map[*smt.Term]bool, sort *smt.Sort, cells *cfa.Range) *smt.Term {
	for k := 0; ; k++ {
		t := s.B.Var("?"+what+"."+strconv.Itoa(k), sort)
		if !used[t] {
			used[t] = true
			s.of[t] = symbol{aux: true, cells: cells}
			return t
		}
	}
}

// within says that t lies in the range.
func (s *Space) within(t *smt.Term, r cfa.Range) []*smt.Term {
	var out []*smt.Term
	lo, hasLo, hi, hasHi := r.Bounds()
	if hasLo {
		out = append(out, s.B.Ge(t, s.num(lo)))
	}
	if hasHi {
		out = append(out, s.B.Le(t, s.num(hi)))
	}
	return out
}

// Facts are true at every moment of every run: the variables and cells that occur in the terms lie
// in the ranges of their types.
func (s *Space) Facts(ts ...*smt.Term) []*smt.Term {
	var out []*smt.Term
	seen := map[*smt.Term]bool{}
	for _, t := range ts {
		smt.Walk(t, seen, nil, func(t *smt.Term) {
			switch {
			case t.Op() == smt.OpSelect:
				if o := s.of[t.Arg(0)]; o.cells != nil {
					out = append(out, s.within(t, *o.cells)...)
				}
			case t.IsVar():
				if o := s.of[t]; o.v != nil {
					out = append(out, s.within(t, o.v.Range)...)
				}
			}
		})
	}
	return slices.DeleteFunc(out, (*smt.Term).IsTrue)
}

// rewrite rebuilds terms from their leaves, with on in place of the constructors where it returns a
// term.
func (s *Space) rewrite(ts []*smt.Term, on func(t *smt.Term, args []*smt.Term) *smt.Term) []*smt.Term {
	done := map[*smt.Term]*smt.Term{}
	seen := map[*smt.Term]bool{}
	out := make([]*smt.Term, len(ts))
	var args []*smt.Term
	for i, t := range ts {
		smt.Walk(t, seen, nil, func(t *smt.Term) {
			args = args[:0]
			for _, a := range t.Args() {
				args = append(args, done[a])
			}
			r := on(t, args)
			if r == nil {
				r = s.B.Rebuild(t, slices.Clone(args))
			}
			done[t] = r
		})
		out[i] = done[t]
	}
	return out
}

// Cube is a conjunction: formulas in the order in which they were made, none twice, none of them a
// conjunction or true. What contradicts itself visibly is the cube of the one formula false.
// Auxiliary values in it exist.
type Cube []*smt.Term

// cube makes one.
func (s *Space) cube(fs ...*smt.Term) Cube {
	var out Cube
	work := slices.Clone(fs)
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case f.IsTrue():
		case f.Op() == smt.OpAnd:
			work = append(work, f.Args()...)
		default:
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b *smt.Term) int { return a.ID() - b.ID() })
	out = slices.Compact(out)
	if s.B.And(out...).IsFalse() {
		return Cube{s.B.False()}
	}
	return out
}

// False reports whether the cube contradicts itself visibly.
func (c Cube) False() bool { return len(c) == 1 && c[0].IsFalse() }

// within reports whether all of c is in d.
func (c Cube) within(d Cube) bool {
	if len(c) > len(d) {
		return false
	}
	i := 0
	for _, f := range d {
		if i < len(c) && c[i] == f {
			i++
		}
	}
	return i == len(c)
}
