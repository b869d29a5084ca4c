package lang

import (
	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang/cpp"
)

// The parser's own preprocessor is slow, and what the parser must not see (text that nests too
// deep, attributes in places where it drops them) shows only behind it. So well-formed text goes
// through package cpp, once, and the parser gets what is left. Everything else, and what the parser
// then refuses, goes the long way, which also finds the words for what is wrong: see
// checkExpanded and countExpanded.
//
// Measured on SQLite's 268,000 lines: 4.7 s of CPU with the parser's preprocessor, three passes of
// it; lua's 34,000 in one file: 3.1 s, most of it in expansions.

// expandedName is what the parser calls the text behind the preprocessor.
const expandedName = "<expanded>"

// maxExpanded bounds the tokens that expansions make, before the parser's own limit decides.
const maxExpanded = 2 << 20

// expanded is a unit behind the preprocessor.
type expanded struct {
	*cpp.Result
	attrs map[string]int // the attributes in it, by name
}

// expand takes the text through the preprocessor; nil where the text is not for it.
func (s *sources) expand(in []cc.Source) *expanded {
	cfg := s.config()
	r, err := cpp.Expand(inputs(in), cpp.Config{
		Open:  s.read,
		Quote: cfg.IncludePaths, Angle: cfg.SysIncludePaths,
		HasBuiltin: hasBuiltin,
		Limit:      maxExpanded, MaxText: maxTotal,
	})
	if err != nil || len(s.diags) > 0 {
		return nil
	}
	found := scan(s.main, r.Text)
	if len(found.diags) > 0 {
		return nil
	}
	x := &expanded{Result: r, attrs: map[string]int{}}
	for _, a := range found.attrs {
		x.attrs[a.name]++
	}
	return x
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

// parseExpanded parses a unit the short way; nil where that is not possible.
func (s *sources) parseExpanded(in []cc.Source) *cc.AST {
	x := s.expand(in)
	if x == nil {
		s.pragmas = pragmas{}
		return nil
	}
	s.expanded = x
	ast, err := s.parseOnce([]cc.Source{{Name: expandedName, Value: x.Text}})
	if err != nil || len(s.diags) > 0 {
		s.expanded, s.pragmas = nil, pragmas{}
		return nil
	}
	return ast
}
