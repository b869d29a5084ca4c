package read

import (
	"slices"
	"strconv"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/gnu"
	"github.com/whet-mc/whet/lang/parse"
)

// This file reads declarators and type names.

// declared is the name and type that a declarator declares.
type declared struct {
	name   string
	pos    lang.Pos
	typ    *lang.Type
	params *params       // the parameters of the innermost function declarator; if typ is a function, its parameters
	dims   []lang.VLADim // lengths of variable-length arrays, in the order of their evaluation
	// for array parameters: the qualifier restrict applies to the pointer that the array becomes, and
	// static says that the pointer points to at least as many elements as the array has
	restrictArray, static bool
}

// params are the parameters of a function declarator.
type params struct {
	scope *scope
	list  []*lang.Object
	dims  [][]lang.VLADim
	ident []cc.Token // a K&R identifier list
}

// declarator applies a declarator to a base type.
func (c *checker) declarator(base *lang.Type, n *cc.Declarator) *declared {
	d := &declared{typ: base}
	if n == nil {
		return d
	}
	d.pos = c.pos(n)
	c.declaratorIn(d, n)
	d.lengths()
	for i, v := range d.dims {
		v.Obj.Name = "length of " + d.name
		if i > 0 {
			v.Obj.Name = "length " + strconv.Itoa(i+1) + " of " + d.name
		}
	}
	return d
}

// lengths puts the lengths of variable arrays in the order in which they are evaluated. After the last
// one was evaluated, the size of the whole type is known.
func (d *declared) lengths() {
	slices.Reverse(d.dims)
	if n := len(d.dims); n > 0 {
		d.dims[n-1].Obj.Length.Whole = d.typ
	}
}

func (c *checker) declaratorIn(d *declared, n *cc.Declarator) {
	if n == nil {
		return
	}
	c.enter(n)
	c.pointers(d, n.Pointer)
	c.direct(d, n.DirectDeclarator)
	c.leave()
}

func (c *checker) pointers(d *declared, p *cc.Pointer) {
	for ; p != nil; p = p.Pointer {
		d.typ = c.Pointer(d.typ)
		for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			if q.TypeQualifier == nil {
				continue
			}
			switch q.TypeQualifier.Case {
			case cc.TypeQualifierConst:
				d.typ = c.constant(d.typ)
			case cc.TypeQualifierVolatile:
				d.typ = c.volatile(d.typ)
			case cc.TypeQualifierRestrict:
				d.typ = c.restricted(d.typ)
			case cc.TypeQualifierAttr:
				var a attrs
				c.attributes(&a, q.TypeQualifier.AttributeSpecifierList)
				c.settle(&a, gnu.OnPointer)
			}
		}
	}
}

func (c *checker) direct(d *declared, n *cc.DirectDeclarator) {
	// n is the last suffix: int a[2][3] has [3] at the top, and the array of three is the element type
	// of the next suffix.
	for n != nil {
		switch n.Case {
		case cc.DirectDeclaratorIdent:
			d.name = n.Token.SrcStr()
			d.pos = c.at(n.Token)
			return
		case cc.DirectDeclaratorDecl:
			c.declaratorIn(d, n.Declarator)
			return
		case cc.DirectDeclaratorArr, cc.DirectDeclaratorStaticArr, cc.DirectDeclaratorArrStatic:
			c.arrayOf(d, c.at(n.Token), n.AssignmentExpression)
			d.qualifiers(n.TypeQualifiers, n.Case != cc.DirectDeclaratorArr)
		case cc.DirectDeclaratorStar:
			d.typ = c.Array(d.typ, -1)
		case cc.DirectDeclaratorFuncParam:
			c.functionOf(d, n.ParameterTypeList)
		case cc.DirectDeclaratorFuncIdent:
			ps := &params{scope: &scope{up: c.scope, proto: true}}
			for l := n.IdentifierList; l != nil; l = l.IdentifierList {
				ps.ident = append(ps.ident, l.Token2)
			}
			d.params = ps
			d.typ = &lang.Type{Kind: lang.Function, Align: 1, Elem: c.result(d), NoProto: true}
		}
		n = n.DirectDeclarator
	}
}

// qualifiers records the qualifiers q and the word static in the brackets of an array. They replace what was recorded
// for the previous array, so that the last array counts.
func (d *declared) qualifiers(q *cc.TypeQualifiers, static bool) {
	d.static, d.restrictArray = static, false
	for ; q != nil; q = q.TypeQualifiers {
		if q.TypeQualifier != nil && q.TypeQualifier.Case == cc.TypeQualifierRestrict {
			d.restrictArray = true
		}
	}
}

// result checks and returns the result type of a function declarator.
func (c *checker) result(d *declared) *lang.Type {
	if d.typ.Kind == lang.Function || d.typ.Kind == lang.Array {
		c.errorf(d.pos, "a function cannot return a function or an array")
		return c.Bad
	}
	return d.typ.Plain()
}

func (c *checker) abstract(d *declared, n *cc.AbstractDeclarator) {
	if n == nil {
		return
	}
	c.enter(n)
	c.pointers(d, n.Pointer)
	c.abstractDirect(d, n.DirectAbstractDeclarator)
	c.leave()
}

func (c *checker) abstractDirect(d *declared, n *cc.DirectAbstractDeclarator) {
	for n != nil {
		switch n.Case {
		case cc.DirectAbstractDeclaratorDecl:
			c.abstract(d, n.AbstractDeclarator)
			return
		case cc.DirectAbstractDeclaratorArr, cc.DirectAbstractDeclaratorStaticArr, cc.DirectAbstractDeclaratorArrStatic:
			c.arrayOf(d, c.at(n.Token), n.AssignmentExpression)
			d.qualifiers(n.TypeQualifiers, n.Case != cc.DirectAbstractDeclaratorArr)
		case cc.DirectAbstractDeclaratorArrStar:
			d.typ = c.Array(d.typ, -1)
		case cc.DirectAbstractDeclaratorFunc:
			c.functionOf(d, n.ParameterTypeList)
		}
		n = n.DirectAbstractDeclarator
	}
}

// maxObject is the maximal size of an object in bytes.
const maxObject = 1 << 47

// arrayOf makes d's type an array of its former type. length is the expression for the length, or nil.
func (c *checker) arrayOf(d *declared, pos lang.Pos, length cc.ExpressionNode) {
	elem := d.typ
	switch {
	case elem == c.Bad:
		return
	case elem.Kind == lang.Function || elem.Kind == lang.Void:
		c.errorf(pos, "an array of %s", elem)
		d.typ = c.Bad
		return
	case elem.Size == 0 && (elem.Kind == lang.Record && !elem.Complete || elem.Kind == lang.Array && elem.Len < 0):
		c.errorf(pos, "an array of elements of the incomplete type %s", elem)
		d.typ = c.Bad
		return
	}
	if length == nil {
		d.typ = c.Array(elem, -1)
		return
	}
	if p, ok := unparen(length).(*cc.PrimaryExpression); ok && p != nil && p.Token.SrcStr() == parse.StarName {
		d.typ = c.Array(elem, -1)
		d.typ.Size = -1
		return
	}
	fixed := c.Frame == nil && !c.inProto() || c.NoEval > 0 && c.Frame == nil
	if fixed {
		c.NoEval++
	}
	e := c.rvalue(length)
	if fixed {
		c.NoEval--
	}
	if e.Type() == c.Bad {
		d.typ = c.Bad
		return
	}
	if !e.Type().IsInteger() {
		c.errorf(pos, "the length of an array has type %s, not an integer type", e.Type())
		d.typ = c.Bad
		return
	}
	if v, ok := c.constInt(e); ok {
		n, ok := v.Int64()
		if !ok || n < 0 || elem.Size > 0 && n > maxObject/elem.Size {
			c.errorf(pos, "an array of %s elements: the length must be positive and of a size that fits memory", v)
			d.typ = c.Bad
			return
		}
		d.typ = c.Array(elem, n)
		return
	}
	if fixed {
		c.errorf(pos, "the length of an array outside functions must be constant")
		d.typ = c.Bad
		return
	}
	t := c.Array(elem, -1)
	t.Size = -1
	t.LenObj = c.Hidden(c.Size, pos)
	t.LenObj.Length = &lang.Length{}
	d.typ = t
	d.dims = append(d.dims, lang.VLADim{Obj: t.LenObj, X: c.Convert(e, c.Size)})
}

func (c *checker) inProto() bool {
	for s := c.scope; s != nil; s = s.up {
		if s.proto {
			return true
		}
	}
	return false
}

// functionOf makes d's type a function that returns its former type. n has the parameters.
func (c *checker) functionOf(d *declared, n *cc.ParameterTypeList) {
	t := &lang.Type{Kind: lang.Function, Align: 1, Elem: c.result(d)}
	ps := &params{scope: &scope{up: c.scope, proto: true}}
	d.params = ps
	d.typ = t
	if n == nil {
		t.NoProto = true
		return
	}
	c.scope = ps.scope
	defer c.close()
	t.Variadic = n.Case == cc.ParameterTypeListVar
	for l := n.ParameterList; l != nil; l = l.ParameterList {
		p := l.ParameterDeclaration
		if p == nil {
			continue
		}
		if !c.param(t, ps, p) {
			break
		}
	}
}

// param adds the parameter p to the prototype t. It returns false at the end of the list.
func (c *checker) param(t *lang.Type, ps *params, p *cc.ParameterDeclaration) bool {
	s := c.declSpecs(p.DeclarationSpecifiers)
	c.attributes(&s.attrs, p.AttributeSpecifierList)
	c.settle(&s.attrs, s.site(gnu.OnParam))
	pd := &declared{typ: c.specType(s), pos: s.pos}
	if p.Declarator != nil {
		pd = c.declarator(pd.typ, p.Declarator)
	} else {
		c.abstract(pd, p.AbstractDeclarator)
		pd.lengths()
	}
	if pd.typ.Kind == lang.Void && pd.name == "" {
		return false // (void)
	}
	if pd.typ.Kind == lang.Void {
		c.errorf(pd.pos, "the parameter %s has type void", pd.name)
		pd.typ = c.Bad
	}
	o := &lang.Object{Name: pd.name, Storage: lang.Param, Pos: pd.pos, Type: c.adjust(pd)}
	o.Volatile = o.Type.Volatile
	ps.list = append(ps.list, o)
	ps.dims = append(ps.dims, pd.dims)
	t.Params = append(t.Params, o.Type.Plain())
	if pd.static && pd.typ.Kind == lang.Array {
		switch n := pd.typ.LenObj; {
		case n != nil:
			n.Length.AtLeast = o
		case pd.typ.Len > 0:
			atLeast(t, len(t.Params)-1, pd.typ.Len)
		}
	}
	if pd.name != "" {
		if y := ps.scope.names[pd.name]; y != nil {
			c.errorf(pd.pos, "two parameters are called %s", pd.name)
		}
		ps.scope.bind(&symbol{kind: symObject, name: pd.name, typ: o.Type, obj: o, pos: pd.pos})
	}
	return true
}

// atLeast records in t that the parameter with index i points to at least n elements.
func atLeast(t *lang.Type, i int, n int64) {
	for len(t.AtLeast) <= i {
		t.AtLeast = append(t.AtLeast, 0)
	}
	t.AtLeast[i] = max(t.AtLeast[i], n)
}

// atLeastOf adds to t the minimal numbers of elements that u, another declaration of the function,
// specifies.
func atLeastOf(t, u *lang.Type) {
	for i, n := range u.AtLeast {
		if n > 0 && i < len(t.Params) && t != u {
			atLeast(t, i, n)
		}
	}
}

// adjust returns the type of the parameter d, in which arrays and functions become pointers (C11 6.7.6.3).
// The outermost length of an array is still evaluated like the others, and must be positive (C11
// 6.7.6.2p5).
func (c *checker) adjust(d *declared) *lang.Type {
	t := d.typ
	switch t.Kind {
	case lang.Array:
		if d.restrictArray {
			return c.restricted(c.Pointer(t.Elem))
		}
		return c.Pointer(t.Elem)
	case lang.Function:
		return c.Pointer(t)
	}
	return t
}

// typeName reads a type name. It drops the lengths of variable arrays: see typeNameDims.
func (c *checker) typeName(n *cc.TypeName) *lang.Type {
	t, _ := c.typeNameDims(n)
	return t
}

// typeNameDims reads a type name, and returns the type and the lengths that must be evaluated for it.
func (c *checker) typeNameDims(n *cc.TypeName) (*lang.Type, []lang.VLADim) {
	if n == nil {
		return c.Bad, nil
	}
	s := c.qualSpecs(n.SpecifierQualifierList)
	c.settle(&s.attrs, s.site(gnu.OnTypeName))
	d := &declared{typ: c.specType(s), pos: s.pos}
	c.abstract(d, n.AbstractDeclarator)
	d.lengths()
	if s.attrs.latest > 0 {
		d.typ = c.alignedVariant(d.typ, s.attrs.latest)
	}
	return d.typ, d.dims
}

// alignedVariant returns the variant of t with the given alignment, as a typedef with an attribute defines
// it.
func (c *checker) alignedVariant(t *lang.Type, align int64) *lang.Type {
	if t == c.Bad || t.Kind == lang.Function || t.Kind == lang.Void {
		return t
	}
	return t.WithAlign(align)
}
