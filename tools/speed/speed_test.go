package main

import (
	"math"
	"testing"
	"time"
)

// Costs that grow with a known power give its exponent, whatever each run costs beside it.
func TestExponent(t *testing.T) {
	sizes := []int{10, 30, 100, 300, 1000}
	for _, want := range []float64{0.5, 1, 1.2, 2, 3.5} {
		var costs []float64
		for _, n := range sizes {
			costs = append(costs, 5+20*math.Pow(float64(n), want))
		}
		if k, ok := exponent(sizes, costs, 5); !ok || math.Abs(k-want) > 1e-9 {
			t.Errorf("exponent %v, %v, want %v", k, ok, want)
		}
	}
	if k, ok := exponent(sizes, []float64{1, 1, 1.1, 1.9, 30}, 1); ok {
		t.Errorf("exponent %v of a single point above what every run costs", k)
	}
	if k, ok := exponent([]int{5, 5, 5}, []float64{10, 11, 12}, 0); ok {
		t.Errorf("exponent %v of a single size", k)
	}
}

func TestMedian(t *testing.T) {
	same := func(d time.Duration) time.Duration { return d }
	if m := median([]time.Duration{5, 1, 9}, same); m != 5 {
		t.Errorf("median of three: %d", m)
	}
	if m := median(nil, same); m != 0 {
		t.Errorf("median of nothing: %d", m)
	}
}

func TestChooseSections(t *testing.T) {
	all, err := choose(nil)
	if err != nil || len(all) != len(sections) {
		t.Errorf("%d sections, %v", len(all), err)
	}
	if one, err := choose([]string{"start"}); err != nil || len(one) != 1 || one[0].name != "start" {
		t.Errorf("%v, %v", one, err)
	}
	if _, err := choose([]string{"stop"}); err == nil {
		t.Error("a section that is not there was chosen")
	}
}

// A section replaces its own goals, and no others, wherever they stand; what is no section goes.
func TestMergeGoals(t *testing.T) {
	a, b, c := goal{"start", "x", "1 s", "at most 2 s", true}, goal{"growth", "y", "3", "at most 2", false}, goal{"growth", "z", "1", "at most 2", true}
	table := mergeGoals("", "growth", []goal{b, c})
	table = mergeGoals(table, "start", []goal{a})
	if want := goalsHead + a.row() + b.row() + c.row(); table != want {
		t.Fatalf("\n%s, want\n%s", table, want)
	}
	d := goal{"growth", "y", "1", "at most 2", true}
	if got, want := mergeGoals(table+"| gone | x | 1 | 2 | met |\n", "growth", []goal{d}), goalsHead+a.row()+d.row(); got != want {
		t.Errorf("\n%s, want\n%s", got, want)
	}
}
