package lower

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// It is unspecified whether equal string literals are one object, and whether one literal is the tail of another (C11
// 6.4.5p7). Here each literal has a separate address. The program can observe this by comparing or subtracting pointers
// to two such literals, or by converting them to integers. Before such an operation, an address in a literal is mapped
// to an address in the equal or longer literal of which this literal is a part, if the environment has chosen so. The
// choices are: all literals are separate; equal literals are one object; tails are parts of longer literals, too. One
// choice is made for each group, which contains the literals that are tails of the same longest literal. Programs
// without such operations make no choice.

// mostLiterals bounds the number of literals that an address is compared with one by one.
const mostLiterals = 16

// literal is a string literal that may be a part of another one.
type literal struct {
	o      *lang.Object
	bytes  []byte
	lo     int64    // the address of the literal
	group  *literal // the longest literal of which this literal is a tail, possibly this literal itself
	equal  *literal // the first literal that is equal to this literal
	choice *cfa.Var // the choice for a group: 1: equal literals are one object; 2: tails are parts of longer literals, too
	one    bool     // no other literal is in the group
}

// findLiterals finds the literals that may be parts of others, by their classes. All objects must have their
// addresses.
func (l *lowerer) findLiterals() {
	var list []*literal
	for _, o := range l.memObjs {
		k, isConst := cfa.IsConst(l.addrs[o])
		lo, small := k.Int64()
		if b := literalBytes(o); b != nil && isConst && small {
			list = append(list, &literal{o: o, bytes: b, lo: lo})
		}
	}
	slices.SortStableFunc(list, func(a, b *literal) int { return cmp.Compare(len(b.bytes), len(a.bytes)) })
	l.literals = map[*pointsto.Class][]*literal{}
	byText := map[string]*literal{} // by text: the longest literal with this tail
	for _, a := range list {
		unit := int(a.o.Type.Elem.Size)
		a.group = byText[string(a.bytes)]
		if a.group == nil || a.group.o.Type.Elem.Size != a.o.Type.Elem.Size {
			a.group, a.one = a, true
			for i := 0; i < len(a.bytes) && len(a.bytes) <= maxLiteral; i += unit {
				if t := string(a.bytes[i:]); byText[t] == nil {
					byText[t] = a
				}
			}
		} else {
			a.group.one = false
		}
	}
	equal := map[*literal]map[string]*literal{}
	for _, a := range list {
		if a.group.one {
			continue
		}
		if equal[a.group] == nil {
			equal[a.group] = map[string]*literal{}
		}
		if a.equal = equal[a.group][string(a.bytes)]; a.equal == nil {
			equal[a.group][string(a.bytes)], a.equal = a, a
		}
		l.pts.Object(a.o).EachPart(func(n *pointsto.Class) { l.literals[n.Find()] = append(l.literals[n.Find()], a) })
	}
}

// maxLiteral bounds the length of literals whose tails are looked up.
const maxLiteral = 4096

// isString reports whether an object is a string literal, or initialized like one, with a terminator at its end.
func isString(o *lang.Object) bool {
	b := literalBytes(o)
	if b == nil {
		return false
	}
	for i := max(0, o.Type.Size-o.Type.Elem.Size); i < int64(len(b)); i++ {
		if b[i] != 0 {
			return false
		}
	}
	return true
}

// literalBytes returns the bytes of a string literal, or nil for other objects.
func literalBytes(o *lang.Object) []byte {
	if o.Storage != lang.Literal || o.Type.Kind != lang.Array || o.Init == nil || !o.Type.Elem.IsInteger() {
		return nil
	}
	if len(o.Init.Items) == 1 && o.Init.Items[0].Str != nil {
		return o.Init.Items[0].Str
	}
	size := o.Type.Elem.Size
	if size == 1 || o.Type.Size > maxLiteral {
		return nil
	}
	wide := make([]byte, o.Type.Size)
	for _, it := range o.Init.Items {
		at, ok := it.Dst.(*lang.Index)
		if !ok {
			return nil
		}
		i, ok1 := at.I.(*lang.IntLit)
		v, ok2 := lang.StripCasts(it.Val).(*lang.IntLit)
		if !ok1 || !ok2 {
			return nil
		}
		k, _ := i.Val.Int64()
		u, _ := v.Val.Int64()
		for j := range size {
			wide[k*size+j] = byte(u >> (8 * j))
		}
	}
	return wide
}

// oneLiteral returns the values x and y of the pointers a and b, mapped by inLongest. A literal matters only if both
// pointers may lead to literals of its group.
func (l *funcLowerer) oneLiteral(a, b lang.Expr, x, y cfa.Expr) (cfa.Expr, cfa.Expr) {
	if len(l.literals) == 0 {
		return x, y
	}
	left, right := l.literalsAt(a), l.literalsAt(b)
	if len(left) == 0 || len(right) == 0 {
		return x, y
	}
	inBoth := map[*literal][2]bool{} // by group: whether a, and whether b, may lead to a literal of the group
	for i, list := range [][]*literal{left, right} {
		for _, a := range list {
			in := inBoth[a.group]
			in[i] = true
			inBoth[a.group] = in
		}
	}
	apart := func(a *literal) bool { return inBoth[a.group] != [2]bool{true, true} }
	pos := a.Pos()
	return l.inLongest(slices.DeleteFunc(slices.Clone(left), apart), x, pos), l.inLongest(slices.DeleteFunc(slices.Clone(right), apart), y, pos)
}

// literalsAt returns the literals that a pointer may lead to and that may be parts of others.
func (l *lowerer) literalsAt(e lang.Expr) []*literal {
	if n := l.pts.Pointee(e); n != nil {
		return l.literals[n.Find()]
	}
	return nil
}

// inLongest returns the address v. If v lies in a literal of the list, and the environment has chosen that this literal
// is a part of another one, inLongest returns the corresponding address in the other literal.
func (l *funcLowerer) inLongest(list []*literal, v cfa.Expr, pos lang.Pos) cfa.Expr {
	out := v
	checked := 0
	for _, a := range list {
		if a == a.group || v == nil {
			continue
		}
		hi := a.lo + int64(len(a.bytes))
		if k, ok := cfa.IsConst(v); ok {
			if i, ok := k.Int64(); !ok || i < a.lo || i > hi {
				continue
			}
		} else if checked++; checked > mostLiterals {
			l.unless(cfa.MkAnd(cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(a.lo)), cfa.MkBinary(cfa.Le, v, cfa.ConstInt(hi))), "which of very many string literals are one object", pos)
			continue
		}
		at := func(lo int64) cfa.Expr { return cfa.MkBinary(cfa.Add, v, cfa.ConstInt(lo-a.lo)) }
		c := l.choiceOf(a.group)
		var to cfa.Expr = v
		if a.equal != a {
			to = cfa.MkIte(cfa.MkBinary(cfa.Ge, c, cfa.ConstInt(1)), at(a.equal.lo), to)
		}
		if n := len(a.group.bytes) - len(a.bytes); a.equal != a.group {
			to = cfa.MkIte(cfa.MkBinary(cfa.Ge, c, cfa.ConstInt(2)), at(a.group.lo+int64(n)), to)
		}
		in := cfa.MkAnd(cfa.MkBinary(cfa.Ge, v, cfa.ConstInt(a.lo)), cfa.MkBinary(cfa.Le, v, cfa.ConstInt(hi)))
		out = cfa.MkIte(in, to, out)
	}
	return out
}

// choiceOf returns the choice for a group of literals.
func (l *lowerer) choiceOf(g *literal) *cfa.Var {
	if g.choice == nil {
		g.choice = l.p.NewVar(nil, "equal literals", cfa.GlobalVar, cfa.Range{Bits: 2})
		g.choice.Shadow = true
		l.chosen = append(l.chosen, g)
	}
	return g.choice
}

// chooseLiterals makes the choices that the program depends on.
func (l *funcLowerer) chooseLiterals() {
	for _, g := range l.chosen {
		pos := g.o.Pos
		t := l.temp(cfa.Range{Bits: 2}, pos)
		l.emit(&cfa.Havoc{LHS: t, From: &cfa.Input{Kind: cfa.External, Name: "whether equal string literals are one object", Range: t.Range, Pos: pos, CType: "int"}}, pos)
		l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Le, t, cfa.ConstInt(2)), Contract: true}, pos)
		l.emit(&cfa.Assign{LHS: g.choice, RHS: t}, pos)
	}
}
