package main

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/whet-mc/whet/internal/workload"
)

// The tables.

// The libraries.
const (
	whet      = "whet"
	whetOne   = "whet, one block"
	pplDouble = "ppl-oct-double"
	pplMPZ    = "ppl-oct-mpz_class"
	pplMPQ    = "ppl-oct-mpq_class"
	pplPoly   = "ppl-C_Polyhedron"
)

// kind is the kind of domain: operations of octagons and of polyhedra may have the same name.
type kind uint8

const (
	octagons kind = iota
	polyhedra
)

type key struct {
	kind kind
	n    int
	op   string
}

// A table collects the samples of all runs.
type table struct {
	keys  []key // in the order of their first samples
	times map[key]map[string][]float64
	bad   map[key][]string // libraries whose digest differs from the known one
	wrong int              // how many of them belong to this module
}

func (t *table) add(samples []sample) {
	if t.times == nil {
		t.times, t.bad = map[key]map[string][]float64{}, map[key][]string{}
	}
	for _, s := range samples {
		k := key{s.kind, s.n, s.op}
		if t.times[k] == nil {
			t.keys = append(t.keys, k)
			t.times[k] = map[string][]float64{}
		}
		t.times[k][s.lib] = append(t.times[k][s.lib], s.ns)
		// PPL rounds over integers, for which the workload is not made.
		if want, ok := known(k); ok && s.sum != want && s.lib != pplMPZ && !slices.Contains(t.bad[k], s.lib) {
			t.bad[k] = append(t.bad[k], s.lib)
			if s.lib == whet || s.lib == whetOne {
				t.wrong++
			}
		}
	}
}

// known returns the digest on which exact libraries agree.
func known(k key) (string, bool) {
	var d workload.Digest
	if k.kind == octagons {
		s := workload.Octagons[k.n]
		d = map[string]workload.Digest{
			"closure": s.Closure, "incr": s.Incr, "incr_pub": s.Incr, "join": s.Join, "widen": s.Widen,
			"leq_true": s.LeqTrue, "leq_false": s.LeqFalse, "forget": s.Forget, "assign": s.Assign,
		}[k.op]
	} else {
		s := workload.Polyhedra[k.n]
		d = map[string]workload.Digest{"walk_step": s.Walk, "walk_step_median": s.Walk, "widen": s.Widen, "leq": s.Leq}[k.op]
	}
	return fmt.Sprintf("%016x", uint64(d)), d != 0
}

// print writes the tables.
func (t *table) print(w io.Writer, c config) {
	fmt.Fprintf(w, "Medians of %d runs, %s/%s, %s. A ratio above 1 says that this module is slower.\n", c.runs, runtime.GOOS, runtime.GOARCH, runtime.Version())
	if len(c.octagons) > 0 {
		fmt.Fprint(w, "\n## Octagons over n variables, 2n constraints\n\n")
		t.section(w, octagons, "n", []string{whet, pplDouble, pplMPZ, pplMPQ}, []ratio{
			{"/ PPL double", whet, pplDouble, ""},
			{"/ PPL mpq", whet, pplMPQ, ""},
			{"/ APRON long int*", whet, pplDouble, "apron"},
			{"/ ELINA*", whet, pplDouble, "elina"},
		})
	}
	if len(c.polyhedra) > 0 {
		fmt.Fprint(w, "\n## Polyhedra in d dimensions\n\n")
		t.section(w, polyhedra, "d", []string{whet, whetOne, pplPoly}, []ratio{
			{"/ PPL", whet, pplPoly, ""},
			{"one block / PPL", whetOne, pplPoly, ""},
			{"/ ELINA*", whet, pplPoly, "elina"},
		})
	}
	fmt.Fprint(w, "\n\\* Derived, not measured here: the ratio to PPL here, times PPL's to that library as measured\nelsewhere on one machine.\n")
}

// A ratio is a column: a's time divided by b's, and if derived is not empty, multiplied by a published ratio for that
// library.
type ratio struct{ title, a, b, derived string }

func (t *table) section(w io.Writer, k kind, size string, libs []string, ratios []ratio) {
	head := []string{"operation", size}
	head = append(head, libs...)
	for _, r := range ratios {
		head = append(head, r.title)
	}
	head = append(head, "digest")
	fmt.Fprintf(w, "| %s |\n|%s\n", strings.Join(head, " | "), strings.Repeat("---|", len(head)))
	keys := slices.DeleteFunc(slices.Clone(t.keys), func(x key) bool { return x.kind != k })
	var ops []string
	for _, x := range keys {
		if !slices.Contains(ops, x.op) {
			ops = append(ops, x.op)
		}
	}
	slices.SortStableFunc(keys, func(a, b key) int { return slices.Index(ops, a.op) - slices.Index(ops, b.op) })
	for _, x := range keys {
		row := []string{x.op, fmt.Sprint(x.n)}
		for _, l := range libs {
			row = append(row, duration(t.median(x, l)))
		}
		for _, r := range ratios {
			row = append(row, t.ratio(x, r))
		}
		fmt.Fprintf(w, "| %s | %s |\n", strings.Join(row, " | "), t.verdict(x))
	}
}

func (t *table) median(k key, lib string) float64 { return median(t.times[k][lib]) }

// ratio returns a ratio as text, or a dash if something was not measured.
func (t *table) ratio(k key, r ratio) string {
	x, y := t.median(k, r.a), t.median(k, r.b)
	if r.derived != "" {
		p := published[k]
		other := p.apron
		if r.derived == "elina" {
			other = p.elina
		}
		if p.ppl == 0 {
			y = 0
		} else {
			y *= other / p.ppl
		}
	}
	if x == 0 || y == 0 {
		return "–"
	}
	switch q := x / y; {
	case q < 0.0995:
		return fmt.Sprintf("%.3f", q)
	case q < 9.95:
		return fmt.Sprintf("%.2f", q)
	default:
		return fmt.Sprintf("%.0f", q)
	}
}

func (t *table) verdict(k key) string {
	if _, ok := known(k); !ok {
		return "–"
	}
	if bad := t.bad[k]; len(bad) > 0 {
		return "differs: " + strings.Join(bad, ", ")
	}
	return "equal"
}

// duration writes nanoseconds with three digits.
func duration(ns float64) string {
	switch {
	case ns == 0:
		return "–"
	case ns < 999.5:
		return fmt.Sprintf("%.3g ns", ns)
	case ns < 999.5e3:
		return fmt.Sprintf("%.3g µs", ns/1e3)
	}
	return fmt.Sprintf("%.3g ms", ns/1e6)
}
