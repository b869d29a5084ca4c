// The part of evidence that nobody can check.

package evidence

import (
	"slices"
	"unicode/utf8"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/prose"
)

// told is the information about a run in evidence that does not support its verdict. Nobody can check it, and no
// verdict depends on it. Reports show it to describe the course of the run, and the reason why it had no verdict.
type told struct {
	Stats          report.Stats     `json:"stats"`
	Engines        []report.Attempt `json:"engines,omitempty"`
	Approximations []lang.Note      `json:"approximations,omitempty"`

	// for a run without a verdict
	Lowered bool                  `json:"lowered,omitempty"` // the program was lowered
	Cause   report.Cause          `json:"cause,omitempty"`
	Reason  string                `json:"reason,omitempty"`
	Why     reason.Reason         `json:"why,omitzero"`
	Hints   []string              `json:"hints,omitempty"`
	Stuck   []report.Stuck        `json:"stuck,omitempty"`
	Open    map[int]string        `json:"open,omitempty"`     // reasons of open properties, by their position among those checked
	OpenWhy map[int]reason.Reason `json:"open_why,omitempty"` // the same reasons as values

	// for a safe run: by position, the properties and their calls that no run reaches
	Unreached map[int][]int `json:"unreached,omitempty"` // itself denotes the property
}

const itself = -1

func tell(r *report.Result) *told {
	t := &told{Stats: r.Stats, Engines: r.Engines, Lowered: r.Program != nil}
	if r.Outcome != nil {
		t.Approximations = r.Outcome.Approximations
	}
	if r.Verdict == report.Unknown {
		t.Cause, t.Reason, t.Why, t.Hints, t.Stuck = r.Cause, r.Reason, r.Why, r.Hints, r.Stuck
	}
	t.Open, t.OpenWhy, t.Unreached = map[int]string{}, map[int]reason.Reason{}, map[int][]int{}
	for i, c := range r.Checked {
		if c.Status == report.Open && c.Reason != "" {
			t.Open[i], t.OpenWhy[i] = c.Reason, c.Why
		}
		if c.Status == report.Unreachable {
			t.Unreached[i] = append(t.Unreached[i], itself)
		}
		for k, call := range c.Calls {
			if call.Status == report.Unreachable {
				t.Unreached[i] = append(t.Unreached[i], k)
			}
		}
	}
	return t
}

// Limits of the length of a text, and of a list.
const (
	maxTold     = 2000
	maxToldList = 100
)

func first[T any](list []T) []T { return list[:min(len(list), maxToldList)] }

// clean makes text from others safe to show: one line of limited length that cannot control a terminal.
func clean(s string) string {
	if s = prose.OneLine(s); len(s) > maxTold {
		for s = s[:maxTold]; !utf8.ValidString(s); {
			s = s[:len(s)-1]
		}
	}
	return s
}

// cleanReason returns a reason from others, with the given text. An unknown kind becomes Incomplete.
func cleanReason(why reason.Reason, text string) reason.Reason {
	if _, known := reason.Of(why.Kind); !known {
		return reason.New(reason.Incomplete, text)
	}
	why.Engine, why.Limit, why.Place.File, why.Text = clean(why.Engine), clean(why.Limit), clean(why.Place.File), text
	return why
}

// into copies the information into a result.
func (t *told) into(r *report.Result) {
	r.Stats = t.Stats
	r.Engines = nil
	for _, a := range first(t.Engines) {
		a.Engine, a.Reason, a.SoFar = clean(a.Engine), clean(a.Reason), clean(a.SoFar)
		if a.Reason != "" {
			a.Why = cleanReason(a.Why, a.Reason)
		}
		r.Engines = append(r.Engines, a)
	}
	if r.Verdict != report.Unknown {
		return
	}
	switch t.Cause {
	case report.OutOfTime, report.OutOfMemory, report.Interrupted, report.Unsupported, report.Gave:
		r.Cause = t.Cause
	}
	r.Reason, r.Hints, r.Stuck = clean(t.Reason), nil, nil
	if r.Reason != "" {
		r.Why = cleanReason(t.Why, r.Reason)
	}
	for _, h := range first(t.Hints) {
		r.Hints = append(r.Hints, clean(h))
	}
	for _, s := range first(t.Stuck) {
		s.Func = clean(s.Func)
		s.Pos.File = clean(s.Pos.File)
		r.Stuck = append(r.Stuck, s)
	}
}

// reasons sets the reasons of open properties, also in an unsafe result, for the properties that the run was about.
func (t *told) reasons(r *report.Result, only []int) {
	for i := range r.Checked {
		c := &r.Checked[i]
		if c.Status == report.Open && t.Open[i] != "" && (only == nil || slices.Contains(only, i+1)) {
			c.Reason = clean(t.Open[i])
			c.Why = cleanReason(t.OpenWhy[i], c.Reason)
		}
	}
}

// unreached changes "unreachable" to "holds" for properties that the evidence does not call unreachable. For the
// others, the result is already based on the locations that the certificate reaches.
func (t *told) unreached(r *report.Result) {
	for i := range r.Checked {
		c := &r.Checked[i]
		if c.Status == report.Unreachable && !slices.Contains(t.Unreached[i], itself) {
			c.Status = report.Holds
		}
		for k := range c.Calls {
			if c.Calls[k].Status == report.Unreachable && !slices.Contains(t.Unreached[i], k) {
				c.Calls[k].Status = report.Holds
			}
		}
	}
}

// approximations returns the notes about what the engine could not express.
func (t *told) approximations() []lang.Note {
	var list []lang.Note
	for _, n := range first(t.Approximations) {
		n.Kind, n.What, n.Done, n.Pos.File = lang.Approximated, clean(n.What), clean(n.Done), clean(n.Pos.File)
		list = append(list, n)
	}
	return list
}
