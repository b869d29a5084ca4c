package cert

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// TestSharedParts: formulas that share what is in them are gone through as the graphs that they
// are. As trees, each of these has more parts than anybody could wait for. All of them hold
// everywhere or nowhere, and the error is reached.
func TestSharedParts(t *testing.T) {
	p := program(t, broken)
	for name, f := range map[string]func(b *smt.Builder, i *smt.Term) *smt.Term{
		"conjunctions": func(b *smt.Builder, i *smt.Term) *smt.Term {
			f := b.Le(i, b.IntNum(1_000_000))
			for n := range int64(60) {
				more := func(k int64) []*smt.Term {
					out := []*smt.Term{f}
					for j := range int64(9) { // too many to be spliced
						out = append(out, b.Le(i, b.IntNum(2_000_000+100*n+10*k+j)))
					}
					return out
				}
				f = b.And(b.And(more(1)...), b.And(more(2)...))
			}
			return f
		},
		"sums of choices": func(b *smt.Builder, i *smt.Term) *smt.Term {
			x := i
			for n := range int64(3) {
				sum := []*smt.Term{x}
				for j := range int64(150) {
					sum = append(sum, b.Scale(num.RatOf(j+2), b.Ite(b.Eq(i, b.IntNum(1000*n+j)), x, b.Add(x, b.IntNum(j)))))
				}
				x = b.Add(sum...)
			}
			return b.Le(x, b.IntNum(0))
		},
	} {
		c := everywhere(p, func(b *smt.Builder, v func(string) *smt.Term) *smt.Term { return f(b, v("i")) })
		ctx, stop := context.WithCancel(context.Background())
		asked := 0
		_, err := Check(&counted{ctx, func() {
			if asked++; asked > 1000 { // the solver need not go to the end
				stop()
			}
		}}, p, c)
		stop()
		if err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestLongChoices: choices beside choices are not gone through at the cost of one times the other.
func TestLongChoices(t *testing.T) {
	b := smt.NewBuilder()
	i := b.Var("i", b.IntSort())
	x, sum := b.IntNum(0), []*smt.Term{}
	for n := range int64(30_000) {
		x = b.Ite(b.Eq(i, b.IntNum(n)), b.IntNum(2*n), x)
		sum = append(sum, b.Scale(num.RatOf(n+1), b.Ite(b.Eq(i, b.IntNum(-n-1)), b.IntNum(0), b.IntNum(1))))
	}
	atom, _ := b.Le(x, b.Add(sum...)).Atom()
	if holds, fails := byChoices(atom); holds || fails {
		t.Error("decided")
	}
}

// counted is a context that tells when it is looked at.
type counted struct {
	context.Context
	looked func()
}

func (c *counted) Err() error {
	c.looked()
	return c.Context.Err()
}

// TestNested: a formula that is nested too deep is refused, and one that is not takes no more stack
// than there is.
func TestNested(t *testing.T) {
	p := program(t, broken)
	for _, c := range []struct {
		depth int
		why   string
	}{{1000, "the error at"}, {mostDepth + 10, "deep"}} {
		for name, step := range map[string]func(b *smt.Builder, a, i *smt.Term, n int64) *smt.Term{
			"writes": func(b *smt.Builder, a, i *smt.Term, n int64) *smt.Term { return b.Store(a, b.Add(i, b.IntNum(n)), i) },
			"choices": func(b *smt.Builder, a, i *smt.Term, n int64) *smt.Term {
				return b.Ite(b.Le(i, b.IntNum(n)), a, b.ConstArray(a.Sort(), b.IntNum(n)))
			},
		} {
			proof := everywhere(p, func(b *smt.Builder, v func(string) *smt.Term) *smt.Term {
				a := b.ConstArray(b.ArraySort(b.IntSort(), b.IntSort()), b.IntNum(0))
				for n := range int64(c.depth) {
					a = step(b, a, v("i"), n)
				}
				return b.Or(b.Le(b.Select(a, b.IntNum(5)), b.IntNum(1<<40)), b.Le(b.IntNum(0), v("i")))
			})
			for k := range proof.Contexts {
				for j := range proof.Contexts[k].Points {
					if p.Locs[proof.Contexts[k].Points[j].Loc].Error != nil {
						proof.Contexts[k].Points[j].Holds = nil
					}
				}
			}
			if _, err := Check(context.Background(), p, proof); err == nil || !strings.Contains(err.Error(), c.why) {
				t.Errorf("%s, %d deep: %v, want %q", name, c.depth, err, c.why)
			}
		}
	}
}

// TestManyDigits: a number that a program squares again and again is not written down.
func TestManyDigits(t *testing.T) {
	var text strings.Builder
	text.WriteString("void reach_error(void); int main(void) { long x = 3;")
	for range 50 {
		text.WriteString(" x = x * x;")
	}
	text.WriteString(" if (x == 3) reach_error(); return 0; }")
	p := mathematical(t, text.String())
	if _, err := Check(context.Background(), p, &Certificate{Builder: smt.NewBuilder(), Unwind: 1}); err == nil {
		t.Error("accepted")
	}
}

// TestGreedy: a file can ask for no more memory than a file of its length needs.
func TestGreedy(t *testing.T) {
	lets := func(n int, first, next, end string) string {
		var out strings.Builder
		out.WriteString("(let ((a0 " + first + "))")
		for i := range n {
			out.WriteString(" (let ((a" + strconv.Itoa(i+1) + " " + strings.NewReplacer("LAST", "a"+strconv.Itoa(i), "N", strconv.Itoa(i)).Replace(next) + "))")
		}
		return out.String() + strings.ReplaceAll(end, "LAST", "a"+strconv.Itoa(n)) + strings.Repeat(")", n+1)
	}
	many := func(n int) string {
		var out strings.Builder
		for i := range n {
			out.WriteString(" (* " + strconv.Itoa(i+2) + " x@" + strconv.Itoa(i) + ")")
		}
		return out.String()
	}
	for name, c := range map[string]struct{ text, why string }{
		"squares of a number": {lets(60, "1234567890", "(* LAST LAST)", "(<= LAST 3)"), "bits"},
		"long products":       {"(<= 3 (*" + strings.Repeat(" 1234567890", 10_000) + "))", "bits"},
		"long numbers":        {"(<= 3 " + strings.Repeat("1234567890", 1000) + ")", "bits"},
		"scaled":              {lets(1000, "x@0", "(* 1234567890 LAST)", "(<= LAST 3)"), "bits"},
		"quotients":           {lets(1000, "x@0", "(div LAST 1234567890)", "(<= LAST 3)"), "bits"},
		"sums of sums":        {lets(5000, "x@0", "(- LAST (* 2 x@N))", "(<= LAST 3)"), "too large"},
		"many sums":           {lets(1, "(+"+many(5000)+")", "(+"+strings.Repeat(" LAST", 5000)+")", "(<= LAST 3)"), "too large"},
		"many comparisons":    {lets(0, "(+"+many(5000)+")", "", "(="+strings.Repeat(" LAST x@1", 5000)+")"), "too large"},
		"distinct":            {lets(0, "(+"+many(5000)+")", "", "(distinct LAST"+many(3000)+")"), "too large"},
		"wide words":          {"(= ((_ int2bv 8000) x@0) ((_ int2bv 8000) x@1))", "up to"},
		"wider words":         {lets(20, "((_ int2bv 8) x@0)", "(concat LAST LAST)", "(= LAST (bvnot LAST))"), "bits"},
		"repeated words":      {"(= ((_ repeat 1000000) ((_ int2bv 8) x@0)) (_ bv0 8000000))", "up to"},
		"words of zeros":      {"(= (_ bv0 8000000) (_ bv0 8000000))", "bits"},
		"small words":         {"(and" + strings.Repeat(" (= ((_ sign_extend 1000) #b1) ((_ int2bv 1001) x@0))", 100) + ")", ""},
	} {
		var symbols strings.Builder
		for i := range 5000 {
			symbols.WriteString(`,"x@` + strconv.Itoa(i) + `"`)
		}
		_, err := Read(strings.NewReader(`{"format":"whet certificate 1","task":{"file":"","program":"","arith":"","data_model":"","checks":null,"entry":""},` +
			`"symbols":[` + symbols.String()[1:] + `],"formulas":["` + c.text + `"],"contexts":[]}`))
		if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %.200v, want %q", name, err, c.why)
		}
	}
}

// TestManyBits: words and numbers of formulas have a bounded size.
func TestManyBits(t *testing.T) {
	p := program(t, broken)
	for name, f := range map[string]func(b *smt.Builder, i *smt.Term) *smt.Term{
		"more than " + strconv.Itoa(mostBits) + " bits": func(b *smt.Builder, i *smt.Term) *smt.Term {
			return b.Le(i, b.Num(num.RatOfInt(num.Pow2(mostBits+1)), b.IntSort()))
		},
		"bits": func(b *smt.Builder, i *smt.Term) *smt.Term {
			return b.Eq(b.NatToBV(i, mostBits+1), b.BVNot(b.NatToBV(i, mostBits+1)))
		},
	} {
		c := everywhere(p, func(b *smt.Builder, v func(string) *smt.Term) *smt.Term { return f(b, v("i")) })
		if _, err := Check(context.Background(), p, c); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
