package report

// Advise adds to an Unknown what a reader may try next.
func Advise(r *Result) {
	if r.Verdict != Unknown {
		return
	}
	add := func(s string) { r.Hints = append(r.Hints, s) }
	switch r.Cause {
	case OutOfTime:
		add("a longer --timeout")
		if r.Task.Engine == "value-full" {
			add("--engine value, which tracks only what matters")
		} else if r.Stats.Refinements > 0 {
			add("--stats, to see which variables are tracked; --selection, to prefer precisions that avoid loop counters")
		}
	case OutOfMemory:
		add("a larger --memory")
		if r.Task.Engine == "value-full" {
			add("--engine value, which tracks only what matters")
		}
	case Gave:
		if r.Task.Engine == "value-full" {
			add("--engine value, which refines")
		}
		add("--stats, to see how far the engine came")
	}
}
