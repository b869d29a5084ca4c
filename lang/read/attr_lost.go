package read

import (
	"maps"
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/gnu"
	"github.com/whet-mc/whet/lang/parse"
	"modernc.org/cc/v4"
)

// This file finds attributes that were lost. The parser drops attributes at some places: in front of
// statements, after the ( of a declarator, after enumerators, in the middle of a list that a macro
// contains. So the settled attributes are compared with those that the scan found in the text. A
// missing attribute is refused unless it is harmless everywhere. The refusal is a note on the
// declaration that contains the attribute, or on the whole unit if that declaration is not known.

// declSpan is a declaration at file scope: its start, and the lists that get its notes.
type declSpan struct {
	pos  lang.Pos
	bear []*[]lang.Note
}

func (c *checker) beginSpan(pos lang.Pos) {
	if !c.InModel {
		c.spans = append(c.spans, declSpan{pos: pos})
	}
}

// inSpan records that the current declaration declares a function or object whose list of notes is
// notes.
func (c *checker) inSpan(notes *[]lang.Note) {
	if n := len(c.spans); n > 0 && !c.InModel {
		c.spans[n-1].bear = append(c.spans[n-1].bear, notes)
	}
}

// lostAttributes refuses the attributes that were not settled.
func (c *checker) lostAttributes() {
	read := map[lang.Pos]string{}
	count := map[string]int{}
	for _, s := range c.settled {
		read[c.at(s.tok)] = s.name
		count[s.name]++
	}
	// If macros or #if may hide what the parser saw, count the attributes in the text after
	// preprocessing.
	expand := false
	for _, d := range c.opt.Defines {
		expand = expand || mentionsAttribute(d)
	}
	macros := len(c.opt.Defines)+len(c.opt.Prefix) > 0
	for _, name := range c.src.Order {
		macros = macros || c.src.Files[name].Scanned.Macros && !lang.OwnHeader(name)
	}
	var missing []parse.TextAttr
	for _, name := range c.src.Order {
		for _, a := range c.src.Files[name].Scanned.Attrs {
			got, ok := read[a.Pos]
			switch {
			case a.Define:
				expand = expand || !harmlessAnywhere(a.Name)
			case ok && got != a.Name:
				expand = true // the name is a macro for another attribute
			case !ok && !harmlessAnywhere(a.Name):
				missing = append(missing, a)
				expand = expand || a.Maybe || macros
			}
		}
	}
	if expand {
		if excess, ok := c.excess(count); ok {
			left := missing[:0]
			for _, a := range missing {
				if excess[a.Name] {
					left = append(left, a)
				}
			}
			missing = left
			for _, a := range missing {
				delete(excess, a.Name)
			}
			for _, n := range slices.Sorted(maps.Keys(excess)) {
				c.refuseUnit(lang.Pos{File: c.src.Main}, "__attribute__(("+n+")) from a macro, at a place where it is not read")
			}
		}
	}
	for _, a := range missing {
		c.lost(a)
	}
}

func mentionsAttribute(s string) bool {
	return len(parse.Scan("", []byte(s+"\n")).Attrs) > 0
}

// harmlessAnywhere reports whether an attribute has no effect wherever it stands.
func harmlessAnywhere(name string) bool {
	row, ok := gnu.Attributes()[name]
	return ok && row.Modelled == 0 && row.Harmless == gnu.Anywhere
}

// lost refuses the attribute a, which was not settled.
func (c *checker) lost(a parse.TextAttr) {
	what := "__attribute__((" + a.Name + ")), at a place where it is not read"
	var in *declSpan
	for i := range c.spans {
		s := &c.spans[i]
		if s.pos.File == a.Pos.File && (s.pos.Line < a.Pos.Line || s.pos.Line == a.Pos.Line && s.pos.Col <= a.Pos.Col) {
			in = s
		}
	}
	if in == nil || len(in.bear) == 0 {
		c.refuseUnit(a.Pos, what)
		return
	}
	n := lang.UnmodelledNote(a.Pos, what)
	for _, to := range in.bear {
		*to = append(*to, n)
	}
}

// excess returns the same as countExpanded. It uses the counts of whet's own preprocessor if that
// expanded the source.
func (c *checker) excess(settled map[string]int) (map[string]bool, bool) {
	if c.src.Expanded == nil {
		return c.countExpanded(settled)
	}
	more := map[string]bool{}
	for name, n := range c.src.Expanded.Attrs {
		if n > settled[name] && !harmlessAnywhere(name) {
			more[name] = true
		}
	}
	return more, true
}

// countExpanded returns the attributes that occur more often in the text after preprocessing than in
// settled. If preprocessing fails, it notes that on the unit and returns false.
func (c *checker) countExpanded(settled map[string]int) (excess map[string]bool, ok bool) {
	defines, e := parse.CommandLine(&c.opt)
	s := c.src
	probe := parse.NewSources(s.Opt)
	probe.Main = s.Main
	text := probe.Add(s.Main, s.Files[s.Main].Raw)
	in := []cc.Source{
		{Name: parse.PredefName, Value: parse.PredefinedFor(&s.Opt)},
		{Name: parse.DefinesName, Value: defines},
		{Name: s.Main, Value: text},
	}
	var out parse.LimitWriter
	err := parse.Guard(func() error { return cc.Preprocess(probe.Config(), in, &out) })
	if err != nil || e != nil {
		c.refuseUnit(lang.Pos{File: s.Main}, "attributes in macros that cannot be counted")
		return nil, false
	}
	seen := map[string]int{}
	excess = map[string]bool{}
	for _, a := range parse.Scan(s.Main, out.Text).Attrs {
		seen[a.Name]++
		if seen[a.Name] > settled[a.Name] && !harmlessAnywhere(a.Name) {
			excess[a.Name] = true
		}
	}
	return excess, true
}
