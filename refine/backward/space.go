// Symbols of the program's variables and arrays, their ranges, and cubes.

package backward

import (
	"slices"
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Space maps a program's variables and arrays to symbols. A symbol has the same name at all times: a formula
// describes the variables at the moment that the formula is about. A Space is not safe for concurrent use.
type Space struct {
	B    *smt.Builder
	Prog *cfa.Program

	coder *formula.Coder
	of    map[*smt.Term]symbol
	ints  *smt.Sort
	maps  *smt.Sort
}

// symbol describes a free constant: exactly one of v, a and aux is set.
type symbol struct {
	v     *cfa.Var   // a variable of the program
	a     *cfa.Array // an array of the program
	aux   bool       // an auxiliary value, existentially quantified
	cells *cfa.Range // for an array: the range of its cells
}

// NewSpace returns a Space with symbols for all variables and arrays of a program of one procedure.
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

// Var returns the symbol of a variable.
func (s *Space) Var(v *cfa.Var) *smt.Term { return s.coder.Plain(v) }

// Array returns the symbol of an array.
func (s *Space) Array(a *cfa.Array) *smt.Term { return s.coder.PlainArray(a) }

// Owner returns the variable or the array of a symbol; both are nil for an auxiliary value.
func (s *Space) Owner(t *smt.Term) (*cfa.Var, *cfa.Array) {
	o := s.of[t]
	return o.v, o.a
}

func (s *Space) num(n num.Int) *smt.Term { return s.B.Num(num.RatOfInt(n), s.ints) }

// auxiliary returns the symbol of an auxiliary value, with a name derived from the text "what". The symbol is not in
// the set used, which must have all symbols of the cube that the new symbol is put into. The same cube and the same
// text give the same symbol.
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

// within returns the conditions that t lies in the range r.
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

// Facts returns formulas that hold at every moment of every run: the variables and cells that occur in the terms lie
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

// rewrite rebuilds terms bottom-up. For each term it calls the function "on" with the rebuilt arguments, and takes
// the result in place of the term. Where the result is nil, it applies the term's operator to the rebuilt arguments.
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

// Cube is a conjunction of formulas, ordered by their IDs (the order of creation) and without duplicates. No formula
// is a conjunction or true. A conjunction that is syntactically contradictory is the cube of the single formula
// false. Auxiliary values are implicitly existentially quantified.
type Cube []*smt.Term

// cube returns the conjunction of fs as a Cube.
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

// False reports whether the cube is the cube false.
func (c Cube) False() bool { return len(c) == 1 && c[0].IsFalse() }

// within reports whether every formula of c occurs in d.
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
