package report

import (
	"cmp"
	"context"
	"errors"

	"github.com/whet-mc/whet/reason"
)

// Stopped is the cause of a context that was ended for a reason which a result should give: the one who
// cancels the context of a run with it decides what the result says.
type Stopped struct {
	Cause  Cause
	Reason string // in words
	Limit  string // the option that was reached, with its value; "": none
}

func (s *Stopped) Error() string { return s.Reason }

// Why implements reason.Giver.
func (s *Stopped) Why() reason.Reason {
	kind := map[Cause]reason.Kind{
		OutOfTime: reason.Time, OutOfMemory: reason.Memory, Interrupted: reason.Interrupted, Unsupported: reason.Unsupported,
	}[s.Cause]
	return reason.New(cmp.Or(kind, reason.Incomplete), s.Reason).Reached(s.Limit)
}

// Why is the reason that a result gives when a run was ended by its context, of which err is the cause. It is the
// one place where that is decided. There is none where there is no cause.
func Why(err error) reason.Reason {
	why := reason.From(err)
	var s *Stopped
	switch {
	case err == nil || errors.As(err, &s):
	case errors.Is(err, context.DeadlineExceeded):
		why.Text = "out of time: the deadline has passed"
	case errors.Is(err, context.Canceled):
		why.Text = "interrupted"
	default:
		why.Text = "interrupted: " + err.Error()
	}
	return why
}
