package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang/pointsto"
)

// The output of sprintf and similar functions, piece by piece.

// A sink is where characters are written to. Addresses of characters are multiples of their size apart.
type sink interface {
	store(at, char cfa.Expr)
	fill(lo, hi cfa.Expr, char byte)
	// copy copies n bytes from the address src, in the class `from`, to the address `at`. It returns false if it cannot
	// do that.
	copy(from *pointsto.Class, at, src, n cfa.Expr) bool
	unknown(lo, hi cfa.Expr)
	// text writes n characters of chars, from the index `from` on, to the address `at`.
	text(at cfa.Expr, chars []cfa.Expr, from, n cfa.Expr)
}

// all writes all pieces to the sink, beginning at the address `at`, and returns the address after them.
func (p *printing) all(to sink, at cfa.Expr) cfa.Expr {
	for _, c := range p.pieces {
		p.write(to, c, at)
		at = p.behind(at, c.n)
	}
	return at
}

// behind returns the address n characters after the address `at`.
func (p *printing) behind(at, n cfa.Expr) cfa.Expr {
	return p.pin(p.fitPtr(cfa.MkBinary(cfa.Add, at, cfa.MkBinary(cfa.Mul, n, cfa.ConstInt(p.char.Size)))), p.pos)
}

// write writes a piece at an address, with its padding before or after it.
func (p *printing) write(to sink, c piece, at cfa.Expr) {
	if c.body == nil {
		to.unknown(at, p.behind(at, c.n))
		return
	}
	if c.left == nil {
		p.body(to, c, at, cfa.ConstInt(0))
		return
	}
	blanks := p.pin(cfa.MkBinary(cfa.Sub, c.n, c.body), p.pos)
	leading, zeros := p.either(c.left, cfa.ConstInt(0), blanks), cfa.Expr(cfa.ConstInt(0))
	if c.number != nil && c.number.zeros != nil {
		zeros = p.either(c.number.zeros, leading, cfa.ConstInt(0))
		leading = p.either(c.number.zeros, cfa.ConstInt(0), leading)
	}
	start := p.behind(at, leading)
	p.blanks(to, at, start)
	p.body(to, c, start, zeros)
	p.blanks(to, p.behind(start, cfa.MkBinary(cfa.Add, zeros, c.body)), p.behind(at, c.n))
}

// blanks fills the bytes from lo to hi, which may be none, with blanks.
func (p *printing) blanks(to sink, lo, hi cfa.Expr) {
	if k, ok := cfa.IsConst(cfa.MkBinary(cfa.Sub, hi, lo)); !ok || !k.IsZero() {
		to.fill(lo, hi, ' ')
	}
}

// body writes a piece without its blanks, with zeros before the digits of a number.
func (p *printing) body(to sink, c piece, at, zeros cfa.Expr) {
	switch {
	case c.text != 0:
		to.store(at, cfa.ConstInt(int64(int8(c.text))))
	case c.plain:
		to.store(at, cfa.MkWrap(int(p.char.Bits), true, c.src.v))
	case c.number != nil:
		c.number.write(p, to, at, zeros)
	case c.src != nil && c.char == p.char && to.copy(c.class, at, c.src.v, cfa.MkBinary(cfa.Mul, c.body, cfa.ConstInt(p.char.Size))):
	default:
		to.unknown(at, p.behind(at, c.body))
	}
}

// toMemory writes to the memory that the program passes.
type toMemory struct{ *printing }

func (p toMemory) store(at, char cfa.Expr) { p.storeMem(p.class, at, p.char, nil, char, p.pos) }

func (p toMemory) fill(lo, hi cfa.Expr, char byte) {
	if p.char.Size == 1 {
		p.fillMem(p.class, lo, hi, cfa.ConstInt(int64(char)), nil, p.pos)
		return
	}
	p.unknown(lo, hi)
}

func (p toMemory) copy(from *pointsto.Class, at, src, n cfa.Expr) bool {
	d, s := p.regionOf(p.class), p.regionOf(from)
	if !p.alike(d, s) {
		return false
	}
	p.emit(&cfa.Copy{Dst: d.arr, DstLo: at, Src: s.arr, SrcLo: src, N: n}, p.pos)
	return true
}

func (p toMemory) unknown(lo, hi cfa.Expr) {
	p.fillMem(p.class, lo, hi, nil, &cfa.Input{Kind: cfa.Approx, Name: "what is printed", Pos: p.pos}, p.pos)
}

func (p toMemory) text(at cfa.Expr, chars []cfa.Expr, from, n cfa.Expr) {
	lo, known := constantOf(from)
	k, all := constantOf(n)
	d := p.regionOf(p.class)
	switch {
	case known && all:
		for i := range k {
			p.store(p.behind(at, cfa.ConstInt(i)), chars[lo+i])
		}
	case p.char.Size > 1 || d.float || d.arr.Step != 1 || !d.takes(pointsto.AccessOf(p.char, nil)):
		p.unknown(at, p.behind(at, n))
	default:
		whole := toScratch{p.printing, d, p.p.NewArray(p.proc, "digits", d.arr.Elem, -1)}
		for i, c := range chars {
			whole.store(cfa.ConstInt(int64(i)), c)
		}
		p.emit(&cfa.Copy{Dst: d.arr, DstLo: at, Src: whole.arr, SrcLo: from, N: n}, p.pos)
	}
}

// constantOf returns the value of a constant expression.
func constantOf(e cfa.Expr) (int64, bool) {
	k, ok := cfa.IsConst(e)
	if !ok {
		return 0, false
	}
	return k.Int64()
}

// unknown gives unknown values to the bytes from lo to hi.
func (p *printing) unknown(lo, hi cfa.Expr) { toMemory{p}.unknown(lo, hi) }

// alike reports whether the cells of the two regions are characters of the same form.
func (p *printing) alike(d, s *region) bool {
	a := pointsto.AccessOf(p.char, nil)
	return !d.float && !s.float && d.takes(a) && s.takes(a) && d.bytes == s.bytes && d.arr.Step == s.arr.Step && d.arr.Elem == s.arr.Elem
}

// truncated writes the first n characters of the output, which is longer. It returns false if it cannot. The whole
// output is stored in a separate array, from which the characters are copied.
func (p *printing) truncated(n cfa.Expr) bool {
	d := p.regionOf(p.class)
	if p.wide || d.float || d.arr.Step != 1 || !d.takes(pointsto.AccessOf(p.char, nil)) {
		return false
	}
	whole := toScratch{p, d, p.p.NewArray(p.proc, "printed", d.arr.Elem, -1)}
	whole.arr.Pos = p.pos
	p.all(whole, cfa.ConstInt(0))
	p.emit(&cfa.Copy{Dst: d.arr, DstLo: p.dst.v, Src: whole.arr, SrcLo: cfa.ConstInt(0), N: n}, p.pos)
	return true
}

// toScratch writes to an array whose cells have the form of the region's cells.
type toScratch struct {
	*printing
	like *region
	arr  *cfa.Array
}

func (p toScratch) cell(char cfa.Expr) cfa.Expr {
	r := p.arr.Elem
	if r.Bits == 0 {
		return char
	}
	return cfa.MkWrap(r.Bits, r.Signed, char)
}

func (p toScratch) store(at, char cfa.Expr) {
	p.emit(&cfa.Store{Arr: p.arr, Idx: at, Val: p.cell(char)}, p.pos)
}

func (p toScratch) fill(lo, hi cfa.Expr, char byte) {
	p.emit(&cfa.Fill{Arr: p.arr, Lo: lo, Hi: hi, Val: p.cell(cfa.ConstInt(int64(char)))}, p.pos)
}

func (p toScratch) copy(from *pointsto.Class, at, src, n cfa.Expr) bool {
	s := p.regionOf(from)
	if !p.alike(p.like, s) {
		return false
	}
	p.emit(&cfa.Copy{Dst: p.arr, DstLo: at, Src: s.arr, SrcLo: src, N: n}, p.pos)
	return true
}

func (p toScratch) unknown(lo, hi cfa.Expr) {
	in := &cfa.Input{Kind: cfa.Approx, Name: "what is printed", Range: p.arr.Elem, Pos: p.pos}
	p.emit(&cfa.Fill{Arr: p.arr, Lo: lo, Hi: hi, From: in}, p.pos)
}

func (p toScratch) text(at cfa.Expr, chars []cfa.Expr, from, n cfa.Expr) {
	digits := toScratch{p.printing, p.like, p.p.NewArray(p.proc, "digits", p.arr.Elem, -1)}
	for i, c := range chars {
		digits.store(cfa.ConstInt(int64(i)), c)
	}
	p.emit(&cfa.Copy{Dst: p.arr, DstLo: at, Src: digits.arr, SrcLo: from, N: n}, p.pos)
}
