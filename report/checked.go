package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/refine"
)

// Status is what is known of one property.
type Status string

const (
	Holds       Status = "safe"        // no run violates it
	Violated    Status = "unsafe"      // the run of the result violates it
	Unreachable Status = "unreachable" // no run comes to where it is asked
	Open        Status = "unknown"     // not decided
)

// Checked is a property that the program states, with what is known of it.
type Checked struct {
	Property
	Status Status `json:"status"`
	// Calls are the places that a function is called from which does nothing but ask for its property: an assertion of the
	// program's own. Of those each is one assertion.
	Calls []CheckedCall `json:"calls,omitempty"`
}

// CheckedCall is a call of a function that asserts.
type CheckedCall struct {
	Pos    lang.Pos `json:"pos"`
	Func   string   `json:"function"` // that calls
	Status Status   `json:"status"`
}

// checked lists the properties of the program, each place once, in source order. Before conclude nothing is known of them.
func checked(p *cfa.Program) []Checked {
	var list []Checked
	for _, l := range p.Errors {
		if l.Error != nil && !l.Error.Unsupported {
			list = append(list, Checked{Property: *property(l.Error), Status: Open, Calls: assertions(l.Proc)})
		}
	}
	for _, e := range p.Proved {
		list = append(list, Checked{Property: *property(e), Status: Holds})
	}
	slices.SortStableFunc(list, func(a, b Checked) int {
		return cmp.Or(comparePos(a.Pos, b.Pos), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Text, b.Text))
	})
	return slices.CompactFunc(list, func(a, b Checked) bool { return a.Property == b.Property })
}

func comparePos(a, b lang.Pos) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

// assertions lists the calls of a procedure that asserts: it has a parameter, no loop, calls nothing, and leaves
// everything as it is.
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
	slices.SortStableFunc(list, func(a, b CheckedCall) int { return comparePos(a.Pos, b.Pos) })
	return slices.CompactFunc(list, func(a, b CheckedCall) bool { return a.Pos == b.Pos })
}

// conclude says of each property what the verdict means for it. It is called when the verdict is final.
func conclude(r *Result) {
	if r.Program == nil {
		return
	}
	was := func(pos lang.Pos, fn string, asked bool) Status {
		switch {
		case r.Verdict == Safe && asked:
			return Holds
		case r.Verdict == Safe:
			return Unreachable
		}
		return Open
	}
	reached := reachedLines(r)
	byForm := map[Property]bool{}
	for _, e := range r.Program.Proved {
		byForm[*property(e)] = true
	}
	for i := range r.Checked {
		c := &r.Checked[i]
		if byForm[c.Property] {
			c.Status = Holds
			continue
		}
		c.Status = was(c.Pos, c.Func, reached.asked(r.Program, c.Property))
		hit := r.Verdict == Unsafe && r.Property != nil && c.Property == *r.Property
		if hit {
			c.Status = Violated
		}
		for k := range c.Calls {
			call := &c.Calls[k]
			call.Status = was(call.Pos, call.Func, reached.call(r.Program, call.Pos))
			if hit && len(r.Stack) > 1 && r.Stack[1].Pos == call.Pos {
				call.Status = Violated
			}
		}
	}
}

// reachable tells where a safe run's exploration came. The zero value says that it came everywhere.
type reachable struct{ states []int }

func reachedLines(r *Result) reachable {
	if r.Verdict != Safe || r.Outcome == nil || r.Outcome.Coverage == nil || len(r.Outcome.Coverage.Program.Locs) != len(r.Program.Locs) {
		return reachable{}
	}
	// An engine that has states at some locations only says nothing by having none at another. Then there is a
	// location with states from which every run goes on to one without.
	x := reachable{r.Outcome.Coverage.States}
	for _, l := range r.Outcome.Coverage.Program.Locs {
		if len(l.Out) != 1 || !x.at(l) || x.at(l.Out[0].To) {
			continue
		}
		switch op := l.Out[0].Op.(type) {
		case cfa.Skip, *cfa.Havoc:
			return reachable{}
		case *cfa.Assign:
			if _, constant := cfa.IsConst(op.RHS); constant || plain(op.RHS) != nil {
				return reachable{}
			}
		}
	}
	return x
}

// asked reports whether a run may come to where a property is asked: to a location from where it can be violated by the next step.
func (x reachable) asked(p *cfa.Program, c Property) bool {
	if x.states == nil {
		return true
	}
	for _, l := range p.Errors {
		if l.Error == nil || *property(l.Error) != c {
			continue
		}
		if len(l.In) == 0 && l.Proc.Entry == l {
			return true
		}
		for _, e := range l.In {
			// A label or a call of its own is asked for at the branch that leads to it.
			from := e.From
			for len(from.In) == 1 && len(from.Out) == 1 && from != l.Proc.Entry {
				from = from.In[0].From
			}
			if x.at(from) {
				return true
			}
		}
	}
	return false
}

func (x reachable) call(p *cfa.Program, at lang.Pos) bool {
	if x.states == nil {
		return true
	}
	for _, q := range p.Procs {
		for _, e := range q.Calls {
			if e.Pos == at && x.at(e.From) {
				return true
			}
		}
	}
	return false
}

func (x reachable) at(l *cfa.Loc) bool { return l.ID >= len(x.states) || x.states[l.ID] > 0 }

// Text of what was checked.

const (
	fewChecked  = 12 // properties that are listed each
	mostOfCalls = 12 // lines of calls that are listed
)

// each reports the properties one by one, where there are several and not too many; those that a reader looks for
// first where there are more.
func (p *printer) each(r *Result) {
	list := r.Checked
	if len(list) == 0 || len(list) == 1 && len(list[0].Calls) < 2 && list[0].Status != Unreachable {
		return
	}
	shown := list
	if len(list) > fewChecked && !p.Verbose {
		// What the program itself says comes before the rules of C, and what is told apart before the rest.
		shown = slices.Clone(list)
		rank := func(c Checked) int {
			switch {
			case c.Status == Violated:
				return 0
			case c.Status == Unreachable:
				return 1
			case c.Kind != cfa.OutOfBounds:
				return 2
			}
			return 3
		}
		slices.SortStableFunc(shown, func(a, b Checked) int { return rank(a) - rank(b) })
		shown = shown[:fewChecked]
		slices.SortStableFunc(shown, func(a, b Checked) int { return comparePos(a.Pos, b.Pos) })
	}
	wide := 0
	places := make([]string, len(shown))
	for i, c := range shown {
		places[i] = place(r, c.Pos)
		wide = max(wide, len(places[i]))
	}
	for i, c := range shown {
		what := claim(&c.Property)
		if c.Func != "" {
			what += " in " + c.Func
		}
		p.checkedLine(places[i], wide, c.Status, what+p.calls(r, c))
	}
	if n := len(list) - len(shown); n > 0 {
		p.printf("    %s\n", p.paint(fmt.Sprintf("%s more (-v lists all): %s", group(n), countStatus(list, shown)), dim))
	}
}

// claim names a property as what should hold.
func claim(c *Property) string {
	if c.Kind == cfa.OutOfBounds {
		return "access inside: " + oneLine(c.Text)
	}
	return describe(c)
}

// open names the properties that are not decided.
func (p *printer) open(r *Result) {
	switch n := len(r.Checked); {
	case n == 1 && len(r.Checked[0].Calls) < 2:
		c := r.Checked[0].Property
		p.wrap("  ", fmt.Sprintf("open: %s, %s", describe(&c), place(r, c.Pos)), 2)
	case n > 0:
		p.wrap("  ", fmt.Sprintf("open: %s", plural(n, "place")), 2)
		p.each(r)
	}
}

func (p *printer) checkedLine(where string, wide int, s Status, what string) {
	color := map[Status]string{Holds: green, Violated: red, Unreachable: yellow, Open: yellow}[s]
	lead := "    " + pad(where, wide, false) + "  " + p.paint(pad(string(s), len(Unreachable), false), color) + "  "
	p.wrap(lead, what, 4+wide+2+len(Unreachable)+2)
}

// calls names the lines that an assertion of the program's own is called from, by what is known of them.
func (p *printer) calls(r *Result, c Checked) string {
	if len(c.Calls) == 0 {
		return ""
	}
	by := map[Status][]string{}
	for _, k := range c.Calls {
		line := strings.TrimPrefix(place(r, k.Pos), "line ")
		if !slices.Contains(by[k.Status], line) {
			by[k.Status] = append(by[k.Status], line)
		}
	}
	var parts []string
	for _, s := range []Status{Violated, Holds, Unreachable, Open} {
		lines := by[s]
		if len(lines) == 0 {
			continue
		}
		text := "line "
		if len(lines) > 1 {
			text = "lines "
		}
		if n := len(lines) - mostOfCalls; n > 0 && !p.Verbose {
			text += strings.Join(lines[:mostOfCalls], ", ") + fmt.Sprintf(" and %d more", n)
		} else {
			text += strings.Join(lines, ", ")
		}
		if s != c.Status {
			text += " (" + string(s) + ")"
		}
		parts = append(parts, text)
	}
	return ", called from " + strings.Join(parts, "; ")
}

// countStatus counts those that are not shown: "30 safe, 4 unknown".
func countStatus(list, shown []Checked) string {
	count := map[Status]int{}
	for _, c := range list {
		count[c.Status]++
	}
	for _, c := range shown {
		count[c.Status]--
	}
	var parts []string
	for _, s := range []Status{Violated, Holds, Unreachable, Open} {
		if count[s] > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", group(count[s]), s))
		}
	}
	return strings.Join(parts, ", ")
}

// Stuck is a loop that most of an exploration was spent on which came to no end.
type Stuck struct {
	Func   string   `json:"function"`
	Pos    lang.Pos `json:"pos"`
	States int      `json:"states"` // abstract states at the head of the loop
}

const (
	mostStuck = 3
	manyHead  = 20 // states at the head of a loop below which it is not what took the time
)

// stuck finds the loops at whose heads most states are.
func stuck(out *refine.Outcome) []Stuck {
	if out == nil || out.Coverage == nil {
		return nil
	}
	var list []Stuck
	for _, l := range out.Coverage.Program.Locs {
		if l.LoopHead && l.Pos.Valid() && out.Coverage.States[l.ID] >= manyHead {
			list = append(list, Stuck{Func: l.Proc.Name, Pos: l.Pos, States: out.Coverage.States[l.ID]})
		}
	}
	slices.SortStableFunc(list, func(a, b Stuck) int { return cmp.Or(cmp.Compare(b.States, a.States), comparePos(a.Pos, b.Pos)) })
	// Only what comes near the first.
	for i, s := range list {
		if i == mostStuck || s.States*4 < list[0].States {
			return list[:i]
		}
	}
	return list
}

// stuck says where a run that was cut short spent its time.
func (p *printer) stuck(r *Result) {
	for i, s := range r.Stuck {
		text := fmt.Sprintf("the loop in %s, %s: no invariant was found for it; it was unrolled to %s so far", s.Func, place(r, s.Pos), plural(s.States, "state"))
		if i > 0 {
			text = fmt.Sprintf("the loop in %s, %s: %s", s.Func, place(r, s.Pos), plural(s.States, "state"))
		}
		p.wrap("  stuck at: ", text, 12)
	}
}

// tried says why each engine of auto has no answer.
func (p *printer) tried(r *Result) {
	for _, a := range r.Engines {
		switch {
		case a.Answered: // and the answer was not accepted; the reason of the result says why
		case a.Finished:
			p.wrap("  tried: ", a.Engine+", which gave up: "+oneLine(a.Reason), 9)
		default:
			p.wrap("  tried: ", a.Engine+", which was not done", 9)
		}
	}
}
