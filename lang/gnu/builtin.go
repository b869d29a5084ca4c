// This file has the table of builtins.

package gnu

import (
	"strings"
	"sync"
)

// builtinClass says how calls of a builtin are treated.
type builtinClass int

const (
	BuiltinRefused  builtinClass = iota
	BuiltinComputed              // the front end computes the exact value: builtin.go
	BuiltinWritten               // translated to plain operations: builtin.go, atomic.go
	BuiltinModel                 // defined in lang/models
	builtinLowered               // translated by the lowering: cfa/lower/intrinsics.go
	builtinOpaque                // returns any value of its type, on which no bug depends; changes nothing
)

// builtinRow says how a builtin is treated, and why.
type builtinRow struct {
	Class builtinClass
	// the type of an opaque builtin's result (see resultType); "" if the front end determines the type
	Result string
	Why    string
	Source string
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

// Builtins returns the rows by name. The table is made on first use.
var Builtins = sync.OnceValue(func() map[string]builtinRow {
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
	add(BuiltinComputed, b, "expect expect_with_probability constant_p choose_expr types_compatible_p offsetof classify_type", "", "constant_p: 1 for what is constant on its face, as without optimisation", gccOther)
	add(BuiltinComputed, b, "prefetch assume_aligned", "", "its arguments' effects; its first argument", gccOther)
	add(BuiltinComputed, b, "object_size dynamic_object_size", "", "of an object that is named exactly, else any value", gccSize)
	add(builtinOpaque, b, "return_address frame_address extract_return_addr frob_return_addr", "", "any address", gccReturn)
	add(BuiltinWritten, b, "add_overflow sub_overflow mul_overflow add_overflow_p sub_overflow_p mul_overflow_p", "", "in 128 bits", gccOver)
	for _, op := range []string{"add", "sub", "mul"} {
		for _, sign := range []string{"s", "u"} {
			add(BuiltinWritten, b+sign+op, "_overflow l_overflow ll_overflow", "", "in 128 bits", gccOver)
		}
	}
	ops := "add sub or and xor nand"
	for _, op := range strings.Fields(ops) {
		add(BuiltinWritten, "__sync_", "fetch_and_"+op+" "+op+"_and_fetch", "", "without other threads, the plain operation", gccSync)
		add(BuiltinWritten, "__atomic_", "fetch_"+op+" "+op+"_fetch", "", "without other threads, the plain operation", gccAtomic)
	}
	add(BuiltinWritten, "__sync_", "bool_compare_and_swap val_compare_and_swap lock_test_and_set lock_release synchronize", "", "without other threads, the plain operation", gccSync)
	add(BuiltinWritten, "__atomic_", "load_n load store_n store exchange_n exchange compare_exchange_n compare_exchange test_and_set clear thread_fence signal_fence",
		"", "without other threads, the plain operation", gccAtomic)
	add(BuiltinComputed, "__atomic_", "always_lock_free is_lock_free", "", "of the sizes that every x86 has so, else any value", gccAtomic)
	add(BuiltinModel, b, "bswap16 bswap32 bswap64 popcount popcountl popcountll parity parityl parityll ctz ctzl ctzll clz clzl clzll clrsb clrsbl clrsbll", "", "models/bits.c", gccOther)
	add(BuiltinModel, b, "trap alloca_with_align", "", "models/exit.c, models/stdlib.c", gccOther)
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
	add(BuiltinComputed, b, "shuffle shufflevector convertvector", "", "vectors are opaque (vector.go)", "gcc: Vector Extensions")
	add(builtinOpaque, b+"ia32_", "pause lfence mfence sfence", "void", "without other threads, nothing", "gcc: x86 Built-in Functions")
	add(builtinOpaque, b+"ia32_", "rdtsc rdpmc", "unsigned long long", "what the machine counts", "gcc: x86 Built-in Functions")
	add(builtinOpaque, b, "thread_pointer", "void *", "any address", "gcc: Target Builtins")

	// Refused.
	add(BuiltinRefused, b, "setjmp longjmp", "", "which jumps between functions", gccJumps)
	add(BuiltinRefused, b, "apply apply_args return va_arg_pack va_arg_pack_len call_with_static_chain", "", "which passes arguments that are not seen", gccCalls)
	add(BuiltinRefused, b, "eh_return unwind_init init_dwarf_reg_size_table dwarf_cfa init_trampoline adjust_trampoline nonlocal_goto", "", "which belongs to the compiler's run time", gccOther)
	add(BuiltinRefused, b, "complex tgmath has_attribute LINE FILE FUNCTION speculation_safe_value bswap128", "", "whose result is not modelled", gccOther)
	return t
})

// BuiltinOf returns the row of the builtin name. The size at the end of the name of an atomic operation is ignored.
func BuiltinOf(name string) (builtinRow, bool) {
	if r, ok := Builtins()[name]; ok {
		return r, true
	}
	if strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_") {
		for _, s := range []string{"_1", "_2", "_4", "_8", "_16"} {
			base, ok := strings.CutSuffix(name, s)
			if !ok {
				continue
			}
			for _, n := range []string{base, base + "_n"} {
				if r, ok := Builtins()[n]; ok {
					return r, true
				}
			}
		}
	}
	return builtinRow{}, false
}

// PureBuiltin reports whether the builtin changes nothing and returns any value.
func PureBuiltin(name string) bool {
	r, ok := BuiltinOf(name)
	return ok && r.Class == builtinOpaque
}

// RefusedBuiltin reports whether the table refuses the builtin. The name without its prefix may be the name of
// another function of the library: __builtin_longjmp is not longjmp.
func RefusedBuiltin(name string) bool {
	row, ok := BuiltinOf(name)
	return ok && row.Class == BuiltinRefused
}
