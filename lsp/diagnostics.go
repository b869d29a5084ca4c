// Diagnostics: errors of the front end, verdicts, and undecided properties, at positions in the document.

package lsp

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"go.lsp.dev/uri"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/source"
	"github.com/whet-mc/whet/report/trace"
)

const (
	maxRelated = 100 // places along a counterexample that are shown: the last ones
	maxOpen    = 100 // diagnostics of a run, up to which undecided properties are shown
)

// publish sends the diagnostics of a document for its newest text.
func (s *server) publish(d *document) {
	d.shown.Lock()
	defer d.shown.Unlock()
	s.mu.Lock()
	list := []diagnostic{}
	if d.read != nil && d.fresh {
		list = append(list, d.read.problems...)
	}
	for _, r := range d.results {
		if r.res != nil || len(list) == 0 { // otherwise the text cannot be read, which is reported already
			list = append(list, r.found...)
		}
	}
	version, open := d.version, s.docs[d.uri] == d
	s.mu.Unlock()
	if open {
		s.notify("textDocument/publishDiagnostics", publishParams{d.uri, version, list})
	}
}

// problems returns the diagnostics for an error of package whet.
func (j job) problems(err error) []diagnostic {
	var bad *lang.Errors
	if !errors.As(err, &bad) {
		severity := isError
		if errors.As(err, new(*whet.InternalError)) {
			severity = isWarning // the text is not wrong
		}
		return []diagnostic{{Range: j.text.token(lang.Pos{Line: 1}), Severity: severity, Source: "whet", Message: err.Error()}}
	}
	var list []diagnostic
	for _, p := range bad.List {
		d := diagnostic{Range: j.place(p.Pos), Severity: isError, Source: "whet", Message: withHint(p.Msg, p.Hint)}
		if p.Pos.File != "" && !j.d.is(p.Pos) {
			d.Related = []related{{j.location(p.Pos, source.Lines{}), p.Msg}}
			d.Message = fmt.Sprintf("%s: %s", p.Pos, d.Message)
		}
		list = append(list, d)
	}
	if bad.More > 0 {
		last := &list[len(list)-1]
		last.Message += fmt.Sprintf("\nand %d more errors", bad.More)
	}
	return list
}

// withHint returns a message followed by a hint, if there is one.
func withHint(msg, hint string) string {
	if hint == "" {
		return msg
	}
	return msg + "\n" + hint
}

// place returns the range of a position in the document. A position in another file is shown at the line that
// includes the file, as far as the name shows this, or at the first line.
func (j job) place(p lang.Pos) span {
	if j.d.is(p) {
		return j.text.token(lang.Pos{Line: max(p.Line, 1), Col: p.Col})
	}
	base := []byte(filepath.Base(p.File))
	for i, from := range j.text.lines {
		line := bytes.TrimSpace(j.text.bytes[from:j.text.end(i)])
		if bytes.HasPrefix(line, []byte("#")) && bytes.Contains(line, []byte("include")) && bytes.Contains(line, base) {
			return span{j.text.position(from), j.text.position(j.text.end(i))}
		}
	}
	return j.text.token(lang.Pos{Line: 1})
}

// location returns a position in any file as the protocol's location. lines are the lines of the run's files.
func (j job) location(p lang.Pos, lines source.Lines) location {
	if j.d.is(p) {
		return location{j.d.uri, j.place(p)}
	}
	path := p.File
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	at := location{URI: string(uri.File(path))}
	at.Range.Start = position{Line: max(p.Line-1, 0)}
	if raw, ok := lines.Raw(p); ok {
		in := newText(raw).position(p.Col - 1)
		at.Range.Start.Character = in.Character
	}
	at.Range.End = at.Range.Start
	return at
}

// findings returns the diagnostics of a verdict on runs that start in the function entry.
func (j job) findings(r *report.Result, entry string) []diagnostic {
	lines := source.Lines{Files: r.Files}
	var list []diagnostic
	switch r.Verdict {
	case report.Unsafe:
		for _, f := range r.Each() {
			list = append(list, j.failure(f, entry, lines))
		}
	case report.Unknown:
		list = append(list, diagnostic{
			Range: j.head(entry), Severity: isInformation, Code: "unknown", Source: "whet",
			Message: strings.Join(append([]string{entry + " is " + report.Headline(r)}, r.Hints...), "\n"),
		})
	}
	for _, c := range r.Checked {
		if c.Status == report.Open && len(list) < maxOpen && j.lineOf(c.Pos) >= 0 {
			list = append(list, diagnostic{
				Range: j.place(c.Pos), Severity: isHint, Code: c.Kind, Source: "whet",
				Message: "not decided whether this holds: " + c.Claim(),
			})
		}
	}
	return list
}

// head returns the range of a function's name, where diagnostics of the whole function are shown.
func (j job) head(name string) span {
	if r := j.read; r != nil {
		for _, f := range r.funcs {
			if f.name == name {
				return f.at
			}
		}
	}
	return j.text.token(lang.Pos{Line: 1})
}

// failure returns the diagnostic of a property that fails. A failure in another file is shown where the document
// makes the call that leads to it.
func (j job) failure(r *report.Result, entry string, lines source.Lines) diagnostic {
	at := r.Property.Pos
	for _, f := range r.Stack {
		if j.lineOf(at) >= 0 {
			break
		}
		at = f.Pos
	}
	d := diagnostic{
		Range: j.place(at), Severity: isError, Code: r.Property.Kind, Source: "whet",
		Message: report.Headline(r) + report.InputSummary(r),
	}
	if entry != "main" {
		d.Message += "\nin a run that starts in " + entry
	}
	for _, m := range r.Moments() {
		if m.Kind == trace.GapStep || m.Aside || !m.Pos.Valid() {
			continue
		}
		about := prose.Cut(m.About(r.Property), 400)
		if about == "" {
			line, _ := lines.Line(m.Pos)
			about = strings.TrimSpace(line)
		}
		d.Related = append(d.Related, related{j.location(m.Pos, lines), cmp.Or(about, m.Func)})
	}
	if n := len(d.Related) - maxRelated; n > 0 {
		d.Related = d.Related[n:]
	}
	return d
}
