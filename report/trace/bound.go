package trace

// This file keeps a counterexample small however long its path is. A long sequence loses its middle to a gap that
// counts the lines, both while the tree is built and once more at the end.

const maxSeq = 240 // greatest number of steps kept in one sequence; of more steps, those in the middle are dropped

const sigGap = 0x7fb5d329_728ea185 // the signature of a gap

// seq is a list of steps that loses its middle when it gets long.
type seq struct {
	steps []*Step
	gap   *Step // the gap among the steps, once something is left out
}

func (q *seq) add(s *Step) {
	q.steps = append(q.steps, s)
	if len(q.steps) <= maxSeq {
		return
	}
	const at = maxSeq / 2
	if q.gap == nil {
		q.gap = &Step{Kind: GapStep, sig: sigGap, Lines: q.steps[at].LineCount()}
		q.steps[at] = q.gap
	}
	q.gap.Lines += q.steps[at+1].LineCount()
	q.steps = append(q.steps[:at+1], q.steps[at+2:]...)
}

func count(steps []*Step) int {
	n := len(steps)
	for _, s := range steps {
		n += count(s.Steps)
	}
	return n
}

// bound shortens sequences, all to the same length, until the tree has at most limit steps.
func bound(steps []*Step, limit int) []*Step {
	for n := maxSeq / 2; n >= 2 && count(steps) > limit; n /= 2 {
		steps = shorten(steps, n)
	}
	return steps
}

// shorten keeps at most n >= 2 steps of each sequence, including a gap in the middle. The last step stays, because
// the sequence of the error ends with it.
func shorten(steps []*Step, n int) []*Step {
	if len(steps) > n {
		tail := max(1, n/2)
		head := n - 1 - tail
		gap := &Step{Kind: GapStep, sig: sigGap}
		for _, s := range steps[head : len(steps)-tail] {
			gap.Lines += s.LineCount()
		}
		steps = append(append(append([]*Step{}, steps[:head]...), gap), steps[len(steps)-tail:]...)
	}
	for _, s := range steps {
		s.Steps = shorten(s.Steps, n)
	}
	return steps
}
