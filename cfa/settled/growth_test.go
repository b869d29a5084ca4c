package settled

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
)

// That an array only grows is a fact of one procedure. A fact that has this as one of several alternatives would get
// another meaning in a caller or a callee, so there is no such fact.
func TestGrowthIsNoAlternative(t *testing.T) {
	a := &cfa.Array{Name: "a", Elem: cfa.Range{Bits: 64}}
	w := &program{p: &cfa.Program{Arrays: []*cfa.Array{a}}, any: &cfa.Var{Name: "any"}, olds: map[*cfa.Array]*cfa.Array{}}
	f := newFacts(&analysis{w: w, q: &cfa.Proc{}})
	zero := &cfa.Binary{Op: cfa.Eq, X: &cfa.Var{ID: 1, Name: "r"}, Y: cfa.ConstInt(0)}
	if k := f.add(w.grows(a), 0); k < 0 {
		t.Errorf("%v is no fact", w.grows(a))
	}
	if b := anyOf([]*cfa.Binary{zero, w.grows(a)}); f.add(b, 0) >= 0 {
		t.Errorf("%v is a fact", b)
	}
	other := &cfa.Binary{Op: cfa.Ge, X: &cfa.Select{Arr: a, Idx: w.any}, Y: &cfa.Select{Arr: w.atEntry(a), Idx: cfa.ConstInt(8)}}
	if b := anyOf([]*cfa.Binary{zero, other}); f.add(b, 0) >= 0 {
		t.Errorf("%v is a fact", b)
	}
}
