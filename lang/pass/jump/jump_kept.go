package jump

import (
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// This file determines which automatic objects may be changed between a call of setjmp and the jump back to it: see
// jump.go.

// maxKept bounds the number of scalars of an array or record that are compared one by one.
const maxKept = 32

// keep finds the objects to compare when the call x of setjmp in f returns again. live has the objects whose
// declarations are in scope at the call.
func (w *longjumps) keep(f *lang.Func, x *lang.Call, s *setjmp, live []*lang.Object) {
	changed := w.changed(f, x)
	objects := append(slices.Clone(f.Params), live...)
	for _, o := range f.Objects { // compound literals live as long as the block around them
		if changed[o] && o.Storage == lang.Local && o.Name == "" && o.Init != nil && !slices.Contains(objects, o) {
			objects = append(objects, o)
		}
	}
	for _, o := range objects {
		switch {
		case !changed[o] || o.Volatile || o.Type.Const || o.Made:
		case o.Type.Size < 0:
			s.cannot = "a longjmp to a function with an array of variable length, which may have been changed"
		default:
			w.scalars(s, &lang.VarRef{ExprBase: lang.Typed(x.At, o.Type), Obj: o})
		}
	}
	if build.Calls(f, "alloca") || build.Calls(f, "__builtin_alloca_with_align") {
		s.cannot = "a longjmp to a function that calls alloca"
	}
}

// scalars adds the scalars of the object x to s.
func (w *longjumps) scalars(s *setjmp, x lang.Expr) {
	t := x.Type()
	switch {
	case t.Kind == lang.Record && t.Tag == "__jmp_buf_tag":
		// A buffer, which another call of setjmp may have set since.
		p := &lang.AddrOf{ExprBase: lang.Typed(x.Pos(), w.c.Pointer(t)), X: x}
		w.scalar(s, w.tokenIn(p, x.Pos()))
	case t.Size <= 0:
	case t.Kind == lang.Record && t.Union, t.Kind != lang.Record && scalarsOf(t) > maxKept, t.Kind == lang.Float && (t.Opaque || t.Complex):
		s.lost = append(s.lost, x)
	case t.Kind == lang.Record:
		for _, f := range t.Fields {
			if !f.Volatile && !(f.BitField && f.Name == "") {
				w.scalars(s, &lang.Member{ExprBase: lang.Typed(x.Pos(), f.Type), X: x, Field: f})
			}
		}
	case t.Kind == lang.Array:
		for i := int64(0); i < t.Len; i++ {
			w.scalars(s, &lang.Index{ExprBase: lang.Typed(x.Pos(), t.Elem), X: w.c.Decay(x), I: w.c.IntLit(x.Pos(), w.c.Ptrdiff, i)})
		}
	default:
		w.scalar(s, x)
	}
}

func (w *longjumps) scalar(s *setjmp, x lang.Expr) {
	s.kept = append(s.kept, keptValue{x, w.c.Hidden(x.Type().Plain(), x.Pos())})
}

// scalarsOf returns the number of scalars in a value of type t.
func scalarsOf(t *lang.Type) int64 {
	switch t.Kind {
	case lang.Array:
		return t.Len * max(1, scalarsOf(t.Elem))
	case lang.Record:
		var n int64
		for _, f := range t.Fields {
			n += scalarsOf(f.Type)
		}
		return n
	}
	return 1
}

// changed returns the automatic objects of f that may be stored to after the call site of setjmp. An assignment
// counts if it is after the site in the text, or if control may come back to the call. Stores through pointers always
// count.
func (w *longjumps) changed(f *lang.Func, site *lang.Call) map[*lang.Object]bool {
	out := map[*lang.Object]bool{}
	again, sites := false, 0
	lang.Walk(f.Body, func(s lang.Stmt) {
		switch s.(type) {
		case *lang.Labeled:
			again = true
		case *lang.While, *lang.DoWhile, *lang.For:
			lang.Walk(s, nil, func(e lang.Expr) { again = again || e == lang.Expr(site) })
		}
	}, func(e lang.Expr) {
		if x, ok := e.(*lang.Call); ok && isSetjmp(x) {
			sites++
		}
	})
	again = again || sites > 1 // a jump to another call
	behind := again
	read := map[lang.Expr]bool{} // decaying arrays and pointers that are not used for writing
	mark := func(e lang.Expr, wherever bool) {
		if o := build.RootOf(e); o != nil && (behind || wherever) {
			out[o] = true
		}
	}
	lang.Walk(f.Body, func(s lang.Stmt) {
		if a, ok := s.(*lang.Asm); ok {
			for _, e := range a.Outputs {
				mark(e, false)
			}
		}
	}, func(e lang.Expr) {
		switch x := e.(type) {
		case *lang.Call:
			behind = behind || x == site
			g := x.Direct()
			for i, a := range x.Args {
				if g != nil && (SetjmpNames[g.Name] || LongjmpNames[g.Name]) || readOnly(x, i) {
					read[lang.StripCasts(a)] = true
				}
			}
		case *lang.Index:
			read[x.X] = true
		case *lang.Assign:
			mark(x.L, false)
		case *lang.AssignOp:
			mark(x.L, false)
		case *lang.IncDec:
			mark(x.X, false)
		case *lang.AddrOf:
			if !read[e] {
				mark(x.X, true)
			}
		case *lang.Decay:
			if !read[e] {
				mark(x.X, true)
			}
		}
	})
	return out
}

// readOnly reports whether the call x takes its i-th argument as a pointer to const.
func readOnly(x *lang.Call, i int) bool {
	t := x.Fun.Type()
	if t.Kind == lang.Pointer {
		t = t.Elem
	}
	return t.Kind == lang.Function && i < len(t.Params) && t.Params[i].Kind == lang.Pointer && t.Params[i].Elem.Const
}
