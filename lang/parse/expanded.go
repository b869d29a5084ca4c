package parse

import (
	"bytes"
	"errors"
	"os"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/cpp"
	"github.com/whet-mc/whet/lang/gnu"
)

// The parser's own preprocessor is slow, and what the parser must not see (text that nests too
// deep, attributes in places where it drops them) shows only after it. So well-formed text goes
// through package cpp, once, and the parser gets what is left. Everything else, and what the parser
// then refuses, goes the long way, which also finds the words for what is wrong: see
// checkExpanded and countExpanded. The long way passes over what it does not know, such as
// directives; so a text that is right there and was wrong here is an error all the same, unless
// package cpp says that it only does not do what the text needs (cpp.Unusual.Rare).
//
// Measured on SQLite's 268,000 lines: 4.7 s of CPU with the parser's preprocessor, three passes of
// it; lua's 34,000 in one file: 3.1 s, most of it in expansions.

// ExpandedName is what the parser calls the text after the preprocessor.
const ExpandedName = "<expanded>"

// MaxExpanded bounds the tokens that expansions make, before the parser's own limit decides.
const MaxExpanded = 2 << 20

// Expanded is a unit after the preprocessor.
type Expanded struct {
	*cpp.Result
	Attrs map[string]int // the attributes in it, by name
}

// Expand takes the text through the preprocessor. Where the text is not for it the result is nil, and
// the error says what is wrong with the text; nil: nothing.
func (s *Sources) Expand(in []cc.Source) (x *Expanded, wrong *lang.Errors) {
	cfg := s.Config()
	_, strict, known := version(s.Opt.Standard)
	r, err := cpp.Expand(Inputs(in), cpp.Config{
		Open:  s.Read,
		Quote: cfg.IncludePaths, Angle: cfg.SysIncludePaths,
		HasBuiltin: gnu.HasBuiltin,
		Embed:      s.embed,
		C23:        s.Opt.C23(), Strict: strict && known && !s.Opt.C23(),
		Limit: MaxExpanded, MaxText: MaxTotal,
	})
	if len(s.diags) > 0 {
		return nil, nil // they are reported
	}
	if u := (*cpp.Unusual)(nil); errors.As(err, &u) {
		if u.Rare && !s.Opt.C23() && !s.embeds {
			return nil, nil
		}
		s.clear = u.Clear
		return nil, s.Errors(lang.OneError(s.placed(u.File, u.Line, u.Col), u.Hint, "%s", u.Why).List)
	}
	found := Scan(s.Main, r.Text)
	if len(found.diags) > 0 {
		d := found.diags[0]
		return nil, lang.OneError(lang.Pos{File: s.Main}, d.Hint, "after macro expansion: %s", d.Msg)
	}
	x = &Expanded{Result: r, Attrs: map[string]int{}}
	for _, a := range found.Attrs {
		x.Attrs[a.Name]++
	}
	return x, nil
}

// placed is the place of a line and column of a file as it was edited.
func (s *Sources) placed(file string, line, col int) lang.Pos {
	if file == PredefName || file == DefinesName || file == EndName {
		return lang.Pos{File: s.Main}
	}
	p := lang.Pos{File: file, Line: line, Col: col}
	if f := s.Files[file]; f != nil {
		p.Col = f.Scanned.column(line, col)
	}
	return p
}

// embed is Embed for package cpp.
func (s *Sources) embed(name string) ([]byte, bool) {
	s.embeds = true
	if b, ok := s.Opt.Only[name]; s.Opt.Only != nil {
		return b, ok
	}
	if fi, err := os.Stat(name); err != nil || !fi.Mode().IsRegular() || fi.Size() > lang.MaxFile {
		return nil, false
	}
	b, err := os.ReadFile(name)
	return b, err == nil
}

// Read is Open for package cpp.
func (s *Sources) Read(name string) ([]byte, bool) {
	text, err := s.open(name)
	return text, err == nil
}

// Inputs are the texts in the form that lang/cpp takes.
func Inputs(in []cc.Source) []cpp.Input {
	var out []cpp.Input
	for _, i := range in {
		var text []byte
		switch v := i.Value.(type) {
		case string:
			text = []byte(v)
		case []byte:
			text = v
		}
		out = append(out, cpp.Input{Name: i.Name, Text: text})
	}
	return out
}

// parseExpanded parses a unit the short way. Where that is not possible the tree is nil, and the error
// is what expand gives, or what the parser says.
func (s *Sources) parseExpanded(in []cc.Source) (*cc.AST, *lang.Errors) {
	x, e := s.Expand(in)
	if x == nil {
		s.pragmas = pragmas{}
		return nil, e
	}
	s.Expanded = x
	ast, err := s.parseOnce([]cc.Source{{Name: ExpandedName, Value: x.Text}})
	if err != nil || len(s.diags) > 0 {
		if err != nil {
			e = s.Errors(s.expandedErrors(err))
		}
		s.Expanded, s.pragmas = nil, pragmas{}
		return nil, e
	}
	return ast, nil
}

// expandedErrors are the parser's complaints about the expanded text, at their places in the files.
func (s *Sources) expandedErrors(err error) []lang.Diagnostic {
	ds := s.parseErrors(err)
	for i := range ds {
		if d := &ds[i]; d.Pos.File == ExpandedName {
			at := 0
			for n := 1; n < d.Pos.Line; n++ {
				at += 1 + bytes.IndexByte(s.Expanded.Text[at:], '\n')
			}
			p := s.Expanded.Place(at + max(0, d.Pos.Col-1))
			d.Pos = lang.Pos{File: s.Main}
			if p.File >= 0 {
				d.Pos = s.placed(s.Expanded.Files[p.File], p.Line, p.Col)
			}
		}
	}
	return ds
}

// BuiltIn reports whether a place of the text comes from a header that is built in, or from what is
// predefined.
func (x *Expanded) BuiltIn(at int) bool {
	f := x.Place(at).File
	return f < 0 || lang.OwnHeader(x.Files[f]) || x.Files[f] == PredefName
}
