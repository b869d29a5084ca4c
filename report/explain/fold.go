package explain

// This file folds error paths for explanations: rounds of a loop that repeat step by step. Unlike in the trace of a
// counterexample (fold.go in package trace) the first and the last round are not folded, because their versions of
// the variables differ.

// part is a part of a path: its steps i with from <= i < to. They are listed one by one, or they repeat with the
// given period, or they are left out.
type part struct {
	from, to int
	period   int
	left     bool
}

func (p part) single() bool { return p.period == 0 && !p.left }

// rows returns the number of rows that a part takes.
func (p part) rows() int {
	if p.single() {
		return p.to - p.from
	}
	return 1
}

const (
	maxPathRows  = 60 // rows of a path that are listed
	headPathRows = 24
)

const (
	minRounds   = 4  // least number of rounds that are folded; fewer rounds are listed
	maxUnfold   = 2  // rounds of interest in a fold that are listed separately
	foldPeriods = 8  // next occurrences of a step that are tried as the start of the next round
	foldEffort  = 64 // comparisons per step of the path, on average
)

// foldSteps splits a path into parts; equal keys mean equal steps. Its time is linear in the path: where many steps
// look like repeats but are not, it misses folds.
func foldSteps(keys []int) []part { return newStepFolder(keys).all() }

func newStepFolder(keys []int) *stepFolder {
	f := &stepFolder{keys: keys, next: make([]int, len(keys)), effort: foldEffort * len(keys)}
	last := map[int]int{}
	for i := len(keys) - 1; i >= 0; i-- {
		j, ok := last[keys[i]]
		if !ok {
			j = len(keys)
		}
		f.next[i], last[keys[i]] = j, i
	}
	return f
}

func (f *stepFolder) all() []part {
	f.fold(0, len(f.keys))
	return f.parts
}

type stepFolder struct {
	keys   []int
	next   []int // the next step with the same key
	parts  []part
	effort int
}

// fold appends the parts of the steps i with from <= i < to.
func (f *stepFolder) fold(from, to int) {
	for i := from; i < to; {
		period, rounds := f.repeats(i, to)
		if rounds < minRounds {
			f.add(part{from: i, to: i + 1})
			i++
			continue
		}
		// A round may contain loops with shorter rounds.
		f.fold(i, i+period)
		last := i + (rounds-1)*period
		f.add(part{from: i + period, to: last, period: period})
		f.fold(last, last+period)
		i = last + period
	}
}

// repeats returns the shortest period of a repeat at i, and its number of rounds.
func (f *stepFolder) repeats(i, to int) (period, rounds int) {
	j := f.next[i]
	for range foldPeriods {
		if i+minRounds*(j-i) > to || f.effort < 0 {
			break
		}
		k := j + 1
		for k < to && f.keys[k-(j-i)] == f.keys[k] {
			k++
			f.effort--
		}
		if r := (k - i) / (j - i); r >= minRounds {
			return j - i, r
		}
		j = f.next[j]
	}
	return 0, 0
}

func (f *stepFolder) add(p part) {
	if n := len(f.parts); n > 0 && p.single() && f.parts[n-1].single() && f.parts[n-1].to == p.from {
		f.parts[n-1].to = p.to
		return
	}
	f.parts = append(f.parts, p)
}

// unfold lists the rounds of a fold that contain steps of interest, if these rounds are few.
func unfold(parts []part, interests func(step int) bool) []part {
	f := &stepFolder{}
	for _, p := range parts {
		if p.period == 0 {
			f.add(p)
			continue
		}
		var rounds []int // the first step of each
		for i := p.from; i < p.to && len(rounds) <= maxUnfold; i += p.period {
			for k := range p.period {
				if interests(i + k) {
					rounds = append(rounds, i)
					break
				}
			}
		}
		if len(rounds) > maxUnfold {
			f.add(p)
			continue
		}
		from := p.from
		fold := func(to int) {
			switch (to - from) / p.period {
			case 0:
			case 1: // folding one round would save no row and say less
				f.add(part{from: from, to: to})
			default:
				f.add(part{from: from, to: to, period: p.period})
			}
		}
		for _, i := range rounds {
			fold(i)
			f.add(part{from: i, to: i + p.period})
			from = i + p.period
		}
		fold(p.to)
	}
	return f.parts
}

// cutMiddle leaves out the middle of a path that would take too many rows.
func cutMiddle(parts []part) []part {
	rows := 0
	for _, p := range parts {
		rows += p.rows()
	}
	if rows <= maxPathRows {
		return parts
	}
	var out []part
	gap := -1
	row := 0
	tail := rows - (maxPathRows - headPathRows)
	leave := func(from, to int) {
		if gap < 0 {
			gap = len(out)
			out = append(out, part{from: from, left: true})
		}
		out[gap].to = to
	}
	for _, p := range parts {
		if !p.single() {
			if row >= headPathRows && row < tail {
				leave(p.from, p.to)
			} else {
				out = append(out, p)
			}
			row++
			continue
		}
		// The rows of a listed part may lie on both sides of the gap.
		a := min(max(headPathRows-row, 0), p.to-p.from)
		b := min(max(tail-row, a), p.to-p.from)
		if a > 0 {
			out = append(out, part{from: p.from, to: p.from + a})
		}
		if b > a {
			leave(p.from+a, p.from+b)
		}
		if b < p.to-p.from {
			out = append(out, part{from: p.from + b, to: p.to})
		}
		row += p.to - p.from
	}
	return out
}
