package read

import (
	"strings"

	"github.com/whet-mc/whet/lang/gnu"
	"github.com/whet-mc/whet/lang/parse"
	"modernc.org/cc/v4"
)

// This file reads attributes. Attributes occur at many places, and the parser keeps only those at some
// places. Three steps ensure that no attribute is lost silently. First, attribute reads an attribute
// into the attrs of the construct that has the attribute. Then the construct settles its attrs: the
// table (lang/gnu/attr_table.go) says for every name where it is modelled or harmless; an attribute at
// another place is refused (note.go), so that runs that reach the declaration have an unknown result.
// Finally, attr_lost.go compares the settled attributes with those that the scan of the text found.
// The difference is the attributes that the parser dropped or that no construct settled.

// attrs are the attributes at one place: the modelled ones as fields, and all of them in seen.
type attrs struct {
	packed      bool
	aligned     int64 // the greatest alignment, which applies to objects and members
	latest      int64 // the last alignment, which applies to types
	mode        string
	vector      int64
	noreturn    bool
	constexpr   bool // C23's constexpr, which package cpp writes as an attribute
	nonnull     bool
	repeats     bool
	gnuInline   bool
	transparent bool
	weak        bool
	weakref     bool
	// the name in the attribute alias, if hasAlias is set; with weakref, the target of the weak reference
	alias      string
	hasAlias   bool
	cleanup    cc.Token // the name of the cleanup function, if hasCleanup is set
	hasCleanup bool
	ctor, dtor *int // the priorities of a constructor and of a destructor; nil: not given

	seen []seenAttr
}

// seenAttr is one attribute in the text.
type seenAttr struct {
	name    string
	tok     cc.Token
	refused string // why the attribute is refused regardless of the table; else ""
}

// attributes reads __attribute__((…)) lists.
func (c *checker) attributes(a *attrs, n *cc.AttributeSpecifierList) {
	for ; n != nil; n = n.AttributeSpecifierList {
		if n.AttributeSpecifier == nil {
			continue
		}
		for l := n.AttributeSpecifier.AttributeValueList; l != nil; l = l.AttributeValueList {
			if l.AttributeValue != nil {
				c.attribute(a, l.AttributeValue)
			}
		}
	}
}

func (c *checker) attribute(a *attrs, v *cc.AttributeValue) {
	name := gnu.AttributeName(v.Token.SrcStr())
	s := seenAttr{name: name, tok: v.Token}
	arg := func() cc.ExpressionNode {
		if v.ArgumentExpressionList == nil {
			return nil
		}
		return v.ArgumentExpressionList.AssignmentExpression
	}
	switch name {
	case "packed":
		a.packed = true
	case "aligned":
		c.alignedAttr(a, v.Token, arg())
	case "mode":
		if id, ok := identifier(arg()); ok {
			a.mode = id.SrcStr()
		} else {
			s.refused = "with an argument that is not read"
		}
	case "vector_size":
		if e := arg(); e != nil {
			if n, ok := c.constant64(e, "vector size"); ok && n > 0 {
				a.vector = n
			}
		}
	case "whet_constexpr":
		a.constexpr = true
	case "noreturn":
		a.noreturn = true
	case "returns_nonnull":
		a.nonnull = true
	case "pure", "const":
		a.repeats = true
	case "gnu_inline":
		a.gnuInline = true
	case "transparent_union":
		a.transparent = true
	case "weak":
		a.weak = true
	case "weakref", "alias":
		a.weakref = a.weakref || name == "weakref"
		if e := arg(); e != nil {
			var ok bool
			if a.alias, ok = c.stringArg(e); ok {
				a.hasAlias = true
			} else {
				s.refused = "with an argument that is not read"
			}
		}
	case "cleanup":
		if id, ok := identifier(arg()); ok {
			a.cleanup, a.hasCleanup = id, true
		} else {
			s.refused = "with an argument that is not read"
		}
	case "constructor", "destructor":
		p := defaultPriority
		if e := arg(); e != nil {
			n, ok := c.constant64(e, "priority")
			if !ok {
				return
			}
			p = int(min(max(n, 0), int64(defaultPriority)))
		}
		if name == "constructor" {
			a.ctor = &p
		} else {
			a.dtor = &p
		}
	case "section":
		s.refused = c.sectionAttr(arg())
	case "optimize", "target", "target_clones":
		for l := v.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
			if text, ok := c.stringArg(l.AssignmentExpression); ok && parse.InexactOptions(text) {
				s.refused = "which changes what floating operations give"
			}
		}
	}
	a.seen = append(a.seen, s)
}

// defaultPriority is the priority of constructors and destructors without an explicit priority. Such
// constructors run last, and such destructors first.
const defaultPriority = 65535

func (c *checker) alignedAttr(a *attrs, at cc.Token, arg cc.ExpressionNode) {
	n := int64(16) // the greatest useful alignment on both machines
	if arg != nil {
		var ok bool
		if n, ok = c.constant64(arg, "alignment"); !ok {
			return
		}
	}
	if n <= 0 || n > 1<<28 || n&(n-1) != 0 {
		c.errorf(c.at(at), "the alignment %d is not a power of two", n)
		return
	}
	a.aligned, a.latest = max(a.aligned, n), n
}

// sectionAttr returns the reason to refuse the section arg, or "". The loader calls the functions in
// some sections before or after main, even if the program does not mention them.
func (c *checker) sectionAttr(arg cc.ExpressionNode) string {
	name, ok := c.stringArg(arg)
	if !ok {
		return "with an argument that is not read"
	}
	for _, p := range []string{".init", ".fini", ".preinit", ".ctors", ".dtors"} {
		// Linux's .init.text and .init.data hold code and data that are discarded after the start.
		if strings.HasPrefix(name, p) && !strings.HasPrefix(name, p+".text") && !strings.HasPrefix(name, p+".data") && !strings.HasPrefix(name, p+".rodata") {
			c.refuseUnit(c.pos(arg), "__attribute__((section(\""+name+"\")))")
			return "which the loader runs"
		}
	}
	return ""
}

// identifier returns the token of n if n is an identifier.
func identifier(n cc.ExpressionNode) (cc.Token, bool) {
	if p, ok := unparen(n).(*cc.PrimaryExpression); ok && p != nil && p.Case == cc.PrimaryExpressionIdent {
		return p.Token, true
	}
	return cc.Token{}, false
}

// stringArg returns the text of n if n is a plain string literal without escapes.
func (c *checker) stringArg(n cc.ExpressionNode) (string, bool) {
	p, ok := unparen(n).(*cc.PrimaryExpression)
	if !ok || p == nil || p.Case != cc.PrimaryExpressionString {
		return "", false
	}
	return plainString(p.Token.SrcStr())
}

// plainString returns the text between the quotes of the literal s. It returns false if s has escapes.
func plainString(s string) (string, bool) {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' || strings.ContainsAny(s[1:len(s)-1], `"\`) {
		return "", false
	}
	return s[1 : len(s)-1], true
}

// settle marks the attributes of a as settled, and refuses those that the table does not allow at the site `at`.
func (c *checker) settle(a *attrs, at gnu.Site) {
	if c.InModel {
		return
	}
	for _, s := range a.seen {
		c.settled[s.tok.Seq()] = s
		why := s.refused
		if row, ok := gnu.Attributes()[s.name]; why == "" {
			switch {
			case !ok:
				why = "which is not in the table of attributes"
			case row.Modelled&at != 0 || row.Harmless&at != 0:
				continue
			case row.Modelled == 0 && row.Harmless == 0:
				why = row.Why
			default:
				why = "at a place where it is not modelled"
			}
		}
		c.refuse(c.at(s.tok), "__attribute__(("+s.name+")), "+why)
	}
}
