package cegar_test

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/num"
)

// Parities, of the example, keep the laws of package mc.
func TestParities(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := mctest.Program(r, mctest.Small)
		d := domain{map[*cfa.Var]bool{}}
		for _, v := range p.Vars {
			d.kept[v] = true
		}
		var runs [][]mctest.Visit
		for range 10 {
			runs = append(runs, mctest.Run(r, p, 40))
		}
		contains := func(s mc.State, v *mctest.Valuation) bool {
			for x, odd := range s.(parities) {
				if n, ok := v.Vars[x]; ok && n.Rem(num.Of(2)).IsZero() == odd {
					return false
				}
			}
			return true
		}
		if err := mctest.Laws(p, d, contains, runs); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}
