package variadic

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/format"
)

// This file translates asprintf, vsprintf, vsnprintf, vasprintf and vsscanf to snprintf and sscanf, which are exact
// if their format is a literal:
//
//	vsnprintf(s, n, f, ap)   f == "%d" ? snprintf(s, n, "%d", va_arg(ap, int)) : … : vsnprintf(s, n, f, ap)
//	asprintf(&p, f, x)       k = snprintf(0, 0, f, x); q = __whet_asprintf(&p, k);
//	                         if (q) snprintf(q, k + 1, f, x);   and the value is q ? k : -1
//
// The formats that may reach f are the literal itself, or the literals that calls in the program pass for the
// parameter f, possibly through several functions. For any other format the original call remains; the library's
// table may or may not describe it.

// listed describes a function that takes a va_list as its last argument.
type listed struct {
	to     string // the function that takes the arguments themselves
	args   []int  // the indexes of the arguments in front of the format
	format int
}

// Listed has the functions of the library that take a va_list.
var Listed = map[string]listed{
	"vsprintf": {"sprintf", []int{0}, 1}, "__vsprintf_chk": {"sprintf", []int{0}, 3},
	"vsnprintf": {"snprintf", []int{0, 1}, 2}, "__vsnprintf_chk": {"snprintf", []int{0, 1}, 4},
	"vasprintf": {"asprintf", []int{0}, 1}, "__vasprintf_chk": {"asprintf", []int{0}, 2},
	"vsscanf": {"sscanf", []int{0}, 1}, "__isoc99_vsscanf": {"sscanf", []int{0}, 1}, "__isoc23_vsscanf": {"sscanf", []int{0}, 1},
}

// maxFormats bounds the number of formats for which one call is translated.
const maxFormats = 24

// asListed returns the description of the function that x calls, if it is one of Listed and the types of the
// arguments are right.
func asListed(x *lang.Call) (listed, bool) {
	f := x.Direct()
	if f == nil || f.Body != nil {
		return listed{}, false
	}
	k, ok := Listed[strings.TrimPrefix(f.Name, "__builtin_")]
	if !ok || len(x.Args) != k.format+2 || !x.T.IsInteger() || x.T.Size != 4 {
		return listed{}, false
	}
	for _, i := range k.args {
		t := x.Args[i].Type()
		if i == 0 && t.Kind != lang.Pointer || i > 0 && !t.IsInteger() {
			return listed{}, false
		}
	}
	return k, true
}

// literals are the string literals that may reach an expression.
type literals struct {
	texts []string // the texts, in order
	of    map[string][]*lang.Object
	all   bool // no other value reaches the expression
}

// formats finds the literals that may be the value of an expression.
type formats struct {
	c       *build.Maker
	callers map[*lang.Func][]*lang.Call
	touched map[*lang.Object]bool // parameters that are assigned to, or whose address is taken
}

func findFormats(c *build.Maker) *formats {
	r := &formats{c: c, callers: map[*lang.Func][]*lang.Call{}, touched: map[*lang.Object]bool{}}
	touch := func(e lang.Expr) {
		if v, ok := e.(*lang.VarRef); ok {
			r.touched[v.Obj] = true
		}
	}
	for _, f := range c.Unit.Funcs {
		if f.Body == nil {
			continue
		}
		lang.Walk(f.Body, nil, func(e lang.Expr) {
			switch x := e.(type) {
			case *lang.Call:
				if g := x.Direct(); g != nil {
					r.callers[g] = append(r.callers[g], x)
				}
			case *lang.Assign:
				touch(x.L)
			case *lang.AssignOp:
				touch(x.L)
			case *lang.IncDec:
				touch(x.X)
			case *lang.AddrOf:
				touch(x.X)
			}
		})
	}
	return r
}

func (r *formats) reach(e lang.Expr) *literals {
	l := &literals{of: map[string][]*lang.Object{}, all: true}
	r.add(l, e, map[*lang.Object]bool{})
	return l
}

func (r *formats) add(l *literals, e lang.Expr, seen map[*lang.Object]bool) {
	switch x := e.(type) {
	case *lang.Cast:
		r.add(l, x.X, seen)
		return
	case *lang.Decay:
		r.add(l, x.X, seen)
		return
	case *lang.Cond:
		if x.Then != nil {
			r.add(l, x.Then, seen)
			r.add(l, x.Else, seen)
			return
		}
	case *lang.VarRef:
		o := x.Obj
		if text, ok := lang.LiteralText(x); ok {
			if l.of[text] == nil {
				l.texts = append(l.texts, text)
			}
			l.of[text] = append(l.of[text], o)
			return
		}
		if o.Storage != lang.Param || o.Func == nil || seen[o] {
			break
		}
		seen[o] = true
		f := o.Func
		if r.touched[o] || f.AddrTaken || f == r.c.Funcs[r.c.Linked(r.c.Goal.Entry)] || len(r.c.Goal.Contracts) > 0 {
			l.all = false // calls may be missing, as a function may be proved by itself
		}
		at := -1
		for i, p := range f.Params {
			if p == o {
				at = i
			}
		}
		for _, k := range r.callers[f] {
			if at < 0 || at >= len(k.Args) {
				l.all = false
				continue
			}
			r.add(l, k.Args[at], seen)
		}
		return
	}
	l.all = false
}

// printedTypes returns the types of the arguments that the printf format text requires.
func printedTypes(c *build.Maker, text string) ([]*lang.Type, bool) {
	list, ok := format.Print(text)
	var out []*lang.Type
	for _, k := range list {
		if k.Verb == 0 {
			continue
		}
		if k.Width < 0 {
			out = append(out, c.IntT)
		}
		if k.Precision == -2 {
			out = append(out, c.IntT)
		}
		t := printedType(c, k)
		if t == nil {
			return nil, false
		}
		out = append(out, t)
	}
	return out, ok
}

func printedType(c *build.Maker, k format.Conversion) *lang.Type {
	switch k.Verb {
	case 'd', 'i', 'u', 'o', 'x', 'X':
		signed, unsigned := c.IntT, c.UintT
		switch k.Size {
		case "", "h", "hh":
		case "l", "z", "t":
			signed, unsigned = c.Ptrdiff, c.Size
		case "ll", "q", "L", "j":
			signed, unsigned = c.Llong, c.Ullong
		default:
			return nil
		}
		if k.Verb == 'd' || k.Verb == 'i' {
			return signed
		}
		return unsigned
	case 'c':
		if k.Size == "" {
			return c.IntT
		}
	case 's':
		if k.Size == "" {
			return c.Strp
		}
	case 'p':
		return c.Voidp
	case 'a', 'A', 'e', 'E', 'f', 'F', 'g', 'G':
		if k.Size == "L" {
			return c.Ldouble
		}
		return c.Double
	}
	return nil
}

// listTypes returns the types of the arguments in the va_list of a call, according to the format text.
func listTypes(c *build.Maker, k listed, text string) ([]*lang.Type, bool) {
	if k.to != "sscanf" {
		return printedTypes(c, text)
	}
	g := NewScanModel(&c.Basic, text)
	if g == nil {
		return nil, false
	}
	var out []*lang.Type
	for _, t := range g.Stores {
		out = append(out, c.Pointer(t))
	}
	return out, true
}
