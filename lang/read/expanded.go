package read

import (
	"bytes"
	"errors"
	"os"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/cpp"
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

// expandedName is what the parser calls the text after the preprocessor.
const expandedName = "<expanded>"

// maxExpanded bounds the tokens that expansions make, before the parser's own limit decides.
const maxExpanded = 2 << 20

// expanded is a unit after the preprocessor.
type expanded struct {
	*cpp.Result
	attrs map[string]int // the attributes in it, by name
}

// expand takes the text through the preprocessor. Where the text is not for it the result is nil, and
// the error says what is wrong with the text; nil: nothing.
func (s *sources) expand(in []cc.Source) (x *expanded, wrong *lang.Errors) {
	cfg := s.config()
	_, strict, known := version(s.opt.Standard)
	r, err := cpp.Expand(inputs(in), cpp.Config{
		Open:  s.read,
		Quote: cfg.IncludePaths, Angle: cfg.SysIncludePaths,
		HasBuiltin: hasBuiltin,
		Embed:      s.embed,
		C23:        s.opt.c23(), Strict: strict && known && !s.opt.c23(),
		Limit: maxExpanded, MaxText: maxTotal,
	})
	if len(s.diags) > 0 {
		return nil, nil // they are reported
	}
	if u := (*cpp.Unusual)(nil); errors.As(err, &u) {
		if u.Rare && !s.opt.c23() && !s.embeds {
			return nil, nil
		}
		s.clear = u.Clear
		return nil, s.errors(lang.OneError(s.placed(u.File, u.Line, u.Col), u.Hint, "%s", u.Why).List)
	}
	found := scan(s.main, r.Text)
	if len(found.diags) > 0 {
		d := found.diags[0]
		return nil, lang.OneError(lang.Pos{File: s.main}, d.Hint, "after macro expansion: %s", d.Msg)
	}
	x = &expanded{Result: r, attrs: map[string]int{}}
	for _, a := range found.attrs {
		x.attrs[a.name]++
	}
	return x, nil
}

// placed is the place of a line and column of a file as it was edited.
func (s *sources) placed(file string, line, col int) lang.Pos {
	if file == predefName || file == definesName || file == endName {
		return lang.Pos{File: s.main}
	}
	p := lang.Pos{File: file, Line: line, Col: col}
	if f := s.files[file]; f != nil {
		p.Col = f.scan.column(line, col)
	}
	return p
}

// embed is Embed for package cpp.
func (s *sources) embed(name string) ([]byte, bool) {
	s.embeds = true
	if b, ok := s.opt.Only[name]; s.opt.Only != nil {
		return b, ok
	}
	if fi, err := os.Stat(name); err != nil || !fi.Mode().IsRegular() || fi.Size() > lang.MaxFile {
		return nil, false
	}
	b, err := os.ReadFile(name)
	return b, err == nil
}

// read is Open for package cpp.
func (s *sources) read(name string) ([]byte, bool) {
	text, err := s.open(name)
	return text, err == nil
}

func inputs(in []cc.Source) []cpp.Input {
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
func (s *sources) parseExpanded(in []cc.Source) (*cc.AST, *lang.Errors) {
	x, e := s.expand(in)
	if x == nil {
		s.pragmas = pragmas{}
		return nil, e
	}
	s.expanded = x
	ast, err := s.parseOnce([]cc.Source{{Name: expandedName, Value: x.Text}})
	if err != nil || len(s.diags) > 0 {
		if err != nil {
			e = s.errors(s.expandedErrors(err))
		}
		s.expanded, s.pragmas = nil, pragmas{}
		return nil, e
	}
	return ast, nil
}

// expandedErrors are the parser's complaints about the expanded text, at their places in the files.
func (s *sources) expandedErrors(err error) []lang.Diagnostic {
	ds := s.parseErrors(err)
	for i := range ds {
		if d := &ds[i]; d.Pos.File == expandedName {
			at := 0
			for n := 1; n < d.Pos.Line; n++ {
				at += 1 + bytes.IndexByte(s.expanded.Text[at:], '\n')
			}
			p := s.expanded.Place(at + max(0, d.Pos.Col-1))
			d.Pos = lang.Pos{File: s.main}
			if p.File >= 0 {
				d.Pos = s.placed(s.expanded.Files[p.File], p.Line, p.Col)
			}
		}
	}
	return ds
}
