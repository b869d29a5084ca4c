package certify

import (
	"slices"

	"github.com/whet-mc/whet/cert"
)

// targets says that the proof is about some errors only.
func (f *forger) targets() { f.c.Targets = f.some() }

// some are errors of the program, mostly, or other locations.
func (f *forger) some() []int {
	out := []int{}
	for _, l := range f.p.Errors {
		if f.chance(2) {
			out = append(out, l.ID)
		}
	}
	if f.chance(4) {
		out = append(out, f.anyInt(len(f.p.Locs)))
		slices.Sort(out)
	}
	return out
}

// parts has the proof in parts, each about some errors, of which one may be about all.
func (f *forger) parts() {
	whole := *f.c
	f.c = &cert.Certificate{Task: whole.Task, Builder: whole.Builder}
	for range 1 + f.r.IntN(3) {
		part := clone(&whole)
		if part.Task = (cert.Task{}); f.chance(3) {
			part.Targets = f.some()
		}
		f.c.Parts = append(f.c.Parts, part)
	}
}
