// Samples: states of runs on random inputs, from which facts are guessed.

package heap

import (
	"math/rand/v2"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/houdini"
)

// Limits of the runs and samples.
const (
	runs       = 200
	runSteps   = 3_000
	mostStates = 240 // samples of one place
	mostOfRun  = 12  // samples of one place from one run
	mostBlocks = 24  // blocks in a sample
)

// run collects states from runs on random inputs.
func (x *Search) run() {
	sizes := x.whole.Arrays[x.sizes.ID]
	inputs := x.inputs()
	for seed := range uint64(runs) / 4 {
		if x.Stopped() {
			return
		}
		looked := 0
		interp.Run(x.Budget(), x.whole, inputs(seed), interp.Options{MaxSteps: runSteps, Watch: func(v interp.View) {
			if v.Loc().LoopHead && looked < mostOfRun {
				looked++
				x.members(v)
			}
		}})
	}
	x.sortFields()
	for seed := range uint64(runs) {
		if x.Stopped() {
			return
		}
		taken := map[*houdini.Place]int{}
		interp.Run(x.Budget(), x.whole, inputs(seed), interp.Options{MaxSteps: runSteps, Watch: func(v interp.View) {
			l := v.Loc()
			if !l.LoopHead {
				return
			}
			p := x.Find(l, v.Calls())
			if p == nil || len(x.samples[p]) >= mostStates || taken[p] >= mostOfRun {
				return
			}
			blocks := v.Stored(sizes)
			if len(blocks) > mostBlocks {
				return
			}
			taken[p]++
			x.samples[p] = append(x.samples[p], x.sample(v, p, blocks))
		}})
	}
}

// members records for each stored cell in a block its offset in the block. Not all of these offsets are in the text
// of the program (readProgram): programs also compute addresses in other ways than as the sum of a pointer and a
// number.
func (x *Search) members(v interp.View) {
	blocks := v.Stored(x.whole.Arrays[x.sizes.ID])
	if len(blocks) > mostBlocks {
		return
	}
	for _, a := range x.Prog.Arrays {
		if !a.Region || a.Proc != nil || !x.reads[a] {
			continue
		}
		for _, at := range v.Stored(x.whole.Arrays[a.ID]) {
			i, found := slices.BinarySearch(blocks, at)
			if !found {
				i--
			}
			if i < 0 {
				continue
			}
			size, _ := v.Cell(x.whole.Arrays[x.sizes.ID], num.Of(blocks[i]))
			if n, _ := size.Int64(); at < blocks[i]+n && at < blocks[i]+mostOffset {
				x.addField(field{a, at - blocks[i]})
			}
		}
	}
}

// inputs returns random inputs, mostly small numbers and numbers of the program. Loops that depend on them continue
// for a while.
func (x *Search) inputs() func(seed uint64) interp.Inputs {
	return func(seed uint64) interp.Inputs {
		r := rand.New(rand.NewPCG(seed, 77))
		goOn := 1 + int(seed%4) // in goOn of 5 cases an input is not simply 0, so that a loop goes on
		return interp.Addresses(interp.Func(func(q interp.Query) (num.Int, bool) {
			switch {
			case q.Input.Kind != cfa.Nondet:
				return num.Of(int64(r.Uint32())), true
			case r.IntN(5) >= goOn:
				return num.Of(0), true
			case r.IntN(3) > 0 && len(x.numbers) > 0:
				return num.Of(x.numbers[r.IntN(len(x.numbers))] + int64(r.IntN(3)) - 1), true
			}
			return num.Of(1), true
		}))
	}
}

func (x *Search) sample(v interp.View, p *houdini.Place, blocks []int64) *sample {
	s := &sample{vars: map[*cfa.Var]int64{}, sizes: map[int64]int64{}, cells: map[cellAt]int64{}}
	for _, y := range p.Vars {
		if n, ok := v.Var(x.whole.Vars[y.ID]); ok {
			if k, ok := n.Int64(); ok {
				s.vars[y] = k
			}
		}
	}
	for _, at := range blocks {
		n, _ := v.Cell(x.whole.Arrays[x.sizes.ID], num.Of(at))
		size, _ := n.Int64()
		s.blocks = append(s.blocks, at)
		s.sizes[at] = size
		for _, f := range x.fields {
			if n, ok := v.Cell(x.whole.Arrays[f.arr.ID], num.Of(at+f.off)); ok {
				if k, ok := n.Int64(); ok {
					s.cells[cellAt{f.arr, at + f.off}] = k
				}
			}
		}
	}
	return s
}
