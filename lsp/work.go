// The work for a document: its text is read, and verified after a delay or on request. A job has the life of its
// text: all results are dropped when a newer text has come (keep).

package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
)

// reading is what the front end found in a text.
type reading struct {
	problems []diagnostic    // errors; if there are any, the rest is empty
	funcs    []function      // the functions that the text defines
	files    map[string]bool // the files that the text consists of, by their absolute paths
}

// function is a function that a text defines.
type function struct {
	name string
	at   span // the range of the function's name
}

// result is a verdict on runs that start in a function.
type result struct {
	entry  string
	res    *report.Result // what is kept of the result; nil: the text could not be verified
	found  []diagnostic
	values map[int][]string // values in the counterexamples, by line from 0
}

// shown returns the part of a result that is kept. The program and the explored states are not: they would count as
// memory of the next run.
func shown(r *report.Result) *report.Result {
	return &report.Result{
		Verdict: r.Verdict, Cause: r.Cause, Reason: r.Reason, Why: r.Why, Property: r.Property,
		Checked: r.Checked, Invariants: r.Invariants, Loops: r.Loops,
	}
}

// job is the work for one text of a document.
type job struct {
	d    *document
	life context.Context // the context that ends when the text is replaced
	text text
	set  settings
	read *reading // the result of reading the text, if it has been read
}

// didOpen begins the work for a document, if it is a translation unit.
func (s *server) didOpen(p didOpenParams) (any, error) {
	t := p.TextDocument
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.docs[t.URI]; old != nil {
		old.cancel()
	}
	d := &document{uri: t.URI, path: pathOf(t.URI), version: t.Version, text: newText([]byte(t.Text)), cancel: func() {}}
	if !verifiable(d.path, t.LanguageID) {
		delete(s.docs, t.URI)
		return nil, nil
	}
	s.docs[t.URI] = d
	s.renew(d, 0)
	return nil, nil
}

// verifiable reports whether a document is a translation unit. A header is not: its meaning depends on the including
// file.
func verifiable(path, language string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".c" || ext == ".i" || language == "c" && ext != ".h"
}

// didChange applies edits and begins anew.
func (s *server) didChange(p didChangeParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return nil, nil // for example a header
	}
	for _, c := range p.ContentChanges {
		d.text = d.text.edit(c)
	}
	d.version = p.TextDocument.Version
	s.renew(d, s.set.delay())
	return nil, nil
}

// didSave verifies the saved document if it has not been verified yet, and begins anew with the documents that
// include it.
func (s *server) didSave(p documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	saved := pathOf(p.TextDocument.URI)
	for _, d := range s.docs {
		switch {
		case d.uri == p.TextDocument.URI && !d.background && s.set.Verify != "never":
			s.begin(d, 0, true)
		case d.read != nil && d.read.files[saved] && d.path != saved:
			s.begin(d, 0, s.set.Verify != "never")
		}
	}
	return nil, nil
}

// didClose ends the work for a document and removes its diagnostics.
func (s *server) didClose(p documentParams) (any, error) {
	s.mu.Lock()
	d := s.docs[p.TextDocument.URI]
	delete(s.docs, p.TextDocument.URI)
	if d != nil {
		d.cancel()
	}
	s.mu.Unlock()
	if d != nil {
		d.shown.Lock() // diagnostics that are being sent come first
		defer d.shown.Unlock()
		s.notify("textDocument/publishDiagnostics", publishParams{d.uri, d.version, []diagnostic{}})
	}
	return nil, nil
}

// renew begins anew with a document whose text or settings have changed. The caller holds the lock.
func (s *server) renew(d *document, delay time.Duration) {
	s.begin(d, delay, s.set.Verify == "change")
}

// begin ends the current work for a document and starts reading its text, and, if verify is set, verifies it after a
// delay. The caller holds the lock.
func (s *server) begin(d *document, delay time.Duration, verify bool) {
	d.cancel()
	d.life, d.cancel = context.WithCancel(s.life)
	d.results, d.background = nil, false
	j := job{d: d, life: d.life, text: d.text, set: s.set}
	d.fresh, d.done = false, make(chan struct{})
	go s.work(j, delay, verify)
}

// work reads a text, shows its errors, and verifies it after a delay if verify is set and the entry function is
// defined.
func (s *server) work(j job, delay time.Duration, verify bool) {
	r := s.readText(j)
	if r == nil || !s.keep(j, func() { j.d.read, j.d.fresh = r, true; close(j.d.done) }) {
		return
	}
	j.read = r
	s.publish(j.d)
	s.refresh()
	entry := cmp.Or(j.set.Entry, s.o.Verify.Entry, "main")
	if !verify || len(r.problems) > 0 || !r.defines(entry) {
		return
	}
	wait := time.NewTimer(delay)
	defer wait.Stop()
	select {
	case <-j.life.Done():
		return
	case <-wait.C:
	}
	if s.keep(j, func() { j.d.background = true }) {
		_, _ = s.verify(j.life, j, entry) // if it was cancelled there is nothing to show
	}
}

func (r *reading) defines(name string) bool {
	return slices.ContainsFunc(r.funcs, func(f function) bool { return f.name == name })
}

// keep calls f under the lock, if the job's text is still the document's. It reports whether it did.
func (s *server) keep(j job, f func()) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if j.d.life != j.life || j.life.Err() != nil {
		return false
	}
	f()
	return true
}

// readText reads a text with the front end. It returns nil if a newer text has come.
func (s *server) readText(j job) *reading {
	// Reading cannot be cancelled. So one text is read at a time, and texts that have become old meanwhile are
	// skipped.
	j.d.reader.Lock()
	defer j.d.reader.Unlock()
	if j.life.Err() != nil {
		return nil
	}
	o := j.set.options(s.o.Verify, "")
	u, err := whet.Read(j.set.source(j.d.path, j.text.bytes), o)
	if err != nil {
		return &reading{problems: j.problems(err), files: map[string]bool{}}
	}
	r := &reading{files: map[string]bool{}}
	for name := range u.Files {
		if abs, err := filepath.Abs(name); err == nil {
			r.files[abs] = true
		}
	}
	for _, f := range u.Funcs {
		if f.Body != nil && !f.Model && j.d.is(f.Pos) {
			r.funcs = append(r.funcs, function{f.Name, j.text.token(f.Pos)})
		}
	}
	return r
}

// verify verifies runs that start in the function entry, keeps the result and shows it. The error reports that the
// context has ended, or that the text has changed.
func (s *server) verify(ctx context.Context, j job, entry string) (*result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(j.life, cancel)()
	status := s.begins(ctx, cancel, fmt.Sprintf("whet: %s in %s", entry, filepath.Base(j.d.path)))
	r := &result{entry: entry}
	select {
	case s.slot <- struct{}{}:
		o := j.set.options(s.o.Verify, entry)
		o.Invariants, o.Progress = true, status.report
		res, err := whet.Verify(ctx, j.set.source(j.d.path, j.text.bytes), o)
		<-s.slot
		if err != nil {
			r.found = j.problems(err)
		} else {
			all := res
			r.res, r.found, r.values = shown(all), j.findings(all, entry), j.values(all)
		}
	case <-ctx.Done():
	}
	switch {
	case ctx.Err() == nil && s.keep(j, func() { j.d.add(r) }):
		status.end(r.verdict())
		s.publish(j.d)
		s.refresh()
		return r, nil
	case j.life.Err() != nil:
		status.end("cancelled: the text has changed")
		return nil, jsonrpc2.Errorf(contentModified, "the text has changed")
	default:
		status.end("cancelled")
		return nil, jsonrpc2.Errorf(requestCancelled, "cancelled")
	}
}

// Error codes of the protocol.
const (
	requestCancelled jsonrpc2.Code = -32800
	contentModified  jsonrpc2.Code = -32801
)

// add adds a result, in place of an earlier one for the same function.
func (d *document) add(r *result) {
	if i := slices.IndexFunc(d.results, func(o *result) bool { return o.entry == r.entry }); i >= 0 {
		d.results[i] = r
		return
	}
	d.results = append(d.results, r)
}

// verdict returns a result in a few words.
func (r *result) verdict() string {
	switch {
	case r.res == nil:
		return "cannot be verified"
	case r.res.Verdict == report.Unknown:
		return "unknown: " + r.res.Reason
	}
	return string(r.res.Verdict)
}

// verified is the answer to the command whet.verify.
type verified struct {
	Function string `json:"function"`
	Verdict  string `json:"verdict"` // "safe", "unsafe", "unknown", or "error"
	Message  string `json:"message"`
}

// execute answers the request to execute a command.
func (s *server) execute(ctx context.Context, p executeCommandParams) (any, error) {
	var id, name string
	switch {
	case p.Command != CommandVerify:
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no command %q", p.Command)
	case len(p.Arguments) != 2 || json.Unmarshal(p.Arguments[0], &id) != nil || json.Unmarshal(p.Arguments[1], &name) != nil || name == "":
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s takes the URI of a document and the name of a function", CommandVerify)
	}
	s.mu.Lock()
	d := s.docs[id]
	if d == nil {
		s.mu.Unlock()
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "no C file is open as %q", id)
	}
	j := job{d: d, life: d.life, text: d.text, set: s.set}
	if d.fresh {
		j.read = d.read
	}
	s.mu.Unlock()
	r, err := s.verify(ctx, j, name)
	if err != nil {
		return nil, err
	}
	out := verified{name, "error", r.verdict()}
	if r.res != nil {
		out.Verdict, out.Message = string(r.res.Verdict), report.Headline(r.res)
	} else if len(r.found) > 0 {
		out.Message = r.found[0].Message
	}
	return out, nil
}

// refresh requests the editor to ask for hints and lenses again, if it supports this. It does not wait for the
// answer.
func (s *server) refresh() {
	s.mu.Lock()
	can := s.can
	s.mu.Unlock()
	ask := func(method string) {
		ctx, cancel := context.WithTimeout(s.life, patience)
		defer cancel()
		_, _ = s.conn.Call(ctx, method, nil, nil)
	}
	if can.lenses {
		go ask("workspace/codeLens/refresh")
	}
	if can.hints {
		go ask("workspace/inlayHint/refresh")
	}
}

// patience is the time that an editor may take for an answer.
const patience = 10 * time.Second

// lineOf returns the line of a position in the document, from 0, or -1 if it is in another file.
func (j job) lineOf(p lang.Pos) int {
	if !p.Valid() || !j.d.is(p) {
		return -1
	}
	return j.text.position(j.text.at(p)).Line
}
