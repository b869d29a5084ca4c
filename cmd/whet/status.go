// This file shows the status line.

package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/whet-mc/whet"
)

// status is the live line on the standard error of a terminal. It shows the latest progress ten times a second, and
// is erased at the end.
type status struct {
	last  atomic.Pointer[whet.Progress]
	w     *os.File
	start time.Time
	stop  chan struct{}
	done  sync.WaitGroup
	mu    sync.Mutex // held while the line is drawn or other text is written
	drawn bool
}

// newStatus starts the line if w is a terminal; otherwise it only keeps the latest progress.
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
		line := statusLine(*p, time.Since(s.start), width-1)
		s.mu.Lock()
		fmt.Fprintf(s.w, "\r%s\x1b[K", line)
		s.drawn = true
		s.mu.Unlock()
	}
}

// pause erases the line and calls write, which writes to the same terminal.
func (s *status) pause(write func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.drawn {
		fmt.Fprint(s.w, "\r\x1b[K")
		s.drawn = false
	}
	write()
}

// end stops the line and erases it.
func (s *status) end() {
	if s.w != nil {
		close(s.stop)
		s.done.Wait()
		s.w = nil
	}
}

// statusLine describes the progress in at most width columns. If there is no room for everything, it leaves out the
// last and least important parts.
func statusLine(p whet.Progress, elapsed time.Duration, width int) string {
	parts := []string{p.Engine, p.Phase, fmt.Sprintf("%.1f s", elapsed.Seconds())}
	add := func(n int, one, many string) {
		switch {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, thousands(n)+" "+many)
		}
	}
	add(p.States, "state", "states")
	add(p.Refinements, "refinement", "refinements")
	parts = append(parts, fmt.Sprintf("%d MB", p.Memory>>20))
	add(p.Frontier, "open", "open")
	const sep = " · "
	line := parts[0]
	for _, s := range parts[1:] {
		if utf8.RuneCountInString(line+sep+s) > width {
			break
		}
		line += sep + s
	}
	if r := []rune(line); len(r) > width {
		line = string(r[:width])
	}
	return line
}

// thousands writes n with its digits in groups of three.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
