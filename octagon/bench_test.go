package octagon

import (
	"fmt"
	"testing"

	"github.com/whet-mc/whet/internal/workload"
	"github.com/whet-mc/whet/linear"
)

// subject is an instance of the workload: two octagons, closed, their join, and
// the operands of the operations.
type subject struct {
	workload.OctInstance
	raw, a, b, j *Octagon
	e            linear.Constraint
	by           linear.Expr
}

func subjects(n int) []subject {
	var out []subject
	for t := range workload.OctInstances(n) {
		in := workload.Octagon(n, 2*n, t, 1)
		s := subject{
			OctInstance: in,
			raw:         Of(n, linear.Rationals, workload.Linear(in.A)...),
			b:           Of(n, linear.Rationals, workload.Linear(in.B)...).closed(),
			e:           in.E.Linear(),
			by:          in.Assignment(),
		}
		s.a = s.raw.closed()
		s.j = s.a.Join(s.b)
		out = append(out, s)
	}
	return out
}

// fresh is a copy of an element as it was before anything was asked of it: not
// closed, where it was not.
func fresh(o *Octagon) *Octagon {
	blocks := make([]*block, len(o.blocks))
	for i, b := range o.blocks {
		blocks[i] = &block{vars: b.vars, m: b.m, closed: b.closed}
	}
	return o.like(blocks)
}

// operations are those of the workload that make an octagon.
var operations = []struct {
	name string
	do   func(s *subject) *Octagon
	sum  func(workload.OctSums) workload.Digest
}{
	{"incr", func(s *subject) *Octagon { return s.a.Assume(s.e).closed() }, func(s workload.OctSums) workload.Digest { return s.Incr }},
	{"join", func(s *subject) *Octagon { return s.a.Join(s.b) }, func(s workload.OctSums) workload.Digest { return s.Join }},
	{"widen", func(s *subject) *Octagon { return s.a.Widen(s.j) }, func(s workload.OctSums) workload.Digest { return s.Widen }},
	{"forget", func(s *subject) *Octagon { return s.a.Havoc(s.F) }, func(s workload.OctSums) workload.Digest { return s.Forget }},
	{"assign", func(s *subject) *Octagon { return s.a.Assign(s.G, s.by) }, func(s workload.OctSums) workload.Digest { return s.Assign }},
}

// TestWorkloadChecksums compares what comes out of the workload with what other
// exact libraries found.
func TestWorkloadChecksums(t *testing.T) {
	for _, n := range []int{8, 16, 32, 64, 128} {
		if n > 32 && testing.Short() {
			break
		}
		t.Run(fmt.Sprintf("n=%d", n), func(t *testing.T) {
			of := subjects(n)
			want := workload.Octagons[n]
			check := func(what string, want workload.Digest, digest func(s *subject) workload.Digest) {
				t.Helper()
				sum := workload.Start
				for i := range of {
					sum = sum.Add(uint64(digest(&of[i])))
				}
				if sum != want {
					t.Errorf("%s has the checksum %x, want %x", what, sum, want)
				}
			}
			check("closure", want.Closure, func(s *subject) workload.Digest { return workload.OctDigest(n, s.a.bound) })
			for _, op := range operations {
				check(op.name, op.sum(want), func(s *subject) workload.Digest {
					return workload.OctDigest(n, op.do(s).closed().bound)
				})
			}
			truth := func(b bool) workload.Digest {
				if b {
					return 1
				}
				return 0
			}
			check("leq, true", want.LeqTrue, func(s *subject) workload.Digest { return truth(s.a.Leq(s.j)) })
			check("leq, false", want.LeqFalse, func(s *subject) workload.Digest { return truth(s.j.Leq(s.a)) })
		})
	}
}

// BenchmarkOctagon measures the workload that tools/polybench runs with PPL. Each
// operation makes a new element; all but closure begin with closed ones.
func BenchmarkOctagon(b *testing.B) {
	for _, n := range []int{8, 16, 32, 64, 128} {
		of := subjects(n)
		run := func(name string, op func(s *subject)) {
			b.Run(fmt.Sprintf("n=%d/%s", n, name), func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					op(&of[i%len(of)])
				}
			})
		}
		b.Run(fmt.Sprintf("n=%d/closure", n), func(b *testing.B) { closures(b, of) })
		for _, op := range operations {
			run(op.name, func(s *subject) { sink = op.do(s) })
		}
		run("leq_true", func(s *subject) { truth = s.a.Leq(s.j) })
		run("leq_false", func(s *subject) { truth = s.j.Leq(s.a) })
	}
}

// BenchmarkDerived measures what is made of the basic operations, on the same
// octagons.
func BenchmarkDerived(b *testing.B) {
	for _, n := range []int{8, 64} {
		of := subjects(n)
		run := func(name string, op func(s *subject) bool) {
			b.Run(fmt.Sprintf("n=%d/%s", n, name), func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					truth = op(&of[i%len(of)])
				}
			})
		}
		run("constraints", func(s *subject) bool { return len(s.a.Constraints()) > 0 })
		run("exact_join", func(s *subject) bool {
			_, exact := s.a.ExactJoin(s.b)
			return exact
		})
		run("interpolate", func(s *subject) bool {
			_, apart := s.a.Interpolate(outside(s))
			return apart
		})
	}
}

// outside is an octagon beside a.
func outside(s *subject) *Octagon {
	c := s.a.Constraints()[0]
	return Top(s.N, linear.Rationals).Assume(c.Expr.AddInt(-1).GE(linear.Expr{}))
}

var (
	sink  *Octagon
	truth bool
)

// closures closes elements that are made, in batches, while the clock stands.
func closures(b *testing.B, of []subject) {
	b.ReportAllocs()
	var batch [64]*Octagon
	for i := range b.N {
		k := i % len(batch)
		if k == 0 {
			b.StopTimer()
			for j := range min(len(batch), b.N-i) {
				batch[j] = fresh(of[(i+j)%len(of)].raw)
			}
			b.StartTimer()
		}
		truth = batch[k].IsBottom()
	}
}
