// Printing of proofs.

package array

import (
	"fmt"
	"io"
	"strings"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

const (
	lineWidth = 80
	// longer formulas are cut, so that the space to print a proof is linear in its nodes
	formulaWidth  = 400
	labelledNodes = 1000 // a longer list has labels only at the inputs and the last line
)

// Print writes the proof, each node once. labels may be nil. name may be nil; otherwise it returns the name to print
// for a variable, or "" to use the name of the variable's function.
//
// If all inferences form one line and the other premises are leaves, the proof is written as in the paper: the premises
// of an inference next to each other above a bar, and the conclusion below it. Other proofs are lists of numbered
// sequents, each with its rule and the numbers of its premises. Inputs are numbered from 0.
func (s *Sequent) Print(w io.Writer, labels *Labels, name func(*smt.Term) string) error {
	return s.PrintStyled(w, labels, Printing{Name: name})
}

// Printing has the options of PrintStyled. The zero value gives the output of Print.
type Printing struct {
	// Name returns the name of a variable, or "" to use the name of the variable's function.
	Name func(*smt.Term) string
	// returns the text for an input in a list; if nil, the texts are "input 0", "input 1" and so on
	Input func(int) string
	// Words writes computations modulo 2^n as s32(x) and the like, the signed or unsigned number of n bits that is
	// congruent to x, if the formula has the corresponding division. It also writes comparisons of integers with -1 as
	// comparisons with 0.
	Words bool
}

// PrintStyled does what Print does, with the options in how.
func (s *Sequent) PrintStyled(w io.Writer, labels *Labels, how Printing) error {
	p := &printer{labels: labels, name: how.Name, input: how.Input, words: how.Words}
	if p.input == nil {
		p.input = func(i int) string { return fmt.Sprint("input ", i) }
	}
	text := p.tree(s)
	if text == "" {
		text = p.list(s)
	}
	_, err := io.WriteString(w, text)
	return err
}

// Text formats a term or formula as in proofs printed with Printing.Words: operators are infix, and a long text is cut
// off with "...".
func Text(t *smt.Term) string {
	p := &printer{words: true}
	p.term(t)
	return p.out.String()
}

type printer struct {
	labels *Labels
	name   func(*smt.Term) string
	input  func(int) string
	words  bool
	out    strings.Builder // the formula being printed
	cut    bool
	only   *Sequent // in a long list, the only labelled node other than inputs; otherwise nil
}

// tree formats the proof as in the paper, or returns "" if the proof does not have the required shape.
func (p *printer) tree(root *Sequent) string {
	var spine []*Sequent
	for s := root; ; s = s.Premises[0] {
		for _, q := range s.Premises[min(1, len(s.Premises)):] {
			if len(q.Premises) > 0 {
				return ""
			}
		}
		spine = append(spine, s)
		if len(s.Premises) == 0 {
			break
		}
	}
	var out strings.Builder
	for i := len(spine) - 1; i >= 0; i-- {
		line := p.sequent(spine[i])
		rule := ""
		if i > 0 {
			for _, q := range spine[i-1].Premises[1:] {
				if q.Rule == ByAxiom {
					rule = " (1)"
				} else {
					line += "   " + p.sequent(q)
				}
			}
		}
		if len(line) > lineWidth-len(rule) {
			return ""
		}
		out.WriteString(line + "\n")
		if i > 0 {
			bar := max(len(line), len(p.sequent(spine[i-1])))
			out.WriteString(strings.Repeat("-", min(bar, lineWidth-len(rule))) + rule + "\n")
		}
	}
	return out.String()
}

func (p *printer) list(root *Sequent) string {
	var out strings.Builder
	number := map[*Sequent]int{}
	var order []*Sequent
	root.Walk(func(s *Sequent) {
		order = append(order, s)
		number[s] = len(order)
	})
	if len(order) > labelledNodes && p.labels != nil {
		p.only = root
	}
	digits := len(fmt.Sprint(len(order)))
	for i, s := range order {
		why := s.Rule.String()
		if s.Rule == ByInput {
			why = p.input(s.Input)
		}
		for k, q := range s.Premises {
			sep := " "
			if k > 0 {
				sep = ", "
			}
			if len(s.Coefs) > 0 && !s.Coefs[k].IsOne() {
				sep += s.Coefs[k].String() + "*"
			}
			why += fmt.Sprint(sep, number[q])
		}
		for k, h := range s.Cases {
			sep := " for "
			if k > 0 {
				sep = ", "
			}
			if number[h] == 0 {
				why += sep + "-" // the refutation of the case does not use its hypothesis
			} else {
				why += fmt.Sprint(sep, number[h])
			}
		}
		head := fmt.Sprintf("%*d. ", digits, i+1)
		wrap(&out, head, p.sequent(s), "["+why+"]")
	}
	return out.String()
}

// wrap writes text, with line breaks at spaces, and at the right margin the reason `why`.
func wrap(out *strings.Builder, head, text, why string) {
	indent := strings.Repeat(" ", len(head))
	line := head
	flush := func() {
		out.WriteString(strings.TrimRight(line, " ") + "\n")
		line = indent
	}
	for _, word := range strings.Fields(text) {
		if len(line)+len(word) > lineWidth && line != indent && line != head {
			flush()
		}
		line += word + " "
	}
	for len(why) > 0 {
		if len(line)+len(why) > lineWidth && line != indent {
			flush()
		}
		room := lineWidth - len(line)
		if len(why) <= room {
			line += strings.Repeat(" ", room-len(why)) + why
			break
		}
		at := strings.LastIndex(why[:room], " ")
		if at <= 0 {
			if at = strings.Index(why, " "); at < 0 {
				at = len(why) - 1
			}
		}
		line += why[:at+1]
		why = why[at+1:]
		flush()
	}
	flush()
}

// sequent formats the labels and the conclusion of s.
func (p *printer) sequent(s *Sequent) string {
	p.out.Reset()
	p.cut = false
	if p.labels != nil && (p.only == nil || p.only == s || s.Rule == ByInput) {
		for i, m := range p.labels.At(s) {
			if i > 0 {
				p.write(", ")
			}
			p.write("Q(")
			p.term(m.Index)
			p.write(", ")
			p.term(m.Array)
			p.write(")")
		}
		if p.out.Len() > 0 {
			p.write(" ")
		}
	}
	left := p.out.String() + "|- "
	p.out.Reset()
	p.cut = false
	switch {
	case s.Frame != nil:
		p.frame(s.Frame)
	case s.Shown != nil:
		p.shape(s.Shown, 0)
	case s.Right != nil:
		p.term(s.Left)
		p.write(" = ")
		p.term(s.Right)
	default:
		p.term(s.Left)
	}
	return left + p.out.String()
}

func (p *printer) frame(f *Agreement) {
	p.term(f.New)
	p.write(" = ")
	p.term(f.Old)
	p.write(" except at ")
	for i, e := range f.Except {
		if i > 0 {
			p.write(", ")
		}
		switch {
		case f.Part == nil:
			p.write(e.String())
		default:
			p.term(f.Part)
			if !e.IsZero() {
				p.signed(e)
			}
		}
	}
}

func (p *printer) signed(k num.Rat) {
	if k.Sign() < 0 {
		p.write(" - " + k.Neg().String())
	} else {
		p.write(" + " + k.String())
	}
}

func (p *printer) write(s string) {
	if p.cut {
		return
	}
	if p.out.Len()+len(s) > formulaWidth {
		p.out.WriteString(" ...")
		p.cut = true
		return
	}
	p.out.WriteString(s)
}

func (p *printer) term(t *smt.Term) { p.shape(leafShape(t), 0) }

// The precedences of operators, for parentheses.
const (
	bindOr = iota + 1
	bindAnd
	bindNot
	bindCompare
	bindSum
	bindProduct
)

// shape writes a term or formula. It recurses into arguments, but every two levels write at least one letter and
// formulaWidth bounds the output, so the stack depth is bounded.
func (p *printer) shape(e *Shape, around int) {
	if p.cut {
		return
	}
	o := e.open()
	in := func(binds int, f func()) {
		if around >= binds {
			p.write("(")
			f()
			p.write(")")
		} else {
			f()
		}
	}
	infix := func(binds int, op string) {
		in(binds, func() {
			for i, a := range o.Args {
				if i > 0 {
					p.write(op)
				}
				p.shape(a, binds)
				if p.cut {
					return
				}
			}
		})
	}
	switch o.Op {
	case smt.OpNot:
		a := o.Args[0].open()
		switch a.Op {
		case smt.OpEq:
			in(bindCompare, func() {
				p.shape(a.Args[0], bindCompare)
				p.write(" != ")
				p.shape(a.Args[1], bindCompare)
			})
		case smt.OpLe, smt.OpLt:
			in(bindCompare, func() { p.compare(a, map[smt.Op]string{smt.OpLe: " > ", smt.OpLt: " >= "}[a.Op]) })
		case smt.OpXor:
			o = a
			infix(bindCompare, " = ")
		default:
			in(bindNot, func() {
				p.write("not ")
				p.shape(a, bindNot)
			})
		}
	case smt.OpAnd:
		infix(bindAnd, " and ")
	case smt.OpOr:
		infix(bindOr, " or ")
	case smt.OpXor:
		infix(bindCompare, " != ")
	case smt.OpEq:
		infix(bindCompare, " = ")
	case smt.OpLe, smt.OpLt:
		in(bindCompare, func() { p.compare(o, map[smt.Op]string{smt.OpLe: " <= ", smt.OpLt: " < "}[o.Op]) })
	case smt.OpIte:
		p.write("(")
		p.shape(o.Args[0], 0)
		p.write(" ? ")
		p.shape(o.Args[1], 0)
		p.write(" : ")
		p.shape(o.Args[2], 0)
		p.write(")")
	case smt.OpSum:
		if w := wordOf(e); p.words && w != nil {
			p.word(w)
			return
		}
		in(bindSum, func() { p.sum(o, 0, o.T.Value()) })
	case smt.OpMul:
		infix(bindProduct, "*")
	case smt.OpNum, smt.OpBVConst, smt.OpElem:
		p.write(o.T.Value().String())
	default:
		p.apply(o)
	}
}

// apply writes an operator in prefix form with its arguments.
func (p *printer) apply(o *Shape) {
	head := o.Op.String()
	if o.Op == smt.OpApp {
		head = o.T.Func().Name
		if p.name != nil {
			if n := p.name(o.T); n != "" {
				head = n
			}
		}
	}
	p.write(head)
	if len(o.Args) == 0 {
		return
	}
	p.write("(")
	for i, a := range o.Args {
		if i > 0 {
			p.write(", ")
		}
		p.shape(a, 0)
		if p.cut {
			return
		}
	}
	if o.Op == smt.OpDiv {
		p.write(", " + o.T.Value().String())
	}
	p.write(")")
}

// sum writes the monomials of a sum and a constant. If sign is not 0, it writes only the monomials whose coefficient
// has this sign, without the sign.
func (p *printer) sum(o *Shape, sign int, k num.Rat) {
	var args []*Shape
	var coefs []num.Rat
	for i, a := range o.Args {
		c := o.T.Coef(i)
		if sign != 0 {
			if c.Sign() != sign {
				continue
			}
			c = c.Abs()
		}
		args, coefs = append(args, a), append(coefs, c)
	}
	p.monomials(args, coefs, k)
}

func (p *printer) monomials(args []*Shape, coefs []num.Rat, k num.Rat) {
	for i, a := range args {
		c := coefs[i]
		switch {
		case i == 0 && c.Sign() < 0:
			p.write("-")
		case i == 0:
		case c.Sign() < 0:
			p.write(" - ")
		default:
			p.write(" + ")
		}
		if !c.Abs().IsOne() {
			p.write(c.Abs().String() + "*")
		}
		p.shape(a, bindProduct)
		if p.cut {
			return
		}
	}
	switch {
	case len(args) == 0:
		p.write(k.String())
	case !k.IsZero():
		p.signed(k)
	}
}

// compare writes the comparison of a sum with 0. Negative summands and the constant go to the right side.
func (p *printer) compare(o *Shape, op string) {
	t := o.Args[0].open()
	if t.Op != smt.OpSum {
		p.shape(t, bindCompare)
		p.write(op + "0")
		return
	}
	k := t.T.Value().Neg()
	if p.words && t.T.Sort().Kind == smt.Int && k.Neg().IsOne() {
		switch op {
		case " <= ":
			op, k = " < ", num.Rat{}
		case " > ":
			op, k = " >= ", num.Rat{}
		}
	}
	p.sum(t, 1, num.Rat{})
	p.write(op)
	p.sum(t, -1, k)
}
