// Judge: the check of evidence.

package cache

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
)

// Judge determines what pieces of evidence show about a program, each alone and all together: it runs their inputs,
// and checks their certificates. Nothing else in the evidence counts.
type Judge struct {
	Program *cfa.Program
	Task    cert.Task // the task that certificates must state

	shown    []*refine.Outcome // for each piece, the outcome that the piece shows
	known    map[int]bool      // error locations that no run reaches
	failing  map[cfa.Property]bool
	failures []*refine.Outcome // the outcomes with a failing property, one for each such property
	proofs   []*certify.Proof  // the proofs about the locations in known
}

// Add judges a piece of evidence, and reports whether the piece shows what it claims. The piece may leave properties
// open. If Add returns false, it has taken nothing from the piece.
func (j *Judge) Add(ctx context.Context, evidence []byte) bool {
	s := &stored{known: j.known}
	if len(evidence) > maxStored || json.Unmarshal(evidence, s) != nil || s.Schema != storedSchema {
		return false
	}
	out := recall(ctx, j.Program, s, j.Task, true)
	if out == nil {
		return false
	}
	j.shown = append(j.shown, out)
	failures := []*refine.Outcome{out}
	switch {
	case out.Several != nil:
		failures = out.Several.Failures
	case out.Verdict != refine.Unsafe:
		failures = nil
	}
	if j.known == nil {
		j.known, j.failing = map[int]bool{}, map[cfa.Property]bool{}
	}
	for _, f := range failures {
		if !j.failing[*f.Replay.Error] {
			j.failing[*f.Replay.Error] = true
			j.failures = append(j.failures, f)
		}
	}
	for _, p := range parts(certify.Of(out)) {
		j.proofs = append(j.proofs, p)
		for _, l := range p.Certificate.Covers(j.Program) {
			j.known[l.ID] = true
		}
	}
	return true
}

// Failures returns the number of properties that fail.
func (j *Judge) Failures() int { return len(j.failures) }

// Open returns the properties that no piece has decided, by place.
func (j *Judge) Open() []refine.Left { return open(j.Program, j.known, j.failing) }

// Outcome returns what all pieces show together.
func (j *Judge) Outcome() *refine.Outcome {
	switch len(j.shown) {
	case 0:
		return &refine.Outcome{Reason: reason.New(reason.Incomplete, "the engine gave up")}
	case 1:
		return j.shown[0]
	}
	all := &refine.Several{Failures: slices.Clone(j.failures), Open: j.Open()}
	slices.SortStableFunc(all.Failures, func(a, b *refine.Outcome) int { return a.Replay.Error.Pos.Compare(b.Replay.Error.Pos) })
	for _, l := range j.Program.Errors {
		if j.known[l.ID] {
			all.Proved = append(all.Proved, l)
		}
	}
	out := *j.shown[0]
	if len(all.Failures) > 0 {
		out = *all.Failures[0]
	}
	out.Several, out.Coverage, out.Proof = all, nil, nil
	if p := certify.Together(j.proofs); p != nil {
		out.Proof = p
	}
	switch {
	case len(all.Failures) > 0:
		out.Verdict = refine.Unsafe
	case len(all.Proved) == len(j.Program.Errors): // including everything that the model does not cover
		out.Verdict = refine.Safe
	default:
		out.Verdict, out.Reason = refine.Unknown, noProof
	}
	return &out
}

// parts returns the proofs that a proof consists of. The first one has the statistics of the whole.
func parts(p *certify.Proof) []*certify.Proof {
	if p == nil || len(p.Certificate.Parts) == 0 {
		return slices.DeleteFunc([]*certify.Proof{p}, func(p *certify.Proof) bool { return p == nil })
	}
	var list []*certify.Proof
	for i, c := range p.Certificate.Parts {
		own := *c
		own.Task = p.Certificate.Task
		one := &certify.Proof{Certificate: &own, Checked: p.Checked}
		if i == 0 {
			one.Stats = p.Stats
		}
		list = append(list, one)
	}
	return list
}

// noProof is the reason why a property is open.
var noProof = reason.New(reason.Unproved, "there is neither a proof nor a run for it")

// open returns the properties that are neither proved nor known to fail, by place.
func open(p *cfa.Program, proved map[int]bool, failing map[cfa.Property]bool) (list []refine.Left) {
	seen := map[cfa.Property]bool{}
	for _, l := range refine.Bugs(p) {
		if !proved[l.ID] && !failing[*l.Error] && !seen[*l.Error] {
			seen[*l.Error] = true
			list = append(list, refine.Left{Error: l, Reason: noProof})
		}
	}
	slices.SortStableFunc(list, func(a, b refine.Left) int { return a.Error.Error.Pos.Compare(b.Error.Error.Pos) })
	return list
}
