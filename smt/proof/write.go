// The text form of proofs, in the syntax of SMT-LIB.

package proof

import (
	"bufio"
	"io"
	"strconv"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Write writes p as one expression in the syntax of SMT-LIB, with a name for every term that occurs more than once, so
// that its length is linear in the number of terms:
//
//	(proof
//	 (define-fun ?1 () Int (+ x y))
//	 (step 0 assume ((<= ?1 5)))
//	 …
//	 (step 2 farkas ((not (<= ?1 5)) (<= ?1 7)) :coefs (1 1))
//	 …
//	 (step 9 rup () :premises (0 2 7)))
//
// A step has its number, its rule, its clause, and then what the rule needs besides: :premises, :coefs, :coefs2,
// :terms.
func Write(w io.Writer, p *Proof) error {
	var all []*smt.Term
	for i := range p.Steps {
		all = append(append(all, p.Steps[i].Clause...), p.Steps[i].Terms...)
	}
	pr := smt.NewPrinter(all...)
	out, ok := w.(*bufio.Writer)
	if !ok {
		out = bufio.NewWriter(w)
	}
	out.WriteString("(proof")
	for _, t := range pr.Shared() {
		out.WriteString("\n (define-fun " + pr.Name(t) + " () " + t.Sort().String() + " ")
		pr.Body(out, t)
		out.WriteByte(')')
	}
	list := func(n int, each func(i int)) {
		out.WriteByte('(')
		for i := range n {
			if i > 0 {
				out.WriteByte(' ')
			}
			each(i)
		}
		out.WriteByte(')')
	}
	attribute := func(key string, n int, each func(i int)) {
		if n > 0 {
			out.WriteString(" " + key + " ")
			list(n, each)
		}
	}
	for i := range p.Steps {
		s := &p.Steps[i]
		out.WriteString("\n (step " + strconv.Itoa(i) + " " + s.Rule.String() + " ")
		list(len(s.Clause), func(k int) { pr.Write(out, s.Clause[k]) })
		attribute(":premises", len(s.Premises), func(k int) { out.WriteString(strconv.Itoa(s.Premises[k])) })
		attribute(":coefs", len(s.Coefs), func(k int) { out.WriteString(rational(s.Coefs[k])) })
		attribute(":coefs2", len(s.Coefs2), func(k int) { out.WriteString(rational(s.Coefs2[k])) })
		attribute(":terms", len(s.Terms), func(k int) { pr.Write(out, s.Terms[k]) })
		out.WriteByte(')')
	}
	_, err := out.WriteString(")") // out returns an earlier error again
	if err == nil && !ok {
		err = out.Flush()
	}
	return err
}

// rational returns v in the syntax of SMT-LIB: an integer as a term of sort Int, another number as (/ n d).
func rational(v num.Rat) string {
	n := v.Num().String()
	if v.Sign() < 0 {
		n = "(- " + v.Neg().Num().String() + ")"
	}
	if v.IsInt() {
		return n
	}
	return "(/ " + n + " " + v.Den().String() + ")"
}
