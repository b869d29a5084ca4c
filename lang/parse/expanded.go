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

// The parser's own preprocessor is slow. Also, some text that the parser must not see (nesting that is too deep,
// attributes in places where the parser drops them) appears only after expansion. So package cpp first expands
// well-formed text once, and the parser gets the result. All other text, and text that the parser then refuses, takes
// a second path through the parser's preprocessor, which finds better error messages: see checkExpanded, and
// countExpanded in lang/read. The second path ignores unknown constructs, such as directives. So a text that package
// cpp finds wrong is an error even if the second path accepts it, unless package cpp says that it merely lacks a
// feature that the text needs (cpp.Unusual.Rare).
//
// Measured: for SQLite's 268,000 lines the parser's preprocessor needs 4.7 s of CPU in three passes; for lua's 34,000
// lines in one file 3.1 s, most of it in expansions.

// ExpandedName is the parser's file name for the expanded text.
const ExpandedName = "<expanded>"

// MaxExpanded bounds the number of tokens that expansions produce here. Beyond it, the parser's own limit decides.
const MaxExpanded = 2 << 20

// Expanded is a unit after the preprocessor.
type Expanded struct {
	*cpp.Result
	Attrs map[string]int // the number of attributes in it, by name
}

// Expand preprocesses the texts `in`. If package cpp cannot do so, x is nil. In that case wrong says what is wrong
// with the text, and is nil if the text is not wrong.
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
		return nil, nil // the caller reports s.diags
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

// placed returns the position in the original file of a line and column of the edited file.
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

// embed implements the callback Embed of package cpp.
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

// Read implements the callback Open of package cpp.
func (s *Sources) Read(name string) ([]byte, bool) {
	text, err := s.open(name)
	return text, err == nil
}

// Inputs converts texts to the form that lang/cpp takes.
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

// parseExpanded parses a unit that package cpp expands. If that is not possible, the tree is nil, and the error comes
// from Expand or the parser.
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

// expandedErrors returns the parser's errors in the expanded text, at their positions in the files.
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

// BuiltIn reports whether the offset `at` of the text comes from an embedded header or from the predefined text.
func (x *Expanded) BuiltIn(at int) bool {
	f := x.Place(at).File
	return f < 0 || lang.OwnHeader(x.Files[f]) || x.Files[f] == PredefName
}
