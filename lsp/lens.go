package lsp

import "github.com/whet-mc/whet/report"

// lenses offer to verify each function, and say what came of it.
func (s *server) lenses(p documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []codeLens{}
	d := s.docs[p.TextDocument.URI]
	if d == nil || d.read == nil {
		return list, nil
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

// short is a verdict in a few words.
func short(r *report.Result) string {
	if r.Verdict == report.Unknown && r.Cause != "" {
		return string(r.Verdict) + ", " + string(r.Cause)
	}
	return string(r.Verdict)
}
