package lower

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/library"
)

// Functions whose call is an error, whatever their body.
var errorFuncs = map[string]bool{
	"reach_error": true, "__VERIFIER_error": true,
	"__assert_fail": true, "__assert_rtn": true, "__assert": true, "__assert2": true,
	"__assert_perror_fail": true, "_assert": true, "_wassert": true, "__assert_func": true,
}

// special reports whether calls of f mean something of their own, so that its body is not read.
func special(f *lang.Func) bool {
	return errorFuncs[f.Name] && !(f.Body != nil && f.Name[0] == '_' && f.Name != "__VERIFIER_error" && f.Name != "__assert_fail")
}

// Functions that state a property of their first argument, where the program only declares them: the
// names that C itself and the verifiers in use give them.
var assertFuncs = map[string]bool{
	"assert": true, "__VERIFIER_assert": true, "__CPROVER_assert": true, "__ESBMC_assert": true, "klee_assert": true,
}

// Functions that end the runs in which their first argument is 0.
var assumeFuncs = map[string]bool{
	"__VERIFIER_assume": true, "__CPROVER_assume": true, "__ESBMC_assume": true, "klee_assume": true,
	"__builtin_assume": true, "assume_abort_if_not": true,
}

// determined reports whether a function without a body or a model is known to compute its result from
// its arguments, so that not every value is possible: the compiler's builtins, and what bears the name of a library
// function but is declared unlike it: what that does is anyone's guess. A bug must not rest on such a result.
func determined(name string) bool {
	if strings.HasPrefix(name, "__builtin_") || strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_") {
		return true
	}
	return library.Known(name) || lang.ModelNamed(name)
}

// inert lists builtins without an effect on memory that are no library functions.
var inert = map[string]bool{
	"__builtin_va_start": true, "__builtin_va_end": true, "__builtin_va_copy": true, "va_start": true, "va_end": true,
	"__builtin_prefetch": true,
}

// keeps reports whether a function without a body or a row may keep what it is handed, and change it later: no builtin of the compiler does. What
// registers something for an environment that is part of the program is not asked either.
func keeps(name string) bool {
	for _, p := range []string{"__builtin_", "__sync_", "__atomic_", "__VERIFIER_", "__whet_"} {
		if strings.HasPrefix(name, p) {
			return false
		}
	}
	return !library.Registers(name)
}

// rowOf is the row of the library's table that a call of f is described by: f has its name and is called with what its
// parameters can take. Nil: there is none.
func rowOf(f *lang.Func, x *lang.Call) *library.Function {
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

// fitsShape reports whether result and arguments of a call are of a row's kinds.
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
		if !fitsKind(params[i], x.Args[i].Type()) && !(params[i] == 'p' && isZero(x.Args[i])) {
			return false
		}
	}
	return true
}

// isZero reports whether an argument is the constant 0, which means a null pointer even where no prototype says so.
func isZero(e lang.Expr) bool {
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
	return true // of a function without a result, and x
}

// surroundings are what the functions that a program uses say of the run's environment.
type surroundings struct {
	channel  bool // what is read from files may have been written there by the program
	redirect bool // so may standard input
	locale   bool // characters may not be those of the C locale
}

// use takes note of a call of f, or, where x is nil, of its address.
func (s *surroundings) use(f *lang.Func, x *lang.Call) {
	if f.Body != nil {
		return
	}
	for _, r := range library.Rows(f.Name) {
		for _, a := range r.Actions {
			switch a.Effect {
			case library.Channel:
				s.channel = true
			case library.Redirect:
				s.channel, s.redirect = true, true
			case library.Locale:
				s.locale = true
			case library.ChannelUnlessR:
				text, ok := "", false
				if x != nil && a.Arg <= len(x.Args) {
					text, ok = literalText(x.Args[a.Arg-1])
				}
				s.channel = s.channel || !ok || text != "r" && text != "rb"
			case library.ChannelUnless0:
				zero := false
				if x != nil && a.Arg <= len(x.Args) {
					zero = isZero(x.Args[a.Arg-1])
				}
				s.channel = s.channel || !zero
			}
		}
	}
}
