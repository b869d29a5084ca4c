package poll

import "context"

// Forward returns own, a context derived from outer, such that looks and work count for outer, too, where that one counts. Contexts that
// package context derives do not pass them on.
func Forward(own, outer context.Context) context.Context {
	w, ok := outer.(worker)
	if !ok {
		return own
	}
	return &forwarding{Context: own, outer: w}
}

type worker interface {
	context.Context
	Work(units int)
}

type forwarding struct {
	context.Context
	outer worker
}

func (f *forwarding) Err() error {
	f.outer.Err() // a look; where that was the last one, Context has ended with it
	return f.Context.Err()
}

func (f *forwarding) Work(units int) { f.outer.Work(units) }
