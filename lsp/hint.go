// Inlay hints: values of variables in counterexamples.

package lsp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/trace"
)

// maxHint is the greatest length of a hint, in characters; a tooltip shows the rest.
const maxHint = 80

// hints returns the values that variables take in the counterexamples, as hints after the lines where they take them.
// Values that do not matter for the failure are left out.
func (s *server) hints(p rangeParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []inlayHint{}
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return list, nil
	}
	values := map[int][]string{}
	for _, r := range d.results {
		for line, texts := range r.values {
			values[line] = append(values[line], texts...)
		}
	}
	for line, texts := range values {
		if line < p.Range.Start.Line || line > p.Range.End.Line {
			continue
		}
		all := strings.Join(texts, "; ")
		h := inlayHint{Position: d.text.position(d.text.end(line)), Label: prose.Cut(all, maxHint), PaddingLeft: true}
		if h.Label != all {
			h.Tooltip = all
		}
		list = append(list, h)
	}
	slices.SortFunc(list, func(a, b inlayHint) int { return cmp.Compare(a.Position.Line, b.Position.Line) })
	return list, nil
}

// values returns the changes of variables in the counterexamples, as texts by line of the document.
func (j job) values(r *report.Result) map[int][]string {
	at := map[int][]string{}
	if r.Verdict == report.Unsafe {
		for _, f := range r.Each() {
			j.changes(f.Trace, at)
		}
	}
	return at
}

// changes adds the changes of steps, and of their inner steps, to the map `at`.
func (j job) changes(steps []*trace.Step, at map[int][]string) {
	for _, step := range steps {
		if step.Aside {
			continue
		}
		if line := j.lineOf(step.Pos); line >= 0 {
			var parts []string
			for _, c := range trace.Shown(step.Changes, false) {
				parts = append(parts, prose.OneLine(c.String()))
			}
			if text := strings.Join(parts, ", "); text != "" && !slices.Contains(at[line], text) {
				at[line] = append(at[line], text)
			}
		}
		j.changes(step.Steps, at)
	}
}
