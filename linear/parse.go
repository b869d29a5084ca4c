// This file parses constraints.

package linear

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/num"
)

// Parse reads a constraint: two sums compared by <=, <, >=, >, = or ==, such as "2*x - y/3 + 1 <= 3/4*z". A summand is
// a number, a dimension, or a product of both in any order. Numbers are integers, fractions or decimals. If names is
// nil, dimensions are called x0, x1, …; otherwise names[v] is the name of dimension v. The error says what was found
// and at which byte, counted from 1. The time is linear in the length, except for the conversion of very long numbers.
func Parse(s string, names []string) (Constraint, error) {
	p := parser{text: s, names: names}
	left, err := p.sum()
	if err != nil {
		return Constraint{}, err
	}
	op := p.relation()
	if op == "" {
		return Constraint{}, p.errorf("expected <=, <, >=, > or =")
	}
	right, err := p.sum()
	if err != nil {
		return Constraint{}, err
	}
	if p.skip(); p.at < len(s) {
		return Constraint{}, p.errorf("expected the end")
	}
	switch op {
	case "<=":
		return left.LE(right), nil
	case "<":
		return left.LT(right), nil
	case ">=":
		return left.GE(right), nil
	case ">":
		return left.GT(right), nil
	}
	return left.EQ(right), nil
}

// MustParse parses a constraint that is known to be correct, for instance in an example. It panics if Parse fails.
func MustParse(s string, names ...string) Constraint {
	c, err := Parse(s, names)
	if err != nil {
		panic(err)
	}
	return c
}

// maxParsedVar is the greatest number in a name like x17.
const maxParsedVar = 1 << 20

type parser struct {
	text  string
	at    int
	names []string
}

func (p *parser) skip() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// next skips blanks and returns the next byte without consuming it, or 0 at the end.
func (p *parser) next() byte {
	if p.skip(); p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *parser) errorf(format string, args ...any) error {
	found := "the end"
	if p.skip(); p.at < len(p.text) {
		found = fmt.Sprintf("%.20q", p.text[p.at:])
	}
	return fmt.Errorf("linear constraint, byte %d: %s, found %s", p.at+1, fmt.Sprintf(format, args...), found)
}

func (p *parser) relation() string {
	p.skip()
	for _, op := range []string{"<=", "<", ">=", ">", "==", "="} {
		if strings.HasPrefix(p.text[p.at:], op) {
			p.at += len(op)
			return op
		}
	}
	return ""
}

func (p *parser) sum() (Expr, error) {
	c, terms := num.Rat{}, []Term(nil)
	for first := true; ; first = false {
		sign := num.RatOf(1)
		switch b := p.next(); {
		case b == '-':
			sign = num.RatOf(-1)
			p.at++
		case b == '+':
			p.at++
		case !first:
			return Expr{terms: normal(terms), c: c}, nil
		}
		coef, v, err := p.product()
		if err != nil {
			return Expr{}, err
		}
		coef = coef.Mul(sign)
		if v < 0 {
			c = c.Add(coef)
		} else {
			terms = append(terms, Term{v, coef})
		}
	}
}

// product reads factors joined by * and /. v is -1 if none of them is a dimension.
func (p *parser) product() (coef num.Rat, v int, err error) {
	coef, v = num.RatOf(1), -1
	for op := byte('*'); ; p.at++ {
		b := p.next()
		switch {
		case isDigit(b):
			start := p.at
			x, err := p.number()
			if err != nil {
				return coef, v, err
			}
			if op == '/' {
				if x.IsZero() {
					p.at = start
					return coef, v, p.errorf("division by zero")
				}
				x = x.Inv()
			}
			coef = coef.Mul(x)
		case isLetter(b) && op == '*' && v < 0:
			if v, err = p.dimension(); err != nil {
				return coef, v, err
			}
		case isLetter(b):
			return coef, v, p.errorf("a product of dimensions is not linear")
		default:
			return coef, v, p.errorf("expected a number or a dimension")
		}
		if op = p.next(); op != '*' && op != '/' {
			return coef, v, nil
		}
	}
}

func isDigit(b byte) bool  { return '0' <= b && b <= '9' }
func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' || b == '_' }

func (p *parser) number() (num.Rat, error) {
	start := p.at
	for p.at < len(p.text) && (isDigit(p.text[p.at]) || p.text[p.at] == '.') {
		p.at++
	}
	x, err := num.ParseRat(p.text[start:p.at])
	if err != nil {
		p.at = start
		return x, p.errorf("expected a number")
	}
	return x, nil
}

func (p *parser) dimension() (int, error) {
	start := p.at
	for p.at < len(p.text) && (isLetter(p.text[p.at]) || isDigit(p.text[p.at])) {
		p.at++
	}
	name := p.text[start:p.at]
	if p.names != nil {
		if v := slices.Index(p.names, name); v >= 0 {
			return v, nil
		}
	} else if digits, ok := strings.CutPrefix(name, "x"); ok && digits != "" && isDigit(digits[0]) {
		if v, err := strconv.Atoi(digits); err == nil && v <= maxParsedVar {
			return v, nil
		}
	}
	p.at = start
	return -1, p.errorf("unknown dimension")
}
