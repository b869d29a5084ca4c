package cfa

import (
	"strconv"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// Addresses as lvalues of C, for Notation. An address is a sum of a base (a pointer or an object), a constant, and
// multiples of expressions. The type of the base shows which member or element lies there. For example, if p points to
// structs of 8 bytes with a member x at offset 4, the cell at p + 8*i + 4 is p[i].x.

// lvalue is a place in memory as it is written in C.
type lvalue struct {
	base Expr   // the pointer that the lvalue starts from; nil: it starts from an object
	name string // the name of the object
	path string // the members and indexes after the base; if the base is a pointer, "[0].x" stands for "->x"
	t    *lang.Type
}

// term is a multiple k*x of an expression.
type term struct {
	k int64
	x Expr
}

// lvalue returns the cell at the address idx of the region a; nil if it is not known.
func (n *Notation) lvalue(a *Array, idx Expr) *lvalue { return n.place(a, idx) }

// place returns the lvalue at the address idx; nil if it is not known. If a is not nil, it is the accessed region, and
// the lvalue is a scalar of the size of its cells.
func (n *Notation) place(a *Array, idx Expr) *lvalue {
	var base Expr
	var terms []term
	c := num.Int{}
	ok := true
	var sum func(e Expr, sign int64, depth int)
	sum = func(e Expr, sign int64, depth int) {
		switch x := e.(type) {
		case *Const:
			c = c.Add(x.Val.Mul(num.Of(sign)))
			return
		case *Binary:
			switch {
			case depth > 16:
			case x.Op == Add:
				sum(x.X, sign, depth+1)
				sum(x.Y, sign, depth+1)
				return
			case x.Op == Sub:
				sum(x.X, sign, depth+1)
				sum(x.Y, -sign, depth+1)
				return
			case x.Op == Mul:
				if k, isConst := x.Y.(*Const); isConst {
					if f, fits := k.Val.Int64(); fits && f != 0 {
						terms = append(terms, term{sign * f, x.X})
						return
					}
				}
			}
		}
		if sign > 0 && base == nil && pointer(n.typeOf(e)) {
			base = e
			return
		}
		if pointer(n.typeOf(e)) {
			ok = false // e is a second pointer, or a pointer that is subtracted
		}
		terms = append(terms, term{sign, e})
	}
	sum(idx, 1, 0)
	if !ok {
		return nil
	}
	size := int64(0)
	if a != nil {
		size = a.Step
	}
	if base != nil {
		elem := n.typeOf(base).Elem
		off, fits := c.Int64()
		if !fits || elem == nil || elem.Size <= 0 || elem.Kind == lang.Function || elem.Kind == lang.Void {
			return nil
		}
		l := walkPath(&lang.Type{Kind: lang.Array, Elem: elem, Len: -1}, off, terms, nil, size)
		if l != nil {
			l.base = base
			l.path = n.indexes(l.path, terms)
		}
		return l
	}
	for i := range n.objects {
		o := &n.objects[i]
		d := c.Sub(o.Base)
		if d.Sign() < 0 || !d.Less(num.Of(o.Size)) || o.Of == nil {
			continue
		}
		off, _ := d.Int64()
		l := walkPath(o.Of.Type, off, terms, nil, size)
		if l != nil {
			l.name = objectName(o)
			l.path = n.indexes(l.path, terms)
		}
		return l
	}
	return nil
}

// walkPath returns the lvalue at the offset off + the sum of terms, in bytes, in an object of the type t; nil if there
// is no such lvalue. If want is not nil, the lvalue must have this type, or any type if want is void. Else, if size is
// not 0, it must be a scalar of this size. In the path, "\x00i*f\x00" stands for the summand f*x of an index, where x is
// the expression of the term i. Method indexes replaces this by text.
func walkPath(t *lang.Type, off int64, terms []term, want *lang.Type, size int64) *lvalue {
	return (&walker{want: want, size: size, used: make([]bool, len(terms)), terms: terms}).walk(t, off, "", 0)
}

// walker has the arguments of walkPath, and which of the terms the path uses already.
type walker struct {
	want  *lang.Type
	size  int64
	terms []term
	used  []bool
}

// walk is walkPath from a part of the object: the part has the type t, and path leads to it. The path must use all
// terms before it ends.
func (w *walker) walk(t *lang.Type, off int64, path string, depth int) *lvalue {
	all := true
	for _, u := range w.used {
		all = all && u
	}
	if off == 0 && all && t.Len != -1 {
		switch {
		case w.want != nil && (lang.Compatible(t, w.want) || w.want.Kind == lang.Void):
			return &lvalue{path: path, t: t}
		case w.want == nil && w.size == 0:
			return &lvalue{path: path, t: t}
		case w.want == nil && t.IsScalar() && t.Size == w.size:
			return &lvalue{path: path, t: t}
		}
	}
	if depth > 24 {
		return nil
	}
	switch t.Kind {
	case lang.Record:
		for _, f := range t.Fields {
			if f.BitField || off < f.Offset || f.Type.Size > 0 && off >= f.Offset+f.Type.Size {
				continue
			}
			name := path
			if f.Name != "" {
				name += "." + f.Name
			}
			was := append([]bool(nil), w.used...)
			if l := w.walk(f.Type, off-f.Offset, name, depth+1); l != nil {
				return l
			}
			w.used = was
		}
		for _, f := range t.Fields { // off may be the address past the end of a member that is an array
			if w.want != nil && f.Type.Kind == lang.Array && f.Type.Size > 0 && off == f.Offset+f.Type.Size && f.Name != "" {
				return w.walk(f.Type, off-f.Offset, path+"."+f.Name, depth+1)
			}
		}
	case lang.Array:
		size := t.Elem.Size
		if size <= 0 {
			return nil
		}
		index := ""
		for i, x := range w.terms {
			if !w.used[i] && x.k%size == 0 {
				w.used[i] = true
				index += "\x00" + strconv.Itoa(i) + "*" + strconv.FormatInt(x.k/size, 10) + "\x00"
			}
		}
		k := off / size
		if off%size < 0 {
			k--
		}
		return w.walk(t.Elem, off-k*size, path+"["+index+strconv.FormatInt(k, 10)+"]", depth+1)
	}
	return nil
}

// indexes returns the path with the terms as text: "[i + 1]", "[i * 2 - 1]".
func (n *Notation) indexes(path string, terms []term) string {
	if !strings.Contains(path, "\x00") {
		return path
	}
	var b strings.Builder
	for i, part := range strings.Split(path, "\x00") {
		if i%2 == 0 { // part is the text between two terms; after a term, it begins with the constant summand of the index
			rest := part
			if i > 0 {
				k, after, _ := strings.Cut(part, "]")
				switch v, err := strconv.ParseInt(k, 10, 64); {
				case k == "": // another term of the same index follows
					after = ""
				case err == nil && v > 0:
					after = " + " + k + "]" + after
				case err == nil && v < 0:
					after = " - " + k[1:] + "]" + after
				default:
					after = "]" + after
				}
				rest = after
			}
			b.WriteString(rest)
			continue
		}
		num, factor, _ := strings.Cut(part, "*")
		j, _ := strconv.Atoi(num)
		k, _ := strconv.ParseInt(factor, 10, 64)
		if s := b.String(); !strings.HasSuffix(s, "[") {
			if k < 0 {
				b.WriteString(" - ")
				k = -k
			} else {
				b.WriteString(" + ")
			}
		} else if k < 0 {
			b.WriteString("-")
			k = -k
		}
		p := printer{left: printNodes, words: n}
		if k != 1 {
			p.expr(terms[j].x, binText[Mul].prec, printDepth)
			p.str(" * " + strconv.FormatInt(k, 10))
		} else {
			p.expr(terms[j].x, binText[Add].prec+1, printDepth)
		}
		b.WriteString(p.String())
	}
	return b.String()
}

// text returns the lvalue as text: "a[i].x", "p->x", "*p".
func (l *lvalue) text(n *Notation) string {
	if l.base == nil {
		return l.name + l.path
	}
	p := printer{left: printNodes, words: n}
	p.expr(l.base, precAtom, printDepth)
	rest, first := strings.CutPrefix(l.path, "[0]")
	switch {
	case first && strings.HasPrefix(rest, "."):
		return p.String() + "->" + rest[1:]
	case first && rest == "":
		return "*" + p.String()
	case first:
		return "(*" + p.String() + ")" + rest
	}
	return p.String() + l.path
}
