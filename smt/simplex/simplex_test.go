package simplex

import (
	"fmt"
	"testing"

	"github.com/whet-mc/whet/num"
)

func mono(c int64, v Var) Monomial { return Monomial{num.RatOf(c), v} }

func at(n int64) Delta { return DeltaOf(num.RatOf(n)) }

// checkConflict verifies a Farkas certificate from its meaning.
func checkConflict(t *Tableau, ps []Premise) error {
	c, rest, err := add(t, ps)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("the variables do not cancel: %v remain of %v", rest, ps)
	}
	if c.Sign() >= 0 {
		return fmt.Errorf("no contradiction: 0 <= %v from %v", c, ps)
	}
	return nil
}

// add adds up premises: the result is sum <= c.
func add(t *Tableau, ps []Premise) (c Delta, sum []Monomial, err error) {
	for _, p := range ps {
		if p.Coef.Sign() <= 0 {
			return c, nil, fmt.Errorf("the factor of %v is not positive", p)
		}
		f := p.Coef
		if !p.Upper {
			f = f.Neg()
		}
		c = c.AddMul(f, p.Bound)
		sum = append(sum, Monomial{f, p.Var})
	}
	return c, t.Expand(sum), nil
}

func TestSmall(t *testing.T) {
	s := New()
	x, y := s.NewVar(true), s.NewVar(true)
	sum := s.NewRow([]Monomial{mono(1, x), mono(1, y)}, true)
	diff := s.NewRow([]Monomial{mono(1, x), mono(-1, y)}, true)
	if !s.AssertLower(sum, at(5), 1) || !s.AssertUpper(sum, at(5), 2) || !s.AssertLower(diff, at(1), 3) {
		t.Fatal("consistent bounds refused")
	}
	if ok, _ := s.Check(nil); !ok {
		t.Fatal("no solution of x+y = 5, x-y >= 1")
	}
	s.Push()
	s.AssertUpper(x, at(2), 4)
	if ok, _ := s.Check(nil); ok {
		t.Fatal("a solution with x <= 2")
	}
	if err := checkConflict(s, s.Conflict()); err != nil {
		t.Fatal(err)
	}
	s.Pop(1)
	if ok, _ := s.Check(nil); !ok {
		t.Fatal("no solution after Pop")
	}
	if st := s.Integers(nil); st.Kind != Done {
		t.Fatal(st.Kind)
	}
	v := s.Concrete()
	if !v[x].Add(v[y]).Equal(num.RatOf(5)) || v[x].Sub(v[y]).Less(num.RatOf(1)) {
		t.Fatal(v)
	}
}

func TestParity(t *testing.T) {
	s := New()
	x, y := s.NewVar(true), s.NewVar(true)
	e := s.NewRow([]Monomial{mono(2, x), mono(-4, y)}, true)
	s.AssertLower(e, at(1), 1)
	s.AssertUpper(e, at(1), 2)
	if ok, _ := s.Check(nil); !ok {
		t.Fatal("no rational solution of 2x-4y = 1")
	}
	st := s.Integers(nil)
	if st.Kind != Conflict || len(st.Equations) != 1 || st.Equations[0].Coef.String() != "1/2" {
		t.Fatalf("%+v", st)
	}
}
