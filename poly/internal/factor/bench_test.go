package factor

import (
	"fmt"
	"testing"

	"github.com/whet-mc/whet/linear"
)

// BenchmarkSmall is what a decomposed polyhedron asks of its blocks, most of which have one or two
// dimensions. Every result is made minimal.
func BenchmarkSmall(b *testing.B) {
	for dims := 1; dims <= 3; dims++ {
		var cs []linear.Constraint
		for v := range dims {
			cs = append(cs, linear.X(v).GE(linear.ConstInt(-5)), linear.X(v).LE(linear.ConstInt(7)))
			if v > 0 {
				cs = append(cs, linear.X(v).Sub(linear.X(v-1)).LE(linear.ConstInt(3)))
			}
		}
		p := FromConstraints(dims, cs)
		p.Constraints()
		last := linear.X(dims - 1)
		cut := last.LE(linear.ConstInt(4))
		implied := last.LE(linear.ConstInt(9))
		up := last.AddInt(1)
		q := p.Image(dims-1, up)
		q.Constraints()
		minimal := func(f *Factor) { f.generators(true) }
		for _, op := range []struct {
			name string
			do   func()
		}{
			{"construct", func() { minimal(FromConstraints(dims, cs)) }},
			{"cut", func() { minimal(p.AddConstraints(cut)) }},
			{"implied", func() { p.AddConstraints(implied) }},
			{"shift", func() { minimal(p.Image(dims-1, up)) }},
			{"hull", func() { minimal(p.Hull(q)) }},
			{"forget", func() { minimal(p.Forget(dims - 1)) }},
			{"define", func() { minimal(p.Define(up)) }},
			{"sup", func() { p.Sup(last) }},
			{"contains", func() { p.Contains(q) }},
			{"constraints", func() { minimal(p); p.cs.Store(nil); p.Constraints() }},
			{"split", func() { p.Split() }},
			{"concat", func() { minimal(p.Concat(q)) }},
		} {
			b.Run(fmt.Sprintf("%s/d=%d", op.name, dims), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					op.do()
				}
			})
		}
	}
}
