// The progress of runs in the editor (the protocol's work done progress).

package lsp

import (
	"context"
	"fmt"
	"time"

	"github.com/whet-mc/whet"
)

// progress is the status of a run in the editor. Without a token nothing is shown.
type progress struct {
	s     *server
	token string
	last  time.Time
}

// begins shows that a run begins. The user can cancel it, which calls cancel.
func (s *server) begins(ctx context.Context, cancel context.CancelFunc, title string) *progress {
	s.mu.Lock()
	can := s.can.progress
	s.made++
	token := fmt.Sprintf("whet-%d", s.made)
	s.mu.Unlock()
	p := &progress{s: s}
	if !can {
		return p
	}
	asking, done := context.WithTimeout(ctx, patience)
	defer done()
	if _, err := s.conn.Call(asking, "window/workDoneProgress/create", tokenParams{token}, nil); err != nil {
		return p // the run goes on without progress
	}
	p.token = token
	s.mu.Lock()
	s.tokens[token] = cancel
	s.mu.Unlock()
	p.send(progressValue{Kind: "begin", Title: title, Cancellable: true})
	return p
}

func (p *progress) send(v progressValue) {
	if p.token != "" {
		p.s.notify("$/progress", progressParams{p.token, v})
	}
}

// reportEvery is the least time between two reports of a run.
const reportEvery = 300 * time.Millisecond

// report shows the progress of a run, unless it has done so recently.
func (p *progress) report(now whet.Progress) {
	if p.token == "" || time.Since(p.last) < reportEvery {
		return
	}
	p.last = time.Now()
	p.send(progressValue{Kind: "report", Message: fmt.Sprintf("%s: %s, %d states, %d refinements", now.Engine, now.Phase, now.States, now.Refinements)})
}

// end shows that the run has ended.
func (p *progress) end(message string) {
	p.send(progressValue{Kind: "end", Message: message})
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	delete(p.s.tokens, p.token)
}

// cancelProgress cancels the run with a token.
func (s *server) cancelProgress(p tokenParams) (any, error) {
	s.mu.Lock()
	cancel := s.tokens[p.Token]
	s.mu.Unlock()
	if cancel != nil {
		cancel()
	}
	return nil, nil
}
