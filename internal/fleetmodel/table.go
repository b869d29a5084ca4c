package fleetmodel

import (
	"fmt"
	"strings"
	"time"
)

// scenario is a row of the table.
type scenario struct {
	what string
	f    Fleet
}

// Table simulates so many tasks, drawn from some, on 100 workers, and what changes when the fleet does.
// times says how much longer all times are than those that were measured.
func Table(from []Task, n int, times float64) string {
	scaled := make([]Task, len(from))
	mean, pack, check := 0.0, 0.0, 0.0
	for i, t := range from {
		// Packing costs what reading costs, which does not grow with the engines' work.
		scaled[i] = Task{Verify: t.Verify * times, Pack: t.Pack, Check: t.Check * times}
		mean += scaled[i].Verify / float64(len(from))
		pack += scaled[i].Pack / float64(len(from))
		check += scaled[i].Check / float64(len(from))
	}
	base := Fleet{Workers: 100, Checks: 4, Between: 0.05, Wait: 30, Restart: 30, Seed: 1}
	with := func(what string, change func(*Fleet)) scenario {
		f := base
		change(&f)
		return scenario{what, f}
	}
	rows := []scenario{
		with("1 worker", func(f *Fleet) { f.Workers = 1 }),
		with("10 workers", func(f *Fleet) { f.Workers = 10 }),
		with("100 workers", func(*Fleet) {}),
		with("400 workers", func(f *Fleet) { f.Workers = 400 }),
		with("100 workers, 1 process for checks", func(f *Fleet) { f.Checks = 1 }),
		with("100 workers, 16 processes for checks", func(f *Fleet) { f.Checks = 16 }),
		with("100 workers, 5 of them 4 times slower", func(f *Fleet) { f.Slow, f.SlowFactor = 0.05, 4 }),
		with("100 workers, each lives for 1 hour", func(f *Fleet) { f.Life = 3600 }),
		with("100 workers, each lives for 5 minutes", func(f *Fleet) { f.Life = 300 }),
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d tasks; on average %.2f s of the verifier, %.2f s of packing, %.2f s of the check:\n\n", n, mean, pack, check)
	b.WriteString("| fleet | time | at best | workers busy | coordinator busy | answers that wait, at most | end, without a queue | came again | given up |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, s := range rows {
		o := s.f.Run(scaled, n)
		fmt.Fprintf(&b, "| %s | %s | %s | %.0f %% | %.0f %% | %d | %s | %d | %d |\n", s.what, short(o.Span), short(o.Ideal), 100*o.Busy, 100*o.Coordinator, o.Backlog, short(o.Tail), o.Lost, o.Given)
	}
	return b.String()
}

func short(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d >= time.Hour:
		return fmt.Sprintf("%.1f h", d.Hours())
	case d >= 2*time.Minute:
		return fmt.Sprintf("%.1f min", d.Minutes())
	}
	return fmt.Sprintf("%.0f s", d.Seconds())
}

// Replace puts text between the marks of a section of a document: <!-- NAME --> and <!-- end of NAME -->.
func Replace(doc, name, text string) (string, error) {
	begin, end := "<!-- "+name+" -->\n", "<!-- end of "+name+" -->"
	before, rest, ok := strings.Cut(doc, begin)
	_, after, found := strings.Cut(rest, end)
	if !ok || !found {
		return "", fmt.Errorf("there is no section %s", name)
	}
	return before + begin + text + end + after, nil
}
