package main

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"

	"github.com/whet-mc/whet"
)

// status is the one live line on a terminal's standard error. It shows the last progress
// that came, ten times a second, and leaves nothing behind.
type status struct {
	last  atomic.Pointer[whet.Progress]
	w     *os.File
	start time.Time
	stop  chan struct{}
	done  sync.WaitGroup
	mu    sync.Mutex // held while the line is drawn, or something else is written
	drawn bool
}

// newStatus starts the line if w is a terminal; otherwise it only keeps the last progress.
func newStatus(w any) *status {
	s := &status{start: time.Now(), stop: make(chan struct{})}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || os.Getenv("TERM") == "dumb" {
		return s
	}
	s.w = f
	s.done.Add(1)
	go s.draw()
	return s
}

func (s *status) progress(p whet.Progress) { s.last.Store(&p) }

func (s *status) draw() {
	defer s.done.Done()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			s.pause(func() {})
			return
		case <-tick.C:
		}
		p := s.last.Load()
		if p == nil {
			continue
		}
		width, _, err := term.GetSize(int(s.w.Fd()))
		if err != nil || width < 20 {
			width = 80
		}
		line := []rune(statusLine(*p, time.Since(s.start)))
		if len(line) > width-1 {
			line = line[:width-1]
		}
		s.mu.Lock()
		fmt.Fprintf(s.w, "\r%s\x1b[K", string(line))
		s.drawn = true
		s.mu.Unlock()
	}
}

// pause takes the line away and calls write, which writes to the same terminal.
func (s *status) pause(write func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.drawn {
		fmt.Fprint(s.w, "\r\x1b[K")
		s.drawn = false
	}
	write()
}

// end erases the line.
func (s *status) end() {
	if s.w != nil {
		close(s.stop)
		s.done.Wait()
		s.w = nil
	}
}

func statusLine(p whet.Progress, elapsed time.Duration) string {
	if p.Engine == "" { // not of one run
		return fmt.Sprintf("%s · %.0f s", p.Phase, elapsed.Seconds())
	}
	return fmt.Sprintf("%s · %s · %d refinements · %d states · %d open · %.1f s · %d MB",
		p.Engine, p.Phase, p.Refinements, p.States, p.Frontier, elapsed.Seconds(), p.Memory>>20)
}
