package read

import (
	"fmt"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// Check verifies the invariants of the typed syntax that every reader of a Unit relies on, and
// returns the first violation. It is run in tests and by the fuzzer.
func Check(u *lang.Unit) error {
	v := &validator{u: u, objs: map[*lang.Object]bool{}}
	if u.Entry == nil || u.Entry.Body == nil {
		return fmt.Errorf("no entry with a body")
	}
	id := 0
	add := func(o *lang.Object, fn *lang.Func, local bool) {
		switch {
		case o.ID != id:
			v.fail(o.Pos, "object %s has ID %d, not %d", o.Name, o.ID, id)
		case local && o.Func != fn:
			v.fail(o.Pos, "object %s belongs to another function", o.Name)
		case o.Type == nil:
			v.fail(o.Pos, "object %s has no type", o.Name)
		}
		id++
		v.objs[o] = true
	}
	for _, o := range u.Objects {
		if o.Storage == lang.Local || o.Storage == lang.Param {
			v.fail(o.Pos, "automatic object %s among the static ones", o.Name)
		}
		add(o, nil, false)
	}
	for _, f := range u.Funcs {
		for _, o := range f.Params {
			if o.Storage != lang.Param {
				v.fail(o.Pos, "parameter %s has another storage", o.Name)
			}
			add(o, f, true)
		}
		for _, o := range f.Objects {
			if o.Storage != lang.Local {
				v.fail(o.Pos, "local %s has another storage", o.Name)
			}
			add(o, f, true)
		}
	}
	for _, o := range u.Objects {
		v.object(o)
	}
	for i, f := range u.Funcs {
		if f.ID != i {
			v.fail(f.Pos, "function %s has ID %d, not %d", f.Name, f.ID, i)
		}
		v.function(f)
	}
	return v.err
}

type validator struct {
	u    *lang.Unit
	fn   *lang.Func
	objs map[*lang.Object]bool
	err  error
}

func (v *validator) fail(pos lang.Pos, format string, args ...any) {
	if v.err == nil {
		v.err = fmt.Errorf("%s: %s", pos, fmt.Sprintf(format, args...))
	}
}

func (v *validator) object(o *lang.Object) {
	if o.Type == nil || o.Type.Kind == lang.Void || o.Type.Kind == lang.Function {
		v.fail(o.Pos, "object %s has type %s", o.Name, o.Type)
		return
	}
	if o.Init == nil {
		return
	}
	for _, it := range o.Init.Items {
		v.expr(it.Dst)
		if !build.IsLvalue(it.Dst) || !rootedIn(it.Dst, o) {
			v.fail(o.Pos, "an initialiser of %s stores elsewhere", o.Name)
		}
		if it.Str != nil {
			if t := it.Dst.Type(); t.Kind != lang.Array || t.Elem.Size != 1 || t.Len >= 0 && int64(len(it.Str)) > t.Len {
				v.fail(o.Pos, "%s gets a string that does not fit %s", o.Name, t)
			}
			continue
		}
		v.expr(it.Val)
		if it.Val != nil && !build.SameValues(it.Val.Type(), it.Dst.Type()) {
			v.fail(o.Pos, "%s, of type %s, is initialised by a value of type %s", o.Name, it.Dst.Type(), it.Val.Type())
		}
	}
}

func rootedIn(e lang.Expr, o *lang.Object) bool {
	for {
		switch x := e.(type) {
		case *lang.VarRef:
			return x.Obj == o
		case *lang.Member:
			e = x.X
		case *lang.Index:
			d, ok := x.X.(*lang.Decay)
			if !ok {
				return false
			}
			e = d.X
		default:
			return false
		}
	}
}

func (v *validator) function(f *lang.Func) {
	if f.Type == nil || f.Type.Kind != lang.Function {
		v.fail(f.Pos, "function %s has no function type", f.Name)
		return
	}
	if f.Body == nil {
		return
	}
	if !f.Type.NoProto && len(f.Params) != len(f.Type.Params) {
		v.fail(f.Pos, "function %s has %d parameters, its type %d", f.Name, len(f.Params), len(f.Type.Params))
	}
	for i, l := range f.Labels {
		if l.Index != i || l.Func != f {
			v.fail(l.Pos, "label %s is misplaced", l.Name)
		}
	}
	v.fn = f
	for _, o := range f.Objects {
		v.object(o)
	}
	v.stmt(f.Body)
	v.fn = nil
}

func (v *validator) label(l *lang.Label, pos lang.Pos) {
	if l == nil || v.fn == nil || l.Func != v.fn || l.Index < 0 || l.Index >= len(v.fn.Labels) || v.fn.Labels[l.Index] != l {
		v.fail(pos, "a label of another function")
	}
}

func (v *validator) claims(list []*lang.Assertion) {
	for _, a := range list {
		v.cond(a.X)
		for _, o := range a.Choose {
			if !v.objs[o] || a.Kind != lang.Assumed {
				v.fail(a.At, "a choice of %s that cannot be", o.Name)
			}
		}
	}
}

func (v *validator) cond(e lang.Expr) {
	v.expr(e)
	if e != nil && !e.Type().IsScalar() {
		v.fail(e.Pos(), "a condition of type %s", e.Type())
	}
}

func (v *validator) stmt(s lang.Stmt) {
	if v.err != nil {
		return
	}
	switch s := s.(type) {
	case *lang.ExprStmt:
		v.expr(s.X)
	case *lang.DeclStmt:
		if !v.objs[s.Obj] || s.Obj.Storage != lang.Local {
			v.fail(s.At, "a declaration of %s, which is no local", s.Obj.Name)
		}
		for _, d := range s.Dims {
			v.expr(d.X)
			v.same(d.X, d.Obj.Type)
		}
		if s.Obj.Cleanup != nil {
			v.expr(s.Obj.Cleanup)
		}
	case *lang.Block:
		for _, t := range s.List {
			v.stmt(t)
		}
	case *lang.If:
		v.cond(s.Cond)
		v.stmt(s.Then)
		if s.Else != nil {
			v.stmt(s.Else)
		}
	case *lang.While:
		v.claims(s.Invariants)
		v.cond(s.Cond)
		v.stmt(s.Body)
	case *lang.DoWhile:
		v.claims(s.Invariants)
		v.stmt(s.Body)
		v.cond(s.Cond)
	case *lang.For:
		v.claims(s.Invariants)
		if s.Init != nil {
			v.stmt(s.Init)
		}
		if s.Cond != nil {
			v.cond(s.Cond)
		}
		if s.Post != nil {
			v.expr(s.Post)
		}
		v.stmt(s.Body)
	case *lang.Switch:
		v.expr(s.Tag)
		t := s.Tag.Type()
		if !t.IsInteger() || t.Rank < lang.RankInt {
			v.fail(s.At, "switch on %s, which is not promoted", t)
		}
		for _, k := range s.Cases {
			if !k.Default && (!build.WrapTo(k.Lo, t).Equal(k.Lo) || !build.WrapTo(k.Hi, t).Equal(k.Hi) || k.Hi.Less(k.Lo)) {
				v.fail(k.At, "case %s … %s outside %s", k.Lo, k.Hi, t)
			}
		}
		v.stmt(s.Body)
	case *lang.Case:
		v.stmt(s.Body)
	case *lang.Labeled:
		v.label(s.Label, s.At)
		v.stmt(s.Body)
	case *lang.Goto:
		v.label(s.Label, s.At)
	case *lang.GotoAddr:
		v.expr(s.X)
	case *lang.Break, *lang.Continue, *lang.Empty:
	case *lang.Assertion:
		v.claims([]*lang.Assertion{s})
	case *lang.Return:
		if s.X != nil {
			v.expr(s.X)
			v.same(s.X, v.fn.Type.Elem)
		}
	case *lang.Asm:
		for _, e := range s.Outputs {
			v.expr(e)
			v.lvalue(e)
		}
		for _, e := range s.Inputs {
			v.expr(e)
		}
		for _, l := range s.Goto {
			v.label(l, s.At)
		}
	default:
		v.fail(s.Pos(), "a statement of type %T", s)
	}
}

func (v *validator) lvalue(e lang.Expr) {
	if !build.IsLvalue(e) {
		v.fail(e.Pos(), "%s is no lvalue", lang.ExprString(e))
	}
}

// same checks that a value has been converted to t.
func (v *validator) same(e lang.Expr, t *lang.Type) {
	if e != nil && t != nil && !build.SameValues(e.Type(), t) {
		v.fail(e.Pos(), "%s has type %s, not %s", lang.ExprString(e), e.Type(), t)
	}
}

func (v *validator) expr(e lang.Expr) {
	if v.err != nil {
		return
	}
	if e == nil {
		v.fail(lang.Pos{}, "a missing expression in %v", v.fn)
		return
	}
	if e.Type() == nil || e.Type().Name == "(error)" {
		v.fail(e.Pos(), "%s has no type", lang.ExprString(e))
		return
	}
	for _, x := range lang.Children(e) {
		v.expr(x)
		if x != nil && x.Type() != nil && x.Type().Kind == lang.Array && !wantsArray(e, x) {
			v.fail(e.Pos(), "the array %s is used as a value", lang.ExprString(x))
		}
	}
	if v.err == nil {
		v.node(e)
	}
}

// wantsArray reports whether x may be an array below e.
func wantsArray(e, _ lang.Expr) bool {
	switch e.(type) {
	case *lang.Decay, *lang.AddrOf, *lang.VaArg:
		return true
	}
	return false
}

func (v *validator) node(e lang.Expr) {
	t := e.Type()
	bad := func(why string) { v.fail(e.Pos(), "%s: %s", lang.ExprString(e), why) }
	switch e := e.(type) {
	case *lang.IntLit, *lang.FloatLit, *lang.VarRef, *lang.FuncRef, *lang.LabelAddr, *lang.CompoundLit:
		v.leaf(e, bad)
	case *lang.Unary:
		x := e.X.Type()
		switch {
		case e.Op == lang.LogNot:
			if !x.IsScalar() || t.Rank != lang.RankInt {
				bad("! of no scalar")
			}
		case !build.SameValues(x, t):
			bad("an operand that is not promoted")
		}
	case *lang.Binary:
		v.binary(e, bad)
	case *lang.Logical:
		if !e.L.Type().IsScalar() || !e.R.Type().IsScalar() {
			bad("no scalars")
		}
	case *lang.Cond:
		if !e.C.Type().IsScalar() {
			bad("a condition that is no scalar")
		}
		if t.Kind != lang.Void {
			v.same(e.Else, t)
			if e.Then != nil {
				v.same(e.Then, t)
			}
		}
	case *lang.Assign:
		v.lvalue(e.L)
		v.same(e.R, e.L.Type())
		v.same(e, e.L.Type())
	case *lang.AssignOp:
		v.lvalue(e.L)
		v.assignOp(e, bad)
	case *lang.IncDec:
		v.lvalue(e.X)
	case *lang.Deref:
		if e.X.Type().Kind != lang.Pointer || e.X.Type().Elem.Kind == lang.Function {
			bad("* of no pointer to an object")
		}
	case *lang.Index:
		if e.X.Type().Kind != lang.Pointer || !e.I.Type().IsInteger() {
			bad("an index of no pointer")
		}
	case *lang.Member:
		x := e.X.Type()
		if x.Kind != lang.Record || e.Field == nil || e.Field.Index >= len(x.Fields) || x.Fields[e.Field.Index] != e.Field {
			bad("a member of another type")
		}
	case *lang.AddrOf:
		v.lvalue(e.X)
		if t.Kind != lang.Pointer {
			bad("an address that is no pointer")
		}
	case *lang.Decay:
		v.lvalue(e.X)
		if e.X.Type().Kind != lang.Array || t.Kind != lang.Pointer {
			bad("decay of no array")
		}
	case *lang.Cast:
		if t.Kind != lang.Void && !build.Convertible(e.X.Type(), t) {
			bad("a conversion that C does not have")
		}
	case *lang.Call:
		v.call(e, bad)
	case *lang.Comma:
		v.same(e.R, t)
	case *lang.StmtExpr:
		v.stmt(e.Body)
		if e.Value != nil {
			v.same(e.Value, t)
		} else if t.Kind != lang.Void {
			bad("no value")
		}
	case *lang.VaArg:
	case *lang.Quant:
		if len(e.Lo) != len(e.Vars) || len(e.Hi) != len(e.Vars) {
			bad("a quantifier without bounds")
		}
		for _, o := range e.Vars {
			if !v.objs[o] {
				bad("an object that is not in the unit")
			}
		}
	default:
		bad(fmt.Sprintf("an expression of type %T", e))
	}
}

func (v *validator) assignOp(e *lang.AssignOp, bad func(string)) {
	switch {
	case e.OpT == nil:
		bad("no type of the operation")
	case e.Op == lang.Shl || e.Op == lang.Shr:
		if !e.R.Type().IsInteger() {
			bad("shift by no integer")
		}
	case e.Op == lang.PtrAdd || e.Op == lang.PtrSub:
		if !e.R.Type().IsInteger() || e.T.Kind != lang.Pointer {
			bad("a pointer moved by no integer")
		}
	default:
		v.same(e.R, e.OpT)
	}
}

// leaf checks an expression without operands.
func (v *validator) leaf(e lang.Expr, bad func(string)) {
	t := e.Type()
	switch e := e.(type) {
	case *lang.IntLit:
		if !t.IsInteger() || !build.WrapTo(e.Val, t).Equal(e.Val) {
			bad("a constant outside its type " + t.String())
		}
	case *lang.FloatLit:
		if t.Kind != lang.Float {
			bad("a floating constant of type " + t.String())
		}
	case *lang.VarRef:
		if !v.objs[e.Obj] {
			bad("an object that is not in the unit")
		} else if e.Obj.Func != nil && e.Obj.Func != v.fn && (e.Obj.Storage == lang.Local || e.Obj.Storage == lang.Param) {
			bad("a local of another function")
		}
	case *lang.FuncRef:
		if t.Kind != lang.Pointer || t.Elem.Kind != lang.Function || e.Func == nil || e.Func.ID >= len(v.u.Funcs) || v.u.Funcs[e.Func.ID] != e.Func {
			bad("a function that is not in the unit")
		}
	case *lang.LabelAddr:
		v.label(e.Label, e.At)
	case *lang.CompoundLit:
		if !v.objs[e.Obj] || e.Obj.Storage != lang.Local {
			bad("an object that is no local")
		}
	}
}

func (v *validator) binary(e *lang.Binary, bad func(string)) {
	l, r, t := e.L.Type(), e.R.Type(), e.T
	promoted := func(x *lang.Type) bool {
		return x.Kind == lang.Float || x.IsInteger() && (x.Rank >= lang.RankInt || inLanes(e))
	}
	switch e.Op {
	case lang.PtrAdd, lang.PtrSub:
		if l.Kind != lang.Pointer || !r.IsInteger() || t.Kind != lang.Pointer {
			bad("pointer arithmetic on no pointer")
		}
	case lang.PtrDiff:
		if l.Kind != lang.Pointer || r.Kind != lang.Pointer || !t.IsInteger() {
			bad("the difference of no pointers")
		}
	case lang.Shl, lang.Shr:
		if !promoted(l) || !promoted(r) || !build.SameValues(l, t) {
			bad("a shift that is not promoted")
		}
	case lang.Eq, lang.Ne, lang.Lt, lang.Le, lang.Gt, lang.Ge:
		if !(l.Kind == lang.Pointer && r.Kind == lang.Pointer) && !(promoted(l) && build.SameValues(l, r)) || t.Rank != lang.RankInt {
			bad("a comparison of different types")
		}
	default:
		if !promoted(l) || !build.SameValues(l, r) || !build.SameValues(l, t) {
			bad(fmt.Sprintf("operands of types %s and %s give %s", l, r, t))
		}
	}
}

// inLanes reports whether an operation is one on lanes of vectors, which are not promoted.
func inLanes(e *lang.Binary) bool {
	of := func(x lang.Expr) bool {
		if y, ok := x.(*lang.Cast); ok {
			x = y.X
		}
		return isLane(x)
	}
	return of(e.L) || of(e.R)
}

func (v *validator) call(e *lang.Call, bad func(string)) {
	f := e.Fun.Type()
	if f.Kind != lang.Pointer || f.Elem.Kind != lang.Function {
		bad("a call of no function")
		return
	}
	ft := f.Elem
	if !ft.NoProto && (len(e.Args) < len(ft.Params) || len(e.Args) > len(ft.Params) && !ft.Variadic) {
		bad("the number of arguments")
		return
	}
	for i, a := range e.Args {
		if i < len(ft.Params) {
			v.same(a, ft.Params[i])
		}
	}
	v.same(e, ft.Elem)
}
