// Package calls determines the meaning of a call from the name of its function, without an analysis of memory: an
// error, an assertion or an assumption, an intrinsic of the library's models, a row of the library's table. The
// points-to analysis and the lowering both use it, so that they agree about each call.
package calls

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/lang/models"
)

// Fits reports whether the call x may be a call of f: it has enough arguments, each of a shape that the parameter
// takes. If f or the call has no result, the other's result may have any shape.
func Fits(f *lang.Func, x *lang.Call) bool {
	params := f.Type.Params // the parameters of a function without a body
	if f.Body != nil {
		params = nil
		for _, p := range f.Params {
			params = append(params, p.Type)
		}
	}
	if len(x.Args) < len(params) || len(x.Args) > len(params) && !f.Type.Variadic && !f.Type.NoProto {
		return false
	}
	for i, p := range params {
		if !lang.SameShape(p, x.Args[i].Type()) {
			return false
		}
	}
	return x.T.Kind == lang.Void || f.Type.Elem.Kind == lang.Void || lang.SameShape(f.Type.Elem, x.T)
}

// SameType reports whether the type through which the call x calls f is compatible with f's type, so that the call is
// defined (C11 6.3.2.3p8). Fits is weaker: it requires only that a machine makes the call as if it were defined. A
// call without a prototype is compatible if its arguments are.
func SameType(f *lang.Func, x *lang.Call) bool {
	t := x.Fun.Type()
	return t.Kind != lang.Pointer || t.Elem.NoProto || lang.CompatibleFunctions(t.Elem, f.Type)
}

// NumberFrom and BytesFrom are the intrinsics that give values which a model does not determine, with the sources of
// the values.
var (
	NumberFrom = map[string]library.Source{
		"__whet_input": library.Input, "__whet_stream": library.Stream, "__whet_computed": library.Computed,
		"__whet_linput": library.Input, "__whet_lstream": library.Stream, "__whet_lcomputed": library.Computed,
	}
	BytesFrom = map[string]library.Source{
		"__whet_input_bytes": library.Input, "__whet_stream_bytes": library.Stream, "__whet_computed_bytes": library.Computed,
	}
)

// Allocates are the intrinsics that return a new object.
var Allocates = map[string]bool{"__whet_alloc": true, "__whet_alloca": true, "__whet_lasting": true}

// ReadOnly reports whether a call takes its i-th argument as a pointer to const.
func ReadOnly(x *lang.Call, i int) bool {
	t := x.Args[i].Type()
	f := x.Fun.Type()
	if f.Kind == lang.Pointer {
		f = f.Elem
	}
	if i < len(f.Params) {
		t = f.Params[i]
	}
	return t.Kind == lang.Pointer && t.Elem.Const
}

// errorFuncs are the functions whose call is an error, whatever their body.
var errorFuncs = map[string]bool{
	"reach_error": true, "__VERIFIER_error": true,
	"__assert_fail": true, "__assert_rtn": true, "__assert": true, "__assert2": true,
	"__assert_perror_fail": true, "_assert": true, "_wassert": true, "__assert_func": true,
}

// IsError reports whether a call of f is an error, so that the body of f is not read.
func IsError(f *lang.Func) bool {
	return errorFuncs[f.Name] && !(f.Body != nil && f.Name[0] == '_' && f.Name != "__VERIFIER_error" && f.Name != "__assert_fail")
}

// Assertions are the functions that assert their first argument, if the program only declares them. C and common
// verifiers use these names.
var Assertions = map[string]bool{
	"assert": true, "__VERIFIER_assert": true, "__CPROVER_assert": true, "__ESBMC_assert": true, "klee_assert": true,
}

// Assumptions are functions that end the runs in which their first argument is 0.
var Assumptions = map[string]bool{
	"__VERIFIER_assume": true, "__CPROVER_assume": true, "__ESBMC_assume": true, "klee_assume": true,
	"__builtin_assume": true, "assume_abort_if_not": true,
}

// Determined reports whether the result of a function without a body or a model is determined by its arguments, so
// that not every value is possible. This holds for the compiler's builtins. It is also assumed of functions that have
// the name of a library function but are declared differently, because nothing is known about them. A bug must not
// rest on such a result.
func Determined(name string) bool {
	if strings.HasPrefix(name, "__builtin_") || strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_") {
		return true
	}
	return library.Known(name) || models.Named(name)
}

// Inert lists builtins that have no effect on memory and are not library functions.
var Inert = map[string]bool{
	"__builtin_va_start": true, "__builtin_va_end": true, "__builtin_va_copy": true, "va_start": true, "va_end": true,
	"__builtin_prefetch": true,
}

// Retains reports whether a function without a body or a row may keep pointers that it gets, and change their targets
// later. Builtins of the compiler do not. Functions that only register something for an environment that is part of
// the program do not count either.
func Retains(name string) bool {
	for _, p := range []string{"__builtin_", "__sync_", "__atomic_", "__VERIFIER_", "__whet_"} {
		if strings.HasPrefix(name, p) {
			return false
		}
	}
	return !library.Registers(name)
}

// Row returns the row of the library's table for the call x of f: the row has the name of f, and its parameters take
// the arguments. It returns nil if there is no such row.
func Row(f *lang.Func, x *lang.Call) *library.Function {
	rows := library.Rows(f.Name)
	if base, ok := strings.CutPrefix(f.Name, "__builtin_"); ok && rows == nil {
		rows = library.Rows(base)
	}
	for _, r := range rows {
		if r.Kind != library.Modelled && fitsShape(r.Shape, x) {
			return r
		}
	}
	return nil
}

// fitsShape reports whether the result and the arguments of the call x have the kinds of a row's shape.
func fitsShape(shape string, x *lang.Call) bool {
	if !fitsKind(shape[0], x.T) && x.T.Kind != lang.Void {
		return false
	}
	params, variadic := shape[1:], false
	if strings.HasSuffix(params, ".") {
		params, variadic = params[:len(params)-1], true
	}
	if len(x.Args) < len(params) || len(x.Args) > len(params) && !variadic {
		return false
	}
	for i := range params {
		if !fitsKind(params[i], x.Args[i].Type()) && !(params[i] == 'p' && IsZero(x.Args[i])) {
			return false
		}
	}
	return true
}

// IsZero reports whether an argument is the constant 0, which is a null pointer even without a prototype.
func IsZero(e lang.Expr) bool {
	k, ok := e.(*lang.IntLit)
	return ok && k.Val.IsZero()
}

func fitsKind(c byte, t *lang.Type) bool {
	switch c {
	case 'i':
		return t.IsInteger()
	case 'p':
		return t.Kind == lang.Pointer
	case 'f':
		return t.Kind == lang.Float
	}
	return true // a function without a result, or x
}
