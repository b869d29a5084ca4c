package read

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// This file reads declaration specifiers and basic types.

// specs has the specifiers of a declaration, a member or a type name.
type specs struct {
	pos      lang.Pos
	typedef  bool
	extern   bool
	static   bool
	register bool
	auto     bool
	inline   bool
	noreturn bool
	isConst  bool
	volatile bool
	restrict bool

	// the numbers of the words of a basic type
	words                          int
	void, char, boolT, intT        int
	short, long, signed, unsigned  int
	float, double, complex, int128 int
	float128                       int
	rare                           *lang.Type // a floating type that is not modelled
	other                          *lang.Type // struct, union, enum, typedef name, typeof
	attrs                          attrs
	def                            bool // other is a record or enumeration defined or declared here
}

func (c *checker) declSpecs(n *cc.DeclarationSpecifiers) *specs {
	s := &specs{}
	if n != nil {
		s.pos = c.pos(n)
	}
	for ; n != nil; n = n.DeclarationSpecifiers {
		switch n.Case {
		case cc.DeclarationSpecifiersStorage:
			c.storageClass(s, n.StorageClassSpecifier)
		case cc.DeclarationSpecifiersTypeSpec:
			c.typeSpec(s, n.TypeSpecifier)
		case cc.DeclarationSpecifiersTypeQual:
			c.qualifier(s, n.TypeQualifier)
		case cc.DeclarationSpecifiersFunc:
			if n.FunctionSpecifier != nil && n.FunctionSpecifier.Case == cc.FunctionSpecifierNoreturn {
				s.noreturn = true
			} else {
				s.inline = true
			}
		case cc.DeclarationSpecifiersAlignSpec:
			c.alignas(s, n.AlignmentSpecifier)
		case cc.DeclarationSpecifiersAttr:
			c.attributes(&s.attrs, n.AttributeSpecifierList)
		}
	}
	c.packEnum(s)
	return s
}

func (c *checker) qualSpecs(n *cc.SpecifierQualifierList) *specs {
	s := &specs{}
	if n != nil {
		s.pos = c.pos(n)
	}
	for ; n != nil; n = n.SpecifierQualifierList {
		c.attributes(&s.attrs, n.AttributeSpecifierList)
		switch n.Case {
		case cc.SpecifierQualifierListTypeSpec:
			c.typeSpec(s, n.TypeSpecifier)
		case cc.SpecifierQualifierListTypeQual:
			c.qualifier(s, n.TypeQualifier)
		case cc.SpecifierQualifierListAlignSpec:
			c.alignas(s, n.AlignmentSpecifier)
		}
	}
	c.packEnum(s)
	return s
}

func (c *checker) storageClass(s *specs, n *cc.StorageClassSpecifier) {
	if n == nil {
		return
	}
	switch n.Case {
	case cc.StorageClassSpecifierTypedef:
		s.typedef = true
	case cc.StorageClassSpecifierExtern:
		s.extern = true
	case cc.StorageClassSpecifierStatic:
		s.static = true
	case cc.StorageClassSpecifierRegister:
		s.register = true
	case cc.StorageClassSpecifierAuto:
		s.auto = true
	case cc.StorageClassSpecifierDeclspec:
		c.refuse(c.at(n.Token), "__declspec")
	}
}

func (c *checker) qualifier(s *specs, n *cc.TypeQualifier) {
	if n == nil {
		return
	}
	switch n.Case {
	case cc.TypeQualifierConst:
		s.isConst = true
	case cc.TypeQualifierVolatile:
		s.volatile = true
	case cc.TypeQualifierRestrict:
		s.restrict = true
	case cc.TypeQualifierAttr:
		c.attributes(&s.attrs, n.AttributeSpecifierList)
	}
}

func (c *checker) alignas(s *specs, n *cc.AlignmentSpecifier) {
	if n == nil {
		return
	}
	switch n.Case {
	case cc.AlignmentSpecifierType:
		s.attrs.aligned = max(s.attrs.aligned, c.guaranteed(c.typeName(n.TypeName)))
	case cc.AlignmentSpecifierExpr:
		if v, ok := c.constant64(n.ConstantExpression, "alignment"); ok && v > 0 {
			s.attrs.aligned = max(s.attrs.aligned, v)
		}
	}
}

func (c *checker) typeSpec(s *specs, n *cc.TypeSpecifier) {
	if n == nil {
		return
	}
	s.words++
	switch n.Case {
	case cc.TypeSpecifierVoid:
		s.void++
	case cc.TypeSpecifierChar:
		s.char++
	case cc.TypeSpecifierShort:
		s.short++
	case cc.TypeSpecifierInt:
		s.intT++
	case cc.TypeSpecifierInt128:
		s.int128++
	case cc.TypeSpecifierUint128:
		s.int128++
		s.unsigned++
	case cc.TypeSpecifierLong:
		s.long++
	case cc.TypeSpecifierFloat, cc.TypeSpecifierFloat32:
		s.float++
	case cc.TypeSpecifierFloat16, cc.TypeSpecifierBFloat16:
		s.rare = c.Float16
	case cc.TypeSpecifierDecimal32:
		s.rare = c.Decimal32
	case cc.TypeSpecifierDecimal64:
		s.rare = c.Decimal64
	case cc.TypeSpecifierDecimal128:
		s.rare = c.Decimal128
	case cc.TypeSpecifierDouble, cc.TypeSpecifierFloat64, cc.TypeSpecifierFloat32x:
		s.double++
	case cc.TypeSpecifierFloat64x:
		s.double++
		s.long++
	case cc.TypeSpecifierFloat128, cc.TypeSpecifierFloat128x:
		s.float128++
	case cc.TypeSpecifierSigned:
		s.signed++
	case cc.TypeSpecifierUnsigned:
		s.unsigned++
	case cc.TypeSpecifierBool:
		s.boolT++
	case cc.TypeSpecifierComplex, cc.TypeSpecifierImaginary:
		s.complex++
	case cc.TypeSpecifierStructOrUnion:
		s.other = c.recordSpec(n.StructOrUnionSpecifier)
		c.touch(s.other)
		s.def = true
	case cc.TypeSpecifierEnum:
		c.lastEnum = enumRange{}
		s.other = c.enumSpec(n.EnumSpecifier)
		s.def = true
	case cc.TypeSpecifierTypeName:
		c.lastEnum = enumRange{}
		s.other = c.typedefName(n.Token)
	case cc.TypeSpecifierTypeofExpr:
		c.NoEval++
		e := c.expr(n.ExpressionList)
		c.NoEval--
		s.other = operandType(n.ExpressionList, e)
		if m, ok := e.(*lang.Member); ok && m.Field.BitField {
			c.errorf(c.at(n.Token), "typeof of a bit-field")
		}
		if s.other.IsWidth() {
			c.errorf(c.at(n.Token), "typeof of a value of type %s, which is computed of a bit-field, is not read", s.other)
		}
		c.unqualified(s, n)
	case cc.TypeSpecifierTypeofType:
		s.other = c.typeName(n.TypeName)
		c.unqualified(s, n)
	case cc.TypeSpecifierAtomic:
		if n.AtomicTypeSpecifier != nil {
			s.other = c.typeName(n.AtomicTypeSpecifier.TypeName).Plain()
		}
	}
}

// unqualified removes the qualifiers from the type of C23's typeof_unqual, which package cpp writes as
// __typeof.
func (c *checker) unqualified(s *specs, n *cc.TypeSpecifier) {
	if n.Token.SrcStr() != "__typeof" {
		return
	}
	if t := s.other; t.Kind == lang.Array && t.Elem.Const {
		c.errorf(c.at(n.Token), "typeof_unqual of an array is not read")
	}
	s.other = s.other.Plain()
}

func (c *checker) typedefName(t cc.Token) *lang.Type {
	name := t.SrcStr()
	y := c.lookup(name)
	if y == nil || y.kind != symType {
		c.errorf(c.at(t), "%s is not a type", name)
		return c.Bad
	}
	for _, r := range y.refused {
		c.refuse(r.Pos, r.What)
	}
	c.touch(y.typ)
	return y.typ
}

// specType returns the type that the specifiers name.
func (c *checker) specType(s *specs) *lang.Type {
	t := c.wordsType(s)
	if s.attrs.mode != "" {
		t = c.modeType(s, t)
	}
	if s.attrs.vector > 0 {
		t = c.vector(t, s.attrs.vector, s.pos)
	}
	if s.restrict {
		t = c.restricted(t)
	}
	if s.volatile {
		t = c.volatile(t)
	}
	if s.isConst {
		t = c.constant(t)
	}
	return t
}

func (c *checker) wordsType(s *specs) *lang.Type {
	switch {
	case s.other != nil:
		if s.words > 1 {
			c.errorf(s.pos, "more than one type in a declaration")
		}
		return s.other
	case s.void > 0:
		return c.Void
	case s.boolT > 0:
		return c.BoolT
	case s.rare != nil && s.complex == 0:
		return s.rare
	case s.float128 > 0 && s.complex == 0:
		return c.Float128
	case s.complex > 0:
		switch {
		case s.float > 0 || s.rare != nil:
			return c.Cfloat
		case s.float128 > 0:
			return c.Cfloat128
		case s.long > 0:
			return c.Cldouble
		}
		return c.Cdouble
	case s.float > 0:
		return c.Float
	case s.double > 0:
		if s.long > 0 {
			return c.Ldouble
		}
		return c.Double
	}
	pick := func(a, b *lang.Type) *lang.Type {
		if s.unsigned > 0 {
			return b
		}
		return a
	}
	switch {
	case s.unsigned > 0 && s.signed > 0, s.long > 2, s.short > 0 && s.long > 0:
		c.errorf(s.pos, "a type that does not exist: contradictory words")
		return c.Bad
	case s.char > 0:
		if s.signed > 0 {
			return c.Schar
		}
		return pick(c.Char, c.Uchar)
	case s.int128 > 0:
		return pick(c.Int128, c.Uint128)
	case s.short > 0:
		return pick(c.Short, c.Ushort)
	case s.long == 2:
		return pick(c.Llong, c.Ullong)
	case s.long == 1:
		return pick(c.Long, c.Ulong)
	}
	return pick(c.IntT, c.UintT) // also without any type: C89's implicit int
}

// modeType returns the type t after the attribute mode of s.
func (c *checker) modeType(s *specs, t *lang.Type) *lang.Type {
	signed := !t.IsInteger() || t.Signed
	pick := func(a, b *lang.Type) *lang.Type {
		if signed {
			return a
		}
		return b
	}
	switch name := strings.Trim(s.attrs.mode, "_"); name {
	case "QI", "byte":
		return pick(c.Schar, c.Uchar)
	case "HI":
		return pick(c.Short, c.Ushort)
	case "SI":
		return pick(c.IntT, c.UintT)
	case "DI":
		if c.Model == lang.LP64 {
			return pick(c.Long, c.Ulong)
		}
		return pick(c.Llong, c.Ullong)
	case "TI":
		return pick(c.Int128, c.Uint128)
	case "word", "pointer", "unwind_word", "libgcc_cmp_return", "libgcc_shift_count":
		return pick(c.Long, c.Ulong)
	case "SF":
		return c.Float
	case "DF":
		return c.Double
	case "XF":
		return c.Ldouble
	case "TF":
		return c.Float128
	case "SC":
		return c.Cfloat
	case "DC":
		return c.Cdouble
	case "XC":
		return c.Cldouble
	case "TC":
		return c.Cfloat128
	case "HF":
		return c.Float16
	case "SD":
		return c.Decimal32
	case "DD":
		return c.Decimal64
	case "TD":
		return c.Decimal128
	default:
		if v := c.vectorMode(s, name, t); v != nil {
			return v
		}
	}
	c.errorf(s.pos, "__attribute__((mode(%s))) is not known", s.attrs.mode)
	return t
}

// vectorMode returns the type of a mode such as V4SI, four integers of 32 bits, or nil if name is not a vector
// mode.
func (c *checker) vectorMode(s *specs, name string, t *lang.Type) *lang.Type {
	digits := strings.TrimLeft(strings.TrimPrefix(name, "V"), "0123456789")
	n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimPrefix(name, "V"), digits), 10, 16)
	if err != nil || !strings.HasPrefix(name, "V") || n < 1 || strings.HasPrefix(digits, "V") {
		return nil
	}
	own := *s
	own.attrs.mode = digits
	e := c.modeType(&own, t)
	return c.vector(e, n*e.Size, s.pos)
}

// constant64 evaluates the integer constant expression n, which must fit in an int64. Errors name the expression with
// the text `what`.
func (c *checker) constant64(n cc.ExpressionNode, what string) (int64, bool) {
	v, ok := c.constantExpr(n, what)
	if !ok {
		return 0, false
	}
	x, ok := v.Int64()
	if !ok {
		c.errorf(c.pos(n), "the %s %s is too large", what, v)
	}
	return x, ok
}

// constantExpr evaluates the integer constant expression n. Errors name the expression with the text `what`.
func (c *checker) constantExpr(n cc.ExpressionNode, what string) (num.Int, bool) {
	c.NoEval++
	e := c.rvalue(n)
	c.NoEval--
	if e.Type() == c.Bad {
		return num.Int{}, false
	}
	v, ok := c.constInt(e)
	if !ok || !e.Type().IsInteger() {
		c.errorf(c.pos(n), "the %s is not an integer constant", what)
		return v, false
	}
	return v, true
}
