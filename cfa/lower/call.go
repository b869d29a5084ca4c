package lower

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
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

// Library functions whose result comes from outside: it can be any value of the type.
var inputFuncs = map[string]bool{
	"rand": true, "random": true, "rand_r": true, "drand48": true, "lrand48": true, "getchar": true, "getc": true,
	"fgetc": true, "getchar_unlocked": true, "time": true, "clock": true, "read": true, "recv": true, "fread": true,
	"scanf": true, "fscanf": true, "fopen": true, "open": true, "getenv": true, "getpid": true, "system": true,
	"socket": true, "accept": true, "select": true, "poll": true, "gets": true, "fgets": true, "getppid": true,
}

// determined reports whether a function without a body or a model is known to compute its result from
// its arguments, so that not every value is possible: the compiler's builtins and the standard library's
// functions on strings, numbers and characters. A bug must not rest on such a result.
func determined(name string) bool {
	if strings.HasPrefix(name, "__builtin_") || strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_") {
		return true
	}
	// With a model, but called as external: declared unlike the library's. What it does is anyone's guess.
	return standard[name] || lang.ModelNamed(name)
}

// standard lists functions of the C library that have no model and no input.
var standard = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`
		strstr strpbrk strspn strcspn strtok strtok_r strtol strtoul strtoll strtoull strcoll strxfrm strerror strsep
		strcasestr strndup stpcpy stpncpy strnlen strlcpy strlcat strchrnul memmem memrchr rawmemchr memccpy mempcpy
		atoi atol atoll wcslen wcscpy wcscmp wcscat wcschr wmemset wmemcpy wmemcmp mbtowc wctomb mblen mbstowcs wcstombs
		div ldiv lldiv sprintf snprintf vsprintf vsnprintf sscanf vsscanf asprintf localeconv
		iswalpha iswdigit iswspace towlower towupper isinf isnan isfinite signbit fpclassify finite
		lround llround lrint llrint ilogb ilogbf abs labs llabs ffs ffsl ffsll htons htonl ntohs ntohl
		qsort bsearch`) {
		m[n] = true
	}
	return m
}()

// Library functions without a model that read what they are given and write only to the outside.
var readOnly = map[string]bool{
	"printf": true, "fprintf": true, "vprintf": true, "vfprintf": true, "puts": true, "fputs": true, "putchar": true,
	"putc": true, "fputc": true, "perror": true, "fflush": true, "fclose": true, "printk": true, "syslog": true,
	"write": true, "close": true, "sleep": true, "usleep": true, "srand": true, "fwrite": true, "remove": true,
	"atoi": true, "atol": true, "atof": true, "getenv": true, "system": true, "unlink": true, "fopen": true, "open": true,
	"__builtin_va_start": true, "__builtin_va_end": true, "__builtin_va_copy": true, "va_start": true, "va_end": true,
	"__builtin_prefetch": true, "__builtin_printf": true, "free": true, "cfree": true,
}

// Functions that make control flow the automata do not show.
var unmodelledControl = map[string]string{
	"longjmp": "longjmp", "_longjmp": "longjmp", "siglongjmp": "longjmp",
	"pthread_create": "a thread", "thrd_create": "a thread",
	"fork": "fork", "vfork": "fork", "signal": "a signal handler", "sigaction": "a signal handler",
	"atexit": "atexit", "on_exit": "atexit", "qsort": "a call back from the library", "bsearch": "a call back from the library",
}

// callInto lowers a call whose result goes to v.
func (l *lowerer) callInto(x *lang.Call, v *cfa.Var) {
	l.into = v
	r := l.call(x, nil)
	l.into = nil
	if r == nil {
		l.approxInto(v, "a result that is not modelled", x.At)
		return
	}
	if r != cfa.Expr(v) {
		l.emit(&cfa.Assign{LHS: v, RHS: r}, x.At)
	}
}

func (l *lowerer) approxInto(v *cfa.Var, what string, pos lang.Pos) {
	l.note(pos, what, "any value")
	l.emit(&cfa.Havoc{LHS: v, From: &cfa.Input{Kind: cfa.Approx, Name: what, Range: v.Range, Pos: pos}}, pos)
}

// result is the variable that a call's scalar result goes to.
func (l *lowerer) result(x *lang.Call, into *cfa.Var) *cfa.Var {
	if into != nil {
		return into
	}
	return l.temp(l.rangeOf(x.T, nil), x.At)
}

// call lowers a call. A record result goes to *rec; a scalar one is returned.
func (l *lowerer) call(x *lang.Call, rec *place) cfa.Expr {
	into := l.into
	l.into = nil
	f := direct(x)
	if f != nil {
		if v, done := l.builtin(x, f, into); done {
			return v
		}
	}
	var fun cfa.Expr
	if f == nil {
		fun = l.rval(x.Fun)
		if fun == nil {
			fun = cfa.ConstInt(0)
		}
		fun = l.pin(fun, x.At)
	}
	args := l.args(x)
	var res *cfa.Var
	if rec == nil && x.T.IsScalar() && x.T.Kind != lang.Float {
		res = l.result(x, into)
	}
	if f != nil {
		l.callTo(x, f, args, res, rec)
		return value(res)
	}
	// A call through a pointer: one of the functions whose address is taken and
	// whose type fits, or code that is not part of the program.
	var in *indirect
	for _, p := range l.a.pending {
		if p.call == x {
			in = p
		}
	}
	end := l.newLoc(x.At)
	if in != nil {
		for _, g := range l.candidates(in) {
			here, next := l.newLoc(x.At), l.newLoc(x.At)
			l.test(cfa.MkBinary(cfa.Eq, fun, l.funcAddress(g)), here, next, x.At)
			l.cur = here
			l.callTo(x, g, args, res, rec)
			l.jump(end, x.At)
			l.cur = next
		}
	}
	l.external(x, "a function pointer", args, res, rec)
	l.jump(end, x.At)
	l.cur = end
	return value(res)
}

func value(v *cfa.Var) cfa.Expr {
	if v == nil {
		return nil
	}
	return v
}

// arg is an evaluated argument.
type arg struct {
	e  lang.Expr
	v  cfa.Expr
	pl place // of records
}

func (l *lowerer) args(x *lang.Call) []arg {
	args := make([]arg, len(x.Args))
	for i, e := range x.Args {
		later := false
		for _, y := range x.Args[i+1:] {
			later = later || l.impure(y)
		}
		args[i].e = e
		if e.Type().Kind == lang.Record {
			p := l.place(e)
			if later {
				// A later argument might change the record: keep a pinned place; the
				// order of evaluation of arguments is unspecified in C.
				p = l.pinPlace(p, x.At)
			}
			args[i].pl = p
			continue
		}
		args[i].v = l.rval(e)
		if later {
			args[i].v = l.pin(args[i].v, x.At)
		}
	}
	return args
}

// callTo lowers a call to a known function.
func (l *lowerer) callTo(x *lang.Call, f *lang.Func, args []arg, res *cfa.Var, rec *place) {
	if errorFuncs[f.Name] && special(f) {
		l.fail(l.property(f.Name, "", x.At))
		return
	}
	q := l.procs[f]
	if q == nil || f.Body == nil {
		l.external(x, f.Name, args, res, rec)
		if f.NoReturn {
			l.cur = l.newLoc(x.At)
		}
		return
	}
	op := &cfa.Call{Callee: q}
	for i, p := range f.Params {
		if i >= len(args) {
			// Too few arguments, in a call without a prototype: undefined in C.
			l.eachParamLeaf(p.Type, func(t *lang.Type, fld *lang.Field) {
				op.Args = append(op.Args, l.approx(l.rangeOf(t, fld), "a missing argument", x.At))
			})
			continue
		}
		a := args[i]
		switch {
		case p.Type.Kind == lang.Record && !flattens(p.Type):
			op.Args = append(op.Args, l.fitPtr(a.pl.addr))
		case p.Type.Kind == lang.Record:
			l.eachValueLeaf(a.pl, p.Type, func(v cfa.Expr, t *lang.Type, fld *lang.Field) {
				if v == nil {
					return
				}
				op.Args = append(op.Args, v)
			})
		case p.Type.Kind == lang.Float || p.Type.Kind == lang.Vector:
		default:
			v := l.convert(a.v, a.e.Type(), p.Type, x.At)
			if v == nil {
				v = l.approx(l.rangeOf(p.Type, nil), "an argument that is not modelled", x.At)
			}
			op.Args = append(op.Args, v)
		}
	}
	rt := f.Type.Elem
	switch {
	case rt.Kind == lang.Record && !flattens(rt):
		if rec != nil {
			op.Args = append(op.Args, l.fitPtr(rec.addr))
		} else {
			op.Args = append(op.Args, cfa.ConstInt(0))
		}
		l.emit(op, x.At)
	case rt.Kind == lang.Record:
		var temps []*cfa.Var
		for _, r := range q.Results {
			t := l.temp(r.Range, x.At)
			temps = append(temps, t)
			op.Results = append(op.Results, t)
		}
		l.emit(op, x.At)
		if rec != nil && sameRecord(rt, rec.t) {
			i := 0
			l.eachPlaceLeaf(*rec, rt, func(p place) {
				l.storePlace(p, temps[i], x.At)
				i++
			})
		}
	case len(q.Results) == 1:
		if res == nil {
			op.Results = []*cfa.Var{nil}
			l.emit(op, x.At)
			break
		}
		if res.Range == q.Results[0].Range {
			op.Results = []*cfa.Var{res}
			l.emit(op, x.At)
			break
		}
		t := l.temp(q.Results[0].Range, x.At)
		op.Results = []*cfa.Var{t}
		l.emit(op, x.At)
		l.emit(&cfa.Assign{LHS: res, RHS: l.convert(t, rt, x.T, x.At)}, x.At)
	default:
		l.emit(op, x.At)
		if res != nil { // declared otherwise than defined
			l.approxInto(res, "a result that the function does not give", x.At)
		}
	}
	if f.NoReturn {
		l.cur = l.newLoc(x.At)
	}
}

// external lowers a call of code that is not there: it returns any value of its
// type, and may change what it was given a pointer to.
func (l *lowerer) external(x *lang.Call, name string, args []arg, res *cfa.Var, rec *place) {
	if what := unmodelledControl[name]; what != "" {
		l.cannot(x.At, what)
	} else {
		l.noteOnce(x.At, "external function "+name, "returns any value of its type")
	}
	if !readOnly[name] && !strings.HasPrefix(name, "__VERIFIER_") {
		for _, a := range args {
			t := a.e.Type()
			if t.Kind != lang.Pointer || a.v == nil || t.Elem.Const || t.Elem.Kind == lang.Function {
				continue
			}
			n := l.a.val(a.e)
			if n == nil || n == l.a.wild.find() {
				continue
			}
			in := &cfa.Input{Kind: cfa.Effect, Name: name, Pos: x.At}
			var lo, hi cfa.Expr
			if t.Elem.Kind == lang.Record && t.Elem.Complete {
				lo = l.pin(a.v, x.At)
				hi = cfa.MkBinary(cfa.Add, lo, cfa.ConstInt(t.Elem.Size))
			}
			l.fillMem(n, lo, hi, nil, in, x.At)
		}
	}
	kind := cfa.External
	if determined(name) {
		kind = cfa.Approx
	}
	if res != nil {
		l.emit(&cfa.Havoc{LHS: res, From: l.outside(x, name, kind)}, x.At)
	}
	if rec != nil {
		l.havocPlace(*rec, &cfa.Input{Kind: kind, Name: name, Pos: x.At, CType: x.T.Name}, x.At)
	}
}

func (l *lowerer) outside(x *lang.Call, name string, kind cfa.InputKind) *cfa.Input {
	return &cfa.Input{Kind: kind, Name: name, Range: l.inputRange(x.T), Pos: x.At, CType: x.T.Name, Pointer: x.T.Kind == lang.Pointer}
}

func (l *lowerer) property(kind, text string, pos lang.Pos) *cfa.Property {
	p := &cfa.Property{Kind: kind, Text: text, Pos: pos}
	if l.fn != nil {
		p.Func = l.fn.Name
	}
	return p
}

// builtin lowers calls that have a meaning of their own; done is false for the rest.
func (l *lowerer) builtin(x *lang.Call, f *lang.Func, into *cfa.Var) (v cfa.Expr, done bool) {
	pos := x.At
	one := func() cfa.Expr {
		v := l.rval(x.Args[0])
		if v == nil {
			v = l.approx(l.rangeOfPtr(), "floating point", pos)
		}
		return v
	}
	switch {
	case special(f):
		text := ""
		for i, e := range x.Args {
			if s, ok := literalText(e); ok && i == 0 {
				text = s
			}
			l.effects(e)
		}
		kind := f.Name
		if strings.HasPrefix(f.Name, "__assert") {
			kind = "assertion"
		}
		l.fail(l.property(kind, text, pos))
		return l.nothing(x), true
	case f.Body != nil:
		return nil, false
	}
	switch {
	case assertFuncs[f.Name] && len(x.Args) >= 1:
		text := lang.ExprString(x.Args[0])
		for _, e := range x.Args[1:] {
			l.effects(e)
		}
		l.fork(x.Args[0], pos, func() {}, func() { l.fail(l.property("assertion", text, pos)) })
		return l.nothing(x), true
	case assumeFuncs[f.Name] && len(x.Args) >= 1:
		l.assume(x.Args[0], pos)
		return l.nothing(x), true
	case strings.HasPrefix(f.Name, "__VERIFIER_nondet_"):
		for _, e := range x.Args {
			l.effects(e)
		}
		if !x.T.IsScalar() || x.T.Kind == lang.Float {
			return nil, x.T.Kind != lang.Record
		}
		r := l.result(x, into)
		in := l.outside(x, f.Name, cfa.Nondet)
		if r.Range.Bits != 0 {
			in.Range = r.Range
		}
		l.emit(&cfa.Havoc{LHS: r, From: in}, pos)
		return r, true
	case f.Name == "__whet_halt", f.Name == "__builtin_unreachable", f.Name == "__builtin_trap":
		l.cur = l.newLoc(pos)
		return l.nothing(x), true
	case f.Name == "__whet_choice":
		r := l.result(x, into)
		in := &cfa.Input{Kind: cfa.External, Name: "success of " + l.fn.Name, Range: cfa.Range{Bits: 1}, Pos: pos, CType: "int"}
		l.emit(&cfa.Havoc{LHS: r, From: in}, pos)
		return r, true
	case f.Name == "__whet_free":
		for _, e := range x.Args {
			l.effects(e)
		}
		return l.nothing(x), true
	case f.Name == "__whet_alloc" && len(x.Args) == 1:
		return l.alloc(l.pin(one(), pos), pos), true
	case f.Name == "__whet_fill" && len(x.Args) == 3:
		p := l.pin(l.rval(x.Args[0]), pos)
		c := l.pin(l.rval(l.given(x.Args[1])), pos)
		n := l.rval(x.Args[2])
		if p == nil || c == nil || n == nil {
			l.cannot(pos, "a fill that is not modelled")
			return nil, true
		}
		if m := l.a.val(x.Args[0]); m != nil {
			l.fillMem(m, p, cfa.MkBinary(cfa.Add, p, n), c, nil, pos)
		}
		return l.nothing(x), true
	case f.Name == "__whet_copy" && len(x.Args) == 3:
		d := l.pin(l.rval(x.Args[0]), pos)
		s := l.pin(l.rval(x.Args[1]), pos)
		n := l.rval(x.Args[2])
		if d == nil || s == nil || n == nil {
			l.cannot(pos, "a copy that is not modelled")
			return nil, true
		}
		if m := l.a.val(x.Args[0]); m != nil {
			l.copyMem(m, d, s, l.pin(n, pos), pos)
		}
		return l.nothing(x), true
	}
	return nil, false
}

// given is the argument that a parameter of a model's private copy stands for, where that is a constant.
func (l *lowerer) given(e lang.Expr) lang.Expr {
	for x := e; ; {
		switch y := x.(type) {
		case *lang.IntLit:
			return y
		case *lang.Cast:
			if !y.T.IsInteger() || !y.X.Type().IsInteger() {
				return e
			}
			x = y.X
		case *lang.VarRef:
			if x = l.a.argOf[y.Obj]; x == nil {
				return e
			}
		default:
			return e
		}
	}
}

// nothing is the value of a call that gives none of interest.
func (l *lowerer) nothing(x *lang.Call) cfa.Expr {
	if x.T.IsInteger() || x.T.Kind == lang.Pointer {
		return cfa.ConstInt(0)
	}
	return nil
}

// literalText is the string that an argument points to, if it is a literal.
func literalText(e lang.Expr) (string, bool) {
	for {
		switch x := e.(type) {
		case *lang.Cast:
			e = x.X
			continue
		case *lang.Decay:
			e = x.X
			continue
		case *lang.VarRef:
			if x.Obj.Storage == lang.Literal && x.Obj.Init != nil && len(x.Obj.Init.Items) == 1 && x.Obj.Init.Items[0].Str != nil {
				return strings.TrimRight(string(x.Obj.Init.Items[0].Str), "\x00"), true
			}
		}
		return "", false
	}
}

// assume keeps only the runs in which e holds.
func (l *lowerer) assume(e lang.Expr, pos lang.Pos) {
	t, f := l.newLoc(pos), l.newLoc(pos)
	l.cond(e, t, f)
	// The other runs are given up, not ended: an assumption with one edge says so.
	l.cur = f
	stop := l.newLoc(pos)
	l.p.NewEdge(f, stop, &cfa.Assume{Cond: cfa.ConstInt(0)}, pos)
	l.cur = t
}

// alloc takes n bytes from the heap and returns their address. Memory does not
// run out for requests of reasonable size; absurd ones fail with a null pointer.
func (l *lowerer) alloc(n cfa.Expr, pos lang.Pos) cfa.Expr {
	r := l.temp(l.rangeOfPtr(), pos)
	limit := l.heapSpan() / 4
	end := l.newLoc(pos)
	if k, ok := n.(*cfa.Const); !ok || !small(k, limit) {
		ok, no := l.newLoc(pos), l.newLoc(pos)
		c := cfa.MkBinary(cfa.Le, n, cfa.ConstInt(limit))
		if l.opt.Arith != cfa.Machine {
			c = cfa.MkBinary(cfa.And, c, cfa.MkBinary(cfa.Ge, n, cfa.ConstInt(0)))
		}
		l.test(c, ok, no, pos)
		l.cur = no
		l.emit(&cfa.Assign{LHS: r, RHS: cfa.ConstInt(0)}, pos)
		l.jump(end, pos)
		l.cur = ok
	}
	// The heap's end is never reached: runs that would are left out.
	l.emit(&cfa.Assume{Cond: cfa.MkBinary(cfa.Le, l.heapTop, cfa.MkBinary(cfa.Sub, cfa.ConstInt(l.heapLo+l.heapSpan()-64), n))}, pos)
	l.emit(&cfa.Assign{LHS: r, RHS: l.heapTop}, pos)
	// Round up to 16 and leave a gap, so that one past the end is no other object.
	var size cfa.Expr
	if k, ok := n.(*cfa.Const); ok {
		v, _ := k.Val.Int64()
		size = cfa.ConstInt((v+15)/16*16 + 16)
	} else {
		size = cfa.MkBinary(cfa.Add, cfa.MkBinary(cfa.Mul, cfa.MkBinary(cfa.Div, cfa.MkBinary(cfa.Add, n, cfa.ConstInt(15)), cfa.ConstInt(16)), cfa.ConstInt(16)), cfa.ConstInt(16))
	}
	l.emit(&cfa.Assign{LHS: l.heapTop, RHS: l.fitPtr(cfa.MkBinary(cfa.Add, l.heapTop, size))}, pos)
	l.jump(end, pos)
	l.cur = end
	return r
}

func small(k *cfa.Const, limit int64) bool {
	v, ok := k.Val.Int64()
	return ok && v >= 0 && v <= limit
}

// funcAddress is the address of a function as a value.
func (l *lowerer) funcAddress(f *lang.Func) cfa.Expr {
	if e := l.funcAddr[f]; e != nil {
		return e
	}
	e := cfa.ConstInt(firstFunc + 16*int64(len(l.funcAddr)))
	l.funcAddr[f] = e
	return e
}

// ---- records that are passed as their scalars

func (l *lowerer) eachParamLeaf(t *lang.Type, visit func(*lang.Type, *lang.Field)) {
	if t.Kind != lang.Record {
		if t.IsScalar() && t.Kind != lang.Float {
			visit(t, nil)
		}
		return
	}
	if !flattens(t) {
		visit(&lang.Type{Kind: lang.Pointer, Size: l.u.Model.PtrSize(), Align: 1, Elem: t}, nil)
		return
	}
	for _, f := range t.Fields {
		if f.Type.Kind == lang.Record {
			l.eachParamLeaf(f.Type, visit)
		} else if f.Type.IsScalar() && f.Type.Kind != lang.Float {
			visit(f.Type, f)
		}
	}
}

func (l *lowerer) eachPlaceLeaf(p place, t *lang.Type, visit func(place)) {
	for _, f := range t.Fields {
		q := l.member(p, f)
		if f.Type.Kind == lang.Record {
			l.eachPlaceLeaf(q, f.Type, visit)
		} else if f.Type.IsScalar() && f.Type.Kind != lang.Float {
			visit(q)
		}
	}
}

func (l *lowerer) eachValueLeaf(p place, t *lang.Type, visit func(cfa.Expr, *lang.Type, *lang.Field)) {
	l.eachPlaceLeaf(p, t, func(q place) {
		v := l.loadPlace(q)
		if v == nil {
			v = l.approx(l.rangeOf(q.t, q.field), "floating point", lang.Pos{})
		}
		visit(v, q.t, q.field)
	})
}
