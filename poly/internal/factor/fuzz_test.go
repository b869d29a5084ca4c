package factor

import (
	"testing"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// FuzzPoints reads operations on a polyhedron of two or three dimensions and takes some points
// along: those of which the meaning of the operations says that they are in must stay in, those of
// which it says that they are out must be out. The invariants are checked after each operation.
func FuzzPoints(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
	f.Add([]byte{1, 0x13, 0x77, 0x21, 0x42, 3, 0x18, 0x81, 0x91, 0x14, 5, 0x31, 0x55, 0x66, 0x12})
	f.Add([]byte{2, 0xfa, 0xc3, 0x99, 0x04, 0x83, 0x77, 0x03, 0xee, 0x51, 6, 0x0f, 0xff, 0x17, 0x29, 0xb5})
	f.Fuzz(func(t *testing.T, data []byte) {
		r := &reader{data: data[:min(len(data), 64)]}
		dims := 2 + r.next()%2
		p := Universe(dims)
		inside := [][]num.Rat{make([]num.Rat, dims)}
		saved, savedInside := p, inside
		for len(r.data) > 0 {
			switch op := r.next() % 7; op {
			case 0, 1, 2:
				c := r.constraint(dims)
				var in [][]num.Rat
				q := p.AddConstraints(c)
				for _, x := range inside {
					ok := c.Holds(x)
					if q.Subsumes(linear.Generator{At: x}) != ok {
						t.Fatalf("%v in %v: %v", x, q.Constraints(), !ok)
					}
					if ok {
						in = append(in, x)
					}
				}
				if len(in) > 0 { // else go on with what there was
					p, inside = q, in
				}
			case 3:
				v, e := r.next()%dims, r.expr(dims)
				p = p.Image(v, e)
				for i, x := range inside {
					y := append([]num.Rat(nil), x...)
					y[v] = e.Eval(x)
					inside[i] = y
				}
			case 4:
				p = p.Hull(saved)
				inside = append(inside[:len(inside):len(inside)], savedInside...)
			case 5:
				v := r.next() % dims
				x := append([]num.Rat(nil), inside[0]...)
				x[v] = num.RatFrac(int64(r.next()%9)-4, 2)
				p, inside = p.Forget(v), append(inside[:len(inside):len(inside)], x)
			case 6:
				saved, savedInside = p, append([][]num.Rat(nil), inside...)
			}
			if len(inside) > 16 {
				inside = inside[:16]
			}
			if err := p.Check(); err != nil {
				t.Fatal(err)
			}
			cs := p.Constraints()
			for _, x := range inside {
				if !holds(cs, x) || !p.Subsumes(linear.Generator{At: x}) {
					t.Fatalf("%v is lost from %v", x, cs)
				}
			}
			if gs, ok := p.Generators(); !ok || !FromGenerators(dims, gs).Equal(p) {
				t.Fatalf("%v do not span %v", gs, cs)
			}
		}
	})
}

// reader takes numbers from bytes, and zeros when there are no more.
type reader struct{ data []byte }

func (r *reader) next() int {
	if len(r.data) == 0 {
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return int(b)
}

// expr takes a byte a dimension, half of it a coefficient, and one more for the constant.
func (r *reader) expr(dims int) linear.Expr {
	terms := make([]linear.Term, dims)
	for v := range terms {
		b := r.next()
		c := num.RatOf(int64(b%8) - 3)
		if b >= 0xf8 {
			c = c.Mul(num.RatOf(1<<61 + 1))
		}
		terms[v] = linear.Term{Var: v, Coef: c}
	}
	b := r.next()
	return linear.Sum(num.RatFrac(int64(b%16)-5, int64(b>>7)+1), terms...)
}

func (r *reader) constraint(dims int) linear.Constraint {
	rel := []linear.Relation{linear.LE, linear.LE, linear.LT, linear.EQ}[r.next()%4]
	return linear.Constraint{Expr: r.expr(dims), Rel: rel}
}
