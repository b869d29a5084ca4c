// This file parses a unit, and turns the parser's errors into readable messages.

package parse

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/internal/lazyregexp"
	"github.com/whet-mc/whet/lang"
)

// Unit parses the translation unit src, which is the file path.
func Unit(path string, src []byte, opt Options) (*Sources, *cc.AST, *lang.Errors) {
	if e := lang.CheckText(path, src); e != nil {
		return nil, nil, e
	}
	s := NewSources(opt)
	s.Main = path
	defines, e := CommandLine(&opt)
	if e != nil {
		return nil, nil, e
	}
	text := s.Add(path, src)
	if len(s.diags) > 0 {
		return nil, nil, s.Errors(s.diags)
	}
	in := []cc.Source{
		{Name: PredefName, Value: PredefinedFor(&opt)},
		{Name: DefinesName, Value: defines},
		{Name: path, Value: text},
		{Name: EndName, Value: EndText},
	}
	// The tree only grows, so frequent garbage collections would be a waste of time.
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

// EndText follows the program. Some loops of the parser do not check for the end of the text; EndText stops them.
const EndText = "\n;int __whet_end;\n"

// CommandLine returns directives for the macros that the options define and the files that they include.
func CommandLine(o *Options) (string, *lang.Errors) {
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
		if !IdentStart(s[i]) && (i == 0 || !Digit(s[i])) {
			return false
		}
	}
	return s != ""
}

// checkExpanded preprocesses the text and scans the result, because macros can make it nest deeper than it appears
// to.
func (s *Sources) checkExpanded(in []cc.Source) *lang.Errors {
	if !s.Files[s.Main].Scanned.defines && s.Opt.plain() {
		return nil // the embedded headers' macros do not nest
	}
	probe := NewSources(s.Opt)
	probe.Main = s.Main
	probe.Add(s.Main, s.Files[s.Main].Raw)
	var out LimitWriter
	err := Guard(func() error { return cc.Preprocess(probe.Config(), in, &out) })
	if len(probe.diags) > 0 {
		return s.Errors(probe.diags)
	}
	if err != nil && out.over {
		return lang.OneError(lang.Pos{File: s.Main}, "", "macro expansion makes more than %d MB of the text", MaxTotal>>20)
	}
	if err != nil {
		return nil // the parser finds the error again and reports its place
	}
	if d := Scan(s.Main, out.Text).diags; len(d) > 0 {
		return lang.OneError(lang.Pos{File: s.Main}, d[0].Hint, "after macro expansion: %s", d[0].Msg)
	}
	return nil
}

// LimitWriter keeps what is written, up to a limit.
type LimitWriter struct {
	Text []byte
	over bool
}

func (w *LimitWriter) Write(b []byte) (int, error) {
	if len(w.Text)+len(b) > MaxTotal {
		w.over = true
		return 0, io.ErrShortWrite
	}
	w.Text = append(w.Text, b...)
	return len(b), nil
}

// Guard calls f and turns a panic into an error.
func Guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New(failure + FirstLine(fmt.Sprint(r)))
		}
	}()
	return f()
}

// FirstLine returns the first line of s.
func FirstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

// parse runs the parser, with its own preprocessor.
func (s *Sources) parse(in []cc.Source) (*cc.AST, *lang.Errors) {
	ast, err := s.parseOnce(in)
	if len(s.diags) > 0 {
		return nil, s.Errors(s.diags) // the parser's own errors are consequences of these
	}
	if err == nil {
		return ast, nil
	}
	failed := isFailure(err)
	if failed || strings.Contains(err.Error(), "ExpansionLimit") {
		if f := s.cycle(false); f != "" {
			return nil, s.Errors([]lang.Diagnostic{selfInclude(f)})
		}
	}
	if failed {
		return nil, s.Errors(s.beforeFailure(in))
	}
	return nil, s.Errors(s.parseErrors(err))
}

func (s *Sources) parseOnce(in []cc.Source) (ast *cc.AST, err error) {
	err = Guard(func() (err error) {
		ast, err = cc.Parse(s.Config(), in)
		return err
	})
	return ast, err
}

// beforeFailure finds errors in a text that makes the parser panic, which loses the parser's error messages. It
// searches for the longest prefix of the main file's lines that parses without a panic, and returns the errors of
// that prefix. in is the text that made the parser panic.
func (s *Sources) beforeFailure(in []cc.Source) []lang.Diagnostic {
	text := s.Files[s.Main].Scanned.text
	var ends []int // the offsets after the lines
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
			if cut[i].Name == s.Main {
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
	return []lang.Diagnostic{{Pos: lang.Pos{File: s.Main, Line: max(1, hi)}, Msg: "the text is not understood, here or before", Hint: "is a bracket or ';' missing?"}}
}

// maxSearch bounds the time of the search for a good message. The message depends on this bound only for very large
// files.
const maxSearch = 5 * time.Second

const failure = "the parser failed: "

func isFailure(err error) bool { return strings.HasPrefix(err.Error(), failure) }

// maxSyntaxErrors is the largest number of the parser's errors that are reported.
const maxSyntaxErrors = 10

var ccError = lazyregexp.New(`^(.*?):(\d+)(?::(\d+))?: (.*)$`)

// parseErrors splits the parser's one error into diagnostics.
func (s *Sources) parseErrors(err error) []lang.Diagnostic {
	var out []lang.Diagnostic
	open := s.Files[s.Main].Scanned.open
	for _, l := range strings.Split(err.Error(), "\n") {
		if l == "" || l[0] == '\t' {
			continue
		}
		d := lang.Diagnostic{Pos: lang.Pos{File: s.Main}, Msg: l}
		if m := ccError.FindStringSubmatch(l); m != nil {
			d.Msg = m[4]
			line, _ := strconv.Atoi(m[2])
			col, _ := strconv.Atoi(m[3])
			d.Pos = lang.Pos{File: m[1], Line: line, Col: col}
			if f := s.Files[m[1]]; f != nil {
				d.Pos.Col = f.Scanned.column(line, col)
				if found, ok := strings.CutSuffix(d.Msg, ", expected ';'"); ok {
					if p := behindLast(f, d.Pos); p != d.Pos {
						d.Pos, d.Msg = p, "';' is missing in front of "+strings.TrimPrefix(found, "unexpected ")
					}
				}
			}
			if m[1] == PredefName || m[1] == DefinesName {
				d.Hint = "this comes from a definition with -D"
			}
			if m[1] == EndName {
				// The text ends too early.
				if len(open) > 0 || len(out) > 0 {
					continue // reported below, or a consequence of earlier errors
				}
				n := 1 + strings.Count(string(s.Files[s.Main].Raw), "\n")
				d.Pos = lang.Pos{File: s.Main, Line: n, Col: 0}
				d.Msg = "the file ends inside a declaration or function"
			}
		}
		d.Msg, d.Hint = plainWords(d.Msg, d.Hint)
		out = append(out, d)
		if len(out) > 50*lang.MaxDiagnostics {
			break
		}
	}
	// After a missing header nothing else is reliable.
	var headers []lang.Diagnostic
	for _, d := range out {
		if strings.HasPrefix(d.Msg, "there is no header") {
			headers = append(headers, d)
		}
	}
	if len(headers) > 0 {
		return headers
	}
	// One mistake makes the parser report many errors, often on one line.
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

// behindLast returns the position at which a token is missing before p, the first token of a line: the end of the
// preceding text, on an earlier line. It returns p if p is not the first token of its line.
func behindLast(f *file, p lang.Pos) lang.Pos {
	lines := strings.Split(string(f.Raw), "\n")
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
			return p // a directive or comment, not a statement, ends there
		default:
			return lang.Pos{File: p.File, Line: n, Col: len(text) + 1}
		}
	}
	return p
}

var ccName = lazyregexp.New(`U\+[0-9A-F]{4}(?: '(.)')?`)

// plainWords rewrites a message of the parser for users, and adds a hint.
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

// Errors adds the source lines to the diagnostics.
func (s *Sources) Errors(ds []lang.Diagnostic) *lang.Errors {
	e := lang.NewErrors(ds)
	for i := range e.List {
		d := &e.List[i]
		if d.Line == "" {
			d.Line = s.Line(d.Pos)
		}
	}
	return e
}
