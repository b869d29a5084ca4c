package lang

import "slices"

// Which automatic objects may be changed between a call of setjmp and the jump back to it: see jump.go.

// maxKept is how many scalars of an array or record are compared, one by one.
const maxKept = 32

// keep finds what has to be compared where a call of setjmp returns again. Live are the objects whose
// declarations lead to the call.
func (w *longjumps) keep(f *Func, x *Call, s *setjmp, live []*Object) {
	changed := w.changed(f, x)
	objects := append(slices.Clone(f.Params), live...)
	for _, o := range f.Objects { // compound literals live as long as the block around
		if changed[o] && o.Storage == Local && o.Name == "" && o.Init != nil && !slices.Contains(objects, o) {
			objects = append(objects, o)
		}
	}
	for _, o := range objects {
		switch {
		case !changed[o] || o.Volatile || o.Type.Const || o.Made:
		case o.Type.Size < 0:
			s.cannot = "a longjmp to a function with an array of variable length, which may have been changed"
		default:
			w.scalars(s, &VarRef{expr{x.At, o.Type}, o})
		}
	}
	if calls(f, "alloca") || calls(f, "__builtin_alloca_with_align") {
		s.cannot = "a longjmp to a function that calls alloca"
	}
}

// scalars takes an object apart.
func (w *longjumps) scalars(s *setjmp, x Expr) {
	t := x.Type()
	switch {
	case t.Kind == Record && t.Tag == "__jmp_buf_tag":
		// Of a buffer that another call of setjmp has set since.
		p := &AddrOf{expr{x.Pos(), w.c.pointer(t)}, x}
		w.scalar(s, w.tokenIn(p, x.Pos()))
	case t.Size <= 0:
	case t.Kind == Record && t.Union, t.Kind != Record && scalarsOf(t) > maxKept, t.Kind == Float && (t.opaque || t.complex):
		s.lost = append(s.lost, x)
	case t.Kind == Record:
		for _, f := range t.Fields {
			if !f.Volatile && !(f.BitField && f.Name == "") {
				w.scalars(s, &Member{expr{x.Pos(), f.Type}, x, f})
			}
		}
	case t.Kind == Array:
		for i := int64(0); i < t.Len; i++ {
			w.scalars(s, &Index{expr{x.Pos(), t.Elem}, w.c.decay(x), w.c.intLit(x.Pos(), w.c.ptrdiff, i)})
		}
	default:
		w.scalar(s, x)
	}
}

func (w *longjumps) scalar(s *setjmp, x Expr) {
	s.kept = append(s.kept, keptValue{x, w.c.hidden(x.Type().Plain(), x.Pos())})
}

// scalarsOf is how many scalars a type has.
func scalarsOf(t *Type) int64 {
	switch t.Kind {
	case Array:
		return t.Len * max(1, scalarsOf(t.Elem))
	case Record:
		var n int64
		for _, f := range t.Fields {
			n += scalarsOf(f.Type)
		}
		return n
	}
	return 1
}

// changed are the automatic objects of a function that may be stored to after a call of setjmp: by an
// assignment that stands behind it, or anywhere where control may lead back to it, or through a pointer.
func (w *longjumps) changed(f *Func, site *Call) map[*Object]bool {
	out := map[*Object]bool{}
	again, sites := false, 0
	Walk(f.Body, func(s Stmt) {
		switch s.(type) {
		case *Labeled:
			again = true
		case *While, *DoWhile, *For:
			Walk(s, nil, func(e Expr) { again = again || e == Expr(site) })
		}
	}, func(e Expr) {
		if x, ok := e.(*Call); ok && isSetjmp(x) {
			sites++
		}
	})
	again = again || sites > 1 // a jump to another call
	behind := again
	read := map[Expr]bool{} // arrays that decay and pointers that are not written through
	mark := func(e Expr, wherever bool) {
		if o := rootOf(e); o != nil && (behind || wherever) {
			out[o] = true
		}
	}
	Walk(f.Body, func(s Stmt) {
		if a, ok := s.(*Asm); ok {
			for _, e := range a.Outputs {
				mark(e, false)
			}
		}
	}, func(e Expr) {
		switch x := e.(type) {
		case *Call:
			behind = behind || x == site
			g := x.Direct()
			for i, a := range x.Args {
				if g != nil && (setjmpNames[g.Name] || longjmpNames[g.Name]) || readOnly(x, i) {
					read[StripCasts(a)] = true
				}
			}
		case *Index:
			read[x.X] = true
		case *Assign:
			mark(x.L, false)
		case *AssignOp:
			mark(x.L, false)
		case *IncDec:
			mark(x.X, false)
		case *AddrOf:
			if !read[e] {
				mark(x.X, true)
			}
		case *Decay:
			if !read[e] {
				mark(x.X, true)
			}
		}
	})
	return out
}

// readOnly reports whether a call takes its i-th argument as a pointer to const.
func readOnly(x *Call, i int) bool {
	t := x.Fun.Type()
	if t.Kind == Pointer {
		t = t.Elem
	}
	return t.Kind == Function && i < len(t.Params) && t.Params[i].Kind == Pointer && t.Params[i].Elem.Const
}
