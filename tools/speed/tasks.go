package main

import (
	"encoding/json"
	"errors"
	"log"
	"time"

	tasks "github.com/whet-mc/whet/bench"
	"github.com/whet-mc/whet/report"
)

// Tasks of a manifest.

// sample reads the manifest. It takes the first task of each set, and one in every b.every after it.
func (b *bench) sample() ([]tasks.Task, error) {
	if b.tasks == "" {
		return nil, errors.New("this section takes its programs from a manifest: give one with -tasks")
	}
	all, err := tasks.Read(b.tasks)
	if err != nil {
		return nil, err
	}
	var list []tasks.Task
	seen := map[string]int{}
	for _, t := range all {
		if seen[t.Set]%b.every == 0 && t.Expected != "" {
			list = append(list, t)
		}
		seen[t.Set]++
	}
	return list, nil
}

// A verified is a run of verify on a task.
type verified struct {
	cost
	report report.Result
	solved bool // with the expected verdict
}

// verify runs the command once on a task.
func (b *bench) verify(t tasks.Task, limit time.Duration, flags ...string) verified {
	c := append(command{b.whet, "verify", "--format", "json", "--stats", "--timeout", limit.String()}, t.Flags...)
	if c = append(c, flags...); t.Path != "" {
		c = append(c, t.Path)
	}
	o := b.run(append(c, t.More...))
	v := verified{cost: o.cost}
	if err := json.Unmarshal([]byte(o.text), &v.report); err != nil || o.failed {
		return v
	}
	switch got := string(v.report.Verdict); {
	case got == t.Expected:
		v.solved = true
	case got == string(report.Safe) || got == string(report.Unsafe):
		log.Printf("%s: the verdict is %s, expected is %s", t.Name, got, t.Expected)
	}
	return v
}
