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
	maxRelated = 100 // places along a counterexample: those near its end
	maxOpen    = 100 // properties that are not decided
)

// publish sends the diagnostics of a document: those of its newest text.
func (s *server) publish(d *document) {
	d.shown.Lock()
	defer d.shown.Unlock()
	s.mu.Lock()
	list := []diagnostic{}
	if d.read != nil && d.fresh {
		list = append(list, d.read.problems...)
	}
	for _, r := range d.results {
		if r.res != nil || len(list) == 0 { // else the text cannot be read, which is said already
			list = append(list, r.found...)
		}
	}
	version, open := d.version, s.docs[d.uri] == d
	s.mu.Unlock()
	if open {
		s.notify("textDocument/publishDiagnostics", publishParams{d.uri, version, list})
	}
}

// problems are diagnostics for an error of the library.
func (j job) problems(err error) []diagnostic {
	var bad *lang.Errors
	if !errors.As(err, &bad) {
		severity := isError
		if errors.As(err, new(*whet.InternalError)) {
			severity = isWarning // it is not the text that is wrong
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

func withHint(msg, hint string) string {
	if hint == "" {
		return msg
	}
	return msg + "\n" + hint
}

// place is the range of a position in the document. One elsewhere is at the line that includes its
// file, as far as that is seen from the name, or at the first line.
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

// location is a position as the protocol has it, in any file; lines are those of the run.
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

// findings are the diagnostics of a verdict on runs that start in a function.
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

// head is where what concerns all of a function is shown: at its name.
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

// failure is the diagnostic of a property that fails. One of another file is shown where the
// document calls what fails there.
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
