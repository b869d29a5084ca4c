// Code lenses: "verify this function".

package lsp

import (
	"context"

	"go.lsp.dev/jsonrpc2"

	"github.com/whet-mc/whet/report"
)

// lenses returns a lens for each function, which verifies it, and shows its last verdict. The lenses belong to the
// newest text; lenses waits until that has been read.
func (s *server) lenses(ctx context.Context, p documentParams) (any, error) {
	list := []codeLens{}
	s.mu.Lock()
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		s.mu.Unlock()
		return list, nil
	}
	life, done := d.life, d.done
	s.mu.Unlock()
	select {
	case <-done:
	case <-ctx.Done():
		return nil, jsonrpc2.Errorf(requestCancelled, "cancelled")
	case <-life.Done():
		return nil, jsonrpc2.Errorf(contentModified, "the text has changed")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.life != life {
		return nil, jsonrpc2.Errorf(contentModified, "the text has changed")
	}
	for _, f := range d.read.funcs {
		title := "verify " + f.name
		for _, r := range d.results {
			if r.entry == f.name && r.res != nil {
				title = f.name + ": " + short(r.res) + " (verify again)"
			}
		}
		list = append(list, codeLens{f.at, command{title, CommandVerify, []any{d.uri, f.name}}})
	}
	return list, nil
}

// short returns a verdict in a few words.
func short(r *report.Result) string {
	if r.Verdict == report.Unknown && r.Cause != "" {
		return string(r.Verdict) + ", " + string(r.Cause)
	}
	return string(r.Verdict)
}
