package cfa

import (
	"strconv"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// Addresses as lvalues of C. An address is a sum of a base, which is a pointer or an object, a
// constant, and multiples of expressions; the type of the base says what lies there.

// lvalue is a place in memory as C writes it.
type lvalue struct {
	base Expr   // a pointer; nil: an object
	name string // of the object
	path string // after the base; of a pointer "[0].x" is "->x"
	t    *lang.Type
}

// term is a multiple of an expression.
type term struct {
	k int64
	x Expr
}

// lvalue returns the cell of a region; nil where it is not known.
func (n *Notation) lvalue(a *Array, idx Expr) *lvalue { return n.place(a, idx) }

// place is what lies at an address; of a region the scalar.
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
			ok = false // a difference of pointers
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

// walkPath finds what lies off bytes and some multiples after the start of a type. Where want is
// not nil, it is of that type; else where size is not 0, it is a scalar of that size. Multiples
// stand in the path as "\x00" with their number.
func walkPath(t *lang.Type, off int64, terms []term, want *lang.Type, size int64) *lvalue {
	return (&walker{want: want, size: size, used: make([]bool, len(terms)), terms: terms}).walk(t, off, "", 0)
}

type walker struct {
	want  *lang.Type
	size  int64
	terms []term
	used  []bool
}

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
		for _, f := range t.Fields { // the end of an array
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

// indexes writes the multiples into a path.
func (n *Notation) indexes(path string, terms []term) string {
	if !strings.Contains(path, "\x00") {
		return path
	}
	var b strings.Builder
	for i, part := range strings.Split(path, "\x00") {
		if i%2 == 0 { // between: the constant, and what is around
			rest := part
			if i > 0 {
				k, after, _ := strings.Cut(part, "]")
				switch v, err := strconv.ParseInt(k, 10, 64); {
				case k == "": // another multiple comes
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

// text writes an lvalue.
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
