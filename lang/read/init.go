package read

import (
	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// This file reads initialisers (C11 6.7.9), and flattens them to their leaves. Braces may be left out, and
// designators may jump. If several items initialise the same place, the last one in Items wins.

// maxItems bounds the number of leaves of one initialiser: the numbers for nested ranges like
// [0 ... 1000000] = {…} multiply.
const maxItems = 4 << 20

// initer reads the initialiser of the object obj.
type initer struct {
	c   *checker
	obj *lang.Object
	out *lang.Init
	// end is the number of elements that the outermost array needs, if its length is open
	end int64
}

// cursor is a position in an initialiser list.
type cursor struct {
	list  *cc.InitializerList
	fresh bool  // the designation of the current item was not followed yet
	e     *held // the current item's expression, after it was read
}

type held struct{ e lang.Expr }

func newCursor(l *cc.InitializerList) *cursor { return &cursor{list: l, fresh: true} }

func (k *cursor) next() {
	k.list = k.list.InitializerList
	k.fresh, k.e = true, nil
}

func (k *cursor) done() bool {
	for k.list != nil && k.list.Initializer == nil {
		k.next() // the parser leaves such an item after an error
	}
	return k.list == nil
}

// designators returns the designators of the current item, or nil if it has no designators or they were followed
// already.
func (k *cursor) designators() *cc.DesignatorList {
	if !k.fresh || k.list.Designation == nil {
		return nil
	}
	return k.list.Designation.DesignatorList
}

// initialise reads the initialiser n of the object o.
func (c *checker) initialise(o *lang.Object, n *cc.Initializer) {
	if o.Type == c.Bad {
		return
	}
	if o.Storage != lang.Local {
		c.Static++
		defer func() { c.Static-- }()
	}
	if n.Case == cc.InitializerInitList {
		c.initList(o, n.InitializerList, c.at(n.Token))
		return
	}
	in := c.initer(o)
	k := &cursor{list: &cc.InitializerList{Initializer: n}}
	dst := in.root()
	switch {
	case o.Type.Kind == lang.Array && !in.fromString(dst, k) && !in.fromLiteral(dst, k):
		if e := in.value(k); !build.IsBad(c.Bad, e) {
			c.errorf(e.Pos(), "the array %s is initialised by a value of type %s", o.Name, e.Type())
		}
	case o.Type.Kind != lang.Array:
		in.scalarItem(dst, k)
	}
	in.finish()
}

// initList reads the braced initialiser { l } of the object o.
func (c *checker) initList(o *lang.Object, l *cc.InitializerList, pos lang.Pos) {
	if o.Type == c.Bad {
		return
	}
	if !o.Type.IsAggregate() && !o.Type.IsScalar() {
		c.errorf(pos, "a variable of type %s is initialised", o.Type)
		return
	}
	in := c.initer(o)
	in.braced(in.root(), l, pos)
	in.finish()
}

func (c *checker) initer(o *lang.Object) *initer {
	if o.Type.Kind == lang.Array && o.Type.Len < 0 {
		// The initialiser determines the length. A typedef may share the type, so copy the type.
		t := c.Array(o.Type.Elem, -1)
		o.Type = t
	}
	return &initer{c: c, obj: o, out: &lang.Init{}}
}

func (in *initer) root() lang.Expr {
	return &lang.VarRef{ExprBase: lang.Typed(in.obj.Pos, in.obj.Type), Obj: in.obj}
}

// finish stores the initialiser in the object, and the length that the initialiser gives an array of open
// length.
func (in *initer) finish() {
	o := in.obj
	if t := o.Type; t.Kind == lang.Array && t.Len < 0 {
		t.Len = in.end
		t.Size = in.end * t.Elem.Size
		if y := in.c.scope.names[o.Name]; y != nil && y.obj == o {
			y.typ = t
		}
	}
	o.Init = in.out
}

func (in *initer) add(dst, val lang.Expr) {
	in.out.Items = append(in.out.Items, lang.InitItem{Dst: dst, Val: val})
	if len(in.out.Items) > maxItems {
		in.c.errorf(dst.Pos(), "the initialiser has more than %d elements", maxItems)
		panic(tooMany{})
	}
}

// value returns the current item's expression. It reads the expression only once.
func (in *initer) value(k *cursor) lang.Expr {
	if k.e == nil {
		k.e = &held{in.c.rvalue(k.list.Initializer.AssignmentExpression)}
	}
	return k.e.e
}

// scalarItem stores the current item, an expression, in dst.
func (in *initer) scalarItem(dst lang.Expr, k *cursor) {
	e := in.value(k)
	k.next()
	if e = in.c.assignable(e, dst.Type(), "the initialiser"); !build.IsBad(in.c.Bad, e) {
		in.add(dst, e)
	}
}

// braced reads the initialiser { l } of dst.
func (in *initer) braced(dst lang.Expr, l *cc.InitializerList, pos lang.Pos) {
	c := in.c
	c.depth++
	defer func() { c.depth-- }()
	k := newCursor(l)
	t := dst.Type()
	switch {
	case !t.IsAggregate():
		if k.done() {
			in.out.Zero = true // C23: int x = {};
			in.add(dst, c.Convert(c.IntLit(pos, c.IntT, 0), t))
			return
		}
		if n := k.list.Initializer; n.Case == cc.InitializerInitList {
			in.braced(dst, n.InitializerList, pos)
		} else {
			in.scalarItem(dst, k)
		}
	default:
		in.out.Zero = true
		if t.Kind == lang.Array && !k.done() && k.list.Designation == nil && in.fromString(dst, k) {
			return // char s[] = {"…"};
		}
		in.aggregate(dst, k, true, nil)
	}
}

// fromString initialises the character array dst if the current item is a string literal, and reports
// whether it did.
func (in *initer) fromString(dst lang.Expr, k *cursor) bool {
	c := in.c
	n := k.list.Initializer
	t := dst.Type()
	if n.Case != cc.InitializerExpr || t.Kind != lang.Array || !t.Elem.IsInteger() {
		return false
	}
	p, ok := unparen(n.AssignmentExpression).(*cc.PrimaryExpression)
	if !ok || p == nil || p.Case != cc.PrimaryExpressionString && p.Case != cc.PrimaryExpressionLString {
		return false
	}
	pos := c.at(p.Token)
	units, elem := c.stringUnits(pos, p.Token.SrcStr())
	if elem.Size != t.Elem.Size {
		return false
	}
	k.next()
	size := t.Len
	if size < 0 {
		size = int64(len(units)) + 1
		in.grow(dst, size)
	}
	in.out.Zero = in.out.Zero || int64(len(units)) < size
	if elem == c.Char {
		b := make([]byte, min(int64(len(units))+1, size))
		for i := range b {
			if i < len(units) {
				b[i] = byte(units[i])
			}
		}
		in.out.Items = append(in.out.Items, lang.InitItem{Dst: dst, Str: b})
		return true
	}
	if int64(len(units)) > size {
		units = units[:size]
	}
	in.out.Items = append(in.out.Items, c.unitItems(dst, t.Elem, units)...)
	return true
}

// grow records that the outermost array has at least n elements, if dst is that array.
func (in *initer) grow(dst lang.Expr, n int64) {
	if v, ok := dst.(*lang.VarRef); ok && v.Obj == in.obj {
		in.end = max(in.end, n)
	}
}

// element initialises dst by the current item, and by the next items if braces were left out.
func (in *initer) element(dst lang.Expr, k *cursor) {
	c := in.c
	n := k.list.Initializer
	t := dst.Type()
	if n.Case == cc.InitializerInitList {
		l, pos := n.InitializerList, c.at(n.Token)
		k.next()
		in.braced(dst, l, pos)
		return
	}
	if !t.IsAggregate() {
		in.scalarItem(dst, k)
		return
	}
	if in.fromString(dst, k) || in.fromLiteral(dst, k) {
		return
	}
	if t.Kind == lang.Record {
		if e := in.value(k); build.IsBad(c.Bad, e) || e.Type().Kind == lang.Record && lang.Compatible(e.Type(), t) {
			in.scalarItem(dst, k)
			return
		}
	}
	k.fresh = false
	in.aggregate(dst, k, false, nil)
}

// aggregate initialises the parts of dst by the items from k on. If the list has braces for dst (braced),
// aggregate uses all items, else as many as dst has parts. If way is not nil, it has the designators of
// the first part to initialise.
func (in *initer) aggregate(dst lang.Expr, k *cursor, braced bool, way *cc.DesignatorList) {
	c := in.c
	c.depth++
	defer func() { c.depth-- }()
	if c.depth > maxDepth {
		c.errorf(dst.Pos(), "the initialiser is nested too deep")
		panic(tooMany{})
	}
	at := int64(0)
	for first := true; !k.done(); first = false {
		if way == nil {
			switch ds := k.designators(); {
			case ds == nil:
			case braced:
				way = ds
			case !first:
				return // the designator refers to the aggregate that the braces belong to
			}
		}
		if way != nil {
			d := way.Designator
			rest := way.DesignatorList
			way = nil
			k.fresh = false
			next, ok := in.designated(dst, k, d, rest)
			if !ok {
				k.next()
				continue
			}
			at = next
			continue
		}
		n := in.parts(dst.Type())
		if n >= 0 && at >= n {
			if !braced {
				return
			}
			// Like gcc, drop excess elements. gcc warns about them.
			k.next()
			continue
		}
		part := in.part(dst, at)
		if part == nil {
			at++
			continue
		}
		in.grow(dst, at+1)
		in.element(part, k)
		at++
	}
}

// parts returns the number of parts of the aggregate type t, or -1 for an array whose length is not known yet.
func (in *initer) parts(t *lang.Type) int64 {
	switch {
	case t.Kind == lang.Array:
		return t.Len
	case t.Union:
		return min(1, int64(len(t.Fields)))
	}
	return int64(len(t.Fields))
}

// part returns the i-th part of the aggregate dst.
func (in *initer) part(dst lang.Expr, i int64) lang.Expr {
	t := dst.Type()
	if t.Kind == lang.Array {
		return in.c.index(dst, i)
	}
	return in.c.memberPath(dst, []*lang.Field{t.Fields[i]})
}

// designated initialises the part of dst that the designator d, followed by the designators in rest, names. It
// returns the index of the next part of dst, or false after an error.
func (in *initer) designated(dst lang.Expr, k *cursor, d *cc.Designator, rest *cc.DesignatorList) (int64, bool) {
	c := in.c
	t := dst.Type()
	if d == nil {
		return 0, false
	}
	if d.Case == cc.DesignatorField || d.Case == cc.DesignatorField2 {
		tok := d.Token2
		if d.Case == cc.DesignatorField2 {
			tok = d.Token
		}
		if t.Kind != lang.Record {
			c.errorf(c.at(tok), "the designator .%s for a value of type %s", tok.SrcStr(), t)
			return 0, false
		}
		path := findField(t, tok.SrcStr())
		if path == nil {
			c.errorf(c.at(tok), "%s has no member %s", t, tok.SrcStr())
			return 0, false
		}
		in.path(dst, k, path, rest)
		return int64(path[0].Index) + 1, true
	}
	if t.Kind != lang.Array {
		c.errorf(c.at(d.Token), "an array designator for a value of type %s", t)
		return 0, false
	}
	lo, ok := c.constant64(d.ConstantExpression, "index in an initialiser")
	hi := lo
	if ok && d.Case == cc.DesignatorIndex2 {
		hi, ok = c.constant64(d.ConstantExpression2, "index in an initialiser")
	}
	if !ok {
		return 0, false
	}
	if lo < 0 || hi < lo || t.Len >= 0 && hi >= t.Len || hi > maxObject {
		c.errorf(c.at(d.Token), "the index %d is outside the array", hi)
		return 0, false
	}
	in.grow(dst, hi+1)
	if hi-lo > maxItems {
		c.errorf(c.at(d.Token), "a range of more than %d elements", maxItems)
		return 0, false
	}
	start := *k
	for i := lo; i <= hi; i++ {
		*k = start // every element gets the same item
		in.below(c.index(dst, i), k, rest)
	}
	return hi + 1, true
}

// path initialises the designated member of dst. The argument path lists the anonymous members on the way to this
// member, and then the member itself.
func (in *initer) path(dst lang.Expr, k *cursor, path []*lang.Field, rest *cc.DesignatorList) {
	dst = in.c.memberPath(dst, path[:1])
	if len(path) == 1 {
		in.below(dst, k, rest)
		return
	}
	in.path(dst, k, path[1:], rest)
	// The next items initialise the rest of the anonymous member.
	if t := dst.Type(); !t.Union {
		in.continueAt(dst, k, int64(path[1].Index)+1)
	}
}

// below initialises dst, which the designators so far name. rest has the remaining designators.
func (in *initer) below(dst lang.Expr, k *cursor, rest *cc.DesignatorList) {
	if rest == nil {
		in.element(dst, k)
		return
	}
	if !dst.Type().IsAggregate() {
		in.c.errorf(dst.Pos(), "a designator for a value of type %s", dst.Type())
		k.next()
		return
	}
	in.aggregate(dst, k, false, rest)
}

// continueAt initialises the parts of dst from the i-th on, up to an item with a designator.
func (in *initer) continueAt(dst lang.Expr, k *cursor, i int64) {
	for n := in.parts(dst.Type()); i < n && !k.done() && k.designators() == nil; i++ {
		in.element(in.part(dst, i), k)
	}
}
