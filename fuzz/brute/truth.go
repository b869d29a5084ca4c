package brute

import (
	"context"
	"fmt"
	"sync"
)

// The truth about programs, from all ways to compile.

var mu sync.Mutex // protects known

// Fate is the category of a program.
type Fate int

const (
	Fine      Fate = iota // defined, and all ways show the same
	Undefined             // a sanitizer objects, a run crashes, or the ways differ
	TooLarge              // too many runs, or runs that take too long
	Refused               // a compiler does not accept it
)

func (f Fate) String() string { return [...]string{"fine", "undefined", "too large", "refused"}[f] }

// A Verdict is the result of all ways together for a program.
type Verdict struct {
	Outcome
	Fate Fate
	Why  string // the reason, if it is not fine
}

// All tries programs in all ways. Programs that turn out to be unsuitable are left out of the later ways.
func All(ctx context.Context, dir string, ways []Way, list []Source) ([]Verdict, error) {
	out := make([]Verdict, len(list))
	left := make([]int, len(list))
	for i := range left {
		left[i] = i
	}
	for n, w := range ways {
		if len(left) == 0 {
			break
		}
		var some []Source
		for _, i := range left {
			some = append(some, list[i])
		}
		os, err := Try(ctx, dir, w, some)
		if err != nil {
			return nil, err
		}
		var good []int
		for j, i := range left {
			v, o := &out[i], os[j]
			switch {
			case o.Runs == 0:
				v.Fate, v.Why = Refused, w.String()
			case o.Undefined+o.Crashed > 0:
				v.Fate, v.Why = Undefined, fmt.Sprintf("%v: %d of %d runs", w, o.Undefined+o.Crashed, o.Runs)
			case !o.Sound():
				v.Fate, v.Why = TooLarge, w.String()
			case n > 0 && !o.Same(v.Outcome):
				v.Fate, v.Why = Undefined, fmt.Sprintf("%v shows %v, not %v", w, o.Seen, v.Seen)
			default:
				v.Outcome = o
				good = append(good, i)
			}
		}
		left = good
	}
	return out, nil
}
