package cache

import (
	"bytes"
	"context"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/migrate"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/refine/properties"
)

// The last result for a file is useful when the program has changed: the inputs of its counterexamples are tried, its
// proof is carried over (package migrate), and its precision is an initial precision. As with everything in the
// folder, nothing of this is trusted.

// Earlier is the last result for the file, for an earlier version of the program.
type Earlier struct {
	s *stored
	// Precision is the final precision, and Engine the engine of auto that answered.
	Precision []string
	Engine    string
}

// Earlier reads the last result, or returns nil.
func (c *Cache) Earlier() *Earlier {
	if c == nil {
		return nil
	}
	s := c.read(c.start)
	if s == nil {
		return nil
	}
	return &Earlier{s, s.Precision, s.Engine}
}

// Known returns the parts of the result that still hold for the program, or nil.
func (e *Earlier) Known(ctx context.Context, p *cfa.Program, task cert.Task) *properties.Known {
	if e == nil || e.s.Shape == nil || e.s.Shape.Check() != nil {
		return nil
	}
	tracked, err := precision.New(p, nil).Read(e.s.Precision)
	if err != nil {
		tracked = nil
	}
	k := &properties.Known{Outcome: refine.Outcome{Precision: tracked, Engine: e.s.Engine}}
	failing := map[cfa.Property]bool{}
	inputs := e.s.Failures
	if len(inputs) == 0 && len(e.s.Inputs) > 0 {
		inputs = append(inputs, e.s.Inputs)
	}
	left := maxTried
	for _, in := range inputs {
		if f := replayed(ctx, p, e.s, in, tracked, &left); f != nil && !failing[*f.Replay.Error] {
			failing[*f.Replay.Error] = true
			k.Failures = append(k.Failures, f)
		}
	}
	if len(e.s.Certificate) > 0 {
		k.Proofs = e.proofs(ctx, p, task, failing)
	}
	if len(k.Failures)+len(k.Proofs) == 0 {
		return nil
	}
	return k
}

// proofs carries the proof over, part by part, and returns the parts that check.
func (e *Earlier) proofs(ctx context.Context, p *cfa.Program, task cert.Task, failing map[cfa.Property]bool) []*certify.Proof {
	c, err := cert.Read(bytes.NewReader(e.s.Certificate))
	if err != nil || len(c.Obligations) > 0 {
		return nil
	}
	if task.Program, err = cert.Fingerprint(p); err != nil {
		return nil
	}
	open := map[int]bool{}
	for _, l := range p.Errors {
		if !failing[*l.Error] && (p.Settled == nil || !p.Settled.Errors[l.ID]) {
			open[l.ID] = true
		}
	}
	parts := c.Parts
	if len(parts) == 0 {
		parts = append(parts, c)
	}
	var out []*certify.Proof
	now := migrate.ShapeOf(p)
	a := migrate.Align(e.s.Shape, now)
	ctx, stop := effort.Limit(ctx, partsWork)
	defer stop()
	limited, stopWeakening := effort.Limit(ctx, weakenWork)
	defer stopWeakening()
	for _, part := range parts {
		if ctx.Err() != nil || len(open) == 0 {
			break
		}
		one, fresh := a.Certificate(part, e.s.Shape, now, p, open)
		if one == nil {
			continue
		}
		one.Task = task
		stats, err := check(ctx, p, one)
		if err != nil && cert.Weaken(limited, p, one, fresh) == nil {
			stats, err = check(ctx, p, one)
		}
		if err != nil {
			continue
		}
		out = append(out, &certify.Proof{Certificate: one, Stats: stats, Checked: true})
		for _, id := range one.Targets {
			delete(open, id)
		}
	}
	return out
}

// maxTried bounds the steps for trying all old inputs: a changed program may not terminate.
const maxTried = 2_000_000

// Limits of work, in units of package effort: for checking a part, for all parts together, and for weakening them.
// Weakening hardly ever repairs proofs by explicit values, and engines find such proofs again in about the same time.
const (
	checkWork  = 2_000_000
	partsWork  = 3 * checkWork
	weakenWork = 150_000 // half a second
)

func check(ctx context.Context, p *cfa.Program, c *cert.Certificate) (cert.Stats, error) {
	ctx, stop := effort.Limit(ctx, checkWork)
	defer stop()
	return cert.CheckPart(ctx, p, c)
}
