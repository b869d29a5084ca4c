// Arrays: the connection of array terms with the search for violated instances of the array axioms in package weak
// (Christ, Hoenicke: Weakly Equivalent Arrays, FroCoS 2015). Extensionality is added with a witness, the term OpDiff,
// when an equality of arrays becomes false.

package solver

import (
	"errors"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/array/weak"
	"github.com/whet-mc/whet/smt/euf"
	"github.com/whet-mc/whet/smt/proof"
)

// arrays connects the array terms with the search for lemmas along weak equivalences.
type arrays struct {
	e *engine
	w weak.Weak
}

type arrayValue = weak.ArrayValue

// lemmasPerRound bounds the lemmas of one round: those found first may make others unnecessary.
const lemmasPerRound = 40

var errConstArrays = errors.New("two constant arrays that stores connect are beyond the solver")

func (r *arrays) init(e *engine) {
	r.e = e
	r.w.Stop = func() bool { return e.stop() }
}

// add registers the node n of t with the search for lemmas if t is an array operation.
func (r *arrays) add(t *smt.Term, n euf.Node) {
	arg := func(i int) int { return int(r.e.eq.nodes[t.Arg(i)]) }
	switch t.Op() {
	case smt.OpStore:
		r.w.Stores = append(r.w.Stores, weak.Store{Self: int(n), Base: arg(0), Index: arg(1), Elem: arg(2)})
	case smt.OpSelect:
		r.w.Selects = append(r.w.Selects, weak.Select{Self: int(n), Array: arg(0), Index: arg(1)})
	case smt.OpConstArray:
		r.w.Consts = append(r.w.Consts, weak.Const{Self: int(n), Elem: arg(0)})
	}
}

// witness adds an instance of extensionality for the equality f: its arrays are equal, or they differ at the index
// that is their OpDiff.
func (r *arrays) witness(f *smt.Term) {
	e, b := r.e, r.e.b
	e.stats.Witnesses++
	x, y := f.Arg(0), f.Arg(1)
	d := b.Diff(x, y)
	e.axiom(proof.Extension, []*smt.Term{f, b.Not(b.Eq(b.Select(x, d), b.Select(y, d)))}, []*smt.Term{x, y}, nil)
	e.drain()
}

// check adds lemmas that the candidate model violates. It returns true if it found no such lemma.
func (r *arrays) check(v *view) bool {
	if len(r.w.Arrays) == 0 {
		return true
	}
	lemmas := r.w.Check(v, lemmasPerRound)
	for i := range lemmas {
		r.lemma(&lemmas[i])
	}
	if r.e.stop() {
		r.e.sat.GiveUp(errStopped)
		return false
	}
	return len(lemmas) == 0
}

// model returns the values of the classes of arrays. It is called only after check has returned true.
func (r *arrays) model(v *view) []arrayValue {
	if len(r.w.Arrays) == 0 {
		return nil
	}
	return r.w.Model(v)
}
