// Printing of terms in SMT-LIB syntax.

package smt

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/whet-mc/whet/num"
)

// Symbol returns name in SMT-LIB syntax: between bars unless it is a simple symbol and not a reserved word. If name
// begins with a bar, which no symbol of SMT-LIB contains, the result is the rest of name unchanged. Instances of sorts
// with parameters have such names, for example "|(List Int)".
func Symbol(name string) string {
	if strings.HasPrefix(name, "|") {
		return name[1:]
	}
	simple := name != "" && (name[0] < '0' || name[0] > '9')
	for i := 0; simple && i < len(name); i++ {
		c := name[i]
		simple = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("~!@$%^&*_-+=<>.?/", c) >= 0
	}
	switch name {
	case "_", "!", "as", "let", "exists", "forall", "match", "par", "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING":
		simple = false
	}
	if simple {
		return name
	}
	return "|" + name + "|"
}

// maxString is the greatest length of String's result, in bytes.
const maxString = 400

// String returns the term in SMT-LIB syntax, for messages. A long text is cut off with ….
func (t *Term) String() string {
	var out []byte
	stack := []piece{{t: t}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p.t != nil {
			from := len(stack)
			stack = shape(p.t, stack, maxString)
			slices.Reverse(stack[from:])
			continue
		}
		if len(out)+len(p.text) > maxString {
			rest := p.text[:maxString-len(out)]
			for rest != "" && !utf8.ValidString(rest) {
				rest = rest[:len(rest)-1]
			}
			return string(out) + rest + "…"
		}
		out = append(out, p.text...)
	}
	return string(out)
}

// Print writes t to w in SMT-LIB syntax, with a let for every term that occurs more than once. Reading the output gives
// the same term.
func Print(w io.Writer, t *Term) error {
	p := NewPrinter(t)
	out := bufio.NewWriter(w)
	shared := p.Shared()
	depth := 0
	for len(shared) > 0 {
		// One let binds all terms of a level, because they do not use each other.
		level := p.info[shared[0]].level
		out.WriteString("(let (")
		for i := 0; len(shared) > 0 && p.info[shared[0]].level == level; i++ {
			if i > 0 {
				out.WriteByte(' ')
			}
			out.WriteString("(" + p.info[shared[0]].name + " ")
			p.write(out, shared[0])
			out.WriteByte(')')
			shared = shared[1:]
		}
		out.WriteString(") ")
		depth++
	}
	p.write(out, t)
	for range depth {
		out.WriteByte(')')
	}
	return out.Flush()
}

// A Printer writes terms with shared parts such that each part is written once. Its user writes the definitions: for
// every term of Shared, in this order, its Name and its Body.
type Printer struct {
	info  map[*Term]*printed
	order []*Term // arguments first
}

type printed struct {
	count    int
	level    int // length of the longest chain of names below this term
	name     string
	children []*Term
}

// NewPrinter makes a printer for the terms ts.
func NewPrinter(ts ...*Term) *Printer {
	p := &Printer{info: map[*Term]*printed{}}
	mark := ""
	type frame struct {
		t    *Term
		in   *printed
		next int
	}
	var stack []frame
	var pieces []piece
	enter := func(t *Term) {
		if in := p.info[t]; in != nil {
			in.count++
			return
		}
		in := &printed{count: 1}
		p.info[t] = in
		pieces = shape(t, pieces[:0], 0)
		for _, c := range pieces {
			if c.t != nil {
				in.children = append(in.children, c.t)
			}
		}
		if t.op == OpApp {
			for used := marks(t.fn.Name); len(mark) <= used; mark += "?" {
			}
		}
		stack = append(stack, frame{t: t, in: in})
	}
	for _, t := range ts {
		enter(t)
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.next < len(f.in.children) {
				f.next++
				enter(f.in.children[f.next-1])
				continue
			}
			p.order = append(p.order, f.t)
			stack = stack[:len(stack)-1]
		}
	}
	n := 0
	for _, t := range p.order {
		in := p.info[t]
		for _, c := range in.children {
			child := p.info[c]
			l := child.level
			if child.name != "" {
				l++
			}
			in.level = max(in.level, l)
		}
		if in.count > 1 && len(in.children) > 0 {
			n++
			in.name = mark + "?" + strconv.Itoa(n)
			if t.IsBool() {
				in.name = strings.ReplaceAll(in.name, "?", "$")
			}
		}
	}
	return p
}

// marks returns the number of ? or $ at the start of a name like ?12, which could be confused with a generated name;
// -1 for other names.
func marks(name string) int {
	digits := strings.TrimLeft(name, "?$")
	if _, err := strconv.ParseUint(digits, 10, 64); err != nil || len(digits) == len(name) {
		return -1
	}
	return len(name) - len(digits)
}

// Shared returns the terms that get a name, ordered such that each uses only earlier ones.
func (p *Printer) Shared() []*Term {
	var list []*Term
	for _, t := range p.order {
		if p.info[t].name != "" {
			list = append(list, t)
		}
	}
	slices.SortStableFunc(list, func(x, y *Term) int { return p.info[x].level - p.info[y].level })
	return list
}

// Name returns the name of a shared term, and "" for other terms.
func (p *Printer) Name(t *Term) string { return p.info[t].name }

// Write writes t, a term of the printer, by its name if it has one.
func (p *Printer) Write(w *bufio.Writer, t *Term) {
	if name := p.Name(t); name != "" {
		w.WriteString(name)
		return
	}
	p.write(w, t)
}

// Body writes the term that the name of t denotes.
func (p *Printer) Body(w *bufio.Writer, t *Term) { p.write(w, t) }

func (p *Printer) write(w *bufio.Writer, t *Term) {
	stack := shape(t, nil, 0)
	slices.Reverse(stack)
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case c.t == nil:
			w.WriteString(c.text)
		case p.info[c.t].name != "":
			w.WriteString(p.info[c.t].name)
		default:
			from := len(stack)
			stack = shape(c.t, stack, 0)
			slices.Reverse(stack[from:])
		}
	}
}

// A piece is a text or a term of the output.
type piece struct {
	text string
	t    *Term
}

// shape appends the pieces of t to out. It replaces the constructors' normal forms by the forms that people write: a
// sum compared with 0 becomes a comparison of two sides. If `most` is positive, it may stop after about that many
// pieces.
func shape(t *Term, out []piece, most int) []piece {
	text := func(s string) { out = append(out, piece{text: s}) }
	apply := func(head string, args ...*Term) []piece {
		text("(" + head)
		for _, a := range args {
			if most > 0 && len(out) > most {
				break
			}
			out = append(out, piece{text: " "}, piece{t: a})
		}
		text(")")
		return out
	}
	switch t.op {
	case OpTrue, OpFalse:
		text(t.op.String())
	case OpNot:
		return negation(t, out, apply)
	case OpLe, OpLt:
		return relation(t, false, out)
	case OpApp:
		if len(t.args) > 0 {
			return apply(Symbol(t.fn.Name), t.args...)
		}
		text(Symbol(t.fn.Name))
	case OpNum:
		text(numeral(t.val, t.sort))
	case OpSum:
		s := split(t)
		s.konst = t.val
		return s.write(out, most)
	case OpDiv:
		out = append(out, piece{text: "(div "}, piece{t: t.args[0]})
		text(" " + numeral(t.val, t.sort) + ")")
	case OpConstArray:
		return apply("(as const "+t.sort.String()+")", t.args...)
	case OpDiff:
		return apply("@diff", t.args...)
	case OpElem:
		name := strings.ReplaceAll(t.sort.Name, "|", "")
		text("(as " + Symbol("@"+name+"!"+t.val.String()) + " " + t.sort.String() + ")")
	case OpBVConst:
		text(bitString(t))
	case OpBit:
		return bit(t, "#b1", out)
	case OpExtract:
		return apply("(_ extract "+strconv.Itoa(t.I())+" "+strconv.Itoa(t.J())+")", t.args...)
	case OpSignExt:
		return apply("(_ sign_extend "+strconv.Itoa(t.I())+")", t.args...)
	case OpFloatVal:
		text(floatText(t))
	default:
		if t.op > OpFloatVal {
			return apply(floatHead(t), t.args...)
		}
		return apply(t.op.String(), t.args...)
	}
	return out
}

// negation returns the shape of an OpNot.
func negation(t *Term, out []piece, apply func(string, ...*Term) []piece) []piece {
	f := t.args[0]
	switch f.op {
	case OpXor:
		return apply("=", f.args...)
	case OpLe, OpLt:
		return relation(f, true, out)
	case OpBit:
		return bit(f, "#b0", out)
	case OpBVUlt:
		return apply("bvule", f.args[1], f.args[0])
	case OpBVSlt:
		return apply("bvsle", f.args[1], f.args[0])
	}
	return apply("not", f)
}

// bit returns the shape of the comparison of t, an OpBit, with a constant of one bit.
func bit(t *Term, konst string, out []piece) []piece {
	x := piece{t: t.args[0]}
	if x.t.Width() == 1 {
		return append(out, piece{text: "(= "}, x, piece{text: " " + konst + ")"})
	}
	i := strconv.Itoa(t.I())
	return append(out, piece{text: "(= ((_ extract " + i + " " + i + ") "}, x, piece{text: ") " + konst + ")"})
}

// bitString returns the bit-vector constant t, in hexadecimal if its width is a multiple of four.
func bitString(t *Term) string {
	w := t.Width()
	prefix, base := "#b", 2
	if w%4 == 0 {
		prefix, base, w = "#x", 16, w/4
	}
	digits := t.val.Num().Big().Text(base)
	return prefix + strings.Repeat("0", w-len(digits)) + digits
}

// numeral returns the number v as a term of sort s.
func numeral(v num.Rat, s *Sort) string {
	point := ""
	if s.Kind == Real {
		point = ".0"
	}
	n, d := v.Num(), v.Den()
	neg := n.Sign() < 0
	if neg {
		n = n.Neg()
	}
	text := n.String() + point
	if !v.IsInt() {
		text = "(/ " + text + " " + d.String() + point + ")"
	}
	if neg {
		text = "(- " + text + ")"
	}
	return text
}

// A sides is a sum split into positive summands, negative summands (stored with positive coefficients) and a number.
type sides struct {
	sort     *Sort
	pos, neg []monomial
	konst    num.Rat
}

type monomial struct {
	coef num.Rat
	t    *Term
}

// split splits the sum t, without its constant.
func split(t *Term) sides {
	s := sides{sort: t.sort}
	if t.op != OpSum {
		s.pos = []monomial{{num.RatOf(1), t}}
		return s
	}
	for i, a := range t.args {
		if c := t.coefs[i]; c.Sign() > 0 {
			s.pos = append(s.pos, monomial{c, a})
		} else {
			s.neg = append(s.neg, monomial{c.Neg(), a})
		}
	}
	return s
}

// write writes the sum as one term.
func (s *sides) write(out []piece, most int) []piece {
	up, down := num.Rat{}, num.Rat{}
	if s.konst.Sign() > 0 {
		up = s.konst
	} else {
		down = s.konst.Neg()
	}
	switch {
	case len(s.neg) == 0 && down.IsZero():
		return s.side(s.pos, up, out, most)
	case len(s.pos) == 0 && up.IsZero():
		out = append(out, piece{text: "(- "})
		out = s.side(s.neg, down, out, most)
	default:
		out = append(out, piece{text: "(- "})
		out = s.side(s.pos, up, out, most)
		return s.list(s.neg, down, out, most)
	}
	return append(out, piece{text: ")"})
}

// side writes a sum of products and a number.
func (s *sides) side(ms []monomial, konst num.Rat, out []piece, most int) []piece {
	switch {
	case len(ms) == 0:
		return append(out, piece{text: numeral(konst, s.sort)})
	case len(ms) == 1 && konst.IsZero():
		return s.monomial(ms[0], out)
	}
	return s.list(ms, konst, append(out, piece{text: "(+"}), most)
}

// list writes products and a nonzero number, each after a space, and the closing parenthesis.
func (s *sides) list(ms []monomial, konst num.Rat, out []piece, most int) []piece {
	for _, m := range ms {
		if most > 0 && len(out) > most {
			break
		}
		out = append(out, piece{text: " "})
		out = s.monomial(m, out)
	}
	if !konst.IsZero() {
		out = append(out, piece{text: " " + numeral(konst, s.sort)})
	}
	return append(out, piece{text: ")"})
}

func (s *sides) monomial(m monomial, out []piece) []piece {
	if m.coef.IsOne() {
		return append(out, piece{t: m.t})
	}
	return append(out, piece{text: "(* " + numeral(m.coef, s.sort) + " "}, piece{t: m.t}, piece{text: ")"})
}

// relation returns the shape of t, an OpLe or OpLt, or of its negation: variables on the left and a number on the
// right, or variables on both sides.
func relation(t *Term, negated bool, out []piece) []piece {
	sum := t.args[0]
	s := split(sum)
	k := num.Rat{}
	if sum.op == OpSum {
		k = sum.val.Neg()
	}
	one := num.RatOf(1)
	var rel string
	switch {
	case t.op == OpLt && !negated:
		rel = "<"
	case t.op == OpLt:
		rel = ">="
	case !negated:
		rel = "<="
	case s.sort.Kind == Real:
		rel = ">"
	default: // not (Σ ≤ k) is Σ ≥ k+1
		rel, k = ">=", k.Add(one)
	}
	if len(s.neg) > 0 && s.sort.Kind == Int {
		switch { // Σ ≤ -1 and Σ ≥ 1 are strict comparisons of the two sides
		case rel == "<=" && k.Equal(one.Neg()):
			rel, k = "<", num.Rat{}
		case rel == ">=" && k.IsOne():
			rel, k = ">", num.Rat{}
		}
	}
	out = append(out, piece{text: "(" + rel + " "})
	right := piece{text: numeral(k, s.sort)}
	if len(s.neg) == 0 || !k.IsZero() {
		out = append(s.write(out, 0), piece{text: " "}, right)
	} else {
		out = append(s.side(s.pos, num.Rat{}, out, 0), piece{text: " "})
		out = s.side(s.neg, num.Rat{}, out, 0)
	}
	return append(out, piece{text: ")"})
}
