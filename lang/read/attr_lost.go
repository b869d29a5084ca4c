package read

import (
	"maps"
	"slices"

	"github.com/whet-mc/whet/lang"
	"modernc.org/cc/v4"
)

// The parser keeps no attributes in some places: in front of statements, after the ( of a
// declarator, after enumerators, in the middle of a list that a macro brings. So the attributes
// that were settled are compared with those that the scan saw in the text. What is missing and
// would have been more than harmless is refused: of the declaration that it stands in, or of the
// whole unit where that is not known.

// declSpan is a declaration at file scope: where it begins, and where its notes go.
type declSpan struct {
	pos  lang.Pos
	bear []*[]lang.Note
}

func (c *checker) beginSpan(pos lang.Pos) {
	if !c.InModel {
		c.spans = append(c.spans, declSpan{pos: pos})
	}
}

// inSpan records that the declaration that is being read declares something with notes.
func (c *checker) inSpan(notes *[]lang.Note) {
	if n := len(c.spans); n > 0 && !c.InModel {
		c.spans[n-1].bear = append(c.spans[n-1].bear, notes)
	}
}

// lostAttributes refuses the attributes that nobody settled.
func (c *checker) lostAttributes() {
	read := map[lang.Pos]string{}
	count := map[string]int{}
	for _, s := range c.settled {
		read[c.at(s.tok)] = s.name
		count[s.name]++
	}
	// Where macros or #if hide what the parser saw, the text as it is after preprocessing is
	// counted.
	expand := false
	for _, d := range c.opt.Defines {
		expand = expand || mentionsAttribute(d)
	}
	macros := len(c.opt.Defines)+len(c.opt.Prefix) > 0
	for _, name := range c.src.order {
		macros = macros || c.src.files[name].scan.macros && !lang.OwnHeader(name)
	}
	var missing []textAttr
	for _, name := range c.src.order {
		for _, a := range c.src.files[name].scan.attrs {
			got, ok := read[a.pos]
			switch {
			case a.define:
				expand = expand || !harmlessAnywhere(a.name)
			case ok && got != a.name:
				expand = true // a macro's name, in the place of attributes
			case !ok && !harmlessAnywhere(a.name):
				missing = append(missing, a)
				expand = expand || a.maybe || macros
			}
		}
	}
	if expand {
		if excess, ok := c.excess(count); ok {
			left := missing[:0]
			for _, a := range missing {
				if excess[a.name] {
					left = append(left, a)
				}
			}
			missing = left
			for _, a := range missing {
				delete(excess, a.name)
			}
			for _, n := range slices.Sorted(maps.Keys(excess)) {
				c.refuseUnit(lang.Pos{File: c.src.main}, "__attribute__(("+n+")) from a macro, at a place where it is not read")
			}
		}
	}
	for _, a := range missing {
		c.lost(a)
	}
}

func mentionsAttribute(s string) bool {
	return len(scan("", []byte(s+"\n")).attrs) > 0
}

// harmlessAnywhere reports whether an attribute has no effect wherever it stands.
func harmlessAnywhere(name string) bool {
	row, ok := attrTable()[name]
	return ok && row.modelled == 0 && row.harmless == anywhere
}

// lost refuses an attribute that was not settled.
func (c *checker) lost(a textAttr) {
	what := "__attribute__((" + a.name + ")), at a place where it is not read"
	var in *declSpan
	for i := range c.spans {
		s := &c.spans[i]
		if s.pos.File == a.pos.File && (s.pos.Line < a.pos.Line || s.pos.Line == a.pos.Line && s.pos.Col <= a.pos.Col) {
			in = s
		}
	}
	if in == nil || len(in.bear) == 0 {
		c.refuseUnit(a.pos, what)
		return
	}
	n := unmodelled(a.pos, what)
	for _, to := range in.bear {
		*to = append(*to, n)
	}
}

// excess is countExpanded, with what was counted before.
func (c *checker) excess(settled map[string]int) (map[string]bool, bool) {
	if c.src.expanded == nil {
		return c.countExpanded(settled)
	}
	more := map[string]bool{}
	for name, n := range c.src.expanded.attrs {
		if n > settled[name] && !harmlessAnywhere(name) {
			more[name] = true
		}
	}
	return more, true
}

// countExpanded finds the attributes of which there are more in the text after the preprocessor
// than were settled. It is not known, and refused, where that text cannot be had.
func (c *checker) countExpanded(settled map[string]int) (excess map[string]bool, ok bool) {
	defines, e := commandLine(&c.opt)
	s := c.src
	probe := newSources(s.opt)
	probe.main = s.main
	text := probe.add(s.main, s.files[s.main].raw)
	in := []cc.Source{
		{Name: predefName, Value: predefinedFor(&s.opt)},
		{Name: definesName, Value: defines},
		{Name: s.main, Value: text},
	}
	var out limitWriter
	err := guard(func() error { return cc.Preprocess(probe.config(), in, &out) })
	if err != nil || e != nil {
		c.refuseUnit(lang.Pos{File: s.main}, "attributes in macros that cannot be counted")
		return nil, false
	}
	seen := map[string]int{}
	excess = map[string]bool{}
	for _, a := range scan(s.main, out.text).attrs {
		seen[a.name]++
		if seen[a.name] > settled[a.name] && !harmlessAnywhere(a.name) {
			excess[a.name] = true
		}
	}
	return excess, true
}
