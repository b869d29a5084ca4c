package lower

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/format"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Calls of sprintf and similar functions with a literal format. For text, strings, characters and integers the output
// and its length are computed exactly, so that a bug may rest on them (integers: print_number.go). Floating numbers
// and pointers give any text of a length that the conversion allows. If the format is not understood, the model in C
// gives any text for all of it (lang/models/printed.c).

// A piece is the output of a part of a format.
type piece struct {
	n      cfa.Expr        // the number of characters
	body   cfa.Expr        // the number of characters without the padding to the conversion's width; nil: not known
	text   byte            // the character of literal text
	src    *arg            // the string that is copied; if plain is set, the character
	plain  bool            // the piece is a character (%c)
	char   *lang.Type      // the type of the string's characters
	class  *pointsto.Class // the class of the string
	number *printedNumber
	left   cfa.Expr // 1: the padding comes after the text; 0: the padding comes before the text; nil: no padding
}

// printTo lowers a call of sprintf or a similar function. It returns false if the model in C must lower it.
func (l *funcLowerer) printTo(x *lang.Call, f *lang.Func, args []arg, res *cfa.Var) bool {
	k, ok := calls.Printers[f.Name]
	if !ok || l.fn == nil || l.fn.Model || f.Body != nil && !f.Model || len(args) <= k.Format || args[0].v == nil {
		return false
	}
	text, ok := l.formatText(x.Args[k.Format])
	char := pointsto.Char
	if k.Wide {
		text, ok = l.wideText(x.Args[k.Format])
		char = pointsto.Wide
	}
	list, good := format.Print(text)
	if !ok || !good || format.Counts(list) || k.Size > 0 && args[k.Size].v == nil {
		return false
	}
	for _, c := range list {
		if multibyte := c.Verb == 'S' || c.Verb == 'C' || c.Verb == 'm' || (c.Verb == 's' || c.Verb == 'c') && c.Size == "l"; multibyte && !k.Wide {
			return false // the conversion may fail
		}
	}
	pos := x.At
	for i := range args {
		args[i].v = l.pin(args[i].v, pos)
	}
	bad := l.breaches(x, pos)
	p := &printing{l, bad, k.Wide, char, args[0], l.pointee(args[0].e), nil, pos}
	if !l.formatPieces(x, k.Format, args, f.Name, list, bad, p) {
		return l.opt.Check.Has(Library) // if library functions are checked, no run continues after the call
	}
	var total cfa.Expr = cfa.ConstInt(0)
	for _, c := range p.pieces {
		total = cfa.MkBinary(cfa.Add, total, c.n)
	}
	total = l.pin(total, pos)
	if k.Size == 0 {
		p.into(total, true)
	} else {
		p.limited(args[k.Size].v, total)
	}
	if res != nil {
		l.printResult(k, args, total, res, pos)
	}
	return true
}

// printResult stores the result: the length of the output, or what swprintf returns if there is no room.
func (l *funcLowerer) printResult(k calls.Printer, args []arg, total cfa.Expr, res *cfa.Var, pos lang.Pos) {
	length := func() { l.emit(&cfa.Assign{LHS: res, RHS: l.asInt(total)}, pos) }
	if !k.Wide {
		length()
		return
	}
	l.forkOn(cfa.MkBinary(cfa.Lt, total, args[k.Size].v), pos, length, func() {
		l.emit(&cfa.Assign{LHS: res, RHS: cfa.ConstInt(-1)}, pos)
	})
}

func (l *funcLowerer) asInt(e cfa.Expr) cfa.Expr {
	if l.opt.Arith != cfa.Machine {
		return e
	}
	return cfa.MkWrap(32, true, e)
}

// A printing is one call of sprintf or a similar function.
type printing struct {
	*funcLowerer
	bad    breach
	wide   bool
	char   *lang.Type      // the type of the output's characters
	dst    arg             // the argument that says where the output goes
	class  *pointsto.Class // the class of the memory at dst
	pieces []piece
	pos    lang.Pos
}

// into writes n characters and the terminator, if there is room for them. exact says that n is the complete output.
func (p *printing) into(n cfa.Expr, exact bool) {
	size := cfa.ConstInt(p.char.Size)
	bytes := cfa.MkBinary(cfa.Mul, cfa.MkBinary(cfa.Add, n, cfa.ConstInt(1)), size)
	bytes = p.pin(bytes, p.pos)
	p.bytesAt(p.dst, bytes, p.bad, p.pos)
	p.storableBytes(p.class, p.dst.v, bytes, p.bad, p.pos)
	for _, c := range p.pieces {
		if c.src == nil || c.plain || !sharesPart(p.class, c.class) {
			continue
		}
		// A copy between objects that overlap is undefined.
		from := cfa.MkBinary(cfa.Mul, cfa.MkBinary(cfa.Add, c.n, cfa.ConstInt(1)), cfa.ConstInt(c.char.Size))
		to := p.bad(Library)
		explain(to, cfa.Pointer, p.dst.v, cfa.Size, bytes, cfa.Other, c.src.v, cfa.OtherSize, from)
		p.must(apart(p.dst.v, bytes, c.src.v, from), to, p.pos)
	}
	end := cfa.MkBinary(cfa.Add, p.dst.v, cfa.MkBinary(cfa.Mul, n, size))
	p.eachRegion(p.class, func(r *region) {
		p.fillStored(r, p.dst.v, cfa.MkBinary(cfa.Add, p.dst.v, bytes), 1, p.pos)
	})
	switch {
	case exact:
		end = p.all(toMemory{p}, p.dst.v)
	case !p.truncated(n):
		p.unknown(p.dst.v, end)
	}
	p.storeMem(p.class, p.pin(p.fitPtr(end), p.pos), p.char, nil, cfa.ConstInt(0), p.pos)
}

// limited writes at most room characters, including the terminator.
func (p *printing) limited(room, n cfa.Expr) {
	nothing := func() {}
	p.forkOn(cfa.MkBinary(cfa.Gt, room, cfa.ConstInt(0)), p.pos, func() {
		p.forkOn(cfa.MkBinary(cfa.Lt, n, room), p.pos, func() { p.into(n, true) }, func() {
			fits := cfa.MkBinary(cfa.Sub, room, cfa.ConstInt(1))
			if one := p.pieces; len(one) == 1 && one[0].src != nil && !one[0].plain && one[0].left == nil {
				one[0].n, one[0].body = fits, fits
				p.into(p.pin(fits, p.pos), true)
				return
			}
			p.into(p.pin(fits, p.pos), false)
		})
	}, nothing)
}

// add adds the output of a conversion of the argument a. n is the length of a string argument, if it is known.
func (p *printing) add(c format.Conversion, a, width, precision *arg, char *lang.Type, n cfa.Expr) {
	q := piece{}
	switch {
	case c.Verb == 0:
		q.n, q.text = cfa.ConstInt(1), c.Char
		q.body = q.n
		p.pieces = append(p.pieces, q)
		return
	case c.Verb == 'c' || c.Verb == 'C':
		q.body = cfa.ConstInt(1)
		if a.v != nil {
			q.src, q.plain = a, true
		}
	case n != nil:
		q.body = p.pin(n, p.pos)
		if char == p.char && a.v != nil {
			q.src, q.char, q.class = a, char, p.pointee(a.e)
		}
	case strings.IndexByte("diouxX", c.Verb) >= 0 && a.v != nil && (precision == nil || precision.v != nil):
		q.number = p.number(c, a.v, precision)
		q.body = p.pin(q.number.length(), p.pos)
	}
	switch {
	case q.body == nil || width != nil && width.v == nil:
		q.body, q.src, q.number = nil, nil, nil
		q.n = p.someLength(c)
	case width != nil || c.Width > 0:
		p.pad(&q, c, width)
	default:
		q.n = q.body
	}
	p.pieces = append(p.pieces, q)
}

// someLength returns the number of characters of a conversion's output about which nothing else is known.
func (p *printing) someLength(c format.Conversion) cfa.Expr {
	lo, hi, _, _ := printedBy(c, p.u.Model.PtrSize())
	k := p.temp(p.rangeOfPtr(), p.pos)
	p.emit(&cfa.Havoc{LHS: k, From: &cfa.Input{Kind: cfa.Approx, Name: "the length of what is printed", Range: cfa.Range{Bits: 31}, Pos: p.pos}}, p.pos)
	p.assumeWithin(k, cfa.ConstInt(lo), cfa.ConstInt(hi), p.pos)
	return k
}

// pad extends a piece to the width of its conversion.
func (p *printing) pad(q *piece, c format.Conversion, width *arg) {
	var w cfa.Expr = cfa.ConstInt(int64(c.Width))
	q.left = cfa.ConstInt(oneIf(c.Has('-')))
	if width != nil { // a negative width is the flag - and its absolute value
		v := p.pin(cfa.MkWrap(32, true, width.v), p.pos)
		below := cfa.MkBinary(cfa.Lt, v, cfa.ConstInt(0))
		if !c.Has('-') {
			q.left = p.pin(below, p.pos)
		}
		w = p.either(below, cfa.MkBinary(cfa.Sub, cfa.ConstInt(0), v), v)
	}
	q.n = p.either(cfa.MkBinary(cfa.Lt, q.body, w), w, q.body)
}

// either returns a if the condition c holds, else b.
func (p *printing) either(c, a, b cfa.Expr) cfa.Expr {
	if k, ok := cfa.IsConst(c); ok {
		if k.IsZero() {
			return b
		}
		return a
	}
	r, s := p.rangeOfExpr(a), p.rangeOfExpr(b)
	r.Bits = max(r.Bits+int(oneIf(s.Signed && !r.Signed)), s.Bits+int(oneIf(r.Signed && !s.Signed)))
	if r.Signed = r.Signed || s.Signed; p.rangeOfExpr(a).Bits == 0 || s.Bits == 0 {
		r = cfa.Range{} // any integer
	}
	t := p.temp(r, p.pos)
	p.forkOn(c, p.pos, func() { p.emit(&cfa.Assign{LHS: t, RHS: a}, p.pos) }, func() { p.emit(&cfa.Assign{LHS: t, RHS: b}, p.pos) })
	return t
}
