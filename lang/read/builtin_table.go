package read

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/gnu"
	table "github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/num"
)

// This file applies the table of GNU C's builtins (package gnu): functions whose names begin with
// __builtin_, __sync_ or __atomic_. Each row says how calls are read. A builtin that has no row, and is
// not another name of a library function, is refused: runs that reach the call have an unknown result.
// Sources are sections of the manual of gcc 14, and clang's Language Extensions.

// resultType returns the type that a row names, int by default.
func (c *checker) resultType(name string) *lang.Type {
	switch name {
	case "void":
		return c.Void
	case "double":
		return c.Double
	case "float":
		return c.Float
	case "long double":
		return c.Ldouble
	case "void *":
		return c.Voidp
	case "unsigned long long":
		return c.Ullong
	}
	return c.IntT
}

// tableBuiltin declares the function for the builtin name, which is not a library function. It returns
// nil if name is not a builtin. A builtin that has no row, or is refused, gets a note that ends the runs
// that call it.
func (c *checker) tableBuiltin(name string, pos lang.Pos) *symbol {
	if !build.BuiltinName(name) || c.InModel {
		return nil
	}
	result := c.Unknown
	if row, ok := gnu.BuiltinOf(name); ok && row.Class != gnu.BuiltinRefused {
		result = c.resultType(row.Result)
	}
	t := &lang.Type{Kind: lang.Function, Align: 1, Elem: result, NoProto: true}
	f := c.function(name, pos, t)
	c.refuseBuiltin(f, pos)
	y := &symbol{kind: symFunc, name: name, typ: t, fn: f, pos: pos}
	c.file.bind(y)
	return y
}

// refuseBuiltin adds a note to f if f is a builtin that the table does not allow.
func (c *checker) refuseBuiltin(f *lang.Func, pos lang.Pos) {
	if !build.BuiltinName(f.Name) || c.InModel || c.defined[f.Name] || c.lib.declares(f.Name) || table.Known(f.Name) || len(f.Notes) > 0 {
		return
	}
	why := "which is not in the table of builtins"
	if row, ok := gnu.BuiltinOf(f.Name); ok {
		if row.Class != gnu.BuiltinRefused {
			return
		}
		why = row.Why
	} else if base, ok := strings.CutPrefix(f.Name, "__builtin_"); ok && (c.lib.declares(base) || table.Known(base)) {
		return // a library function
	}
	f.Notes = append(f.Notes, lang.UnmodelledNote(pos, f.Name+", "+why))
}

// objectSize returns __builtin_object_size(p, kind). The size is exact if p is the address of a variable
// or of its member, which all compilers recognize. Otherwise the result is an unknown value: it depends
// on what the compiler knows.
func (c *checker) objectSize(p lang.Expr, kind int64, pos lang.Pos) lang.Expr {
	unknown := c.opaque(c.IntLit(pos, c.IntT, 0), c.Size)
	e := p
	for {
		k, ok := e.(*lang.Cast)
		if !ok {
			break
		}
		e = k.X
	}
	switch x := e.(type) {
	case *lang.AddrOf:
		e = x.X
	case *lang.Decay:
		e = x.X
	default:
		return unknown
	}
	own, offset := e.Type().Size, int64(0)
	for {
		m, ok := e.(*lang.Member)
		if !ok {
			break
		}
		if m.Field.BitField || m.Field.Type.Kind == lang.Array {
			return unknown // an array at the end may be longer than declared
		}
		offset += m.Field.Offset
		e = m.X
	}
	v, ok := e.(*lang.VarRef)
	if !ok || v.Obj.Storage == lang.Param || v.Obj.Type.Size <= 0 || !c.isComplete(v.Obj.Type) || v.Obj.Type.OpenEnded || v.Obj.Type.LenObj != nil {
		return unknown
	}
	n := v.Obj.Type.Size - offset
	if kind&1 != 0 {
		n = own
	}
	return &lang.IntLit{ExprBase: lang.Typed(pos, c.Size), Val: num.Of(n)}
}

// classify returns the value of __builtin_classify_type for the type t (gcc's typeclass.h), or false for
// other types.
func classify(t *lang.Type) (int64, bool) {
	switch t.Kind {
	case lang.Bool, lang.Integer:
		return 1, true
	case lang.Pointer, lang.Array, lang.Function:
		return 5, true
	case lang.Float:
		if t.Complex {
			return 9, true
		}
		return 8, true
	case lang.Record:
		if t.Union {
			return 13, true
		}
		return 12, true
	}
	return 0, false
}
