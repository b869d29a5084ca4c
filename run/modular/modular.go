// Package modular verifies functions separately, with contracts in place of the functions that they call.
package modular

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pass/contract"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/run"
	"github.com/whet-mc/whet/run/option"
	"github.com/whet-mc/whet/run/source"
)

// Modular verification: with Options.Contracts each function that they name is verified separately, and so is the
// entry, in programs in which contracts replace the calls of these functions. Each of these runs is an obligation,
// with a separate proof. Together they prove the program, since a call that returns behaves as its contract allows.
//
// An error found after a contract was used may not be an error of the program: the contract may allow behaviour that
// the body does not have. Such a run is not a run of the program model, so it is never reported. The obligation is
// tried once more with the bodies instead. A bug found there is real, and a proof is valid: in that case the
// contracts are too weak, or the proof of a contract does not cover some call (lang/pass/contract/contract_call.go).

// allContracts selects all functions that have a contract.
const allContracts = "all"

// obligation is one of the runs.
type obligation struct {
	entry    string
	contract bool // whether the contract of the entry is to be proved
}

func (ob obligation) String() string {
	part := report.Obligation{Function: ob.entry, Contract: ob.contract}
	return part.Name()
}

// Verify does what whet.Verify does, for programs with contracts. observer returns the observer for the run with a
// given name; it may be nil.
func Verify(ctx context.Context, src source.Source, o option.Options, observer func(name string) func(*refine.Iteration)) (*report.Result, error) {
	return run.Guarded(o, func() (*report.Result, error) {
		list, err := obligations(src, o)
		if err != nil {
			return nil, err
		}
		o.SoFar = nil // what is known of one obligation is not the result
		m := &modular{o: o, left: o.Timeout, observer: observer}
		for i, ob := range list {
			if err := m.verify(ctx, src, ob, len(list)-i); err != nil {
				return nil, err
			}
		}
		return m.result(list), nil
	})
}

// obligations returns the functions with contracts, followed by the entry.
func obligations(src source.Source, o option.Options) ([]obligation, error) {
	names := o.Contracts
	var entry string
	if src.Build != "" && !slices.Contains(names, allContracts) {
		entry = o.Entry // the files that belong to a function are determined for each function
	} else {
		in, err := source.Open(src, o)
		if err != nil {
			return nil, err
		}
		in.Options.Listed = true
		u, err := in.Load()
		if err != nil {
			return nil, err
		}
		if u.Entry != nil {
			entry = cmp.Or(in.Options.Entry, "main")
		} else if in.Options.Entry != "" {
			return nil, noFunction(in.Shown, in.Options.Entry, "with a body", u)
		}
		var known []string
		for _, f := range u.Contracted() {
			known = append(known, f.Name)
		}
		promised := func(name string) bool {
			return slices.ContainsFunc(contract.Promised(u), func(f *lang.Func) bool { return f.Name == name })
		}
		for _, n := range names {
			if n != allContracts && !slices.Contains(known, n) && !promised(n) {
				return nil, noFunction(in.Shown, n, "with a body and a contract", u)
			}
		}
		if slices.Contains(names, allContracts) {
			names = known
		}
		names = slices.DeleteFunc(slices.Clone(names), promised)
	}
	var list []obligation
	for _, n := range names {
		if ob := (obligation{n, true}); !slices.Contains(list, ob) {
			list = append(list, ob)
		}
	}
	if entry != "" && !slices.Contains(list, obligation{entry, true}) {
		list = append(list, obligation{entry, false})
	}
	if len(list) == 0 {
		return nil, &lang.Errors{List: []lang.Diagnostic{{
			Pos: lang.Pos{File: src.Path}, Msg: "no function has a contract", Hint: "write one in ACSL in front of it: /*@ requires …; ensures …; assigns …; */",
		}}}
	}
	return list, nil
}

// noFunction returns the error for a function that does not exist.
func noFunction(file, name, how string, u *lang.Unit) error {
	hint := "no function has both"
	var known []string
	for _, f := range u.Contracted() {
		known = append(known, f.Name)
	}
	if len(known) > 0 {
		hint = "functions with both: " + strings.Join(known, ", ")
	}
	return &lang.Errors{List: []lang.Diagnostic{{Pos: lang.Pos{File: file}, Msg: "there is no function " + name + " " + how, Hint: hint}}}
}

// modular collects the results of obligations.
type modular struct {
	o        option.Options
	left     time.Duration // remaining time
	observer func(name string) func(*refine.Iteration)
	results  []*report.Result
	parts    []report.Obligation
}

// share returns the time for one obligation if `left` obligations remain. It returns 0 if there is no time budget.
func (m *modular) share(left int) time.Duration {
	if m.o.Timeout == 0 {
		return 0
	}
	return max(m.left/time.Duration(left), time.Millisecond)
}

// verify decides one obligation; left is the number of remaining obligations, including this one.
func (m *modular) verify(ctx context.Context, src source.Source, ob obligation, left int) error {
	o := m.o
	o.Entry = ob.entry
	share := m.share(left)
	spent := time.Duration(0)
	once := func(o option.Options, name string) (*report.Result, error) {
		if share > 0 {
			o.Timeout = max(min(o.Timeout, share-spent), time.Millisecond)
		}
		var observe func(*refine.Iteration)
		if m.observer != nil && name != "" {
			observe = m.observer(name)
		}
		r, err := run.Once(ctx, src, o, observe)
		spent += run.Used(r)
		return r, err
	}
	first := o
	if share > 0 && (left > 1 || len(m.parts) > 0) {
		first.Timeout = share - share/behindContracts
	}
	r, err := once(first, ob.String())
	if err != nil {
		return err
	}
	part := report.Obligation{Function: ob.entry, Contract: ob.contract}
	if r.Verdict == report.Unknown && usesContracts(r) {
		b := o
		b.Bodies, b.Cache = true, ""
		if share == 0 {
			b.Timeout = confirmation
		}
		with, err := once(b, ob.String()+", with the bodies of the functions that are called")
		if err != nil {
			return err
		}
		switch {
		case with.Verdict != report.Unknown:
			part.Bodies, r = true, with
		case r.Cause == report.Gave:
			r.Because(reason.New(reason.Assumption, "the contracts of functions that are called may not say enough for this; with their bodies no error was found"+undecided(r)).At(r.Why.Place))
		}
	}
	if r.Verdict == report.Safe && ob.contract {
		v := o
		v.Bodies = part.Bodies
		v.Vacuous, v.Cache, v.First = true, "", false
		is, err := once(v, "")
		if err != nil {
			return err
		}
		if is.Verdict == report.Safe {
			part.Vacuous = true
			r.Because(reason.New(reason.Assumption, "nothing that the function is called with satisfies what it requires, so that its proof says nothing"))
			r.Hints = append(r.Hints, "the clauses of requires may contradict each other, or ask for what --pointers does not make")
			for i := range r.Checked {
				r.Checked[i].Status = report.Open
			}
			r.Proof = nil
		}
	}
	m.add(part, r, spent)
	return nil
}

// add adds the result of an obligation.
func (m *modular) add(part report.Obligation, r *report.Result, spent time.Duration) {
	part.Verdict, part.Cause, part.Reason, part.Why = r.Verdict, r.Cause, r.Reason, r.Why
	for _, c := range r.Checked {
		if c.Status != report.Unreachable {
			part.Properties++
		}
	}
	if r.Verdict == report.Unsafe {
		part.Property = r.Property
	}
	m.left = max(0, m.left-spent)
	m.results, m.parts = append(m.results, r), append(m.parts, part)
}

// undecided names an undecided property.
func undecided(r *report.Result) string {
	for _, c := range r.Checked {
		if c.Status == report.Open {
			return ": " + c.Describe() + " at " + c.Pos.String()
		}
	}
	return ""
}

// 1/behindContracts of an obligation's time is reserved for the attempt with bodies, if other obligations have
// contracts that may replace calls.
const behindContracts = 4

// confirmation is the time for the attempt with bodies if there is no time budget.
const confirmation = 10 * time.Second

// usesContracts reports whether contracts replace calls in the program of a result.
func usesContracts(r *report.Result) bool {
	if r.Program == nil || r.Program.Unit == nil {
		return false
	}
	return slices.ContainsFunc(r.Program.Unit.Funcs, func(f *lang.Func) bool { return f.PerCall })
}

var worse = map[report.Verdict]int{report.Safe: 0, report.Unknown: 1, report.Unsafe: 2}

// result returns the result of the worst obligation, completed with the information about all.
func (m *modular) result(list []obligation) *report.Result {
	first := 0
	for i, r := range m.results {
		if worse[r.Verdict] > worse[m.results[first].Verdict] {
			first = i
		}
	}
	res := *m.results[first]
	res.Obligations = m.parts
	res.Task.Contracts = m.o.Contracts
	res.Task.Entry = list[len(list)-1].entry
	if res.Verdict == report.Unknown && len(list) > 1 {
		res.Reason = m.parts[first].Name() + ": " + res.Reason
		res.Why.Text = res.Reason
	}
	res.Checked, res.Assumed, res.Relies, res.Notes, res.Task.Inputs = nil, nil, nil, nil, nil
	seen := map[string]int{}
	var timings report.Timings
	var proof report.Proof
	for i, r := range m.results {
		for _, c := range r.Checked {
			key := fmt.Sprint(c.Property)
			if at, ok := seen[key]; ok {
				if statusRank[c.Status] > statusRank[res.Checked[at].Status] {
					res.Checked[at] = c
				}
				continue
			}
			seen[key] = len(res.Checked)
			res.Checked = append(res.Checked, c)
		}
		res.Assumed, res.Relies = report.JoinNotes(res.Assumed, r.Assumed), report.JoinNotes(res.Relies, r.Relies)
		res.Notes = report.JoinNotes(res.Notes, r.Notes)
		for _, in := range r.Task.Inputs {
			if len(list) > 1 {
				in = list[i].entry + ": " + in
			}
			res.Task.Inputs = append(res.Task.Inputs, in)
		}
		if t := r.Timings; t != nil {
			timings.Read, timings.Lower, timings.Explore = timings.Read+t.Read, timings.Lower+t.Lower, timings.Explore+t.Explore
			timings.Refine, timings.Check, timings.Total, timings.CPU = timings.Refine+t.Refine, timings.Check+t.Check, timings.Total+t.Total, timings.CPU+t.CPU
			timings.Memory = max(timings.Memory, t.Memory)
		}
		if r.Proof != nil {
			proof.Annotations, proof.Steps = proof.Annotations+r.Proof.Annotations, proof.Steps+r.Proof.Steps
			proof.Queries, proof.Runs, proof.Paths = proof.Queries+r.Proof.Queries, proof.Runs+r.Proof.Runs, proof.Paths+r.Proof.Paths
		}
	}
	res.Size.Properties = len(res.Checked)
	res.Timings = &timings
	if res.Verdict == report.Safe {
		res.Proof = nil
		if proof != (report.Proof{}) {
			res.Proof = &proof
		}
		if len(list) > 1 { // each obligation has separate ones
			res.Outcome = nil
			res.Loops, res.Invariants = nil, nil
		}
	}
	res.Failures = nil
	for _, r := range m.results {
		res.Parts = append(res.Parts, r)
		for _, f := range r.OwnFailures() {
			if !slices.ContainsFunc(res.Failures, func(g *report.Failure) bool { return *g.Property == *f.Property }) {
				res.Failures = append(res.Failures, f)
			}
		}
	}
	return &res
}

var statusRank = map[report.Status]int{report.Unreachable: 0, report.Holds: 1, report.Open: 2, report.Violated: 3}
