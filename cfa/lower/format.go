package lower

import (
	"math"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/format"
	"github.com/whet-mc/whet/lang/library"
)

// Formats of printf and scanf (C11 7.21.6.1, 7.21.6.2), where they are literals.

// formatText returns the literal text of a format. It follows parameters of a model to the arguments if the model is
// called in one place.
func (l *lowerer) formatText(e lang.Expr) (string, bool) {
	for {
		switch x := e.(type) {
		case *lang.VarRef:
			if arg := l.pts.Argument(x.Obj); arg != nil {
				e = arg
				continue
			}
		case *lang.Cast:
			e = x.X
			continue
		// gettext and similar functions keep the conversions of a format, but this is not known here
		case *lang.Call:
			return "", false
		}
		return lang.LiteralText(e)
	}
}

// countsInto reports whether a call of printf may store a count through a pointer (%n). `at` is the index of the
// format.
func (l *lowerer) countsInto(x *lang.Call, at int) bool {
	text, ok := l.formatText(x.Args[at])
	if ok {
		if list, ok := format.Print(text); ok {
			return format.Counts(list)
		}
	}
	for _, a := range x.Args[at+1:] {
		// The format could use %n if an argument points to a number.
		if t := a.Type(); t.Kind == lang.Pointer && t.Elem.IsInteger() && t.Elem.Size > 1 && !t.Elem.Const {
			return true
		}
	}
	return false
}

// printed bounds the number of characters that printf writes for the format text, if it is known. long is the size of a
// long. lo is -1 if printf may fail.
func printed(text string, known bool, long int64) (lo, hi int64) {
	list, ok := format.Print(text)
	if !known || !ok {
		return -1, math.MaxInt32
	}
	fails := false
	for _, c := range list {
		a, b, may, ok := printedBy(c, long)
		if !ok {
			return -1, math.MaxInt32
		}
		fails = fails || may
		lo, hi = min(lo+a, math.MaxInt32), min(hi+b, math.MaxInt32)
	}
	if fails {
		lo = -1
	}
	return lo, hi
}

// printedBy bounds the number of characters that a conversion writes. fails reports whether it may fail, ok whether
// the conversion is known.
func printedBy(c format.Conversion, long int64) (lo, hi int64, fails, ok bool) {
	a, b := int64(0), int64(math.MaxInt32)
	switch c.Verb {
	case 0:
		a, b = 1, 1
	case 'd', 'i', 'u', 'o', 'x', 'X':
		a, b = printedNumbers(c, long)
	case 'c':
		a, b = 1, 1
		fails = c.Size != ""
	case 's':
		if c.Precision >= 0 {
			b = int64(c.Precision)
		}
		fails = c.Size != ""
	case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A', 'p', 'm':
	default:
		return 0, 0, false, false
	}
	switch {
	case c.Width > 0:
		a, b = max(a, int64(c.Width)), max(b, int64(c.Width))
	case c.Width < 0:
		b = math.MaxInt32
	}
	return a, b, fails, true
}

// printedNumbers bounds the number of characters of an integer conversion, without its width.
func printedNumbers(c format.Conversion, long int64) (lo, hi int64) {
	bits := map[string]int64{"": 32, "h": 16, "hh": 8, "l": 8 * long, "ll": 64, "q": 64, "L": 64, "j": 64, "z": 8 * long, "t": 8 * long}[c.Size]
	digits := bits/3 + 1 // digits in octal, the longest form
	switch c.Verb {
	case 'd', 'i':
		digits = map[int64]int64{8: 4, 16: 6, 32: 11, 64: 20}[bits]
	case 'u':
		digits = map[int64]int64{8: 3, 16: 5, 32: 10, 64: 20}[bits]
	case 'x', 'X':
		digits = bits / 4
	}
	lo, hi = 1, digits
	if c.Flags != "" {
		hi += 2
	}
	if c.Precision >= 0 {
		lo, hi = 0, max(hi, int64(c.Precision)+3)
	} else if c.Precision == -2 || bits == 0 {
		lo, hi = 0, math.MaxInt32
	}
	if c.Flags != "" && c.Precision == -1 {
		hi += digits // room for the separators of groups of digits
	}
	return lo, hi
}

// scan lowers a call of scanf with a literal format, the argument with the index `at`. The environment chooses the number of
// items that are stored, and their values. The values of some conversions are over-approximated. scan returns false
// for a call with another format, with %n, which stores but is no item, or without a target for each conversion.
func (l *funcLowerer) scan(x *lang.Call, row *library.Function, at int, args []arg, kind cfa.InputKind, res *cfa.Var) bool {
	text, ok := l.formatText(x.Args[at])
	list, good := format.Scan(text)
	if !ok || !good {
		return false
	}
	pos := x.At
	targets := args[at+1:]
	stores := storing(list)
	n := len(stores)
	if n == 0 || n != len(targets) {
		return false
	}
	if slices.ContainsFunc(list, func(c format.Conversion) bool { return c.Verb == 'n' }) {
		return false
	}
	if res == nil {
		res = l.temp(cfa.Range{Bits: 32, Signed: true}, pos)
	}
	l.emit(&cfa.Havoc{LHS: res, From: &cfa.Input{Kind: kind, Name: row.Name, Range: res.Range, Pos: pos, CType: "int"}}, pos)
	l.assumeWithin(res, cfa.ConstInt(-1), cfa.ConstInt(int64(n)), pos)
	end := l.newLoc(pos)
	for i, a := range targets {
		more := l.newLoc(pos)
		l.test(cfa.MkBinary(cfa.Gt, res, cfa.ConstInt(int64(i))), more, end, pos)
		l.cur = more
		if !l.scansInto(stores[i], a) && !l.scansText(stores[i], a) {
			l.storesTo(x, &a)
			l.overwriteScanned(x, row, at+1+i, a)
			continue
		}
		p := l.pin(a.v, pos)
		if l.scansText(stores[i], a) {
			l.scanText(x, stores[i], a, p, row.Name, kind)
			continue
		}
		l.storableBytes(l.pts.Pointee(a.e), p, cfa.ConstInt(a.e.Type().Elem.Size), l.breaches(x, pos), pos)
		in := &cfa.Input{Kind: kind, Name: "what " + row.Name + " reads", Pos: pos}
		if stores[i].Width > 0 {
			in.Kind = cfa.Approx // not every number of the type has so few digits
		}
		l.fillMem(l.pts.Pointee(a.e), p, cfa.MkBinary(cfa.Add, p, cfa.ConstInt(a.e.Type().Elem.Size)), nil, in, pos)
	}
	l.jump(end, pos)
	l.cur = end
	return true
}

// storing lists the conversions of a format of scanf that store something: one for each target.
func storing(list []format.Conversion) []format.Conversion {
	return slices.DeleteFunc(slices.Clone(list), func(c format.Conversion) bool { return c.Verb == 0 || c.Skip })
}

// scansText reports whether the conversion c stores characters: at most as many as the format says, or a.length.
func (l *lowerer) scansText(c format.Conversion, a arg) bool {
	t := a.e.Type()
	return t.Kind == lang.Pointer && a.v != nil && characterType(t.Elem) && l.pts.Pointee(a.e) != nil && c.Size == "" && (c.Width > 0 || a.length != nil) &&
		(c.Verb == 's' || c.Verb == '[' || c.Verb == 'c')
}

// scanText stores at p what the conversion c reads, for which scansText holds: c.Width characters for %c, otherwise a
// string of 1 to c.Width characters, or of a.length characters.
func (l *funcLowerer) scanText(x *lang.Call, c format.Conversion, a arg, p cfa.Expr, name string, kind cfa.InputKind) {
	pos, m, bad := x.At, l.pts.Pointee(a.e), l.breaches(x, x.At)
	plus := func(n cfa.Expr) cfa.Expr { return cfa.MkBinary(cfa.Add, p, n) }
	in := &cfa.Input{Kind: kind, Name: "what " + name + " reads", Pos: pos}
	width := cfa.ConstInt(int64(c.Width))
	if c.Verb == 'c' {
		l.storableBytes(m, p, width, bad, pos)
		l.fillMem(m, p, plus(width), nil, in, pos)
		return
	}
	n := a.length
	if n == nil {
		n = l.temp(cfa.Range{Bits: 31}, pos)
		l.emit(&cfa.Havoc{LHS: n, From: &cfa.Input{Kind: kind, Name: "length of what " + name + " reads", Range: n.Range, Pos: pos, CType: "int"}}, pos)
		l.assumeWithin(n, cfa.ConstInt(1), width, pos)
	} else {
		width = cfa.ConstInt(math.MaxInt32)
		l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Ge, n, cfa.ConstInt(1)), Contract: true}, pos)
	}
	l.storableBytes(m, p, cfa.MkBinary(cfa.Add, n, cfa.ConstInt(1)), bad, pos)
	if in.Only = accepted(c); in.Only == nil {
		in.Kind = cfa.Approx
	}
	l.fillMem(m, p, plus(n), nil, in, pos)
	end := l.pin(plus(n), pos)
	l.fillMem(m, end, cfa.MkBinary(cfa.Add, end, cfa.ConstInt(1)), cfa.ConstInt(0), nil, pos)
	l.terminated(m, a.e.Type().Elem.Size, p, cfa.ConstInt(0), width, pos)
}

// accepted returns the characters that the conversion c of scanf, %s or %[, stores, or nil if they are not known.
func accepted(c format.Conversion) *cfa.Characters {
	set := &cfa.Characters{}
	if c.Verb == 's' { // all but white space: ' ', and \t, \n, \v, \f, \r
		set.Add(' ', ' ')
		set.Add('\t', '\r')
		set.Complement()
		return set
	}
	list, ok := c.Ranges()
	if !ok {
		return nil
	}
	for _, r := range list {
		set.Add(r.Lo, r.Hi)
	}
	if c.Not {
		set.Complement()
	}
	return set
}

// scansInto reports whether the conversion c stores a value of the type that the argument points to, and may store
// any such value, or with a width some of them.
func (l *lowerer) scansInto(c format.Conversion, a arg) bool {
	t := a.e.Type()
	if t.Kind != lang.Pointer || a.v == nil || l.pts.Pointee(a.e) == nil {
		return false
	}
	size, kind := int64(0), lang.Integer
	switch c.Verb {
	case 'a', 'A', 'e', 'E', 'f', 'F', 'g', 'G':
		size, kind = map[string]int64{"": 4, "l": 8}[c.Size], lang.Float
		if t.Elem.Complex || t.Elem.Opaque {
			return false
		}
	case 'd', 'i', 'u', 'o', 'x', 'X':
		size = map[string]int64{"": 4, "h": 2, "hh": 1, "l": l.u.Model.PtrSize(), "ll": 8, "q": 8, "L": 8, "j": 8, "z": l.u.Model.PtrSize(), "t": l.u.Model.PtrSize()}[c.Size]
	case 'c':
		if c.Size == "" && c.Width <= 1 {
			size = 1
		}
	}
	return size == t.Elem.Size && kind == t.Elem.Kind
}
