package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/fuzz"
	"github.com/whet-mc/whet/fuzz/brute"
	"github.com/whet-mc/whet/fuzz/small"
)

// Checks compared with sanitizers: programs that may break one rule of C (small.Hazardous). A sanitizer decides on
// which inputs they do. The verdict of the check of that rule must agree, or be unknown.

// ruleEvery: one in so many batches is about a rule, if not all are.
const ruleEvery = 4

// rules runs a batch of programs about one rule.
func (c *Campaign) rules(ctx context.Context, dir string, v Verifier, number int, e *Entry) error {
	turn := number
	if !c.Rules {
		turn /= ruleEvery
	}
	rule := brute.Rules[turn%len(brute.Rules)]
	model := []string{"lp64", "ilp32"}[turn/len(brute.Rules)%2]
	ways := brute.RuleWays(ctx, dir, model, rule)
	if len(ways) == 0 {
		model = "lp64"
		ways = brute.RuleWays(ctx, dir, model, rule)
	}
	e.Fates = Counts{}
	if len(ways) == 0 {
		e.Fates[rule+": no sanitizer here"]++
		return nil
	}
	var list []*small.Program
	var sources []brute.Source
	for k := range uint64(batchSize) {
		p := small.Hazardous(rule, uint64(number)*batchSize+k)
		if p.Only != "" && p.Only != model {
			continue
		}
		list = append(list, p)
		sources = append(sources, brute.Source{Text: p.Text, Restarts: p.Restarts})
	}
	return c.violations(ctx, dir, "rule", ways, sources, rule == "null", e, func(i int, truth string) {
		c.checkRule(ctx, dir, v, rule, model, list[i], truth, ways, e)
	})
}

// violations finds by running whether the programs of a batch are "safe" or "unsafe" (brute.Violations), and counts this under
// the kind of the programs. It calls check for each program of which it is known.
func (c *Campaign) violations(ctx context.Context, dir, kind string, ways []brute.Way, sources []brute.Source, crash bool, e *Entry, check func(i int, truth string)) error {
	for _, w := range ways {
		e.Ways = append(e.Ways, w.String())
	}
	e.Bodies = len(sources)
	truth, why, err := brute.Violations(ctx, dir, ways, sources, crash)
	if err != nil {
		return err
	}
	for i := range sources {
		if ctx.Err() != nil {
			return nil
		}
		e.Fates[kind+": "+cmp.Or(truth[i], why[i])]++
		if truth[i] != "" {
			check(i, truth[i])
		}
	}
	return nil
}

// checkRule verifies one program and adds its result to the entry.
func (c *Campaign) checkRule(ctx context.Context, dir string, v Verifier, rule, model string, p *small.Program, truth string, ways []brute.Way, e *Entry) {
	r := rand.New(rand.NewPCG(p.Seed, 5))
	o := whet.Options{Engine: "auto", DataModel: model, Timeout: 3 * c.Timeout, Jobs: 1, Checks: asked(rule), MallocSucceeds: true, Defines: fuzz.Defines(p.Text)}
	if engines := whet.Choices("engine"); r.IntN(2) == 0 {
		o.Engine = engines[r.IntN(len(engines))].Name
	}
	o.NoTests = r.IntN(3) == 0
	q := Question{Name: fmt.Sprintf("rule%d.c", p.Seed), Text: small.Plain(p.Text), Options: o, Seed: p.Seed}
	a := v.Verify(ctx, q)
	out := Program{
		Seed: p.Seed, Kind: "rule", Parts: p.Parts, Model: model, Engine: o.Engine, Checks: rule, Truth: truth, Verdict: a.Verdict, Seconds: a.Seconds,
	}
	decided := a.Verdict == "safe" || a.Verdict == "unsafe"
	if !decided {
		out.Why = summary(a)
	}
	if decided && a.Verdict != truth {
		alone, _, err := brute.Violations(ctx, dir, ways, []brute.Source{{Text: p.Text, Restarts: p.Restarts}}, rule == "null")
		out.Wrong = err == nil && alone[0] == truth
		out.Doubtful = !out.Wrong
	}
	if out.Wrong || out.Verdict == "crash" {
		b := &body{kind: "rule", seed: p.Seed, text: p.Text, parts: p.Parts, fixed: true}
		c.find(ctx, dir, v, b, q, a, &out)
	}
	e.Programs = append(e.Programs, out)
}

// asked returns the checks that see what the sanitizer of a rule sees. The address sanitizer ends a run at the first
// memory error of any kind.
func asked(rule string) []string {
	switch rule {
	case "bounds", "null", "lifetime", "free", "library":
		return []string{"memory"}
	}
	return strings.Fields(rule)
}
