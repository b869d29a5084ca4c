// This file counts what a run left undecided.

package report

import "github.com/whet-mc/whet/cfa"

// Undecided counts what the run did not decide: properties, calls of assertion functions, places that are not modelled,
// and ACSL claims that were not read. If the verdict is unsafe and the count is 0, all properties hold except the
// properties of the failures.
func (r *Result) Undecided() int {
	n := 0
	for _, part := range r.Parts {
		n += part.Undecided()
	}
	if len(r.Parts) == 0 {
		n = r.undecided()
	}
	if r.Verdict == Unknown {
		n = max(n, 1)
	}
	return n
}

func (r *Result) undecided() int {
	n := 0
	for i := range r.Checked {
		c := &r.Checked[i]
		switch {
		case c.Status == Open:
			n++
		case c.Status == Violated && !(&cfa.Property{Kind: c.Kind}).IsCheck(): // each call is an assertion
			for _, k := range c.Calls {
				if k.Status == Open {
					n++
				}
			}
		}
	}
	if r.Verdict == Safe || r.Program == nil {
		return n
	}
	proved := map[int]bool{}
	if r.Outcome != nil && r.Outcome.Several != nil {
		n = max(n, len(r.Outcome.Several.Open))
		for _, l := range r.Outcome.Several.Proved {
			proved[l.ID] = true
		}
	}
	for _, l := range r.Program.Errors { // these are not properties
		if l.Error != nil && l.Error.Unsupported && !proved[l.ID] {
			n++
		}
	}
	if r.Program.Unit != nil {
		for _, c := range r.Program.Unit.Unread() {
			if c.Claim {
				n++
			}
		}
	}
	return n
}
