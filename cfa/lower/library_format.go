package lower

import (
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/format"
	"github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/rule"
)

// Formats of printf and scanf are compared with the arguments after them (C11 7.21.6.1, 7.21.6.2, 7.29.2).
//
// The checks find these cases of undefined behaviour: fewer arguments than conversions; a number of another size; a
// pointer or floating number in place of an integer, and the reverse; a pointer that does not lead to a string, or is
// null; an object that is too small for what scanf stores. They accept numbers of one size that differ in signedness,
// or as long and long long: every compiler passes them alike. A format that is not a literal may point to several
// literals. Then there is a branch for each of them, in which the arguments are checked against this literal. In other
// runs, nothing is claimed after a call of scanf, because the format decides what is stored. After a call of printf, only the check
// of the format is left open, unless %n might store to an argument.

// checkFormat checks the format of a call of printf, the argument with the index `at`, and the arguments after it.
func (l *funcLowerer) checkFormat(x *lang.Call, at int, args []arg, name string, wide bool, bad breach) {
	if wide {
		text, ok := l.wideText(x.Args[at])
		if !ok && args[at].v != nil {
			l.stringAt(args[at], pointsto.Wide, nil, false, bad, x.At)
		}
		l.checkText(x, at, args, name, text, ok, bad)
		return
	}
	l.overFormats(args[at], bad, x.At, func(text string, ok bool) { l.checkText(x, at, args, name, text, ok, bad) })
}

// checkText checks the arguments of a call against the text of its format. known reports whether the text is known.
func (l *funcLowerer) checkText(x *lang.Call, at int, args []arg, name, text string, known bool, bad breach) {
	if list, ok := format.Print(text); known && ok {
		l.formatPieces(x, at, args, name, list, bad, nil)
		return
	}
	what := unknownFormat(name, known)
	switch {
	case !l.opt.Check.Has(Library):
	case slices.ContainsFunc(args[at+1:], func(a arg) bool { return mayCount(a.e.Type()) }):
		l.cannot(x.At, what)
	default:
		l.unfollowed(cfa.ConstInt(1), rule.LibraryContract, "the arguments may not fit "+what, x.At)
	}
}

// mayCount reports whether %n of printf may store a number where an argument of the type t leads to: t is a pointer to an
// integer, but not to char.
func mayCount(t *lang.Type) bool {
	return t.Kind == lang.Pointer && t.Elem.IsInteger() && t.Elem.Name != pointsto.Char.Name
}

// maxFormats bounds the number of literals that a format is compared with.
const maxFormats = 32

// overFormats makes a branch for each text that the format a may have, and one for the runs in which the text is not
// known. It calls check on each branch.
func (l *funcLowerer) overFormats(a arg, bad breach, pos lang.Pos, check func(text string, known bool)) {
	if text, ok := l.formatText(a.e); ok || a.v == nil {
		check(text, ok)
		return
	}
	l.stringAt(a, pointsto.Char, nil, false, bad, pos)
	n := l.pointee(a.e)
	// The objects that the format may be. They are string literals or const, so their texts do not change: a write to
	// one breaks the rule "const".
	var texts []*lang.Object
	for _, o := range l.memObjs {
		if l.pts.Object(o).Find() == n.Find() && lang.ObjectText(o) != nil {
			texts = append(texts, o)
		}
	}
	if len(texts) > maxFormats {
		texts = nil
	}
	v := l.pin(a.v, pos)
	var next func(int)
	next = func(i int) {
		if i == len(texts) {
			check("", false)
			return
		}
		l.forkOn(cfa.MkBinary(cfa.Eq, v, l.addrs[texts[i]]), pos,
			func() { check(*lang.ObjectText(texts[i]), true) },
			func() { next(i + 1) })
	}
	next(0)
}

// unknownFormat says what is wrong with a format of the function: it is not known, or it is known and not understood.
func unknownFormat(name string, known bool) string {
	if known {
		return "a format of " + name + " that is not understood"
	}
	return "a format of " + name + " that is not known"
}

// formatPieces checks the conversions of a format, and adds their output to p, if not nil. It returns false if no run
// continues after them.
func (l *funcLowerer) formatPieces(x *lang.Call, at int, args []arg, name string, list []format.Conversion, bad breach, p *printing) bool {
	pos := x.At
	next := at + 1
	take := func(fits func(t *lang.Type) bool) *arg {
		if next >= len(args) || !fits(args[next].e.Type()) {
			l.must(cfa.ConstInt(0), bad(Library), pos)
			return nil
		}
		next++
		return &args[next-1]
	}
	number := func(size int64) func(*lang.Type) bool {
		return func(t *lang.Type) bool { return t.IsInteger() && t.Size == size }
	}
	for _, c := range list {
		if c.Verb == 0 {
			if p != nil {
				p.add(c, nil, nil, nil, nil, nil)
			}
			continue
		}
		var width, precision *arg
		if c.Width < 0 {
			if width = take(number(4)); width == nil {
				return false
			}
		}
		if c.Precision == -2 {
			if precision = take(number(4)); precision == nil {
				return false
			}
		}
		if !l.checkConversion(c, width, precision, take, number, bad, pos, p) {
			return false
		}
	}
	return true
}

// checkConversion checks one conversion of printf, and adds its output to p, if not nil. It returns false if no run
// continues after it.
func (l *funcLowerer) checkConversion(c format.Conversion, width, precision *arg, take func(func(*lang.Type) bool) *arg,
	number func(int64) func(*lang.Type) bool, bad breach, pos lang.Pos, p *printing) bool {
	pointer := func(t *lang.Type) bool { return t.Kind == lang.Pointer }
	var a *arg
	var char *lang.Type
	var n cfa.Expr
	switch c.Verb {
	case 'd', 'i', 'u', 'o', 'x', 'X':
		a = take(number(max(4, l.numberSize(c.Size))))
	case 'c', 'C':
		a = take(number(4))
	case 's', 'S':
		if a = take(pointer); a == nil {
			return false
		}
		if char = pointsto.Char; c.Verb == 'S' || c.Size == "l" {
			char = pointsto.Wide
		}
		n = l.checkPrinted(a, char, c, precision, p != nil, bad, pos)
	case 'p', 'n':
		a = take(pointer)
	case 'a', 'A', 'e', 'E', 'f', 'F', 'g', 'G':
		a = take(func(t *lang.Type) bool { return t.Kind == lang.Float && (t.Size > 8) == (c.Size == "L") })
	default:
		a = &arg{}
	}
	if p != nil && a != nil {
		p.add(c, a, width, precision, char, n)
	}
	return a != nil
}

// checkPrinted checks the string that a conversion prints, up to its precision. It returns the number of characters
// printed, if length is set and the number is known.
func (l *funcLowerer) checkPrinted(a *arg, char *lang.Type, c format.Conversion, precision *arg, length bool, bad breach, pos lang.Pos) cfa.Expr {
	switch {
	case a.v == nil:
		return nil
	case precision != nil && precision.v != nil:
		// A negative precision counts as missing.
		v := l.pin(precision.v, pos)
		if !length {
			l.forkOn(cfa.MkBinary(cfa.Lt, v, cfa.ConstInt(0)), pos,
				func() { l.stringAt(*a, char, nil, false, bad, pos) },
				func() { l.stringAt(*a, char, v, false, bad, pos) })
			return nil
		}
		n, known := l.temp(l.rangeOfPtr(), pos), true
		take := func(most cfa.Expr) {
			k := l.stringAt(*a, char, most, true, bad, pos)
			if known = known && k != nil; known {
				l.emit(&cfa.Assign{LHS: n, RHS: k}, pos)
			}
		}
		l.forkOn(cfa.MkBinary(cfa.Lt, v, cfa.ConstInt(0)), pos, func() { take(nil) }, func() { take(v) })
		if known {
			return n
		}
		return nil
	case c.Precision >= 0:
		return value(l.stringAt(*a, char, cfa.ConstInt(int64(c.Precision)), length, bad, pos))
	}
	if text, ok := lang.LiteralText(a.e); ok && char == pointsto.Char && length && !strings.Contains(text, "\x00") {
		return cfa.ConstInt(int64(len(text)))
	}
	return value(l.stringAt(*a, char, nil, length, bad, pos))
}

// numberSize returns the size of the number for a conversion with the given length modifier.
func (l *lowerer) numberSize(modifier string) int64 {
	word := l.u.Model.PtrSize()
	return map[string]int64{"": 4, "h": 2, "hh": 1, "l": word, "ll": 8, "q": 8, "L": 8, "j": 8, "z": word, "t": word}[modifier]
}

// wideText returns the text of a wide literal, if all its characters are ASCII.
func (l *lowerer) wideText(e lang.Expr) (string, bool) {
	for {
		switch x := e.(type) {
		case *lang.Cast:
			e = x.X
			continue
		case *lang.Decay:
			e = x.X
			continue
		case *lang.VarRef:
			if x.Obj.Storage != lang.Literal || x.Obj.Init == nil {
				return "", false
			}
			var text []byte
			for _, it := range x.Obj.Init.Items {
				k, ok := it.Val.(*lang.IntLit)
				if !ok {
					return "", false
				}
				c, ok := k.Val.Int64()
				if !ok || c < 0 || c > 127 {
					return "", false
				}
				text = append(text, byte(c))
			}
			return string(text), true
		}
		return "", false
	}
}

// checkScan checks the memory that a call of scanf stores to. The input decides which conversions store, so each of them
// may store. For sscanf the model does not know the input.
func (l *funcLowerer) checkScan(x *lang.Call, at int, args []arg, row *library.Function, bad breach) {
	l.overFormats(args[at], bad, x.At, func(text string, known bool) {
		list, ok := format.Scan(text)
		if !known || !ok {
			if l.opt.Check.Has(Library) {
				l.cannot(x.At, unknownFormat(row.Name, known))
			}
			return
		}
		l.checkScanned(x, at, args, row, list, bad)
	})
}

// checkScanned checks the targets of the conversions of a format.
func (l *funcLowerer) checkScanned(x *lang.Call, at int, args []arg, row *library.Function, list []format.Conversion, bad breach) {
	pos, name := x.At, row.Name
	kind := l.sourceKind(row.Result.From)
	next := at + 1
	for _, c := range storing(list) {
		if next >= len(args) || args[next].e.Type().Kind != lang.Pointer {
			l.must(cfa.ConstInt(0), bad(Library), pos)
			return
		}
		a := &args[next]
		next++
		if a.v == nil {
			continue
		}
		a.length = l.scanInto(c, *a, kind, name, bad, pos)
	}
}

// scanInto checks that the target of a conversion has enough room. It returns the length of the string that is read, if
// the format does not limit it; otherwise nil.
func (l *funcLowerer) scanInto(c format.Conversion, a arg, kind cfa.InputKind, name string, bad breach, pos lang.Pos) *cfa.Var {
	store := func(size cfa.Expr) {
		if kind != cfa.Approx {
			l.bytesAt(a, size, bad, pos)
			return
		}
		// Whether this conversion stores is determined, but not known.
		stores, not, end := l.newLoc(pos), l.newLoc(pos), l.newLoc(pos)
		l.choose("what "+name+" reads", kind, stores, not, pos)
		l.cur = stores
		l.bytesAt(a, size, bad, pos)
		l.jump(end, pos)
		l.cur = not
		l.jump(end, pos)
		l.cur = end
	}
	size := int64(1)
	if c.Size == "l" || c.Verb == 'C' || c.Verb == 'S' {
		size = pointsto.Wide.Size
	}
	switch c.Verb {
	case 'd', 'i', 'u', 'o', 'x', 'X', 'n':
		store(cfa.ConstInt(l.numberSize(c.Size)))
	case 'a', 'A', 'e', 'E', 'f', 'F', 'g', 'G':
		store(cfa.ConstInt(map[string]int64{"": 4, "l": 8, "L": 10}[c.Size]))
	case 'p', 'm':
		store(cfa.ConstInt(l.u.Model.PtrSize()))
	case 'c', 'C':
		store(cfa.ConstInt(size * int64(max(1, c.Width))))
	case 's', 'S', '[':
		if c.Width > 0 {
			// The input may be as long as the width, plus its terminator.
			store(cfa.ConstInt(size * int64(c.Width+1)))
			return nil
		}
		k := l.temp(cfa.Range{Bits: 31}, pos)
		l.emit(&cfa.Havoc{LHS: k, From: &cfa.Input{Kind: kind, Name: "length of what " + name + " reads", Range: k.Range, Pos: pos, CType: "int"}}, pos)
		l.bytesAt(a, cfa.MkBinary(cfa.Mul, cfa.MkBinary(cfa.Add, k, cfa.ConstInt(1)), cfa.ConstInt(size)), bad, pos)
		return k
	}
	return nil
}
