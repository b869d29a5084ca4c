package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/num"
)

// sprintf and its kind with a literal format, where contracts are checked: how much they write is
// computed as far as strings, characters, plain integers and text go, so that a bug may rest on it.
// What they write is exact for text, strings and characters. Without the check, or with a format
// that is not understood, the model in C says that it is any text of any length that the format can
// give (lang/models/printed.c).

// piece is what a part of a format gives.
type piece struct {
	n     cfa.Expr   // the number of characters
	text  byte       // the character, where it is text
	src   *arg       // the string that is copied, or the character (plain)
	plain bool       // a character
	char  *lang.Type // of the string
	class *pointsto.Class
}

// printTo lowers a call of sprintf or its kind; false: the model does.
func (l *funcLowerer) printTo(x *lang.Call, f *lang.Func, args []arg, res *cfa.Var) bool {
	k, ok := calls.Printers[f.Name]
	if !ok || !l.opt.Check.Has(Library|accesses) || l.fn.Model || f.Body != nil && !f.Model || len(args) <= k.Format || args[0].v == nil {
		return false
	}
	text, ok := l.formatText(x.Args[k.Format])
	char := pointsto.Char
	if k.Wide {
		text, ok = l.wideText(x.Args[k.Format])
		char = pointsto.Wide
	}
	list, good := conversions(text, false)
	if !ok || !good || hasCount(list) || k.Size > 0 && args[k.Size].v == nil {
		return false
	}
	for _, c := range list {
		if multibyte := c.verb == 'S' || c.verb == 'C' || c.verb == 'm' || (c.verb == 's' || c.verb == 'c') && c.size == "l"; multibyte && !k.Wide {
			return false // it may fail
		}
	}
	pos := x.At
	for i := range args {
		args[i].v = l.pin(args[i].v, pos)
	}
	bad := l.breaches(x, pos)
	p := &printing{l, bad, k.Wide, char, args[0], l.pointee(args[0].e), nil, pos}
	if !l.formatPieces(x, k.Format, args, f.Name, list, bad, p) {
		return l.opt.Check.Has(Library) // then no run comes behind it
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

// printResult is the length that the format gives, or what swprintf returns where that has no room.
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

// printing is one call of sprintf or its kind.
type printing struct {
	*funcLowerer
	bad    breach
	wide   bool
	char   *lang.Type // of what is written
	dst    arg
	class  *pointsto.Class // that it is written to
	pieces []piece
	pos    lang.Pos
}

// into writes n characters and the end, where there is room for them; exact: all that the format
// gives.
func (p *printing) into(n cfa.Expr, exact bool) {
	size := cfa.ConstInt(p.char.Size)
	bytes := cfa.MkBinary(cfa.Mul, cfa.MkBinary(cfa.Add, n, cfa.ConstInt(1)), size)
	p.bytesAt(p.dst, p.pin(bytes, p.pos), p.bad, p.pos)
	for _, c := range p.pieces {
		if c.src == nil || c.plain || !sharesPart(p.class, c.class) {
			continue
		}
		// Copied between objects that overlap: undefined.
		from := cfa.MkBinary(cfa.Mul, cfa.MkBinary(cfa.Add, c.n, cfa.ConstInt(1)), cfa.ConstInt(c.char.Size))
		to := p.bad(Library)
		explain(to, cfa.Pointer, p.dst.v, cfa.Size, bytes, cfa.Other, c.src.v, cfa.OtherSize, from)
		p.must(apart(p.dst.v, bytes, c.src.v, from), to, p.pos)
	}
	at := p.dst.v
	if exact {
		for _, c := range p.pieces {
			p.write(c, at)
			at = p.pin(p.fitPtr(cfa.MkBinary(cfa.Add, at, cfa.MkBinary(cfa.Mul, c.n, size))), p.pos)
		}
	} else {
		end := cfa.MkBinary(cfa.Add, at, cfa.MkBinary(cfa.Mul, n, size))
		p.unknown(at, end)
		at = p.pin(p.fitPtr(end), p.pos)
	}
	p.storeMem(p.class, at, p.char, nil, cfa.ConstInt(0), p.pos)
}

// limited writes no more than room characters, the end among them.
func (p *printing) limited(room, n cfa.Expr) {
	nothing := func() {}
	p.forkOn(cfa.MkBinary(cfa.Gt, room, cfa.ConstInt(0)), p.pos, func() {
		p.forkOn(cfa.MkBinary(cfa.Lt, n, room), p.pos, func() { p.into(n, true) }, func() {
			fits := cfa.MkBinary(cfa.Sub, room, cfa.ConstInt(1))
			if len(p.pieces) == 1 {
				p.pieces[0].n = fits
			}
			p.into(p.pin(fits, p.pos), len(p.pieces) == 1)
		})
	}, nothing)
}

// write writes a piece at an address.
func (p *printing) write(c piece, at cfa.Expr) {
	switch {
	case c.text != 0:
		p.storeMem(p.class, at, p.char, nil, cfa.ConstInt(int64(int8(c.text))), p.pos)
	case c.plain:
		p.storeMem(p.class, at, p.char, nil, p.fitWord(c.src.v, int(p.char.Bits)), p.pos)
	case c.src != nil && c.char == p.char && p.copyAcross(c.class, at, c.src.v, cfa.MkBinary(cfa.Mul, c.n, cfa.ConstInt(p.char.Size))):
	default:
		p.unknown(at, cfa.MkBinary(cfa.Add, at, cfa.MkBinary(cfa.Mul, c.n, cfa.ConstInt(p.char.Size))))
	}
}

func (l *lowerer) fitWord(e cfa.Expr, bits int) cfa.Expr { return cfa.MkWrap(bits, true, e) }

// unknown makes what lies between two addresses unknown.
func (p *printing) unknown(lo, hi cfa.Expr) {
	p.fillMem(p.class, lo, hi, nil, &cfa.Input{Kind: cfa.Approx, Name: "what is printed", Pos: p.pos}, p.pos)
}

// copyAcross copies n bytes from another class, where cells of both are of one form.
func (p *printing) copyAcross(from *pointsto.Class, dst, src, n cfa.Expr) bool {
	a := pointsto.AccessOf(p.char, nil)
	d, s := p.regionOf(p.class), p.regionOf(from)
	if d.float || s.float || !(d.takes(a) && s.takes(a)) || d.bytes != s.bytes || d.arr.Step != s.arr.Step || d.arr.Elem != s.arr.Elem {
		return false
	}
	p.copyStored(d, s, dst, src, n, p.pos)
	p.emit(&cfa.Copy{Dst: d.arr, DstLo: dst, Src: s.arr, SrcLo: src, N: n}, p.pos)
	return true
}

// add adds what a conversion gives, of the argument a, which is a string of length n, if that is
// known.
func (p *printing) add(c conversion, a *arg, char *lang.Type, n cfa.Expr) {
	q := piece{n: n}
	switch {
	case c.verb == 0:
		q.n, q.text = cfa.ConstInt(int64(c.text)), c.char
	case c.width != 0: // blanks
	case (c.verb == 'c' || c.verb == 'C') && a.v != nil:
		q.n, q.src, q.plain = cfa.ConstInt(1), a, true
	case n != nil && char == p.char && a.v != nil:
		q.src, q.char, q.class = a, char, p.pointee(a.e)
	}
	if q.n == nil || c.width != 0 && c.verb != 0 {
		q.n = p.width(c, a, n)
	}
	p.pieces = append(p.pieces, q)
}

// width is the number of characters that a conversion gives which is not only text or a string.
func (p *printing) width(c conversion, a *arg, n cfa.Expr) cfa.Expr {
	switch c.verb {
	case 'd', 'i', 'u', 'o', 'x', 'X':
		if n == nil && !c.flags && c.precision == -1 && a.v != nil {
			n = p.digits(c, a.v)
		}
	case 'c', 'C':
		n = cfa.ConstInt(1)
	}
	if n != nil && c.width >= 0 {
		n = p.pin(n, p.pos)
		if c.width > 0 {
			t := p.temp(p.rangeOfPtr(), p.pos)
			w := cfa.ConstInt(int64(c.width))
			p.forkOn(cfa.MkBinary(cfa.Lt, n, w), p.pos,
				func() { p.emit(&cfa.Assign{LHS: t, RHS: w}, p.pos) }, func() { p.emit(&cfa.Assign{LHS: t, RHS: n}, p.pos) })
			return t
		}
		return n
	}
	lo, hi, _, _ := c.printed(p.u.Model.PtrSize())
	k := p.temp(p.rangeOfPtr(), p.pos)
	p.emit(&cfa.Havoc{LHS: k, From: &cfa.Input{Kind: cfa.Approx, Name: "the length of what is printed", Range: cfa.Range{Bits: 31}, Pos: p.pos}}, p.pos)
	p.assumeWithin(k, cfa.ConstInt(lo), cfa.ConstInt(hi), p.pos)
	return k
}

// digits is the number of characters of an integer: one, and one more for each power of the base
// that it reaches.
func (p *printing) digits(c conversion, v cfa.Expr) cfa.Expr {
	bits := 8 * int(p.numberSize(c.size))
	signed := c.verb == 'd' || c.verb == 'i'
	base := map[byte]int64{'o': 8, 'x': 16, 'X': 16}[c.verb]
	if base == 0 {
		base = 10
	}
	v = p.pin(cfa.MkWrap(bits, signed, v), p.pos)
	var n cfa.Expr = cfa.ConstInt(1)
	power, most := num.Of(base), num.Pow2(uint(bits))
	if signed {
		n = cfa.MkBinary(cfa.Add, n, cfa.MkBinary(cfa.Lt, v, cfa.ConstInt(0)))
		most = num.Pow2(uint(bits - 1))
	}
	for ; power.Less(most); power = power.Mul(num.Of(base)) {
		more := cfa.MkBinary(cfa.Ge, v, cfa.ConstOf(power))
		if signed {
			more = cfa.MkOr(more, cfa.MkBinary(cfa.Le, v, cfa.ConstOf(power.Neg())))
		}
		n = cfa.MkBinary(cfa.Add, n, more)
	}
	return n
}
