// Package flags reads command lines of C compilers, in the syntax of gcc and clang: the files to compile, and how to
// read them.
//
// Flags that only concern warnings, code generation or the linker are ignored. A flag that changes the meaning of a
// program and is not supported makes all results uncertain: it becomes a note of kind lang.Unmodelled. So does an
// unknown flag.
package flags

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/parse"
	"github.com/whet-mc/whet/lang/read"
)

// A Command is the content of a compiler's command line.
type Command struct {
	Files    []string // C files, and files that are read as C (-x c)
	Objects  []string // other inputs: objects, archives, assembly files
	Output   string   // the value of -o
	Compiles bool     // false: the command only preprocesses, or prints something
	Links    bool     // the command makes a program or a library from its inputs
	Options  read.Options
	HasModel bool // -m32 or -m64 is given, and sets Options.Model
}

// valued are flags whose value may be the next argument, and that are ignored.
var valued = []string{
	"-MF", "-MT", "-MQ", "-MJ", "-L", "-l", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-Xclang", "-T", "-u", "-z", "-arch", "-target", "--target",
	"-isysroot", "--sysroot", "-aux-info", "-dumpbase", "-dumpdir", "-e", "--param", "-mllvm", "-wrapper", "-specs", "-B", "-A", "-framework", "-h",
}

// harmless are flags, and prefixes of flags, that do not change the meaning of programs that C defines.
var harmless = []string{
	"-W*", "-w", "-g*", "-O*", "-M*", "-pipe", "-pthread", "-p", "-pg", "-pedantic*", "-save-temps*", "-v", "-s", "-shared", "-static*", "-rdynamic", "-pie", "-no-pie",
	"-nostdlib", "-nodefaultlibs", "-nostartfiles", "-l*", "-L*", "-B*", "-Q*", "-H", "-time", "-march=*", "-mtune=*", "-mcpu=*", "-mno-red-zone", "-mred-zone",
	"-mcmodel=*", "-msse*", "-mno-sse*", "-mavx*", "-mno-avx*", "-mmmx", "-mno-mmx", "-mpopcnt", "-maes", "-mbmi*", "-mpclmul", "-mindirect-branch*", "-mfunction-return*",
	"-mpreferred-stack-boundary=*", "-mstackrealign", "-mskip-rax-setup", "-mno-80387", "-msoft-float", "-mgeneral-regs-only", "-mretpoline*", "-mfentry", "-mrecord-mcount", "-mtls-dialect=*",
	"-fPIC", "-fpic", "-fPIE", "-fpie", "-fno-pic", "-fno-PIC", "-fno-pie", "-fno-PIE", "-fno-plt", "-fplt", "-fvisibility*", "-fdiagnostics*", "-fno-diagnostics*", "-fcolor*", "-fmessage-length*", "-fmax-errors*",
	"-fstack-*", "-fno-stack-*", "-fomit-frame-pointer", "-fno-omit-frame-pointer", "-foptimize-sibling-calls", "-fno-optimize-sibling-calls", "-ffunction-sections", "-fno-function-sections",
	"-fdata-sections", "-fno-data-sections", "-fstrict-aliasing*", "-fno-strict-aliasing", "-fcommon", "-fno-common", "-fwrapv*", "-fno-wrapv", "-fstrict-overflow", "-fno-strict-overflow",
	"-fno-builtin*", "-fbuiltin", "-fhosted", "-fsanitize*", "-fno-sanitize*", "-flto*", "-fno-lto", "-ffat-lto-objects", "-fuse-ld=*", "-fexceptions", "-fno-exceptions", "-fno-rtti",
	"-fasynchronous-unwind-tables", "-fno-asynchronous-unwind-tables", "-funwind-tables", "-fno-unwind-tables", "-fno-delete-null-pointer-checks", "-fdelete-null-pointer-checks",
	"-fno-math-errno", "-fmath-errno", "-fno-trapping-math", "-ftrapping-math", "-fno-fast-math", "-ffp-contract=off", "-fno-signed-zeros", "-frounding-math", "-fsignaling-nans", "-fexcess-precision=*",
	"-finline*", "-fno-inline*", "-fkeep-*", "-fno-keep-*", "-fdebug-*", "-ffile-prefix-map=*", "-fmacro-prefix-map=*", "-fprofile-*", "-ftest-coverage", "-fcoverage-*", "-fmerge-*", "-fno-merge-*",
	"-fno-ident", "-fident", "-fno-jump-tables", "-fno-tree-*", "-ftree-*", "-fno-gcse", "-fgcse", "-funroll-*", "-fno-unroll-*", "-fno-align*", "-falign-*", "-fcf-protection*", "-fno-semantic-interposition",
	"-fsemantic-interposition", "-fzero-call-used-regs=*", "-fzero-init-padding-bits*", "-fconserve-stack", "-fno-ipa-*", "-fipa-*", "-fno-toplevel-reorder", "-fshow-*", "-fno-show-*", "-fpch*", "-fintegrated-as",
	"-fno-integrated-as", "-fno-working-directory", "-fdollars-in-identifiers", "-fgnu89-inline", "-fno-gnu89-inline", "-fsigned-char", "-fno-unsigned-char", "-fno-short-enums", "-fno-strict-enums", "-fno-lax-vector-conversions",
	"-flax-vector-conversions", "-fms-extensions", "-fplan9-extensions", "-fpreprocessed", "-fdirectives-only", "-ftrack-macro-expansion*", "-fverbose-asm", "-fplugin*", "-fcrossjumping", "-fno-crossjumping", "-fno-reorder-*",
	"-freorder-*", "-fschedule-*", "-fno-schedule-*", "-fno-var-tracking*", "-fvar-tracking*", "-fstrict-flex-arrays*", "-fno-threadsafe-statics", "-fno-PLT", "-fsplit-*", "-fno-split-*", "-frandom-seed=*",
	"-fno-caller-saves", "-fcaller-saves", "-fno-guess-branch-probability", "-fno-peephole*", "-fno-web", "-frename-registers", "-fno-rename-registers", "-fno-spell-checking", "-fcaret-diagnostics", "-fno-caret-diagnostics",
	"-Xlinker", "-dM", "-no-canonical-prefixes", "-no-integrated-cpp", "-trigraphs", "-fextended-identifiers", "-fno-pcc-struct-return",
}

// changing are flags that change the meaning of a program in a way that is not supported.
var changing = []string{
	"-fpack-struct*", "-fshort-wchar", "-fshort-double", "-ffast-math", "-funsafe-math-optimizations", "-ffinite-math-only", "-fassociative-math", "-freciprocal-math", "-fcx-limited-range", "-Ofast",
	"-ffp-contract=*", "-fsingle-precision-constant", "-mms-bitfields", "-malign-double", "-mlong-double-*", "-m128bit-long-double", "-m96bit-long-double", "-mx32", "-m16", "-fsigned-bitfields", "-funsigned-bitfields",
	"-fno-signed-bitfields", "-fno-unsigned-bitfields", "-ftrapv", "-finstrument-functions*", "-fexec-charset=*", "-fwide-exec-charset=*", "-finput-charset=*", "-fopenmp*", "-fopenacc", "-fgnu-tm", "-freg-struct-return",
	"-fpcc-struct-return", "-mregparm=*", "-mrtd", "-mfpmath=387", "-fvtable-verify*", "-traditional*", "-fsso-struct=*", "-fno-signed-char", "-fblocks", "-fleading-underscore",
}

func matches(list []string, flag string) bool {
	return slices.ContainsFunc(list, func(p string) bool {
		if base, ok := strings.CutSuffix(p, "*"); ok {
			return strings.HasPrefix(flag, base)
		}
		return flag == p
	})
}

// Parse reads the arguments of a compiler, without its name. Paths are relative to dir.
func Parse(args []string, dir string) *Command {
	p := &parser{args: args, dir: dir, c: &Command{Compiles: true, Links: true}, defined: map[string]bool{}, noted: map[lang.Note]bool{}}
	for p.at < len(p.args) {
		a := p.args[p.at]
		p.at++
		if len(a) < 2 || a[0] != '-' {
			p.input(a)
			continue
		}
		p.flag(a)
	}
	return p.c
}

type parser struct {
	args     []string
	at       int
	dir      string
	language string // the value of -x; "" and "none": the file name decides
	c        *Command
	defined  map[string]bool // defined macros, by name
	noted    map[lang.Note]bool
}

// path resolves a path relative to dir.
func (p *parser) path(s string) string {
	if p.dir == "" || filepath.IsAbs(s) {
		return s
	}
	return filepath.Join(p.dir, s)
}

func (p *parser) input(a string) {
	c := p.language == "c" || p.language == "cpp-output"
	if p.language == "" || p.language == "none" {
		c = strings.HasSuffix(a, ".c") || strings.HasSuffix(a, ".i")
	}
	if c {
		p.c.Files = append(p.c.Files, p.path(a))
	} else if a != "-" {
		p.c.Objects = append(p.c.Objects, p.path(a))
	}
}

// value returns the value of the flag a, whose name is name: the rest of a, or the next argument.
func (p *parser) value(a, name string) string {
	if v := a[len(name):]; v != "" {
		return strings.TrimPrefix(v, "=")
	}
	if p.at < len(p.args) {
		p.at++
		return p.args[p.at-1]
	}
	return ""
}

func (p *parser) flag(a string) {
	c, o := p.c, &p.c.Options
	has := func(name string) bool { return strings.HasPrefix(a, name) }
	switch {
	case has("-isystem"):
		o.System = append(o.System, p.path(p.value(a, "-isystem")))
	case has("-idirafter"):
		o.System = append(o.System, p.path(p.value(a, "-idirafter")))
	case has("-iquote"):
		o.Quote = append(o.Quote, p.path(p.value(a, "-iquote")))
	case has("-include"):
		o.Prefix = append(o.Prefix, p.path(p.value(a, "-include")))
	case has("-imacros"):
		p.value(a, "-imacros")
		p.note(lang.Unmodelled, "the flag -imacros", "not followed: nothing is claimed of the program")
	case has("-I"):
		o.Include = append(o.Include, p.path(p.value(a, "-I")))
	case has("-D"):
		p.define(p.value(a, "-D"))
	case has("-U"):
		p.undefine(p.value(a, "-U"))
	case a == "-ansi":
		o.Standard = "c89"
	case has("-std="):
		if v := a[len("-std="):]; parse.KnownStandard(v) {
			o.Standard = v
		} else {
			p.note(lang.Unmodelled, "the flag "+a, "not a standard that is known: nothing is claimed of the program")
		}
	case a == "-m32":
		o.Model, c.HasModel = lang.ILP32, true
	case a == "-m64":
		o.Model, c.HasModel = lang.LP64, true
	case a == "-funsigned-char", a == "-fsigned-char", a == "-fno-unsigned-char":
		o.UnsignedChar = a == "-funsigned-char"
	case a == "-fshort-enums", a == "-fno-short-enums":
		o.ShortEnums = a == "-fshort-enums"
	case a == "-fgnu89-inline", a == "-fno-gnu89-inline":
		o.GNUInline = a == "-fgnu89-inline"
	case a == "-ffreestanding", a == "-fhosted":
		o.Freestanding = a == "-ffreestanding"
	case a == "-c", a == "-S":
		c.Links = false
	case a == "-E", a == "-fsyntax-only", a == "-M", a == "-MM", a == "--version", a == "-dumpversion", a == "-dumpmachine", has("-print-"):
		c.Compiles, c.Links = false, false
	case a == "-o" || has("-o") && !has("-objc"):
		c.Output = p.path(p.value(a, "-o"))
	case a == "-x" || has("-x"):
		p.language = p.value(a, "-x")
	case matches(changing, a):
		p.note(lang.Unmodelled, "the flag "+a, "not followed: nothing is claimed of the program")
	case slices.Contains(valued, a):
		p.value(a, a)
	case matches(harmless, a):
	default:
		p.note(lang.Unmodelled, "the flag "+a, "not known: nothing is claimed of the program")
	}
}

// define and undefine apply the last option for each macro.
func (p *parser) define(d string) {
	o := &p.c.Options
	p.forget(macroName(d))
	p.defined[macroName(d)] = true
	o.Defines = append(o.Defines, d)
}

func (p *parser) undefine(name string) {
	p.forget(name)
	p.c.Options.Undefine = append(p.c.Options.Undefine, name)
}

func (p *parser) forget(name string) {
	if !p.defined[name] { // commands may define very many macros
		return
	}
	o := &p.c.Options
	o.Defines = slices.DeleteFunc(o.Defines, func(d string) bool { return macroName(d) == name })
}

func macroName(d string) string {
	i := strings.IndexAny(d, "=(")
	if i < 0 {
		return d
	}
	return d[:i]
}

func (p *parser) note(kind lang.NoteKind, what, done string) {
	n := lang.Note{What: what, Done: done, Kind: kind}
	if o := &p.c.Options; !p.noted[n] {
		p.noted[n] = true
		o.Notes = append(o.Notes, n)
	}
}
