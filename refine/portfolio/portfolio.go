// Rounds of methods, and the choice of the answer.

package portfolio

import (
	"context"
	"runtime/debug"

	"github.com/whet-mc/whet/internal/effort"
)

// Method is a way to find an answer.
type Method[R any] struct {
	Name string
	// Ticks is the allowance of work in the first round, at least 1. A method that checks its context often uses more
	// units in the same time.
	Ticks int64
	// From is the first round in which the method takes part, counted from 0. Its allowance is then the same as if it
	// had taken part from the start.
	From int
	// Alone says that no other method runs concurrently with the first turn of this method, because this method is so
	// likely to answer that other work would be in vain.
	Alone bool
	// Run searches for an answer. It calls effort.Done often, and returns when that reports true. ok says whether r
	// is an answer; otherwise r is what the method found out.
	Run func(ctx context.Context) (r R, ok bool)
}

// Options configure a portfolio.
type Options struct {
	Jobs   int // methods that run concurrently; less than 1 counts as 1
	Growth int // factor of the allowance from one round to the next; less than 2 counts as 2
	// Between, if not nil, is called before each round except the first, while no method runs. Methods may exchange
	// results there.
	Between func(round int)
}

// Report describes what a method did.
type Report[R any] struct {
	Name     string
	Rounds   int  // number of rounds in which the method took part, up to the answer, including one that was cut off
	Began    bool // set if the method had a turn, possibly one that was cut off
	Finished bool // set if the method returned by itself
	Answered bool
	// what it returned, also if it was cancelled; the zero value if another method answered first
	Result R
	Crash  *Crash // the panic of the method, or nil
}

// Crash is the panic of a method.
type Crash struct {
	Value any
	Stack []byte
}

type state int

const (
	waiting  state = iota // the method waits for its turn in this round
	running               // the method runs and has allowance left
	held                  // the method's allowance is used up
	finished              // the method has returned
)

type player[R any] struct {
	Method[R]
	gate   *gate
	cancel context.CancelFunc
	state  state
	began  bool
	ended  int // the round in which the method returned, if its answer could count then; else -1
	rounds int
	rep    Report[R] // written by the method's goroutine until done is closed
	done   chan struct{}
}

type event struct {
	player int
	held   bool // set if the method's allowance is used up; otherwise the method has finished
}

// Run runs the methods until one has answered, all have given up, or the context ends. It returns the index of the
// method whose answer counts, or -1, and a report for each. It returns after all methods have. Everything except
// timing is the same for every number of jobs, as long as the context does not end.
func Run[R any](ctx context.Context, methods []Method[R], o Options) (winner int, reports []Report[R]) {
	growth := int64(max(o.Growth, 2))
	events := make(chan event, 2*len(methods)) // at most two events of a method are pending at a time
	g := &game[R]{ctx: ctx, events: events, jobs: max(o.Jobs, 1), winner: -1}
	for i, m := range methods {
		own, cancel := context.WithCancel(ctx)
		p := &player[R]{Method: m, cancel: cancel, ended: -1, done: make(chan struct{})}
		p.gate = newGate(own, func() { events <- event{i, true} })
		defer context.AfterFunc(own, p.gate.wake)()
		g.players = append(g.players, p)
	}
	defer g.end() // also if Between panics

	factor := int64(1)
	for ; g.winner < 0 && !effort.Done(ctx); g.round++ {
		if g.round > 0 && o.Between != nil {
			o.Between(g.round)
		}
		if !g.play(factor) {
			break
		}
		if factor < 1<<40/growth {
			factor *= growth
		}
	}
	g.end()
	for i, p := range g.players {
		r := p.rep
		// Work ahead of the answer does not count: with one job it would not have been done. Without an answer, the
		// results of all methods are returned, including the results of cancelled methods.
		if g.winner >= 0 && (p.ended < 0 || i > g.winner && p.ended == g.round) {
			r = Report[R]{}
		}
		r.Name, r.Rounds, r.Finished = p.Name, p.rounds, p.ended >= 0
		r.Began = p.began
		if g.winner >= 0 && i > g.winner {
			r.Rounds = min(r.Rounds, max(g.round-p.From, 0))
			r.Finished = r.Finished && p.ended < g.round
			r.Began = r.Rounds > 0
		}
		reports = append(reports, r)
	}
	return g.winner, reports
}

type game[R any] struct {
	ctx     context.Context
	events  chan event
	players []*player[R]
	jobs    int
	round   int
	winner  int // the index of the method whose answer counts in this round so far, or -1
}

// end cancels all methods and waits for them.
func (g *game[R]) end() {
	for _, p := range g.players {
		p.cancel()
		if p.began {
			<-p.done
		}
	}
}

// play plays one round. It reports whether there may be another one. After an answer it returns false, so that g.round
// remains the round of the answer.
func (g *game[R]) play(factor int64) (more bool) {
	var queue []int
	for i, p := range g.players {
		if p.state == finished {
			continue
		}
		more = true
		if p.From <= g.round {
			p.state = waiting
			queue = append(queue, i)
		}
	}
	counts := func(i int) bool { return g.winner < 0 || i < g.winner }
	active := 0
	alone := -1 // the method that runs alone
	for {
		for active < g.jobs && len(queue) > 0 && alone < 0 {
			i := queue[0]
			if p := g.players[i]; p.Alone && !p.began && counts(i) {
				if active > 0 {
					break
				}
				alone = i
			}
			queue = queue[1:]
			if !counts(i) {
				continue
			}
			g.start(i, factor)
			active++
		}
		if active == 0 {
			return more && g.winner < 0
		}
		var e event
		select {
		case e = <-g.events:
		case <-g.ctx.Done():
			return false
		}
		p := g.players[e.player]
		if p.state != running {
			continue // it was cut off
		}
		active--
		if alone == e.player {
			alone = -1
		}
		p.state = held
		if !e.held {
			p.state = finished
			<-p.done
		}
		if !counts(e.player) {
			continue
		}
		if p.state != finished {
			continue
		}
		p.ended = g.round
		if p.rep.Answered {
			g.winner = e.player
			for _, q := range g.players[e.player+1:] {
				q.cancel()
			}
		}
	}
}

func (g *game[R]) start(i int, factor int64) {
	p := g.players[i]
	p.state = running
	p.rounds++
	p.gate.allow(max(p.Ticks, 1) * factor)
	if !p.began {
		p.began = true
		go p.run(g.events, i)
	}
}

// run is the goroutine of a method.
func (p *player[R]) run(events chan<- event, i int) {
	defer func() {
		if v := recover(); v != nil {
			p.rep.Crash = &Crash{v, debug.Stack()}
		}
		close(p.done)
		events <- event{i, false}
	}()
	p.rep.Result, p.rep.Answered = p.Run(p.gate.ctx)
}
