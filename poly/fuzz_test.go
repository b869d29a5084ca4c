package poly

import (
	"testing"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// FuzzPolyhedron reads bytes as operations on three elements, each made with and without
// decomposition, which must stay the same: at most 4 dimensions and 12 operations.
func FuzzPolyhedron(f *testing.F) {
	f.Add([]byte{2, 0, 0, 3, 1, 4, 2, 1, 0, 5, 3, 1, 2})
	f.Add([]byte{3, 1, 1, 9, 7, 2, 0, 4, 4, 1, 0, 0, 5, 2, 6, 1, 1, 3})
	f.Add([]byte("\x040assume and join and widen again"))
	f.Fuzz(func(t *testing.T, in []byte) {
		r := bytesOf{in}
		dims := r.below(5)
		of := linear.Numbers(r.below(2))
		pool := make([]pair, 3)
		for i := range pool {
			p := Top(dims, of)
			pool[i] = pair{p, p.Undecomposed()}
		}
		for n := 0; n < 12 && len(r.left) > 0; n++ {
			i, j, k := r.below(3), r.below(3), r.below(3)
			do := r.operation(dims)
			x := pair{do(pool[i].p, pool[j].p), do(pool[i].q, pool[j].q)}
			if err := x.differ(); err != nil {
				if of == linear.Rationals {
					t.Fatalf("after %d operations: %v", n+1, err)
				}
				// Tightening is repeated a limited number of times for each operation, so the two
				// need not agree.
				if x.p.sane() != nil || x.q.sane() != nil {
					t.Fatalf("after %d operations: %v", n+1, err)
				}
				return
			}
			pool[k] = x
		}
	})
}

// bytesOf reads numbers from bytes; there are zeros at the end.
type bytesOf struct{ left []byte }

func (r *bytesOf) below(n int) int {
	if len(r.left) == 0 {
		return 0
	}
	b := r.left[0]
	r.left = r.left[1:]
	return int(b) % n
}

func (r *bytesOf) expr(dims int) linear.Expr {
	sizes := [...]int64{-2, -1, 1, 1, 2, 3, 1 << 62}
	var terms []linear.Term
	if dims > 0 {
		for range r.below(3) {
			terms = append(terms, linear.Term{Var: r.below(dims), Coef: num.RatOf(sizes[r.below(len(sizes))])})
		}
	}
	return linear.Sum(num.RatFrac(int64(r.below(23)-11), int64(1+r.below(2))), terms...)
}

func (r *bytesOf) operation(dims int) func(p, q *Polyhedron) *Polyhedron {
	kind := r.below(8)
	e := r.expr(dims)
	v := 0
	if dims > 0 {
		v = r.below(dims)
	} else if kind >= 5 {
		kind = 0
	}
	switch kind {
	case 0, 1, 2:
		rel := [...]linear.Relation{linear.LE, linear.LT, linear.EQ}[kind]
		return func(p, _ *Polyhedron) *Polyhedron { return p.Assume(linear.Constraint{Expr: e, Rel: rel}) }
	case 3:
		return (*Polyhedron).Join
	case 4:
		return func(p, q *Polyhedron) *Polyhedron { return p.Widen(p.Join(q)) }
	case 5:
		return func(p, _ *Polyhedron) *Polyhedron { return p.Assign(v, e) }
	case 6:
		return func(p, _ *Polyhedron) *Polyhedron { return p.Preassign(v, e) }
	default:
		return func(p, q *Polyhedron) *Polyhedron { return p.Havoc(v).Meet(q) }
	}
}
