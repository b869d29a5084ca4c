// This file lists the properties that a program states, and what the verdict of a run means for each of them.

package report

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/report/trace"
	"github.com/whet-mc/whet/rule"
)

// checked lists the properties of the program in source order, each place once. Those that hold by the form of the
// program have that status; conclude sets the status of the others later.
func checked(p *cfa.Program) []Checked {
	var list []Checked
	for _, l := range p.Errors {
		if l.Error != nil && !l.Error.Unsupported {
			list = append(list, Checked{Property: *trace.PropertyOf(l.Error), Status: Open, Calls: assertions(l.Proc)})
		}
	}
	for _, e := range p.Proved {
		list = append(list, Checked{Property: *trace.PropertyOf(e), Status: Holds})
	}
	slices.SortStableFunc(list, func(a, b Checked) int {
		return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Text, b.Text))
	})
	return slices.CompactFunc(list, func(a, b Checked) bool { return a.Property == b.Property })
}

// assertions lists the calls of q if q is an assertion function: it has a parameter and no loop, calls nothing, and
// changes neither variables nor arrays. It returns nil for other procedures.
func assertions(q *cfa.Proc) []CheckedCall {
	if len(q.Params) == 0 || len(q.Calls) > 0 || q.Mods.Len()+q.ModsArrays.Len() > 0 ||
		slices.ContainsFunc(q.Locs, func(l *cfa.Loc) bool { return l.LoopHead }) {
		return nil
	}
	var list []CheckedCall
	for _, e := range q.Callers {
		if e.Pos.Valid() {
			list = append(list, CheckedCall{Pos: e.Pos, Func: e.From.Proc.Name, Status: Open})
		}
	}
	slices.SortStableFunc(list, func(a, b CheckedCall) int { return a.Pos.Compare(b.Pos) })
	return slices.CompactFunc(list, func(a, b CheckedCall) bool { return a.Pos == b.Pos })
}

// conclude sets the status of each property to what the verdict means for it. It is called when the verdict is final.
func conclude(r *Result) {
	if r.Program == nil {
		return
	}
	if r.Verdict != Safe && r.Outcome != nil && r.Outcome.Several != nil {
		concludeEach(r)
		return
	}
	reached := whereRunsCome(r)
	status := func(asked bool) Status {
		switch {
		case r.Verdict != Safe:
			return Open
		case asked:
			return Holds
		}
		return Unreachable
	}
	byForm := map[trace.Property]bool{}
	for _, e := range r.Program.Proved {
		byForm[*trace.PropertyOf(e)] = true
	}
	settled := settledOf(r.Program) // explorations leave them out, so that coverage does not show whether runs reach them
	for i := range r.Checked {
		c := &r.Checked[i]
		if byForm[c.Property] {
			c.Status = Holds
			continue
		}
		c.Status = status(settled[c.Property] || reached.everywhere || reached.asked[c.Property])
		violated := r.Verdict == Unsafe && r.Property != nil && c.Property == *r.Property
		if violated {
			c.Status = Violated
		}
		for k := range c.Calls {
			call := &c.Calls[k]
			call.Status = status(reached.everywhere || reached.calls[call.Pos])
			if violated && len(r.Stack) > 1 && r.Stack[1].Pos == call.Pos {
				call.Status = Violated
			}
		}
	}
}

// settledOf returns the properties with an error location that was settled before the engine ran.
func settledOf(p *cfa.Program) map[trace.Property]bool {
	out := map[trace.Property]bool{}
	if p.Settled == nil {
		return out
	}
	for _, l := range p.Errors {
		if l.Error != nil && p.Settled.Errors[l.ID] {
			out[*trace.PropertyOf(l.Error)] = true
		}
	}
	return out
}

// HoldAll marks every property as holding, for results that were shown by something other than an engine's run.
func (r *Result) HoldAll() {
	for i := range r.Checked {
		c := &r.Checked[i]
		c.Status = Holds
		for k := range c.Calls {
			c.Calls[k].Status = Holds
		}
	}
}

// concludeEach does what conclude does, for runs that decide each property separately.
func concludeEach(r *Result) {
	s := r.Outcome.Several
	status, whys := map[trace.Property]Status{}, map[trace.Property]reason.Reason{}
	calls := map[lang.Pos]Status{}
	excluded := map[int]bool{}
	for _, l := range s.Proved {
		excluded[l.ID] = true
	}
	for _, l := range r.Program.Errors {
		p := *trace.PropertyOf(l.Error)
		if _, seen := status[p]; !seen {
			status[p] = Holds
		}
		if !excluded[l.ID] {
			status[p] = Open
		}
	}
	for _, e := range r.Program.Proved {
		status[*trace.PropertyOf(e)] = Holds
	}
	for _, l := range s.Open {
		why := l.Reason
		if l.Stopped != nil {
			why = Why(l.Stopped).By(why.Engine)
		}
		whys[*trace.PropertyOf(l.Error.Error)] = why
	}
	for _, f := range s.Failures {
		status[*trace.PropertyOf(f.Replay.Error)] = Violated
		if frames := stack(r.Program, f); len(frames) > 1 {
			calls[frames[1].Pos] = Violated
		}
	}
	for i := range r.Checked {
		c := &r.Checked[i]
		why := whys[c.Property]
		c.Status, c.Reason, c.Why = status[c.Property], why.Text, why
		for k := range c.Calls {
			call := &c.Calls[k]
			if call.Status = c.Status; c.Status == Violated {
				call.Status = cmp.Or(calls[call.Pos], Open)
			}
		}
	}
}

// reached says which properties of a safe program a run may check, and which calls it may make.
type reached struct {
	everywhere bool // set if it is not known what runs reach: then every property and call counts as reached
	asked      map[trace.Property]bool
	calls      map[lang.Pos]bool
}

// whereRunsCome determines what runs may reach, from the exploration on which a safe verdict rests. A location without
// an abstract state is reached by no run that could still lead to an error. A run that is about to check a property
// could still lead to an error, so no run at all reaches a check whose location has no state.
func whereRunsCome(r *Result) reached {
	if r.Verdict != Safe || r.Outcome == nil || r.Outcome.Coverage == nil || r.Outcome.Coverage.Backward ||
		len(r.Outcome.Coverage.Program.Locs) != len(r.Program.Locs) {
		return reached{everywhere: true}
	}
	states := r.Outcome.Coverage.States
	seen := func(l *cfa.Loc) bool { return l.ID >= len(states) || states[l.ID] > 0 }
	// An engine may keep states at some locations only; then a location without states does not prove anything. Such
	// an engine is recognized by a location with states from which every run goes on to a location without.
	for _, l := range r.Outcome.Coverage.Program.Locs {
		if len(l.Out) != 1 || !seen(l) || seen(l.Out[0].To) {
			continue
		}
		switch op := l.Out[0].Op.(type) {
		case cfa.Skip, *cfa.Havoc:
			return reached{everywhere: true}
		case *cfa.Assign:
			if _, constant := cfa.IsConst(op.RHS); constant || trace.Plain(op.RHS) != nil {
				return reached{everywhere: true}
			}
		}
	}
	out := reached{asked: map[trace.Property]bool{}, calls: map[lang.Pos]bool{}}
	asked, calls := AskedAt(r.Program)
	for p, at := range asked {
		out.asked[p] = slices.ContainsFunc(at, seen)
	}
	for pos, at := range calls {
		out.calls[pos] = slices.ContainsFunc(at, seen)
	}
	return out
}

// AskedAt lists, for each property that has an error location, the locations where it is checked. It also lists the
// locations of the calls of assertion functions, by their place in the source.
func AskedAt(p *cfa.Program) (properties map[trace.Property][]*cfa.Loc, calls map[lang.Pos][]*cfa.Loc) {
	properties, calls = map[trace.Property][]*cfa.Loc{}, map[lang.Pos][]*cfa.Loc{}
	for _, l := range p.Errors {
		if l.Error == nil {
			continue
		}
		of := *trace.PropertyOf(l.Error)
		if l == l.Proc.Entry {
			properties[of] = append(properties[of], l)
		}
		for _, e := range l.In {
			tests := []*cfa.Edge{e}
			if e.From.Promised() == e {
				tests = e.From.In // the check comes before the location e.From, which no run reaches if the check holds
			}
			for _, t := range tests {
				properties[of] = append(properties[of], askedBefore(t))
			}
		}
	}
	for _, q := range p.Procs {
		for _, e := range q.Calls {
			calls[e.Pos] = append(calls[e.Pos], e.From)
		}
	}
	return properties, calls
}

// askedBefore returns the location where the program checks the property that edge e violates. For a label, or a call
// that is itself the error, this is the branch that leads to it, or the location after the last assumption before it.
func askedBefore(e *cfa.Edge) *cfa.Loc {
	from := e.From
	for len(from.In) == 1 && len(from.Out) == 1 && from != from.Proc.Entry {
		before := from.In[0]
		if _, assumes := before.Op.(*cfa.Assume); assumes && len(before.From.Out) == 1 {
			break
		}
		from = before.From
	}
	return from
}

// Unreached sets the status of the checks of a safe result, and of the calls of assertion functions. find returns the
// IDs of the given locations that some run reaches (come) and of those that no run reaches (never). A check holds if
// some run reaches one of its locations, and is unreachable if no run reaches any. If find knows neither, the status
// stays as it is.
func (r *Result) Unreached(find func(at []*cfa.Loc) (come, never map[int]bool)) {
	if r.Verdict != Safe || r.Program == nil || len(r.Checked) == 0 {
		return
	}
	asked, calls := AskedAt(r.Program)
	byForm := formsAt(r.Program)
	places := func(c *Checked) []*cfa.Loc {
		at, is := byForm[c.Property]
		if is && len(at) == 0 {
			return nil // the location is not known
		}
		return slices.Concat(asked[c.Property], at)
	}
	var at []*cfa.Loc
	for i := range r.Checked {
		c := &r.Checked[i]
		at = append(at, places(c)...)
		for k := range c.Calls {
			at = append(at, calls[c.Calls[k].Pos]...)
		}
	}
	come, never := find(at)
	status := func(old Status, at []*cfa.Loc) Status {
		switch {
		case len(at) == 0 || old != Holds && old != Unreachable:
			return old
		case slices.ContainsFunc(at, func(l *cfa.Loc) bool { return come[l.ID] }):
			return Holds
		case !slices.ContainsFunc(at, func(l *cfa.Loc) bool { return !never[l.ID] }):
			return Unreachable
		}
		return old
	}
	for i := range r.Checked {
		c := &r.Checked[i]
		c.Status = status(c.Status, places(c))
		for k := range c.Calls {
			c.Calls[k].Status = status(c.Calls[k].Status, calls[c.Calls[k].Pos])
		}
	}
}

// formsAt maps the properties that hold by the form of the program to the locations on their lines. Where no edge on
// the line is at or before the property, the property has no location.
func formsAt(p *cfa.Program) map[trace.Property][]*cfa.Loc {
	type line struct {
		file, fn string
		line     int
	}
	out := map[trace.Property][]*cfa.Loc{}
	if len(p.Proved) == 0 {
		return out
	}
	edges := map[line][]*cfa.Edge{}
	for _, e := range p.Edges {
		if e.Pos.Valid() {
			k := line{e.Pos.File, e.From.Proc.Name, e.Pos.Line}
			edges[k] = append(edges[k], e)
		}
	}
	for _, f := range p.Proved {
		of := *trace.PropertyOf(f)
		list := edges[line{f.Pos.File, f.Func, f.Pos.Line}]
		if _, ok := out[of]; !ok {
			out[of] = nil // a property that so far has no location
		}
		if !slices.ContainsFunc(list, func(e *cfa.Edge) bool { return e.Pos.Col <= f.Pos.Col }) {
			continue
		}
		for _, e := range list {
			out[of] = append(out[of], e.From)
		}
	}
	return out
}

// Vacuous reports whether a safe result is vacuous because no run reaches a check.
func (r *Result) Vacuous() bool {
	return r.Verdict == Safe && len(r.Checked) > 0 &&
		!slices.ContainsFunc(r.Checked, func(c Checked) bool { return c.Status != Unreachable })
}

// WhyOpen says why a property is not decided: the property's own reason, or else the reason of the result. It returns
// "" for a decided property.
func (r *Result) WhyOpen(c *Checked) string {
	switch {
	case c.Status != Open:
		return ""
	case c.Reason != "":
		return c.Reason
	case r.Verdict == Unsafe:
		return "the run ended with the first error"
	}
	return r.Reason
}

// NotChecked lists the rules of C that the run did not check.
func (t *Task) NotChecked() []string {
	return slices.DeleteFunc(rule.Names(), func(c string) bool { return slices.Contains(t.Checks, c) })
}
