package chart

import (
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"os"
	"strings"
	"testing"
)

func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		_, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("no XML: %v\n%s", err, svg)
		}
	}
}

func TestQuantileHasEveryTask(t *testing.T) {
	var b bytes.Buffer
	series := []Series{{"value & co", []float64{3, 0.01, 0.2}}, {"none", nil}, {"predicate", []float64{59, 1}}}
	if err := Quantile(&b, "solved <tasks>", series, 60); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, b.Bytes())
	if n := strings.Count(b.String(), "<circle"); n != 5 {
		t.Errorf("%d points for 5 tasks", n)
	}
	// The slowest of three stands at the third place.
	if !strings.Contains(b.String(), "value &amp; co: 3 within 3 s") || !strings.Contains(b.String(), "value &amp; co: 1 within 0.01 s") {
		t.Errorf("times are not in order:\n%s", b.String())
	}
	if strings.Contains(b.String(), "%!") || !strings.Contains(b.String(), `text-anchor="middle">3</text>`) {
		t.Errorf("labels are wrong:\n%s", b.String())
	}
	if p := os.Getenv("CHART_OUT"); p != "" {
		os.WriteFile(p, b.Bytes(), 0o644) //nolint:errcheck // for looking at
	}
	var again bytes.Buffer
	if err := Quantile(&again, "solved <tasks>", series, 60); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Error("the same data give another picture", err)
	}
}

func TestScatterPutsTheUnsolvedOnTheEdges(t *testing.T) {
	var b bytes.Buffer
	if err := Scatter(&b, "two", "before", "after", []Pair{{"a", 1, 10}, {"b", 0, 2}, {"c", 3, -1}, {"d", 0, 0}}); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, b.Bytes())
	for _, want := range []string{"a: 1 s, 10 s", "b: not solved, 2 s", "c: 3 s, not solved", "d: not solved, not solved"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no point %q", want)
		}
	}
	if p := os.Getenv("CHART_OUT2"); p != "" {
		os.WriteFile(p, b.Bytes(), 0o644) //nolint:errcheck // for looking at
	}
}

func TestScales(t *testing.T) {
	s := logarithmic(0.02, 60, 0, 400)
	if s.lo != 0.01 || s.hi != 100 || math.Abs(s.at(1)-200) > 1e-9 || len(s.ticks()) != 5 {
		t.Errorf("%+v at(1)=%v ticks %v", s, s.at(1), s.ticks())
	}
	for _, n := range []float64{1, 7, 8, 43, 99, 100, 5000} {
		if k := len(linear(0, n, 0, 1).ticks()); k < 2 || k > 12 {
			t.Errorf("an axis to %v has %d ticks", n, k)
		}
	}
}

// A cost that grows with the square of the size is a straight line of slope 2.
func TestGrowthIsLogarithmic(t *testing.T) {
	var b bytes.Buffer
	lines := []Line{{"square & co", []Point{{1, 0.01}, {10, 1}, {100, 100}}}, {"none", nil}}
	if err := Growth(&b, "how <it> grows", "N", "seconds", lines); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, b.Bytes())
	for _, want := range []string{"square &amp; co: 1 at 10", "none"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	c := newCanvas("", 720, 460)
	x, y := logarithmic(1, 100, c.left, c.left+c.w), logarithmic(0.01, 100, c.top+c.h, c.top)
	if a, m, z := y.at(0.01), y.at(1), y.at(100); math.Abs(a+z-2*m) > 1e-9 || math.Abs(x.at(1)+x.at(100)-2*x.at(10)) > 1e-9 {
		t.Errorf("the middle is at %v between %v and %v", m, a, z)
	}
}
