package read

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/internal/lazyregexp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/lang/pass/contract"
	"github.com/whet-mc/whet/lang/pass/jump"
	"github.com/whet-mc/whet/lang/pass/variadic"
)

// Options say how source is to be read.
type Options struct {
	Model   lang.DataModel
	Entry   string      // the function that a run starts in; "" is main
	Include []string    // directories searched for headers, before the embedded ones
	Defines []string    // NAME or NAME=VALUE
	Inputs  lang.Inputs // of an entry function other than main
	// Contracts are the functions whose contracts stand for them where they are called; "all" stands
	// for all that have one. That of the entry is proved.
	Contracts []string
	// Vacuous asks instead whether inputs are there that the entry's contract allows: the claim that
	// there are none fails then.
	Vacuous bool
	// Bodies: contracts do not stand for calls; what they say is claimed of these.
	Bodies bool
	// Listed: the program is not run, and need not have its entry.
	Listed bool

	// What compilers have flags for, besides.
	Quote    []string // directories searched for headers in quotes, before Include
	System   []string // directories searched after Include
	Undefine []string // macros that are not predefined
	Prefix   []string // files that are included before the text
	// Standard is the dialect of C by its name in gcc: "c99", "gnu89". "" is GNU C11.
	Standard     string
	UnsignedChar bool // plain char is unsigned
	ShortEnums   bool // enumerations are as small as they can be
	Clang        bool // where gcc and clang differ, clang's meaning counts
	GNUInline    bool // inline means what it did before C99
	Freestanding bool // __STDC_HOSTED__ is 0
	// Only are the files that may be included, by their paths; nil: those of the disk.
	Only map[string][]byte
	// Notes are what is not followed of how the text is to be read.
	Notes []lang.Note
}

// plain reports whether the text is read as it stands, without anything of the options before it.
func (o *Options) plain() bool {
	return len(o.Include)+len(o.Defines)+len(o.Prefix)+len(o.Quote)+len(o.System) == 0
}

// Load reads the program in a file. An error is an *Errors.
func Load(path string, opt Options) (*lang.Unit, error) {
	b, e := lang.ReadFile(path)
	if e != nil {
		return nil, e
	}
	return LoadBytes(path, b, opt)
}

// LoadBytes reads the program in src, which positions will call path. An error is an *Errors.
func LoadBytes(path string, src []byte, opt Options) (*lang.Unit, error) {
	s, ast, e := parseUnit(path, src, opt)
	if e != nil {
		return nil, e
	}
	return s.check(ast)
}

// parseUnit parses a translation unit.
func parseUnit(path string, src []byte, opt Options) (*sources, *cc.AST, *lang.Errors) {
	if e := lang.CheckText(path, src); e != nil {
		return nil, nil, e
	}
	s := newSources(opt)
	s.main = path
	defines, e := commandLine(&opt)
	if e != nil {
		return nil, nil, e
	}
	text := s.add(path, src)
	if len(s.diags) > 0 {
		return nil, nil, s.errors(s.diags)
	}
	in := []cc.Source{
		{Name: predefName, Value: predefinedFor(&opt)},
		{Name: definesName, Value: defines},
		{Name: path, Value: text},
		{Name: endName, Value: endText},
	}
	// Nothing is collected while the tree grows anyway; this saves time.
	if was := debug.SetGCPercent(400); was > 400 || was < 0 {
		debug.SetGCPercent(was)
	} else {
		defer debug.SetGCPercent(was)
	}
	ast, wrong := s.parseExpanded(in)
	if ast != nil {
		return s, ast, nil
	}
	if wrong != nil && s.clear {
		return nil, nil, wrong
	}
	if e := s.checkExpanded(in); e != nil {
		return nil, nil, e
	}
	ast, e = s.parse(in)
	if e == nil && wrong != nil {
		return nil, nil, wrong
	}
	return s, ast, e
}

// endText keeps the parser, some of whose loops do not look for the end of the text, from running
// into it.
const endText = "\n;int __whet_end;\n"

// commandLine makes directives of what options define and include.
func commandLine(o *Options) (string, *lang.Errors) {
	var b strings.Builder
	b.WriteString(dialect(o))
	for _, n := range o.Undefine {
		if !isIdent(n) {
			return "", lang.OneError(lang.Pos{}, "write -U NAME", "-U %s does not name a macro", n)
		}
		fmt.Fprintf(&b, "#undef %s\n", n)
	}
	for _, d := range o.Defines {
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			value = "1"
		}
		head, _, _ := strings.Cut(name, "(")
		if !isIdent(head) || strings.ContainsAny(d, "\n\r\x00") {
			return "", lang.OneError(lang.Pos{}, "write -D NAME or -D NAME=VALUE", "-D %s does not define a macro", d)
		}
		fmt.Fprintf(&b, "#define %s %s\n", name, value)
	}
	for _, f := range o.Prefix {
		if strings.ContainsAny(f, "\"\n") {
			return "", lang.OneError(lang.Pos{File: f}, "", "a file of this name cannot be included")
		}
		fmt.Fprintf(&b, "#include \"%s\"\n", f)
	}
	return b.String(), nil
}

func isIdent(s string) bool {
	for i := 0; i < len(s); i++ {
		if !identStart(s[i]) && (i == 0 || !digit(s[i])) {
			return false
		}
	}
	return s != ""
}

// checkExpanded scans the text again as it is after macro expansion, where macros could make
// it nest deeper than it does on paper.
func (s *sources) checkExpanded(in []cc.Source) *lang.Errors {
	if !s.files[s.main].scan.defines && s.opt.plain() {
		return nil // the embedded headers' macros do not nest
	}
	probe := newSources(s.opt)
	probe.main = s.main
	probe.add(s.main, s.files[s.main].raw)
	var out limitWriter
	err := guard(func() error { return cc.Preprocess(probe.config(), in, &out) })
	if len(probe.diags) > 0 {
		return s.errors(probe.diags)
	}
	if err != nil && out.over {
		return lang.OneError(lang.Pos{File: s.main}, "", "macro expansion makes more than %d MB of the text", maxTotal>>20)
	}
	if err != nil {
		return nil // the parser meets it again and says where
	}
	if d := scan(s.main, out.text).diags; len(d) > 0 {
		return lang.OneError(lang.Pos{File: s.main}, d[0].Hint, "after macro expansion: %s", d[0].Msg)
	}
	return nil
}

// limitWriter keeps what is written, up to a limit.
type limitWriter struct {
	text []byte
	over bool
}

func (w *limitWriter) Write(b []byte) (int, error) {
	if len(w.text)+len(b) > maxTotal {
		w.over = true
		return 0, io.ErrShortWrite
	}
	w.text = append(w.text, b...)
	return len(b), nil
}

// guard calls f and turns its panics into errors.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New(failure + firstLine(fmt.Sprint(r)))
		}
	}()
	return f()
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

// parse runs the parser.
func (s *sources) parse(in []cc.Source) (*cc.AST, *lang.Errors) {
	ast, err := s.parseOnce(in)
	if len(s.diags) > 0 {
		return nil, s.errors(s.diags) // what the parser says then is a consequence
	}
	if err == nil {
		return ast, nil
	}
	failed := isFailure(err)
	if failed || strings.Contains(err.Error(), "ExpansionLimit") {
		if f := s.cycle(false); f != "" {
			return nil, s.errors([]lang.Diagnostic{selfInclude(f)})
		}
	}
	if failed {
		return nil, s.errors(s.beforeFailure(in))
	}
	return nil, s.errors(s.parseErrors(err))
}

func (s *sources) parseOnce(in []cc.Source) (ast *cc.AST, err error) {
	err = guard(func() (err error) {
		ast, err = cc.Parse(s.config(), in)
		return err
	})
	return ast, err
}

// beforeFailure finds what is wrong where the parser panicked, and took its error messages with it:
// the last lines are left out until it does not. In is the text that it failed on.
func (s *sources) beforeFailure(in []cc.Source) []lang.Diagnostic {
	text := s.files[s.main].scan.text
	var ends []int // of the lines
	for i, c := range text {
		if c == '\n' {
			ends = append(ends, i+1)
		}
	}
	var found []lang.Diagnostic
	start := time.Now()
	lo, hi := 0, len(ends) // lo lines do not make the parser panic, hi lines do
	for hi-lo > 1 && time.Since(start) < maxSearch {
		mid := (lo + hi) / 2
		cut := slices.Clone(in)
		for i := range cut {
			if cut[i].Name == s.main {
				cut[i].Value = text[:ends[mid-1]:ends[mid-1]]
			}
		}
		_, err := s.parseOnce(cut)
		if err != nil && isFailure(err) {
			hi = mid
			continue
		}
		lo = mid
		found = nil
		if err != nil {
			for _, d := range s.parseErrors(err) {
				if d.Pos.Line < mid {
					found = append(found, d)
				}
			}
		}
	}
	if len(found) > 0 {
		return found
	}
	return []lang.Diagnostic{{Pos: lang.Pos{File: s.main, Line: max(1, hi)}, Msg: "the text is not understood, here or before", Hint: "is a bracket or ';' missing?"}}
}

// maxSearch bounds the time that is spent on finding a good message. What is reported in the end
// may depend on it only in files so large that they are rare.
const maxSearch = 5 * time.Second

const failure = "the parser failed: "

func isFailure(err error) bool { return strings.HasPrefix(err.Error(), failure) }

// maxSyntaxErrors is how many of the parser's complaints are reported.
const maxSyntaxErrors = 10

var ccError = lazyregexp.New(`^(.*?):(\d+)(?::(\d+))?: (.*)$`)

// parseErrors splits the parser's one error into diagnostics.
func (s *sources) parseErrors(err error) []lang.Diagnostic {
	var out []lang.Diagnostic
	open := s.files[s.main].scan.open
	for _, l := range strings.Split(err.Error(), "\n") {
		if l == "" || l[0] == '\t' {
			continue
		}
		d := lang.Diagnostic{Pos: lang.Pos{File: s.main}, Msg: l}
		if m := ccError.FindStringSubmatch(l); m != nil {
			d.Msg = m[4]
			line, _ := strconv.Atoi(m[2])
			col, _ := strconv.Atoi(m[3])
			d.Pos = lang.Pos{File: m[1], Line: line, Col: col}
			if f := s.files[m[1]]; f != nil {
				d.Pos.Col = f.scan.column(line, col)
				if found, ok := strings.CutSuffix(d.Msg, ", expected ';'"); ok {
					if p := behindLast(f, d.Pos); p != d.Pos {
						d.Pos, d.Msg = p, "';' is missing in front of "+strings.TrimPrefix(found, "unexpected ")
					}
				}
			}
			if m[1] == predefName || m[1] == definesName {
				d.Hint = "this comes from a definition with -D"
			}
			if m[1] == endName {
				// The text ends too early.
				if len(open) > 0 || len(out) > 0 {
					continue // reported below; or it is a consequence
				}
				n := 1 + strings.Count(string(s.files[s.main].raw), "\n")
				d.Pos = lang.Pos{File: s.main, Line: n, Col: 0}
				d.Msg = "the file ends inside a declaration or function"
			}
		}
		d.Msg, d.Hint = plainWords(d.Msg, d.Hint)
		out = append(out, d)
		if len(out) > 50*lang.MaxDiagnostics {
			break
		}
	}
	// Behind a missing header nothing is right any more.
	var headers []lang.Diagnostic
	for _, d := range out {
		if strings.HasPrefix(d.Msg, "there is no header") {
			headers = append(headers, d)
		}
	}
	if len(headers) > 0 {
		return headers
	}
	// One mistake makes the parser complain again and again, often about one line.
	lines := map[lang.Pos]bool{}
	out = slices.DeleteFunc(out, func(d lang.Diagnostic) bool {
		line := lang.Pos{File: d.Pos.File, Line: d.Pos.Line, Col: 0}
		defer func() { lines[line] = true }()
		return lines[line]
	})
	out = out[:min(len(out), maxSyntaxErrors)]
	missing := slices.ContainsFunc(out, func(d lang.Diagnostic) bool {
		return strings.HasSuffix(d.Msg, "expected ')'") || strings.HasSuffix(d.Msg, "expected '}'") || strings.HasSuffix(d.Msg, "expected ']'")
	})
	if n := len(open); n > 0 && !missing {
		out = append(out, lang.Diagnostic{Pos: open[n-1], Msg: "the bracket that is opened here is not closed"})
	}
	return out
}

// behindLast is the place where something is missing in front of the first token of a line: the end
// of what stands before it, which is on an earlier line.
func behindLast(f *file, p lang.Pos) lang.Pos {
	lines := strings.Split(string(f.raw), "\n")
	if p.Line < 1 || p.Line > len(lines) || p.Col < 1 || p.Col > len(lines[p.Line-1])+1 ||
		strings.TrimSpace(lines[p.Line-1][:p.Col-1]) != "" {
		return p
	}
	for n := p.Line - 1; n >= 1; n-- {
		text, _, _ := strings.Cut(lines[n-1], "//")
		text = strings.TrimRight(text, " \t\r")
		switch {
		case text == "":
		case strings.HasPrefix(strings.TrimSpace(text), "#") || strings.HasSuffix(text, "*/"):
			return p // the end of a directive or comment is none of a statement
		default:
			return lang.Pos{File: p.File, Line: n, Col: len(text) + 1}
		}
	}
	return p
}

var ccName = lazyregexp.New(`U\+[0-9A-F]{4}(?: '(.)')?`)

// plainWords puts a message of the parser's into words for its reader.
func plainWords(msg, hint string) (string, string) {
	msg = ccName.ReplaceAllString(msg, "'$1'")
	msg = strings.TrimSpace(msg)
	switch {
	case strings.HasPrefix(msg, "include file not found"):
		hint = "give its directory with -I, or preprocess the file first (gcc -E)"
		msg = strings.Replace(msg, "include file not found", "there is no header", 1)
	case strings.Contains(msg, "ExpansionLimit") || strings.Contains(msg, "expansion limit"):
		msg, hint = "macros expand to more than can be read", "does a macro double its argument again and again?"
	case strings.Contains(msg, "unexpected identifier") && hint == "":
		hint = "is a type or a ';' missing in front?"
	}
	return msg, hint
}

// errors completes diagnostics by their source lines.
func (s *sources) errors(ds []lang.Diagnostic) *lang.Errors {
	e := lang.NewErrors(ds)
	for i := range e.List {
		d := &e.List[i]
		if d.Line == "" {
			d.Line = s.line(d.Pos)
		}
	}
	return e
}

// check turns the parser's tree into a unit.
func (s *sources) check(ast *cc.AST) (u *lang.Unit, err error) {
	u = &lang.Unit{Model: s.opt.Model, Files: map[string][]byte{}}
	c := newChecker(s, u)
	c.lib = c.newLibrary()
	c.mentionLibrary()
	s.macros = ast.Macros
	c.guarded(func() {
		c.define(ast)
		c.declarations(ast)
		c.orderStarters()
		if len(c.Errs) == 0 {
			c.readModels()
			c.readEnds()
			c.readArguments()
		}
		c.finishCalls()
		c.unread()
		c.link()
		c.finishUnit()
		c.takeText()
	})
	if len(c.Errs) > 0 {
		return nil, s.errors(c.Errs)
	}
	return u, nil
}

// guarded calls f and makes an error of a panic.
func (c *checker) guarded(f func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(tooMany); !ok {
				c.Errs = append(c.Errs, lang.Diagnostic{Pos: c.lastPos, Msg: fmt.Sprintf("whet failed on this declaration: %v", firstLine(fmt.Sprint(r))),
					Hint: "this is a fault of whet; please report it with the file"})
			}
		}
	}()
	f()
}

// define finds out which functions the unit itself defines.
func (c *checker) define(ast *cc.AST) {
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if d := tu.ExternalDeclaration; d != nil && d.Case == cc.ExternalDeclarationFuncDef && d.FunctionDefinition != nil {
			c.defined[d.FunctionDefinition.Declarator.Name()] = true
		}
	}
}

// declarations reads what the unit declares and defines.
func (c *checker) declarations(ast *cc.AST) {
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if tu.ExternalDeclaration != nil {
			c.lastPos = c.pos(tu.ExternalDeclaration)
			c.externalDecl(tu.ExternalDeclaration)
		}
	}
	c.finishGlobals()
}

// unread notes what the unit says and nobody has read.
func (c *checker) unread() {
	c.lostAttributes()
	c.src.unbalanced()
	for _, n := range c.src.refusedPragmas {
		c.refuseUnit(n.Pos, n.What)
	}
}

func newChecker(s *sources, u *lang.Unit) *checker {
	c := &checker{
		Maker: build.Maker{
			Model: s.opt.Model, Unit: u,
			Basic: build.NewBasic(s.opt.Model, s.opt.UnsignedChar),
			Bad:   &lang.Type{Kind: lang.Void, Align: 1, Name: "(error)"},
			Goal:  build.Goal{Entry: s.opt.entryName(), Inputs: s.opt.Inputs, Contracts: s.opt.Contracts, Vacuous: s.opt.Vacuous, Bodies: s.opt.Bodies},
			Funcs: map[string]*lang.Func{}, Noted: map[string]bool{}, AsmNames: map[string]string{},
		},
		opt: s.opt, src: s,
		globals: map[string]*lang.Object{},
		defined: map[string]bool{},
		unlike:  map[string]bool{},
		isNeed:  map[*lang.Func]bool{},
		settled: map[int]seenAttr{},
	}
	c.Bad.Elem = c.Bad
	c.Models, c.Proto = c, c.inProto
	c.Unit.Notes = append(c.Unit.Notes, c.opt.Notes...)
	c.file = c.open()
	return c
}

// finishUnit numbers what is in the unit, and finds the entry.
func (c *checker) finishUnit() {
	u := c.Unit
	contract.Apply(&c.Maker)
	c.getoptVariables()
	jump.WriteOut(&c.Maker)
	variadic.WriteOut(&c.Maker)
	variadic.WriteAsprintf(&c.Maker)
	c.divisions()
	c.scans()
	contract.Drive(&c.Maker)
	kept := u.Funcs[:0]
	for _, f := range u.Funcs {
		if f.Name == "" {
			continue
		}
		f.ID = len(kept)
		kept = append(kept, f)
	}
	u.Funcs = kept
	u.Objects = append(u.Objects, u.Ghosts...)
	objs := u.Objects[:0]
	for _, o := range u.Objects {
		if o.Name == "__whet_end" || o.Name == "__predefined_declarator" {
			continue
		}
		objs = append(objs, o)
	}
	u.Objects = objs
	id := 0
	number := func(list []*lang.Object) {
		for _, o := range list {
			o.ID = id
			id++
		}
	}
	number(u.Objects)
	for _, f := range u.Funcs {
		number(f.Params)
		number(f.Objects)
	}
	if u.Driver != nil {
		u.Driver.ID = len(u.Funcs)
		number(u.Driver.Func.Objects)
	}
	name := c.opt.entryName()
	if f := c.Funcs[c.Linked(name)]; f != nil && f.Body != nil && !f.Model {
		u.Entry = f
	} else if len(c.Errs) == 0 && !c.opt.Listed {
		c.noEntry(name)
	}
}

// takeText takes over files and annotations.
func (c *checker) takeText() {
	u := c.Unit
	if what := c.src.ofMachine(); what != "" {
		u.Notes = append(u.Notes, lang.CompilerAxiom.Note(lang.Pos{}, what))
	}
	for _, n := range c.src.order {
		if lang.OwnHeader(n) {
			continue
		}
		f := c.src.files[n]
		u.Files[n] = f.raw
		u.ACSL = append(u.ACSL, f.scan.acsl...)
	}
	if c.lib.reader != nil {
		for n, f := range c.lib.models().src.files {
			u.Files[n] = f.raw
		}
	}
}

// noEntry reports that the entry function has no body.
func (c *checker) noEntry(name string) {
	var names []string
	for _, f := range c.Unit.Funcs {
		if f.Body != nil && !f.Model {
			names = append(names, f.Name)
		}
	}
	files, where := "the file", filepath.Base(c.src.main)+" does not define"
	if c.src.main == "" {
		files, where = "the program", "no file defines"
	}
	hint := files + " defines no functions at all"
	if len(names) > 0 {
		sort.Strings(names)
		more := ""
		if len(names) > 12 {
			names, more = names[:12], ", …"
		}
		hint = "choose another with --entry; " + files + " defines " + strings.Join(names, ", ") + more
	}
	c.errorHint(lang.Pos{File: c.src.main}, hint, "%s the function %s that a run starts in", where, name)
}
