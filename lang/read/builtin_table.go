package read

import (
	"strings"
	"sync"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	table "github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/num"
)

// The table of GNU C's builtins: names that begin with __builtin_, __sync_ or __atomic_. Each row
// says how a call is understood; what has no row, and is no function of the library by another
// name, is refused: runs that come to the call are unknown. Sources are sections of the manual of
// gcc 14, and clang's Language Extensions.

// builtinClass is how calls of a builtin are understood.
type builtinClass int

const (
	builtinRefused  builtinClass = iota
	builtinComputed              // by the front end, exactly: builtin.go
	builtinWritten               // written out as plain operations: builtin.go, atomic.go
	builtinModel                 // by a definition in lang/models
	builtinLowered               // by the lowering: cfa/lower/intrinsics.go
	builtinOpaque                // any value of its type, on which no bug rests; it changes nothing
)

type builtinRow struct {
	class builtinClass
	// of an opaque one: what results can say (see resultType); "" where the front end gives the
	// type
	result string
	why    string
	source string
}

const (
	gccOther   = "gcc: Other Built-in Functions Provided by GCC"
	gccAtomic  = "gcc: Built-in Functions for Memory Model Aware Atomic Operations"
	gccSync    = "gcc: Legacy __sync Built-in Functions for Atomic Memory Access"
	gccOver    = "gcc: Built-in Functions to Perform Arithmetic with Overflow Checking"
	gccReturn  = "gcc: Getting the Return or Frame Address of a Function"
	gccCalls   = "gcc: Constructing Function Calls"
	gccJumps   = "gcc: Nonlocal Gotos"
	gccSize    = "gcc: Object Size Checking"
	gccFloat   = "gcc: Library Functions Provided by GCC; " + gccOther
	clangExt   = "clang: Clang Language Extensions"
	gccVarargs = "gcc: Variadic Macros; C11 7.16"
)

var builtinTable = sync.OnceValue(func() map[string]builtinRow {
	t := map[string]builtinRow{}
	add := func(class builtinClass, prefix, names, result, why, source string) {
		for _, n := range strings.Fields(names) {
			if _, dup := t[prefix+n]; dup {
				panic("lang: two rows for the builtin " + prefix + n)
			}
			t[prefix+n] = builtinRow{class, result, why, source}
		}
	}
	const b = "__builtin_"
	add(builtinComputed, b, "expect expect_with_probability constant_p choose_expr types_compatible_p offsetof classify_type", "", "constant_p: 1 for what is constant on its face, as without optimisation", gccOther)
	add(builtinComputed, b, "prefetch assume_aligned", "", "its arguments' effects; its first argument", gccOther)
	add(builtinComputed, b, "object_size dynamic_object_size", "", "of an object that is named exactly, else any value", gccSize)
	add(builtinOpaque, b, "return_address frame_address extract_return_addr frob_return_addr", "", "any address", gccReturn)
	add(builtinWritten, b, "add_overflow sub_overflow mul_overflow add_overflow_p sub_overflow_p mul_overflow_p", "", "in 128 bits", gccOver)
	for _, op := range []string{"add", "sub", "mul"} {
		for _, sign := range []string{"s", "u"} {
			add(builtinWritten, b+sign+op, "_overflow l_overflow ll_overflow", "", "in 128 bits", gccOver)
		}
	}
	ops := "add sub or and xor nand"
	for _, op := range strings.Fields(ops) {
		add(builtinWritten, "__sync_", "fetch_and_"+op+" "+op+"_and_fetch", "", "without other threads, the plain operation", gccSync)
		add(builtinWritten, "__atomic_", "fetch_"+op+" "+op+"_fetch", "", "without other threads, the plain operation", gccAtomic)
	}
	add(builtinWritten, "__sync_", "bool_compare_and_swap val_compare_and_swap lock_test_and_set lock_release synchronize", "", "without other threads, the plain operation", gccSync)
	add(builtinWritten, "__atomic_", "load_n load store_n store exchange_n exchange compare_exchange_n compare_exchange test_and_set clear thread_fence signal_fence",
		"", "without other threads, the plain operation", gccAtomic)
	add(builtinComputed, "__atomic_", "always_lock_free is_lock_free", "", "of the sizes that every x86 has so, else any value", gccAtomic)
	add(builtinModel, b, "bswap16 bswap32 bswap64 popcount popcountl popcountll parity parityl parityll ctz ctzl ctzll clz clzl clzll clrsb clrsbl clrsbll", "", "models/bits.c", gccOther)
	add(builtinModel, b, "trap alloca_with_align", "", "models/exit.c, models/stdlib.c", gccOther)
	add(builtinLowered, b, "unreachable", "", "ends the run: undefined", gccOther)
	add(builtinLowered, b, "assume debugtrap", "", "holds, by rule library, or ends the run; ends the run", clangExt)
	add(builtinLowered, b, "va_arg", "", "written out (varargs.go); what is undefined: VaArg", gccVarargs)
	add(builtinOpaque, b, "va_start va_end va_copy", "void", "written out where there is a va_arg", gccVarargs)

	for _, r := range []struct{ suffix, typ string }{{"", "double"}, {"f", "float"}, {"l", "long double"}} {
		add(builtinLowered, b, "inf"+r.suffix+" huge_val"+r.suffix+" nan"+r.suffix+" nans"+r.suffix, r.typ, "constants; a NaN with a tag that is no literal is any value", gccFloat)
		if r.suffix != "" {
			for _, n := range strings.Fields("isnan isinf finite signbit") {
				add(builtinLowered, b, n+r.suffix, "int", "computed (cfa/lower/math.go)", gccFloat)
			}
		}
		add(builtinOpaque, b, "powi"+r.suffix, r.typ, "floating point", gccFloat)
	}
	add(builtinLowered, b, "isnan isinf isinf_sign isfinite finite isnormal signbit fpclassify isgreater isgreaterequal isless islessequal islessgreater isunordered iseqsig issubnormal iszero",
		"int", "computed (cfa/lower/math.go)", gccFloat)
	add(builtinOpaque, b, "issignaling flt_rounds", "int", "asked of floating point", gccFloat)
	add(builtinOpaque, b, "cpu_is cpu_supports cpu_init", "int", "what the machine can do", "gcc: x86 Built-in Functions")
	add(builtinComputed, b, "shuffle shufflevector convertvector", "", "vectors are opaque (vector.go)", "gcc: Vector Extensions")
	add(builtinOpaque, b+"ia32_", "pause lfence mfence sfence", "void", "without other threads, nothing", "gcc: x86 Built-in Functions")
	add(builtinOpaque, b+"ia32_", "rdtsc rdpmc", "unsigned long long", "what the machine counts", "gcc: x86 Built-in Functions")
	add(builtinOpaque, b, "thread_pointer", "void *", "any address", "gcc: Target Builtins")

	// Refused.
	add(builtinRefused, b, "setjmp longjmp", "", "which jumps between functions", gccJumps)
	add(builtinRefused, b, "apply apply_args return va_arg_pack va_arg_pack_len call_with_static_chain", "", "which passes arguments that are not seen", gccCalls)
	add(builtinRefused, b, "eh_return unwind_init init_dwarf_reg_size_table dwarf_cfa init_trampoline adjust_trampoline nonlocal_goto", "", "which belongs to the compiler's run time", gccOther)
	add(builtinRefused, b, "complex tgmath has_attribute LINE FILE FUNCTION speculation_safe_value bswap128", "", "whose result is not modelled", gccOther)
	return t
})

// builtinOf is the row of a builtin; sizes at the end of the names of atomic operations do not
// count.
func builtinOf(name string) (builtinRow, bool) {
	if r, ok := builtinTable()[name]; ok {
		return r, true
	}
	if strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_") {
		for _, s := range []string{"_1", "_2", "_4", "_8", "_16"} {
			base, ok := strings.CutSuffix(name, s)
			if !ok {
				continue
			}
			for _, n := range []string{base, base + "_n"} {
				if r, ok := builtinTable()[n]; ok {
					return r, true
				}
			}
		}
	}
	return builtinRow{}, false
}

// PureBuiltin reports whether a builtin changes nothing: its result is any value.
func PureBuiltin(name string) bool {
	r, ok := builtinOf(name)
	return ok && r.class == builtinOpaque
}

// results are the types that rows name.
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

// tableBuiltin is the function that stands for a builtin which is none of the library's; nil where
// the name is no builtin's. One without a row, or that is refused, bears a note that ends the runs
// which call it.
func (c *checker) tableBuiltin(name string, pos lang.Pos) *symbol {
	if !build.BuiltinName(name) || c.InModel {
		return nil
	}
	result := c.Unknown
	if row, ok := builtinOf(name); ok && row.class != builtinRefused {
		result = c.resultType(row.result)
	}
	t := &lang.Type{Kind: lang.Function, Align: 1, Elem: result, NoProto: true}
	f := c.function(name, pos, t)
	c.refuseBuiltin(f, pos)
	y := &symbol{kind: symFunc, name: name, typ: t, fn: f, pos: pos}
	c.file.bind(y)
	return y
}

// refusedBuiltin reports whether the table refuses a builtin, whose name may be that of another
// function of the library after its prefix: __builtin_longjmp is not longjmp.
func refusedBuiltin(name string) bool {
	row, ok := builtinOf(name)
	return ok && row.class == builtinRefused
}

// refuseBuiltin notes on a function that it is a builtin which the table does not allow.
func (c *checker) refuseBuiltin(f *lang.Func, pos lang.Pos) {
	if !build.BuiltinName(f.Name) || c.InModel || c.defined[f.Name] || c.lib.declares(f.Name) || table.Known(f.Name) || len(f.Notes) > 0 {
		return
	}
	why := "which is not in the table of builtins"
	if row, ok := builtinOf(f.Name); ok {
		if row.class != builtinRefused {
			return
		}
		why = row.why
	} else if base, ok := strings.CutPrefix(f.Name, "__builtin_"); ok && (c.lib.declares(base) || table.Known(base)) {
		return // the library's
	}
	f.Notes = append(f.Notes, unmodelled(pos, f.Name+", "+why))
}

// objectSize is __builtin_object_size of what a pointer leads to: exactly where it names an object
// or a member of one, which all compilers see, else -1 or 0 or the size, by how much the compiler
// saw.
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
			return unknown // a last array may be longer than it says
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

// classify is __builtin_classify_type (gcc's typeclass.h).
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
