package cert

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// broken reaches its error in its third round.
const broken = `
void reach_error(void);
int main(void) {
	int i = 0;
	while (i < 10) {
		i = i + 1;
		if (i == 3) reach_error();
	}
	return 0;
}`

// everywhere is a certificate that says the same of all locations, those of errors among them.
func everywhere(p *cfa.Program, f func(b *smt.Builder, v func(string) *smt.Term) *smt.Term) *Certificate {
	c := openHeads(p)
	v := func(name string) *smt.Term {
		for _, v := range p.Vars {
			if v.Name == name {
				return Symbol{Var: v}.Term(c.Builder)
			}
		}
		return nil
	}
	said := f(c.Builder, v)
	for i := range c.Contexts {
		for k := range c.Contexts[i].Points {
			c.Contexts[i].Points[k].Holds = []Annotation{{Conj: []*smt.Term{said}}}
		}
	}
	return c
}

// TestVocabulary: formulas are about integers, and all that is in them has a meaning for these. A
// formula with a number that is none of them was once taken for another one, which holds, and
// everything follows from what it says.
func TestVocabulary(t *testing.T) {
	p := program(t, broken)
	for name, f := range map[string]func(b *smt.Builder, v func(string) *smt.Term) *smt.Term{
		"a choice between fractions": func(b *smt.Builder, v func(string) *smt.Term) *smt.Term {
			half := b.Num(num.RatFrac(1, 2), b.RealSort())
			one := b.Num(num.RatOf(1), b.RealSort())
			third := b.Num(num.RatFrac(1, 3), b.RealSort())
			return b.Le(b.Ite(b.Eq(v("i"), b.IntNum(0)), half, one), third)
		},
		"a fraction of a variable": func(b *smt.Builder, v func(string) *smt.Term) *smt.Term {
			half := b.Scale(num.RatFrac(1, 2), b.Ite(b.Eq(v("i"), b.IntNum(0)), b.Num(num.RatOf(1), b.RealSort()), b.Num(num.RatOf(2), b.RealSort())))
			return b.Lt(half, b.Num(num.RatFrac(1, 3), b.RealSort()))
		},
		"a fraction rounded": func(b *smt.Builder, v func(string) *smt.Term) *smt.Term {
			half := b.Num(num.RatFrac(1, 2), b.RealSort())
			return b.Le(b.IntNum(1), b.ToInt(b.Ite(b.Eq(v("i"), b.IntNum(0)), half, b.Num(num.RatFrac(1, 3), b.RealSort()))))
		},
	} {
		c := everywhere(p, f)
		var file bytes.Buffer
		if err := Write(&file, c); err != nil {
			t.Fatal(err)
		}
		read, err := Read(&file)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, c := range []*Certificate{c, read} {
			if _, err := Check(context.Background(), p, c); err == nil {
				t.Errorf("%s: accepted", name)
			} else if !strings.Contains(err.Error(), "no meaning") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
