package gnu

import (
	"strings"
	"sync"
)

// This file has the tables of attributes and pragmas. An attribute or pragma without a row is refused: it is noted,
// and the verdict is unknown for runs that reach a declaration with it. In Source, "gcc" and a name is a section of
// the manual of gcc 14, "clang" a section of clang's Attributes in Clang; other sources are spelled out.

// attrRow is the treatment of an attribute. Modelled has the places where the attribute is modelled. Harmless has the
// places where it cannot change a run, or where gcc ignores it with a warning. In other places it is refused, and Why
// gives the reason.
type attrRow struct {
	Modelled Site
	Harmless Site
	// Why names the code that reads the attribute, or says why it is harmless or what it would change.
	Why    string
	Source string
}

const (
	gccFunc  = "gcc: Common Function Attributes"
	gccVar   = "gcc: Common Variable Attributes"
	gccType  = "gcc: Common Type Attributes"
	gccX86   = "gcc: x86 Function Attributes"
	gccX86V  = "gcc: x86 Variable Attributes"
	gccLabel = "gcc: Label Attributes"
	gccStmt  = "gcc: Statement Attributes"
	gccEnum  = "gcc: Enumerator Attributes"
	clangDoc = "clang: Attributes in Clang"
)

// Attributes returns the rows by attribute name, without the underscores around it. The table is made on first use,
// because runs that read no C do not need it.
var Attributes = sync.OnceValue(func() map[string]attrRow {
	t := map[string]attrRow{}
	add := func(names string, r attrRow) {
		for _, n := range strings.Fields(names) {
			if _, dup := t[n]; dup {
				panic("lang: two rows for the attribute " + n)
			}
			t[n] = r
		}
	}
	model := func(names string, where, elsewhere Site, why, source string) {
		add(names, attrRow{Modelled: where, Harmless: elsewhere, Why: why, Source: source})
	}
	harmless := func(names, why, source string) {
		add(names, attrRow{Harmless: Anywhere, Why: why, Source: source})
	}
	refused := func(names, why, source string) { add(names, attrRow{Why: why, Source: source}) }

	// Modelled. In places where gcc ignores the attribute with a warning, it is harmless.
	model("packed", OnRecord|OnMember|OnEnum, onDeclared|OnNothing|OnTypeName, "layout.go; shapeEnum", gccType)
	model("aligned", OnRecord|OnMember|onVar|OnTypedef|OnTypeName, OnFunc|OnNothing, "layout.go, alignedVariant; of code it says nothing", gccType)
	model("mode", onDeclared|OnParam|OnMember|OnTypeName, OnNothing, "modeType", gccVar)
	model("vector_size", onDeclared|OnParam|OnMember|OnTypeName, OnNothing, "a vector, whose values are any", gccVar)
	model("noreturn", OnFunc, OnNothing, "Func.NoReturn", gccFunc)
	model("returns_nonnull", OnFunc, Anywhere&^OnFunc, "Func.NonNull", gccFunc)
	model("pure const", OnFunc, Anywhere&^OnFunc, "Func.Repeats", gccFunc)
	model("whet_constexpr", onVar|OnTypeName, OnNothing, "Object.constexpr", "C23's constexpr, as package cpp writes it")
	model("gnu_inline", OnFunc, OnNothing|onVar|OnTypedef, "a definition that gives way to a later one", gccFunc)
	model("transparent_union", OnRecord|OnTypedef, OnNothing|onVar|OnParam|OnMember, "arguments may be of a member's type", gccType)
	model("alias", OnFunc|OnGlobal, OnNothing, "link.go", gccFunc)
	model("weak", OnFunc|OnGlobal, OnNothing, "link.go; Func.Weak, Object.Weak", gccFunc)
	model("weakref", OnFunc|OnGlobal, OnNothing, "link.go", gccFunc)
	model("cleanup", OnLocal, OnGlobal|OnParam|OnFunc|OnTypedef|OnMember|OnNothing, "Object.Cleanup", gccVar)
	model("constructor destructor", OnFunc, onVar|OnParam|OnTypedef|OnMember|OnNothing, "Unit.Constructors, Unit.Destructors", gccFunc)
	model("section", OnFunc|onVar, OnNothing|OnParam|OnTypedef|OnMember, "sectionAttr: places, but for those that the loader runs", gccFunc)

	// Harmless: they direct the translation or the warnings, or promise what holds anyway. Breaking a promise is
	// undefined behaviour.
	harmless("always_inline noinline noclone noipa flatten artificial leaf hot cold optimize target target_clones no_icf no_reorder simd",
		"how code is translated", gccFunc)
	harmless("nothrow nonnull nonnull_if_nonzero malloc alloc_size alloc_align assume_aligned access fd_arg fd_arg_read fd_arg_write null_terminated_string_arg expected_throw reproducible unsequenced",
		"a promise", gccFunc)
	harmless("warn_unused_result deprecated unavailable unused maybe_unused nodiscard used retain format format_arg sentinel error warning tainted_args",
		"what the compiler warns of or keeps", gccFunc)
	harmless("visibility externally_visible symver no_instrument_function instrument_function patchable_function_entry zero_call_used_regs",
		"nothing that a run of one program shows", gccFunc)
	harmless("no_sanitize no_sanitize_address no_sanitize_thread no_sanitize_undefined no_sanitize_coverage no_sanitize_memory no_address_safety_analysis no_profile_instrument_function no_stack_limit no_stack_protector stack_protect split_stack no_split_stack strub",
		"instrumentation", gccFunc)
	harmless("common nocommon selectany tls_model nonstring strict_flex_array counted_by uninitialized warn_if_not_aligned",
		"placement, warnings, and automatic initialisation that C does not ask for", gccVar)
	harmless("may_alias", "type-based aliasing is not exploited", gccType)
	harmless("designated_init warn_unused flag_enum enum_extensibility", "warnings", gccType)
	harmless("gcc_struct", "the layout that there is anyway", gccX86V)
	harmless("cdecl stdcall fastcall thiscall regparm sseregparm force_align_arg_pointer callee_pop_aggregate_return ms_hook_prologue sysv_abi",
		"how arguments are passed", gccX86)
	harmless("cf_check nocf_check indirect_return indirect_branch function_return fentry_name fentry_section no_callee_saved_registers no_caller_saved_registers nodirect_extern_access noplt prefer_vector_width",
		"how code is translated", gccX86)
	harmless("fallthrough musttail assume", "warnings, tail calls, and promises", gccStmt)
	harmless("annotate minsize optnone disable_tail_calls not_tail_called nodebug internal_linkage noderef noescape no_builtin pass_object_size_hint capability guarded_by pt_guarded_by acquire_capability release_capability requires_capability no_thread_safety_analysis require_constant_initialization speculative_load_hardening xray_always_instrument xray_never_instrument analyzer_noreturn",
		"how code is translated, and what is warned of", clangDoc)
	harmless("no_randomize_layout", "the layout that there is anyway", "Linux: include/linux/compiler_types.h")
	harmless("bitwise context force nocast safe", "read by sparse alone", "sparse's manual")
	harmless("goblint_precision goblint_context goblint_relation_track goblint_array_domain", "read by Goblint alone", "Goblint's documentation")
	harmless("ldv_model ldv_model_inline FC_OLOC", "written by CIL and LDV, read by nobody", "the tools' documentation")
	harmless("far near", "unknown to gcc on x86, which leaves them out", "gcc: Microsoft Windows Function Attributes")

	// Refused.
	refused("scalar_storage_order", "which changes the order of bytes", gccType)
	refused("ms_struct", "which changes the layout of bit-fields", gccX86V)
	refused("hardbool", "which changes what a _Bool holds", gccType)
	refused("randomize_layout", "which changes the layout", "Linux: scripts/gcc-plugins")
	refused("ifunc", "which lets the loader choose the function", gccFunc)
	refused("returns_twice", "which makes a call come back again", gccFunc)
	refused("naked interrupt", "which leaves the compiler's code out", gccX86)
	refused("copy", "which takes over attributes of another declaration", gccFunc)
	refused("ms_abi", "which changes what a va_list is", gccX86)
	refused("noinit persistent", "which keeps variables from being initialised", gccVar)
	refused("address_space ext_vector_type overloadable enable_if diagnose_if loader_uninitialized", "which changes what declarations mean", clangDoc)
	return t
})

// pragmaClass is the treatment of a pragma.
type pragmaClass int

const (
	pragmaRefused pragmaClass = iota
	pragmaModelled
	PragmaHarmless
	PragmaLayout // refused for the records that it applies to
)

// pragmaRow says how a pragma is treated, and why.
type pragmaRow struct {
	Class  pragmaClass
	Why    string
	Source string
	off    string // for PragmaLayout: the word that ends the pragma's effect
}

// IsOff reports whether the pragma with these words ends the effect of an earlier one.
func (r pragmaRow) IsOff(words []string) bool {
	return len(words) > 1 && (words[1] == r.off || words[1] == "default")
}

// PragmaTable returns the rows by the pragma's name: its first word, or its first two for families like GCC.
var PragmaTable = sync.OnceValue(func() map[string]pragmaRow {
	t := map[string]pragmaRow{}
	add := func(names string, r pragmaRow) {
		for _, n := range strings.Split(names, ", ") {
			t[n] = r
		}
	}
	const layoutPragmas = "gcc: Structure-Layout Pragmas"
	add("pack", pragmaRow{Class: pragmaModelled, Why: "packAt", Source: layoutPragmas})
	add("weak", pragmaRow{Class: pragmaModelled, Why: "link.go", Source: "gcc: Weak Pragmas"})
	add("push_macro, pop_macro", pragmaRow{Class: pragmaModelled, Why: "the preprocessor", Source: "gcc: Push/Pop Macro Pragmas"})
	add("once", pragmaRow{Class: pragmaModelled, Why: "pragma", Source: "gcc: The C Preprocessor, Pragmas"})
	add("ms_struct", pragmaRow{Class: PragmaLayout, off: "off", Source: layoutPragmas})
	add("scalar_storage_order", pragmaRow{Class: PragmaLayout, off: "little-endian", Source: layoutPragmas})
	add("redefine_extname", pragmaRow{Why: "which changes names for the linker", Source: "gcc: Symbol-Renaming Pragmas"})
	add("GCC diagnostic, GCC system_header, GCC warning, GCC error, GCC poison, GCC dependency, GCC pch_preprocess",
		pragmaRow{Class: PragmaHarmless, Why: "what the compiler warns of", Source: "gcc: Diagnostic Pragmas"})
	add("GCC visibility", pragmaRow{Class: PragmaHarmless, Why: "nothing that a run of one program shows", Source: "gcc: Visibility Pragmas"})
	add("GCC optimize, GCC target, GCC push_options, GCC pop_options, GCC reset_options, GCC unroll, GCC ivdep, GCC novector",
		pragmaRow{Class: PragmaHarmless, Why: "how code is translated", Source: "gcc: Function Specific Option Pragmas, Loop-Specific Pragmas"})
	add("STDC FP_CONTRACT, STDC FENV_ACCESS, STDC CX_LIMITED_RANGE", pragmaRow{Class: PragmaHarmless, Why: "no operation is contracted, and the rounding direction is followed, whatever they say", Source: "C11 6.10.6"})
	add("omp, acc, simd, ivdep", pragmaRow{Class: PragmaHarmless, Why: "without -fopenmp gcc leaves them out", Source: "gcc: OpenMP"})
	add("clang diagnostic, clang loop, clang system_header, clang optimize, clang fp, clang assume_nonnull, clang arc_cf_code_audited",
		pragmaRow{Class: PragmaHarmless, Why: "warnings and translation", Source: "clang: Clang Language Extensions"})
	add("message, region, endregion, mark, ident, warning, comment, function, intrinsic, optimize, alloc_text, check_stack, inline_depth, inline_recursion, auto_inline, hdrstop, runtime_checks, strict_gs_check, deprecated, setlocale, detect_mismatch, loop, unroll, nounroll",
		pragmaRow{Class: PragmaHarmless, Why: "of other compilers: warnings, translation, placement of code; gcc leaves them out", Source: "Microsoft: Pragma directives"})
	add("CPROVER", pragmaRow{Class: PragmaHarmless, Why: "which checks CBMC makes", Source: "CBMC's manual"})
	add("merger, cilnoremove", pragmaRow{Class: PragmaHarmless, Why: "written by CIL for itself", Source: "CIL's manual"})
	return t
})
