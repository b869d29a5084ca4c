package certify

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/smt"
)

// proved are safe programs with what a proof can be made of.
var proved = []string{`
	void reach_error(void); int __VERIFIER_nondet_int(void);
	int main(void) {
		int i, n = 0, flag = 0;
		for (i = 0; i < 6; i++) {
			if (__VERIFIER_nondet_int()) { flag = 1; n = n + 2; } else n = n + 1;
		}
		if (flag && n < 1) reach_error();
		if (i != 6) reach_error();
		return 0;
	}`, `
	void reach_error(void); int __VERIFIER_nondet_int(void);
	int count;
	int twice(int x) { count++; return 2 * x; }
	int main(void) {
		int a = twice(3), b = twice(a);
		if (b != 12 || count != 2) reach_error();
		count = 7;
		if (twice(1) != 2 || count != 8) reach_error();
		return 0;
	}`, `
	void reach_error(void);
	int depth;
	int sum(int n) { if (n <= 0) return 0; depth++; return n + sum(n - 1); }
	int main(void) {
		if (sum(4) != 10 || depth != 4) reach_error();
		return 0;
	}`, `
	void reach_error(void); int __VERIFIER_nondet_int(void);
	int a[3], b[3];
	int main(void) {
		int k = __VERIFIER_nondet_int();
		a[0] = 4; a[1] = 5; a[2] = 6;
		if (k < 0 || k > 2) return 0;
		for (int i = 0; i < 3; i++) b[i] = a[i] + 1;
		if (b[1] != 6 || a[2] != 6) reach_error();
		if (a[k] > 6) reach_error();
		return 0;
	}`, `
	void reach_error(void); unsigned __VERIFIER_nondet_uint(void);
	int main(void) {
		unsigned char c = 250; unsigned y = 0;
		while (c > 5) { c++; if (y < 20) y++; }
		if (c > 5 || y > 20) reach_error();
		if ((__VERIFIER_nondet_uint() & 15) > 15 || (y & 16)) reach_error();
		return 0;
	}`,
}

// provers are the engines that leave proofs.
var provers = []string{"value", "value-full", "arrays", "widening"}

func lowered(t testing.TB, text string) *cfa.Program {
	t.Helper()
	u, err := read.LoadBytes("test.c", []byte(text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// prove returns the certificate of a safe run, nil if the engine is not so sure.
func prove(t testing.TB, p *cfa.Program, engine string) *cert.Certificate {
	t.Helper()
	ctx, stop := effort.Limit(t.Context(), 4*300_000)
	defer stop()
	out := refine.Run(ctx, p, refine.Options{Engine: engines.Must(engine, engines.Options{Selection: true})})
	if out.Verdict == refine.Unsafe {
		t.Fatalf("%s: unsafe", engine)
	}
	if out.Verdict != refine.Safe {
		return nil
	}
	c := Certificate(context.Background(), p, out)
	if c == nil {
		t.Fatalf("%s: safe, without a proof", engine)
	}
	return c
}

// TestProofs: what engines say is safe has a certificate that is accepted, is the same each time,
// and passes through its file.
func TestProofs(t *testing.T) {
	for i, text := range proved {
		p, some := lowered(t, text), 0
		for _, engine := range provers {
			c := prove(t, p, engine)
			if c == nil {
				continue
			}
			some++
			var first, second strings.Builder
			if err := cert.Write(&first, c); err != nil {
				t.Fatal(err)
			}
			if _, err := cert.Check(context.Background(), p, c); err != nil {
				t.Errorf("program %d, %s: %v", i, engine, err)
			}
			if again := prove(t, p, engine); again != nil { // nil: a busy machine
				if err := cert.Write(&second, again); err != nil {
					t.Fatal(err)
				}
				if first.String() != second.String() {
					t.Errorf("program %d, %s: another certificate each time", i, engine)
				}
			}
			d, err := cert.Read(strings.NewReader(first.String()))
			if err != nil {
				t.Fatalf("program %d, %s: %v", i, engine, err)
			}
			if _, err := cert.Check(context.Background(), p, d); err != nil {
				t.Errorf("program %d, %s, from its file: %v", i, engine, err)
			}
		}
		if some < 2 {
			t.Errorf("program %d: %d proofs", i, some)
		}
	}
}

// TestProofsOfOtherPrograms: a certificate is refused for a program that has been changed in one
// place such that a run reaches an error. The interpreter finds that run.
func TestProofsOfOtherPrograms(t *testing.T) {
	wrong, right := 0, 0
	for i, text := range proved {
		p := lowered(t, text)
		for _, engine := range provers {
			c := prove(t, p, engine)
			if c == nil {
				continue
			}
			for k, q := range mutants(p) {
				bad := fails(q)
				_, err := cert.Check(context.Background(), q, c)
				switch {
				case bad && err == nil:
					t.Errorf("program %d, %s: mutant %d reaches an error, but the proof was accepted", i, engine, k)
				case bad:
					wrong++
				case err == nil:
					right++
				}
			}
		}
	}
	if wrong < 200 || right < 20 {
		t.Errorf("%d mutants fail, %d were proved: too few", wrong, right)
	}
}

// fails looks for a run to an error.
func fails(p *cfa.Program) bool {
	for seed := range uint64(30) {
		if o := interp.Run(context.Background(), p, interp.Random(seed), interp.Options{MaxSteps: 2000}); o.Kind == interp.ErrorFound {
			return true
		}
	}
	return false
}

// mutants are programs that differ in one number, operator, condition or operation.
func mutants(p *cfa.Program) []*cfa.Program {
	var out []*cfa.Program
	change := func(id int, to func(cfa.Op) cfa.Op) {
		q := p.Clone()
		e := q.Edges[id]
		if op := to(e.Op); op != nil {
			e.Op = op
			out = append(out, q)
		}
	}
	for _, l := range p.Locs {
		for _, e := range l.Out {
			change(e.ID, func(o cfa.Op) cfa.Op {
				if a, ok := o.(*cfa.Assign); ok && a.LHS.Range.Contains(num.Of(3)) {
					return &cfa.Assign{LHS: a.LHS, RHS: cfa.ConstInt(3)}
				}
				return nil
			})
			change(e.ID, func(o cfa.Op) cfa.Op {
				switch a := o.(type) {
				case *cfa.Assign:
					w := a.LHS.Range
					return &cfa.Assign{LHS: a.LHS, RHS: cfa.MkWrap(w.Bits, w.Signed, cfa.MkBinary(cfa.Add, a.RHS, cfa.ConstInt(1)))}
				case *cfa.Assume:
					return &cfa.Assume{Cond: cfa.ConstBool(true)}
				case *cfa.Store:
					w := a.Arr.Elem
					return &cfa.Store{Arr: a.Arr, Idx: a.Idx, Val: cfa.MkWrap(w.Bits, w.Signed, cfa.MkBinary(cfa.Sub, a.Val, cfa.ConstInt(1)))}
				case *cfa.Fill:
					if a.Val != nil {
						return &cfa.Fill{Arr: a.Arr, Lo: a.Lo, Hi: a.Hi, Val: cfa.ConstInt(9)}
					}
				case *cfa.Call:
					if len(a.Args) > 0 {
						args := slices.Clone(a.Args)
						args[0] = cfa.ConstInt(11)
						return &cfa.Call{Callee: a.Callee, Args: args, Results: a.Results}
					}
				}
				return nil
			})
			change(e.ID, func(o cfa.Op) cfa.Op {
				switch a := o.(type) {
				case *cfa.Assign, *cfa.Store, *cfa.Fill:
					return cfa.Skip{}
				case *cfa.Assume:
					return &cfa.Assume{Cond: cfa.MkUnary(cfa.Not, a.Cond)}
				}
				return nil
			})
		}
	}
	return out
}

// TestSpoiltProofs: a certificate from which a location has been left out that some run visits, or
// in which something there never holds, is refused.
func TestSpoiltProofs(t *testing.T) {
	refused := 0
	for i, text := range proved {
		p := lowered(t, text)
		o := interp.Run(context.Background(), p, interp.Random(1), interp.Options{MaxSteps: 2000, Trace: true})
		visited := map[int]bool{}
		for _, s := range o.Path {
			visited[s.Target().ID] = true
		}
		for _, engine := range provers {
			c := prove(t, p, engine)
			if c == nil {
				continue
			}
			for l := range p.Locs {
				if !visited[l] {
					continue
				}
				for name, spoil := range map[string]func(*cert.Point) bool{
					"left out":     func(*cert.Point) bool { return false },
					"contradicted": func(pt *cert.Point) bool { pt.Holds = contradicted(c.Builder, pt.Holds); return true },
				} {
					d, changed := spoilt(c, l, spoil)
					if !changed {
						continue
					}
					refused++
					if _, err := cert.Check(context.Background(), p, d); err == nil {
						t.Errorf("program %d, %s: accepted with location %d %s", i, engine, l, name)
					}
				}
			}
		}
	}
	if refused < 200 {
		t.Errorf("only %d certificates were spoilt", refused)
	}
}

func contradicted(b *smt.Builder, as []cert.Annotation) []cert.Annotation {
	out := slices.Clone(as)
	for i := range out {
		out[i].Conj = append(slices.Clip(out[i].Conj), b.False())
	}
	return out
}

// spoilt is a certificate with what it says of a location changed in all contexts, or left out. A
// location that some context passes is left as it is.
func spoilt(c *cert.Certificate, loc int, spoil func(*cert.Point) bool) (*cert.Certificate, bool) {
	d := *c
	d.Contexts = nil
	changed := false
	for _, x := range c.Contexts {
		var ps []cert.Point
		for _, pt := range x.Points {
			if pt.Loc == loc {
				if pt.Pass {
					return c, false
				}
				changed = true
				if !spoil(&pt) {
					continue
				}
			}
			ps = append(ps, pt)
		}
		x.Points = ps
		d.Contexts = append(d.Contexts, x)
	}
	return &d, changed
}
