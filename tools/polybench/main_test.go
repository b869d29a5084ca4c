package main

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet/internal/workload"
)

// What is measured has the known digests, and a time.
func TestMeasure(t *testing.T) {
	var all table
	all.add(measureOctagons(8, time.Millisecond))
	all.add(measurePolyhedra(4, 1, false))
	all.add(measurePolyhedra(4, 1, true))
	if all.wrong > 0 || len(all.bad) > 0 {
		t.Errorf("differ: %v", all.bad)
	}
	for _, k := range all.keys {
		if all.median(k, whet) <= 0 {
			t.Errorf("%v took no time", k)
		}
	}
	if want := 8 + 7; len(all.keys) != want {
		t.Errorf("%d operations, want %d", len(all.keys), want)
	}
}

func TestParse(t *testing.T) {
	got, err := parse("ppl-oct-double\t8\tclosure\t2.5\t68ae4f4a6573196c\nppl-C_Polyhedron\t4\tmeet\t12400.0\t0000000000000000\n")
	want := []sample{
		{lib: pplDouble, n: 8, op: "closure", ns: 2.5, sum: "68ae4f4a6573196c"},
		{lib: pplPoly, n: 4, op: "meet", ns: 12400, kind: polyhedra},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, bad := range []string{"warning\n", "a\tb\tc\t1\t2\n", "a\t1\tc\tx\t2\n"} {
		if _, err := parse(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

func TestSizes(t *testing.T) {
	if got, err := sizes("4,16"); err != nil || !reflect.DeepEqual(got, []int{4, 16}) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := sizes("none"); err != nil || got != nil {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"x", "1", "8,", "-4", "2000"} {
		if _, err := sizes(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

// A wrong digest is noticed, and ratios are those of medians; derived ones also use
// what was published.
func TestTable(t *testing.T) {
	right, _ := known(key{octagons, 64, "closure"})
	var all table
	for _, ns := range []float64{3000, 1000, 2000} {
		all.add([]sample{
			{lib: whet, n: 64, op: "closure", ns: ns, sum: right},
			{lib: pplDouble, n: 64, op: "closure", ns: 2 * ns, sum: right},
			{lib: whet, n: 64, op: "join", ns: ns, sum: "0123456789abcdef"},
			{lib: whetOne, n: 4, op: "walk_step", ns: ns, sum: "0123456789abcdef", kind: polyhedra},
		})
	}
	if all.wrong != 2 {
		t.Errorf("%d wrong digests, want 2", all.wrong)
	}
	var b strings.Builder
	all.print(&b, config{runs: 3, octagons: []int{64}, polyhedra: []int{4}})
	// 0.5 * 969/812 and 0.5 * 969/287.
	for _, line := range []string{
		"| closure | 64 | 2 µs | 4 µs | – | – | 0.50 | – | 0.60 | 1.69 | equal |",
		"| join | 64 | 2 µs | – | – | – | – | – | – | – | differs: whet |",
		"| walk_step | 4 | – | 2 µs | – | – | – | – | differs: whet, one block |",
	} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("no line %s in\n%s", line, b.String())
		}
	}
}

// Every digest that is known has an operation that is measured, and published times.
func TestPublished(t *testing.T) {
	for n := range workload.Octagons {
		for _, op := range []string{"closure", "incr", "join", "widen", "leq_true", "leq_false", "forget", "assign"} {
			if p := published[key{octagons, n, op}]; p.ppl <= 0 || p.apron <= 0 || p.elina <= 0 {
				t.Errorf("octagons over %d, %s: %v", n, op, p)
			}
		}
	}
	for d := range workload.Polyhedra {
		for _, op := range []string{"walk_step", "walk_step_median", "meet", "assign", "hull", "widen", "leq"} {
			if p := published[key{polyhedra, d, op}]; p.ppl <= 0 || p.elina <= 0 {
				t.Errorf("polyhedra in %d dimensions, %s: %v", d, op, p)
			}
		}
	}
}

func TestDuration(t *testing.T) {
	for ns, want := range map[float64]string{0: "–", 8.7: "8.7 ns", 999.4: "999 ns", 999.6: "1 µs", 12345: "12.3 µs", 5.29e6: "5.29 ms"} {
		if got := duration(ns); got != want {
			t.Errorf("%v: %s, want %s", ns, got, want)
		}
	}
}

func TestMedian(t *testing.T) {
	if median(nil) != 0 || median([]float64{3, 1, 2}) != 2 || median([]float64{4, 1, 2, 3}) != 2.5 {
		t.Error("a median is wrong")
	}
}
