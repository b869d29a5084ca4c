// The rule parity: equations modulo 2, each given by its clauses, are added up as in Gaussian elimination.

package proof

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/whet-mc/whet/smt"
)

// parity checks that the sum modulo 2 of the premises' equations is a contradiction if the clause is false.
func (c *checker) parity(s *Step) error {
	if len(s.Terms) > 0 {
		return errors.New("terms where the rule has none")
	}
	defer c.forget()
	if c.refute(s.Clause) {
		return nil
	}
	in := map[*smt.Term]bool{} // the formulas that occur an odd number of times in the sum
	sum := false               // the sum modulo 2 of their values according to the equations
	for rest := s.Premises; len(rest) > 0; {
		n, odd, err := c.equation(rest)
		if err != nil {
			return err
		}
		sum = sum != odd
		for _, l := range c.steps[rest[0]].Clause {
			a, _ := l.Atom()
			in[a] = !in[a]
		}
		rest = rest[n:]
	}
	for a, odd := range in {
		if !odd {
			continue
		}
		switch c.value(a) {
		case 0:
			return errors.New("the sum has a formula that is not in the clause")
		case 1:
			sum = !sum
		}
	}
	if !sum {
		return errors.New("the sum is no contradiction")
	}
	return nil
}

// equation reads the group of clauses with which the premises begin. It returns their number n, and odd reports whether
// they say that an odd number of their formulas is true. An equation of k formulas has 2^(k-1) clauses.
func (c *checker) equation(premises []int) (n int, odd bool, err error) {
	first := c.steps[premises[0]].Clause
	k := len(first)
	if k == 0 || bits.Len(uint(len(premises))) < k {
		return 0, false, fmt.Errorf("premise %d does not begin all clauses of an equation", premises[0])
	}
	place := make(map[*smt.Term]int, k)
	for i, l := range first {
		a, _ := l.Atom()
		place[a] = i
	}
	n = 1 << (k - 1)
	seen := make(map[uint]bool, n)
	for _, p := range premises[:n] {
		if c.poll() {
			return 0, false, ErrStopped
		}
		clause := c.steps[p].Clause
		// by bit: whether the literal at this place is negated, and whether the clause has a literal at this place
		var signs, has uint
		for _, l := range clause {
			a, neg := l.Atom()
			i, ok := place[a]
			if !ok {
				return 0, false, fmt.Errorf("premise %d has other formulas than premise %d", p, premises[0])
			}
			has |= 1 << i
			if neg {
				signs |= 1 << i
			}
		}
		// The clause excludes the assignment in which its negated formulas are the true ones.
		this := bits.OnesCount(signs)%2 == 0
		if seen[signs] || len(clause) != k || has != 1<<k-1 || len(seen) > 0 && this != odd {
			return 0, false, fmt.Errorf("premise %d is not another clause of the equation of premise %d", p, premises[0])
		}
		seen[signs], odd = true, this
	}
	return n, odd, nil
}
