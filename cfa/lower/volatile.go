package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Volatile objects (C11 5.1.2.3, 6.7.3p7) are changed by others: a device, an interrupt, another
// process. What an access by a volatile lvalue reads is an input, each time: any value of its type,
// on which a bug may rest. What the program stores goes where it goes for other objects, but for
// what no volatile lvalue reads nobody sees it.
//
// The lvalue decides, not the object: *(volatile int *)&n says that others may change n meanwhile.
//
// An automatic object whose address code outside of the program does not know is as the program has
// left it where it is read by its name. It lies at no address that anything else could know, and
// longjmp rests on its value being kept (C11 7.13.2.1p3).
//
// An input is a number. Pointers cannot be any number, since nothing would be known of what they lead
// to: a volatile pointer has the value that was stored, and the verdict cannot be safe where it is
// read.

// volatileValue is what the lvalue e, which denotes the place, gives: v, where it is not volatile.
func (l *funcLowerer) volatileValue(e lang.Expr, p place, v cfa.Expr) cfa.Expr {
	t := e.Type()
	if v == nil || !t.Volatile || l.ownVolatile(e) {
		return v
	}
	if t.Kind == lang.Pointer {
		l.lookedAway("what the volatile pointer "+lang.ExprString(e)+" holds", e.Pos())
		return v
	}
	r := l.temp(l.rangeOf(t, p.field), e.Pos())
	l.emit(&cfa.Havoc{LHS: r, From: l.volatileInput(e, t, p.field)}, e.Pos())
	return r
}

func (l *funcLowerer) volatileInput(e lang.Expr, t *lang.Type, f *lang.Field) *cfa.Input {
	return &cfa.Input{
		Kind: cfa.External, Name: lang.ExprString(e), Range: l.rangeOf(t, f), Pos: e.Pos(), CType: t.Name, Float: l.floatOf(t), Volatile: true,
	}
}

// ownVolatile reports whether the lvalue names an automatic object, or a part of one, that nothing
// else can know.
func (l *funcLowerer) ownVolatile(e lang.Expr) bool {
	root, _ := steps(e, nil)
	o := object(root)
	return o != nil && (o.Storage == lang.Local || o.Storage == lang.Param) && (!l.memory(o) || !l.pts.Object(o).Has(pointsto.Escaped))
}

// hasVolatile reports whether an object of the type has parts that are volatile.
func (l *lowerer) hasVolatile(t *lang.Type, all bool) bool {
	for t.Kind == lang.Array {
		t = t.Elem
	}
	if all || t.Volatile {
		return true
	}
	if t.Kind == lang.Record {
		for _, f := range t.Fields {
			if l.hasVolatile(f.Type, false) {
				return true
			}
		}
	}
	return false
}

// volatileCopied gives those parts of a copied record any value that were volatile where they were
// read.
func (l *funcLowerer) volatileCopied(dst, src place, all bool, pos lang.Pos) {
	if src.st != nil && src.st.proc != nil {
		return // an automatic object of the function at hand
	}
	t := src.t
	all = all || t.Volatile
	switch {
	case t.Kind == lang.Record && !(all && t.Union):
		for _, f := range t.Fields {
			if l.hasVolatile(f.Type, all) {
				l.volatileCopied(l.member(dst, f), l.member(src, f), all, pos)
			}
		}
	case t.Kind == lang.Pointer || t.Kind == lang.Array && l.hasPointers(t):
		l.lookedAway("what a volatile pointer in a record holds", pos)
	default:
		l.havocPlace(dst, &cfa.Input{Kind: cfa.External, Name: "a volatile member", Pos: pos, CType: t.Name, Volatile: true}, pos)
	}
}

func (l *lowerer) hasPointers(t *lang.Type) bool {
	switch t.Kind {
	case lang.Pointer:
		return true
	case lang.Array:
		return l.hasPointers(t.Elem)
	case lang.Record:
		for _, f := range t.Fields {
			if l.hasPointers(f.Type) {
				return true
			}
		}
	}
	return false
}
