package testrun

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// A campaign of test runs finds runs for as many errors as it can, before any engine looks for single ones. Runs that reach
// something new are kept, and their inputs are changed to get new ones: coverage-guided fuzzing (M. Zalewski: American fuzzy lop.
// 2013). A run reaches something new if it takes an edge, or takes it about twice as often as all runs before it. Characters that a
// run reads come in tokens, mostly numbers, since that is what programs expect.
//
// The limits count the work of the runs, so the same program has the same campaign.

const (
	campaignStart = 400_000    // work of the runs that reach nothing new before the campaign ends; see interp.Outcome.Work
	campaignMore  = 2_000_000  // the same after a run that reaches a new error
	campaignMost  = 12_000_000 // limit of the work
	campaignRun   = 40_000     // work of one run
	campaignKept  = 3000       // inputs of a run that is kept
	mostConstants = 64
)

// Campaign makes the runs. NewCampaign returns one.
type Campaign struct {
	ctx       context.Context
	prog      *cfa.Program
	rand      *rand.Rand
	kept      [][]num.Int // the inputs of runs that have reached something new
	seen      []uint64    // by Edge.ID: bit k is set if a run has taken the edge at least 2^(k-1) times, and less than 2^k
	cover     []uint32    // by Edge.ID: how often the last run has taken it
	found     map[*cfa.Loc]bool
	constants []num.Int // numbers that the program compares values with
	work, end int       // of all runs so far, and at which the campaign ends
}

// NewCampaign returns a campaign for a program that has made no run yet.
func NewCampaign(ctx context.Context, p *cfa.Program) *Campaign {
	c := &Campaign{ctx: ctx, prog: p, rand: rand.New(rand.NewPCG(1, 2)), seen: make([]uint64, len(p.Edges)), cover: make([]uint32, len(p.Edges)), found: map[*cfa.Loc]bool{}, end: campaignStart}
	all := map[num.Int]bool{}
	for _, l := range p.Locs {
		for _, e := range l.Out {
			if a, ok := e.Op.(*cfa.Assume); ok && l.Error == nil && e.To.Error == nil {
				cfa.Conjuncts(a.Cond, func(b *cfa.Binary) {
					if k, isConst := cfa.IsConst(b.Y); isConst && len(c.constants) < mostConstants && !all[k] {
						all[k] = true
						c.constants = append(c.constants, k)
					}
				})
			}
		}
	}
	return c
}

// Next makes runs until one reaches an error that no run of the campaign has reached before. It returns this run, with few and
// small inputs. It returns nil if the limit of the work is reached or the context has ended.
func (c *Campaign) Next() *interp.Outcome {
	for c.work < min(c.end, campaignMost) && !effort.Done(c.ctx) {
		in := &generated{c: c, mode: c.rand.IntN(modes)}
		clear(c.cover)
		if n := len(c.kept); n > 0 && c.rand.IntN(8) > 0 {
			newer := n - 1 - int(float64(n)*c.rand.Float64()*c.rand.Float64())
			in.rest = c.changed(c.kept[newer], c.kept[c.rand.IntN(n)])
		}
		o := interp.Run(c.ctx, c.prog, interp.Addresses(interp.Numbers(in)), interp.Options{MaxSteps: campaignRun, Unrecorded: true, Cover: c.cover})
		c.work += o.Work + 500 // starting a run has a cost, too
		if c.isNew() {
			c.end = max(c.end, c.work+campaignStart)
			if len(in.used) <= campaignKept {
				c.kept = append(c.kept, in.used)
			}
		}
		if o.Kind == interp.ErrorFound && !c.found[o.Loc] {
			if bug := c.recorded(in.used); bug != nil && !c.found[bug.Loc] {
				c.found[bug.Loc] = true
				c.end = max(c.end, c.work+campaignMore)
				return bug
			}
		}
		if len(in.used) == 0 && o.Kind != interp.Cancelled {
			return nil // all runs are the same
		}
	}
	return nil
}

// recorded repeats the run with the given inputs. If it reaches an error, recorded returns the run that Smallest returns for it, otherwise
// nil.
func (c *Campaign) recorded(inputs []num.Int) *interp.Outcome {
	o := interp.Run(c.ctx, c.prog, interp.Addresses(interp.Numbers(interp.Sequence(inputs...))), interp.Options{MaxSteps: 2 * campaignRun, Trace: true})
	if !IsBug(o) {
		return nil
	}
	return Smallest(c.ctx, c.prog, o)
}

// isNew reports whether the last run has reached something new.
func (c *Campaign) isNew() (is bool) {
	for e, n := range c.cover {
		if bit := uint64(1) << bits.Len32(n); n > 0 && c.seen[e]&bit == 0 {
			c.seen[e] |= bit
			is = true
		}
	}
	return is
}

// The modes of generated say how it makes choices, such as whether malloc fails.
const (
	firstChoice = iota
	lastChoice
	anyChoice
	sameLetter // all characters are the same letter: long words
	modes
)

// mostCharacters is the number of generated characters after which the others are the end of the input.
const mostCharacters = 400

// generated gives the values in rest, and then values that it makes.
type generated struct {
	c          *Campaign
	rest, used []num.Int
	mode       int
	text       []byte // the rest of a token
	characters int
}

// Next implements interp.Inputs.
func (g *generated) Next(q interp.Query) (num.Int, bool) {
	var x num.Int
	if len(g.rest) > 0 {
		x, g.rest = g.rest[0], g.rest[1:]
	} else {
		x = g.value(q.Input)
	}
	g.used = append(g.used, x)
	return x, true
}

func (g *generated) value(in *cfa.Input) num.Int {
	r := g.c.rand
	if in.Only != nil {
		if g.characters++; g.mode == sameLetter {
			return num.Of('a')
		} else if g.characters > mostCharacters {
			return num.Of(-1)
		}
		for len(g.text) == 0 {
			g.token()
		}
		x := num.Of(int64(g.text[0]))
		g.text = g.text[1:]
		return x
	}
	if in.Float != (fp.Format{}) {
		return num.Of(r.Int64N(20) - 5)
	}
	low, hasLow, high, hasHigh := in.Range.Bounds()
	if hasLow && hasHigh {
		switch size, small := high.Sub(low).Int64(); {
		case !small || size > 3:
		case g.mode == anyChoice || r.IntN(8) == 0:
			return low.Add(num.Of(r.Int64N(size + 1)))
		case g.mode == firstChoice:
			return low
		default:
			return high
		}
		switch r.IntN(8) {
		case 0:
			return low
		case 1:
			return high
		}
	}
	switch r.IntN(3) {
	case 0:
		return num.Of(r.Int64N(300) - 50)
	case 1:
		if len(g.c.constants) > 0 {
			return g.c.constant()
		}
	}
	return num.Of(r.Int64N(10))
}

// constant returns one of the numbers that the program compares values with, or a neighbour of it.
func (c *Campaign) constant() num.Int {
	return c.constants[c.rand.IntN(len(c.constants))].Add(num.Of(c.rand.Int64N(3) - 1))
}

// extremes are numbers at which programs often fail.
var extremes = []int64{-1, 0, 1, 7, 99, 100, 1000, 100_000, 1 << 30, 1<<31 - 1, -1 << 31}

// number returns a number as a text.
func (c *Campaign) number() string {
	r := c.rand
	switch r.IntN(8) {
	case 0:
		return strconv.FormatInt(extremes[r.IntN(len(extremes))], 10)
	case 1:
		return strconv.FormatInt(r.Int64N(1000)-100, 10)
	case 2:
		if len(c.constants) > 0 {
			return c.constant().String()
		}
	}
	return strconv.FormatInt(r.Int64N(10), 10)
}

// token puts another token into g.text, and perhaps a space after it.
func (g *generated) token() {
	r := g.c.rand
	switch r.IntN(8) {
	case 0, 1, 2, 3:
		g.text = append(g.text, g.c.number()...)
	case 4:
		for range 1 + r.IntN(12) {
			g.text = append(g.text, byte('a'+r.IntN(26)))
		}
	case 5:
		g.text = append(g.text, byte(' '+r.IntN(95)))
	case 6:
		const signs = "+-*/()=.,;:%<>\"'\\"
		g.text = append(g.text, signs[r.IntN(len(signs))])
	case 7:
		if len(g.c.constants) > 0 {
			if k, ok := g.c.constant().Int64(); ok && 0 < k && k < 256 {
				g.text = append(g.text, byte(k))
			}
		}
	}
	if r.IntN(3) > 0 {
		g.text = append(g.text, " \n\n"[r.IntN(3)])
	}
}

// changed returns the inputs a with some changes. Some of the inputs b may be put into them.
func (c *Campaign) changed(a, b []num.Int) []num.Int {
	r := c.rand
	a = slices.Clone(a)
	for n := 1 << r.IntN(4); n > 0 && len(a) > 0; n-- {
		k := r.IntN(len(a))
		part := func(most int) int { return min(len(a)-k, 1+r.IntN(most)) }
		switch r.IntN(9) {
		case 0:
			a[k] = num.Of(r.Int64N(20) - 3)
		case 1:
			a[k] = num.Of(r.Int64N(256))
		case 2:
			a[k] = num.Of('0' + r.Int64N(10))
		case 3:
			a[k] = a[k].Add(num.Of(r.Int64N(5) - 2))
		case 4: // the rest is generated
			a = a[:k]
		case 5: // remove some
			a = slices.Delete(a, k, k+part(4))
		case 6: // repeat some
			m := part(8)
			again, rest := a[k:k+m:k+m], slices.Clone(a[k+m:])
			for a = a[: k : k+m]; len(a) < campaignKept/2; a = append(a, again...) {
				if r.IntN(16) == 0 && len(a) > k {
					break
				}
			}
			a = append(a, rest...)
		case 7: // go on with other inputs
			if len(b) > 0 {
				a = append(a[:k], b[r.IntN(len(b)):]...)
			}
		case 8: // insert a number
			for i, d := range []byte(c.number()) {
				a = slices.Insert(a, k+i, num.Of(int64(d)))
			}
		}
	}
	return a
}
