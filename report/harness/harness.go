// This file writes the harness for a run.

package harness

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/report/prose"
)

// Exit statuses of a program that runs with a harness.
const (
	StatusError    = 42
	StatusDeparted = 43
	StatusAssume   = 44
)

// Write writes the harness for a run of p that found an error. p must come from C: its Unit lists the functions.
func Write(w io.Writer, p *cfa.Program, out *interp.Outcome) error {
	switch {
	case out == nil || out.Kind != interp.ErrorFound:
		return fmt.Errorf("harness: the run reaches no error")
	case p.Unit == nil:
		return fmt.Errorf("harness: the program does not come from C source")
	case out.Rounds().Times > 0:
		return fmt.Errorf("harness: the run goes round a loop %s times, which takes too long to be of use", prose.Group(int(out.Rounds().Rounds())))
	}
	h := &writer{unit: p.Unit, out: out, model: p.Model}
	h.sort()
	h.place()
	h.head()
	if h.unit.Driver != nil {
		h.include()
	}
	h.support()
	funcs := h.funcs()
	h.records(funcs)
	for _, f := range funcs {
		h.function(f)
	}
	h.objects()
	h.allocations()
	if h.unit.Driver != nil {
		h.entry()
	}
	h.defaults()
	_, err := w.Write(h.b.Bytes())
	return err
}

// sort separates the inputs into results of functions and others.
func (h *writer) sort() {
	h.queues, h.allocs = map[string][]num.Int{}, map[string][]bool{}
	isFunc := map[string]bool{}
	for _, f := range h.unit.Funcs {
		isFunc[f.Name] = f.Body == nil
	}
	for _, t := range h.out.Inputs {
		call := t.What == "" && (t.Input.Kind == cfa.Nondet || t.Input.Kind == cfa.External)
		// A library function keeps its own definition: if the harness replaced it, the repetition would show nothing.
		if t.Input.Entry {
			h.given = append(h.given, t)
		} else if name, ok := allocates(t); ok {
			h.allocs[name] = append(h.allocs[name], t.Value.Sign() != 0)
		} else if call && t.Input.OfCall() && isFunc[t.Input.Name] && !library.Hosted(t.Input.Name) {
			h.queues[t.Input.Name] = append(h.queues[t.Input.Name], t.Value)
		} else {
			h.rest = append(h.rest, t)
		}
	}
}

// comment turns text into one line that is safe inside a C comment.
func comment(s string) string {
	s = strings.NewReplacer("*/", "* /", "/*", "/ *", "\n", " ", "\r", " ").Replace(s)
	return strings.TrimSuffix(s, "\\")
}

func (h *writer) head() {
	file := "program.c"
	if e := h.unit.Entry; e != nil && e.Pos.File != "" {
		file = filepath.Base(e.Pos.File)
	}
	e := h.out.Error
	h.printf("/* Written by whet: inputs with which %s reaches an error.\n", comment(file))
	h.printf(" *\n *   error: %s", comment(e.Kind))
	if e.Text != "" {
		h.printf(" (%s)", comment(e.Text))
	}
	if e.Pos.Valid() {
		h.printf("\n *   at:    %s:%d", comment(filepath.Base(e.Pos.File)), e.Pos.Line)
	}
	what := "both files"
	others := h.others()
	if len(others) > 0 {
		what = "the files, with the flags that the program is compiled with,"
		if h.unit.Entry != nil && h.unit.Driver == nil {
			file = filepath.ToSlash(h.unit.Entry.Pos.File) // named from the same folder as the others
		}
	}
	h.printf("\n *\n * Compile %s and run:\n", what)
	h.command(comment(strings.Join(append([]string{file}, others...), " ")), comment(strings.Join(others, " ")))
	h.caveats()
	h.printf(" */\n\n")
}

// others lists the files of the program except the file of the entry function.
func (h *writer) others() []string {
	var list []string
	for _, s := range h.unit.Sources {
		if h.unit.Entry == nil || s != h.unit.Entry.Pos.File {
			list = append(list, filepath.ToSlash(s))
		}
	}
	return list
}

// caveats says what the file cannot bring about.
func (h *writer) caveats() {
	if h.unit.Driver != nil {
		h.printf(" *\n * The run starts in %s. This file includes the program, and has a main that calls it.\n", comment(h.unit.Entry.Name))
	}
	if quiet := h.quiet(); quiet != "" {
		h.printf(" *\n * %s\n * Set a breakpoint there; the exit status does not tell.\n", quiet)
	}
	var lines []string
	for _, t := range h.rest {
		if line := h.restLine(t); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return
	}
	h.printf(" *\n * The run also depends on these values, which a C file cannot set from outside:\n")
	for _, l := range lines {
		h.printf(" *   %s\n", comment(l))
	}
}

// value returns the value of an input as text.
func value(t interp.Taken) string {
	if t.Float != (fp.Format{}) {
		return t.Float.Show(t.Value)
	}
	return t.Value.String()
}

func (h *writer) restLine(t interp.Taken) string {
	what := t.What
	if what == "" {
		what = t.Input.Name
	}
	at := ""
	if t.Input.Pos.Valid() {
		at = fmt.Sprintf(", line %d", t.Input.Pos.Line)
	}
	switch t.Input.Kind {
	case cfa.Approx:
		return fmt.Sprintf("%s = %v (a value that whet does not model exactly%s)", what, value(t), at)
	case cfa.External:
		if o := h.extern(t); o != nil {
			return "" // defined below
		}
		if library.Hosted(t.Input.Name) {
			return fmt.Sprintf("%s = %v (the C library's: what it gives cannot be forced%s)", what, value(t), at)
		}
		if means := t.Input.Means(t.Value); means != "" {
			return fmt.Sprintf("%s: %s (C leaves it open%s)", what, means, at)
		}
		return fmt.Sprintf("%s = %v (from outside the program%s)", what, value(t), at)
	case cfa.Uninit:
		return fmt.Sprintf("%s = %v (not initialised%s)", what, value(t), at)
	}
	return fmt.Sprintf("%s = %v (%v%s)", what, value(t), t.Input.Kind, at)
}

// quiet says why nothing observable happens at the error; "" if something does.
func (h *writer) quiet() string {
	e := h.out.Error
	where := ""
	if e.Pos.Valid() {
		where = fmt.Sprintf(", at line %d", e.Pos.Line)
	}
	if strings.Contains(e.Kind, "label") {
		return "The error is a label" + where + ": the program does not call anything there."
	}
	for _, f := range h.unit.Funcs {
		if f.Name == e.Kind && f.Body != nil && !f.Model && !reports(f) {
			return "The error is a call of " + comment(f.Name) + where + ", which the program defines itself."
		}
	}
	return ""
}

// reports reports whether a function calls an error function that the harness defines and that ends the program.
func reports(f *lang.Func) bool {
	found := false
	lang.Walk(f.Body, nil, func(e lang.Expr) {
		if r, ok := e.(*lang.FuncRef); ok && r.Func.Body == nil && errors[r.Func.Name] {
			found = true
		}
	})
	return found
}

// errors holds the functions whose call is an error.
var errors = map[string]bool{
	"reach_error": true, "__VERIFIER_error": true, "__assert_fail": true, "__assert_rtn": true,
	"__assert": true, "__assert2": true, "__assert_func": true, "__assert_perror_fail": true, "_assert": true, "_wassert": true,
}

// support writes what the functions share. It includes no header, because a header might declare the functions below
// differently.
func (h *writer) support() {
	h.printf("#if defined(__GNUC__) || defined(__clang__) || defined(__TINYC__)\n")
	h.printf("#define WHET_WEAK __attribute__((weak))\n#else\n#define WHET_WEAK /* remove definitions that the program has, too */\n#endif\n\n")
	h.printf("extern void _Exit(int);\n")
	say := "(void)text;"
	if _, taken := h.queues["puts"]; !taken {
		h.printf("extern int puts(const char *);\n")
		say = "puts(text); fflush(0);"
		if h.unit.Driver != nil {
			// The file includes the program, which may include <stdio.h>.
			h.printf("#if defined(__GNUC__) || defined(__clang__)\n#define WHET_TEXT(s) WHET_TEXT2(s)\n#define WHET_TEXT2(s) #s\n")
			h.printf("extern int whet_fflush(void *) __asm__(WHET_TEXT(__USER_LABEL_PREFIX__) \"fflush\");\n")
			h.printf("#else\n#define whet_fflush(f) 0\n#endif\n")
			say = "puts(text); whet_fflush(0);"
		} else {
			h.printf("extern int fflush(void *);\n")
		}
		if _, taken := h.queues["fflush"]; taken {
			say = "puts(text);"
		}
	}
	h.printf("\nstatic void whet_end(const char *text, int status) { %s _Exit(status); }\n", say)
	h.printf("static void whet_error(void) { whet_end(\"whet: error reached\", %d); }\n", StatusError)
	h.printf("static void whet_departed(const char *f) { (void)f; whet_end(\"whet: more inputs needed than recorded\", %d); }\n", StatusDeparted)
	h.printf("static void whet_assume(int holds) { if (!holds) _Exit(%d); }\n\n", StatusAssume)
	h.trapping()
}

// funcs lists the functions to define, in order of declaration: those without a body that the program refers to,
// except functions of the C library.
func (h *writer) funcs() []*lang.Func {
	used := make([]bool, len(h.unit.Funcs))
	see := func(e lang.Expr) {
		if r, ok := e.(*lang.FuncRef); ok {
			used[r.Func.ID] = true
		}
	}
	for _, f := range h.unit.Funcs {
		if f.Body != nil && !f.Model {
			lang.Walk(f.Body, nil, see)
		}
	}
	for _, o := range h.unit.Objects {
		if o.Init != nil {
			for _, it := range o.Init.Items {
				if it.Val != nil {
					lang.WalkExpr(it.Val, nil, see)
				}
			}
		}
	}
	var fs []*lang.Func
	for _, f := range h.unit.Funcs {
		_, recorded := h.queues[f.Name]
		ours := strings.HasPrefix(f.Name, "__VERIFIER_") || errors[f.Name] || assumes[f.Name] || asserts[f.Name]
		switch {
		case f.Body != nil, strings.HasPrefix(f.Name, "__builtin_"), strings.HasPrefix(f.Name, "__whet_"),
			strings.HasPrefix(f.Name, "__sync_"), strings.HasPrefix(f.Name, "__atomic_"):
		case recorded, used[f.ID] && (ours || !library.Hosted(f.Name)):
			fs = append(fs, f)
		}
	}
	return fs
}

// records declares types for results that are records. They have the right size; callers that ignore the value, or
// receive it in memory, notice no other difference.
func (h *writer) records(funcs []*lang.Func) {
	seen := map[int64]bool{}
	for _, f := range funcs {
		if t := f.Type.Elem; t.Kind == lang.Record && t.Complete && t.Size > 0 && !seen[t.Size] {
			seen[t.Size] = true
			h.printf("struct whet_%d { unsigned char bytes[%d]; };\n", t.Size, t.Size)
		}
	}
}

// function writes the definition of one function.
func (h *writer) function(f *lang.Func) {
	ret, ok := h.typeName(f.Type.Elem)
	if !ok {
		h.printf("/* %s returns a type that this file does not know: define it by hand. */\n", comment(f.Name))
		return
	}
	params := h.params(f)
	if (assumes[f.Name] || asserts[f.Name]) && f.Type.NoProto {
		params = "int a0" // declared implicitly by its use
	}
	head := fmt.Sprintf("WHET_WEAK %s %s(%s)", ret, f.Name, params)
	if h.unit.Driver != nil {
		// The program is in the same file and may declare the function differently.
		h.printf("%s whet_%s(%s) __asm__(\"%s\");\n", ret, f.Name, params, f.Name)
		head = fmt.Sprintf("WHET_WEAK %s whet_%s(%s)", ret, f.Name, params)
	}
	named := strings.Contains(params, "a0")
	queue := h.queues[f.Name]
	tail := ""
	if f.Type.Elem.Kind != lang.Void {
		tail = " return 0;"
	}
	if f.Type.Elem.Kind == lang.Record {
		tail = fmt.Sprintf(" static %s r; return r;", ret)
	}
	switch {
	case errors[f.Name]:
		h.printf("%s { whet_error();%s }\n", head, tail)
	case assumes[f.Name] && named:
		h.printf("%s { whet_assume(a0 != 0);%s }\n", head, tail)
	case asserts[f.Name] && named:
		h.printf("%s { if (!a0) whet_error();%s }\n", head, tail)
	case f.NoReturn:
		h.printf("%s { _Exit(0);%s }\n", head, tail)
	case len(queue) == 0 && !f.Type.Elem.IsScalar():
		h.printf("%s {%s }\n", head, tail)
	case len(queue) == 0:
		h.printf("%s { whet_departed(\"%s\");%s }\n", head, f.Name, tail)
	default:
		if g, ok := f.Type.Elem.Format(); ok {
			h.floats(f, g, head, ret, queue)
			return
		}
		h.queue(f, head, ret, queue)
	}
}

// floats writes a function that returns recorded floating-point numbers, bit for bit.
func (h *writer) floats(f *lang.Func, g fp.Format, head, ret string, values []num.Int) {
	words := (g.Bits() + 31) / 32
	h.printf("%s {\n  static const unsigned int bits[] = {\n", head)
	for _, v := range values {
		h.printf("   ")
		for i := range words {
			h.printf(" 0x%sU,", v.Wrap(g.Bits(), false).Shr(uint(32*i)).Wrap(32, false).Big().Text(16))
		}
		h.printf(" /* %s */\n", comment(g.Show(v)))
	}
	h.printf("  };\n  static unsigned long next;\n  union { unsigned int word[%d]; %s value; } r;\n  int i;\n", words, ret)
	h.printf("  if (next >= %du) whet_departed(\"%s\");\n", len(values), f.Name)
	h.printf("  for (i = 0; i < %d; i++) r.word[i] = bits[%d * next + i];\n  next++;\n  return r.value;\n}\n", words, words)
}

var (
	assumes = map[string]bool{
		"__VERIFIER_assume": true, "__CPROVER_assume": true, "__ESBMC_assume": true, "klee_assume": true, "assume_abort_if_not": true,
	}
	asserts = map[string]bool{
		"assert": true, "__VERIFIER_assert": true, "__CPROVER_assert": true, "__ESBMC_assert": true, "klee_assert": true,
	}
)

// queue writes a function that returns recorded values.
func (h *writer) queue(f *lang.Func, head, ret string, values []num.Int) {
	elem := ret
	t := f.Type.Elem
	if t.Kind == lang.Pointer {
		elem = "unsigned long long"
	}
	h.printf("%s {\n  static const %s values[] = {", head, elem)
	for i, v := range values {
		sep := " "
		if i%8 == 0 {
			sep = "\n    "
		}
		h.printf("%s%s,", sep, literal(v))
	}
	h.printf("\n  };\n  static unsigned long next;\n")
	h.printf("  if (next >= %du) whet_departed(\"%s\");\n", len(values), f.Name)
	if t.Kind == lang.Pointer {
		h.printf("  /* An address of whet's own making: it is only good for comparing. */\n")
		h.printf("  return (void *)(%s)values[next++];\n}\n", unsignedPtr(h.model))
		return
	}
	h.printf("  return values[next++];\n}\n")
}

func unsignedPtr(m lang.DataModel) string {
	if m == lang.ILP32 {
		return "unsigned int"
	}
	return "unsigned long long"
}

// literal returns a number as a C expression whose value does not depend on the width of int; numbers beyond 64 bits
// are composed of two halves.
func literal(x num.Int) string {
	if v, ok := x.Int64(); ok {
		switch {
		case v == -1<<63:
			return "(-9223372036854775807LL - 1)"
		case v > 1<<31-1 || v < -(1<<31-1):
			return fmt.Sprintf("%dLL", v)
		}
		return fmt.Sprint(v)
	}
	if x.Sign() > 0 && x.Less(num.Pow2(64)) {
		return x.String() + "ULL"
	}
	low := x.And(num.Pow2(64).Sub(num.Of(1)))
	return fmt.Sprintf("((__int128)%s << 64 | %s)", literal(x.Shr(64).Wrap(64, true)), literal(low))
}

// floatConstant returns a constant expression with the bits of a floating-point number.
func floatConstant(f fp.Format, x num.Int) string {
	suffix := map[fp.Format]string{fp.Single: "f", fp.X87: "l", fp.Quad: "f128"}[f]
	sign := ""
	if f.Signbit(x) {
		sign = "-"
	}
	switch {
	case f.IsInf(x):
		return sign + "__builtin_inf" + suffix + "()"
	case f.IsNaN(x):
		name := "nan"
		if sum := f.Add(fp.A, fp.NearestEven, x, x).Val; !sum.Equal(x) { // an operation makes a NaN quiet
			name = "nans"
		}
		stored := f.Prec - 2 // bits of the significand after the one that distinguishes quiet from signalling
		return fmt.Sprintf("%s__builtin_%s%s(\"0x%s\")", sign, name, suffix, x.Wrap(stored, false).Big().Text(16))
	}
	return f.Hex(x) + suffix
}

// extern returns the object whose initial value an input is, if the harness can define that object.
func (h *writer) extern(t interp.Taken) *lang.Object {
	if t.Input.Kind != cfa.External {
		return nil
	}
	for _, o := range h.unit.Objects {
		_, number := h.typeName(o.Type)
		if _, float := o.Type.Format(); o.Extern && o.Name == t.Input.Name && (o.Type.IsInteger() || float && number && t.Float.Bits() != 0) {
			return o
		}
	}
	return nil
}

// objects defines the external variables that the run read.
func (h *writer) objects() {
	seen := map[string]bool{}
	for _, t := range h.rest {
		o := h.extern(t)
		if o == nil || seen[o.Name] {
			continue
		}
		seen[o.Name] = true
		if name, ok := h.typeName(o.Type); ok {
			v := literal(t.Value)
			if t.Float.Bits() != 0 {
				v = floatConstant(t.Float, t.Value) + " /* " + comment(value(t)) + " */"
			}
			h.printf("WHET_WEAK %s %s = %s;\n", name, o.Name, v)
		}
	}
}
