package quantified

import (
	"strings"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Text writes a formula in C's syntax, with the names that the program's source has. It is for people: names of different procedures may be the same, and /
// rounds down.
func (s *Space) Text(f *smt.Term) string {
	switch f.Op() {
	case smt.OpTrue:
		return "1"
	case smt.OpFalse:
		return "0"
	case smt.OpNot:
		return s.negated(f.Arg(0))
	case smt.OpAnd:
		return s.list(f.Args(), " && ")
	case smt.OpOr:
		return s.list(f.Args(), " || ")
	case smt.OpLe:
		return s.compare(f.Arg(0), " <= ", " < ")
	case smt.OpEq:
		if f.Arg(0).Sort() == s.ints {
			return s.compare(s.B.Sub(f.Arg(0), f.Arg(1)), " == ", "")
		}
	}
	return s.number(f)
}

func (s *Space) negated(f *smt.Term) string {
	switch f.Op() {
	case smt.OpLe: // s > 0: 0 < s
		return s.compare(s.B.Sub(s.B.IntNum(1), f.Arg(0)), " <= ", " < ")
	case smt.OpEq:
		if f.Arg(0).Sort() == s.ints {
			return s.compare(s.B.Sub(f.Arg(0), f.Arg(1)), " != ", "")
		}
	}
	return "!(" + s.Text(f) + ")"
}

func (s *Space) list(fs []*smt.Term, sep string) string {
	parts := make([]string, len(fs))
	for i, f := range fs {
		parts[i] = s.Text(f)
		if f.Op() == smt.OpAnd || f.Op() == smt.OpOr {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, sep)
}

// compare writes Σ rel 0 with all signs positive; strict, where there is one, is for Σ + 1 <= 0.
func (s *Space) compare(sum *smt.Term, rel, strict string) string {
	coefs, terms, konst := parts(sum)
	var left, right []string
	for i, t := range terms {
		k := coefs[i]
		text := s.number(t)
		if !k.Abs().IsOne() {
			text = k.Abs().String() + "*" + text
		}
		if k.Sign() > 0 {
			left = append(left, text)
		} else {
			right = append(right, text)
		}
	}
	if strict != "" && konst.IsOne() && len(left) > 0 && len(right) > 0 {
		konst, rel = num.Rat{}, strict
	}
	switch {
	case konst.Sign() > 0 && len(left) > 0 && len(right) == 0:
		right = append(right, konst.Neg().String())
	case konst.Sign() > 0:
		left = append(left, konst.String())
	case konst.Sign() < 0 && len(right) > 0 && len(left) == 0:
		left = append(left, konst.String())
	case konst.Sign() < 0:
		right = append(right, konst.Neg().String())
	}
	side := func(ps []string) string {
		if len(ps) == 0 {
			return "0"
		}
		return strings.Join(ps, " + ")
	}
	return side(left) + rel + side(right)
}

// number writes a term that is no comparison.
func (s *Space) number(t *smt.Term) string {
	switch t.Op() {
	case smt.OpNum:
		return t.Value().String()
	case smt.OpSelect:
		return s.number(t.Arg(0)) + "[" + s.number(t.Arg(1)) + "]"
	case smt.OpSum:
		coefs, terms, konst := parts(t)
		var b strings.Builder
		add := func(k num.Rat, text string) {
			switch {
			case b.Len() == 0 && k.Sign() < 0:
				b.WriteString("-")
			case b.Len() > 0 && k.Sign() < 0:
				b.WriteString(" - ")
			case b.Len() > 0:
				b.WriteString(" + ")
			}
			if text == "" {
				text = k.Abs().String()
			} else if !k.Abs().IsOne() {
				text = k.Abs().String() + "*" + text
			}
			b.WriteString(text)
		}
		for i, u := range terms {
			add(coefs[i], s.number(u))
		}
		if !konst.IsZero() {
			add(konst, "")
		}
		return b.String()
	case smt.OpDiv:
		return "((" + s.number(t.Arg(0)) + ") / " + t.Value().String() + ")"
	case smt.OpIte:
		return "(" + s.Text(t.Arg(0)) + " ? " + s.number(t.Arg(1)) + " : " + s.number(t.Arg(2)) + ")"
	}
	if t.IsVar() {
		switch o := s.of[t]; {
		case o.v != nil:
			return o.v.Name
		case o.a != nil:
			return o.a.Name
		}
	}
	return t.String()
}
