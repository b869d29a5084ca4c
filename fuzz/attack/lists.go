package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/fuzz/brute"
	"github.com/whet-mc/whet/fuzz/lists"
)

// Programs over linked structures, most of them with a planted fault. Sanitizers decide whether a program fails on
// some inputs. Half of the questions are about the program with few inputs, so that both verdicts can be wrong; the
// others are about the same program with any inputs, which no enumeration of runs decides. There a failure on the
// small inputs shows that "safe" is wrong; "unsafe" is wrong only if the program has no fault.
//
// A result also lists the properties that hold, whatever its verdict, and the analysis before the engines has settled
// some. Runs of the program model on small inputs must not violate them (broken). A fault of that analysis makes no
// verdict wrong, since its proof is checked; but it is a find.

// listEvery: one in so many batches is about linked structures, if not all are.
const listEvery = 8

// listQuestions are the checks that whet is asked for in turn, and the rules of package brute that decide.
var listQuestions = []struct{ checks, rules []string }{
	{[]string{"memory"}, []string{"lifetime"}},
	{[]string{"memory", "leak"}, []string{"leak"}},
	{[]string{"memory", "uninit"}, []string{"lifetime", "uninit"}},
	{[]string{"memory", "leak"}, []string{"leak"}},
}

// lists runs a batch of programs over linked structures.
func (c *Campaign) lists(ctx context.Context, dir string, v Verifier, number int, e *Entry) error {
	turn := number
	if !c.Lists {
		turn /= listEvery
	}
	about := listQuestions[turn%len(listQuestions)]
	models := []string{"lp64", "ilp32"}
	if turn/len(listQuestions)%2 == 1 {
		slices.Reverse(models)
	}
	model, ways := "", []brute.Way(nil)
	for _, m := range models {
		if ways = listWays(ctx, dir, m, about.rules); len(ways) > 0 {
			model = m
			break
		}
	}
	e.Fates = Counts{}
	if len(ways) == 0 {
		e.Fates["lists: no sanitizer here for "+strings.Join(about.rules, " and ")]++
		return nil
	}
	var list []*lists.Program
	var sources []brute.Source
	for k := range uint64(batchSize) {
		p := lists.New(uint64(number)*batchSize + k)
		list = append(list, p)
		sources = append(sources, brute.Source{Text: p.Text})
	}
	return c.violations(ctx, dir, "lists", ways, sources, true, e, func(i int, truth string) {
		c.checkList(ctx, dir, v, list[i], about.checks, model, truth, ways, e)
	})
}

// listWays lists the ways that work here to find violations of the rules. It returns nil if it knows no way for one of the rules.
func listWays(ctx context.Context, dir, model string, rules []string) (out []brute.Way) {
	for _, rule := range rules {
		ways := brute.RuleWays(ctx, dir, model, rule)
		if len(ways) == 0 {
			return nil
		}
		out = append(out, ways...)
	}
	return out
}

// checkList verifies one program and adds its result to the entry.
func (c *Campaign) checkList(ctx context.Context, dir string, v Verifier, p *lists.Program, checks []string, model, truth string, ways []brute.Way, e *Entry) {
	r := rand.New(rand.NewPCG(p.Seed, 7))
	kind, text, open := "lists", p.Text, r.IntN(2) == 0
	if open {
		kind, text = "open-lists", p.Open
	}
	o := whet.Options{Engine: "auto", DataModel: model, Timeout: 3 * c.Timeout, Jobs: 1, Checks: checks, MallocSucceeds: true}
	if engines := whet.Choices("engine"); r.IntN(4) == 0 {
		o.Engine = engines[r.IntN(len(engines))].Name
	}
	o.NoTests, o.First = !open && r.IntN(3) == 0, r.IntN(4) == 0
	q := Question{Name: fmt.Sprintf("%s%d.c", kind, p.Seed), Text: text, Options: o, Seed: p.Seed, Runs: 200}
	a := v.Verify(ctx, q)
	out := Program{
		Seed: p.Seed, Kind: kind, Parts: p.Parts, Model: model, Engine: o.Engine, Checks: strings.Join(checks, ","), Truth: truth, Verdict: a.Verdict, Seconds: a.Seconds,
	}
	if a.Verdict != "safe" && a.Verdict != "unsafe" {
		out.Why = summary(a)
	}
	wrong := func(ctx context.Context, dir, text string, a Answer) bool {
		switch {
		case a.Broken != "":
			return true
		case a.Verdict == "unsafe" && (p.Fault == lists.Uninitialised || open && p.Fault != ""):
			return false // sanitizers see only some uses of such a pointer; other inputs may fail
		case a.Verdict != "safe" && a.Verdict != "unsafe" || a.Verdict == truth:
			return false
		}
		alone, _, err := brute.Violations(ctx, dir, ways, []brute.Source{{Text: text}}, true)
		return err == nil && alone[0] == truth
	}
	small := func(ctx context.Context, dir, _ string, a Answer) bool { return wrong(ctx, dir, p.Text, a) }
	if out.Wrong = small(ctx, dir, text, a); out.Wrong || out.Verdict == "crash" {
		out.Broken = a.Broken
		b := &body{kind: kind, seed: p.Seed, text: text, parts: p.Parts, fixed: true, wrong: wrong}
		c.find(ctx, dir, v, b, q, a, &out)
	}
	e.Programs = append(e.Programs, out)
}
