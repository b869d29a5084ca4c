// The symbols of the groups of formulas: at which cuts a term belongs to which side.

package interpolant

import (
	"math"

	"github.com/whet-mc/whet/smt"
)

// A span says at which cuts a term can be on which side. The left side A of cut k has the groups before number k, and
// the right side B has the others. All symbols of the term occur in A at each cut k > from, and in B at each cut k <=
// to.
type span struct{ from, to int }

// everywhere is the span of a term without symbols.
var everywhere = span{-1, math.MaxInt}

func (s span) inA(cut int) bool    { return s.from < cut }
func (s span) inB(cut int) bool    { return s.to >= cut }
func (s span) shared(cut int) bool { return s.inA(cut) && s.inB(cut) }

func (s span) and(o span) span { return span{max(s.from, o.from), min(s.to, o.to)} }

// A Vocabulary records which symbols, that is, free constants and functions, occur in which group of a list of groups
// of formulas.
type Vocabulary struct {
	symbols map[*smt.Func]span // the first and the last group in which it occurs
	diffs   map[*smt.Term]bool // the OpDiff terms of the groups
	memo    map[*smt.Term]span
}

// NewVocabulary returns the vocabulary of the groups.
func NewVocabulary(groups [][]*smt.Term) *Vocabulary {
	v := &Vocabulary{symbols: map[*smt.Func]span{}, diffs: map[*smt.Term]bool{}, memo: map[*smt.Term]span{}}
	for i, g := range groups {
		seen := map[*smt.Term]bool{}
		for _, f := range g {
			smt.Walk(f, seen, nil, func(t *smt.Term) {
				switch t.Op() {
				case smt.OpApp:
				case smt.OpDiff:
					v.diffs[t] = true
					return
				default:
					return
				}
				s, ok := v.symbols[t.Func()]
				if !ok {
					s.from = i
				}
				s.to = i
				v.symbols[t.Func()] = s
			})
		}
	}
	return v
}

// of returns the span of a term. A symbol that occurs in no group is on no side.
func (v *Vocabulary) of(t *smt.Term) span {
	if s, ok := v.memo[t]; ok {
		return s
	}
	stack := []*smt.Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if _, ok := v.memo[t]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		s, ready := everywhere, true
		for _, a := range t.Args() {
			o, ok := v.memo[a]
			if !ok {
				stack = append(stack, a)
				ready = false
			}
			s = s.and(o)
		}
		if !ready {
			continue
		}
		if t.Op() == smt.OpApp {
			o, ok := v.symbols[t.Func()]
			if !ok {
				o = span{math.MaxInt, -1}
			}
			s = s.and(o)
		}
		v.memo[t] = s
		stack = stack[:len(stack)-1]
	}
	return v.memo[t]
}

// Shared reports whether an interpolant at the cut may contain t: every symbol in t must occur both in the groups
// before number cut and in the later ones, and every OpDiff term in t must occur in the groups.
func (v *Vocabulary) Shared(t *smt.Term, cut int) bool {
	if !v.of(t).shared(cut) {
		return false
	}
	ok := true
	smt.Walk(t, map[*smt.Term]bool{}, func(*smt.Term) bool { return ok }, func(t *smt.Term) {
		ok = ok && (t.Op() != smt.OpDiff || v.diffs[t])
	})
	return ok
}
