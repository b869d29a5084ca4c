package plot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

var update = flag.Bool("update", false, "write the golden files")

func set(texts ...string) []linear.Constraint {
	var out []linear.Constraint
	for _, t := range texts {
		out = append(out, linear.MustParse(t, "x", "y"))
	}
	return out
}

type sets = [][]linear.Constraint

// gallery has one of everything.
func gallery() Figure {
	return Figure{
		Title: "Strict & unbounded", X: "x", Y: "y", Notes: []string{"A note."},
		Layers: []Layer{
			{Label: "wedge", Sets: sets{set("x >= 1", "2*y > x", "y < 3*x + 1")}, Integers: true},
			{Label: "segment", Sets: sets{set("x + y = 3", "x >= 0", "y > 0")}},
			{Label: "point", Sets: sets{set("x = 1/2", "y = 1/2")}},
			{Label: "nothing", Sets: sets{set("x < 1", "x >= 1")}},
			{
				Label: "boxes",
				Sets:  sets{set("x >= -3", "x <= -2", "y <= 3", "y >= 2"), set("2*x >= -3", "2*x < -1", "y <= 1", "y >= 0")},
				Marks: []Point{{num.RatOf(-2), num.RatOf(1)}},
			},
		},
	}
}

// TestGolden compares a picture with one that was looked at.
func TestGolden(t *testing.T) {
	var b bytes.Buffer
	if err := Draw(&b, gallery()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", "gallery.svg")
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("the picture changed; look at it and run with -update")
	}
	for _, part := range []string{"Strict &amp; unbounded", "x &gt;= 1", ">nothing (nothing to see)<", "boxes: "} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("no %q in the picture", part)
		}
	}
}

var constraints = rapid.Custom(func(t *rapid.T) linear.Constraint {
	coef := rapid.Int64Range(-3, 3)
	e := linear.X(0).ScaleInt(coef.Draw(t, "a")).Add(linear.X(1).ScaleInt(coef.Draw(t, "b")))
	return linear.Constraint{Expr: e.AddInt(rapid.Int64Range(-6, 6).Draw(t, "c")), Rel: linear.Relation(rapid.IntRange(0, 2).Draw(t, "rel"))}
})

// grid has points of a box: thirds in one direction, halves in the other.
func grid(b box) []Point {
	var out []Point
	for x := b[0][0]; x.LessEq(b[1][0]); x = x.Add(num.RatFrac(1, 3)) {
		for y := b[0][1]; y.LessEq(b[1][1]); y = y.Add(num.RatFrac(1, 2)) {
			out = append(out, Point{x, y})
		}
	}
	return out
}

// inside reports whether p is in the convex hull of corners, given in order.
func inside(corners []Point, p Point) bool {
	left, right, ahead, behind := false, false, false, false
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		dx, dy := b[0].Sub(a[0]), b[1].Sub(a[1])
		px, py := p[0].Sub(a[0]), p[1].Sub(a[1])
		turn := dx.Mul(py).Sub(dy.Mul(px)).Sign()
		left, right = left || turn > 0, right || turn < 0
		along := px.Mul(dx).Add(py.Mul(dy)).Sign()
		ahead, behind = ahead || along > 0, behind || along < 0
	}
	switch len(corners) {
	case 0:
		return false
	case 1:
		return corners[0].equal(p)
	case 2:
		return !left && !right && !behind
	}
	return !(left && right)
}

func TestRegion(t *testing.T) {
	view := box{{num.RatOf(-4), num.RatOf(-4)}, {num.RatOf(4), num.RatOf(4)}}
	points := grid(view)
	rapid.Check(t, func(t *rapid.T) {
		cs := rapid.SliceOfN(constraints, 0, 5).Draw(t, "set")
		closure := clip(cs, view)
		r := newRegion(cs, view)
		some := false
		for _, p := range points {
			closed := true
			for _, c := range cs {
				s := c.Expr.Eval(p[:]).Sign()
				closed = closed && s <= 0 && (s == 0 || c.Rel != linear.EQ)
			}
			if inside(closure, p) != closed {
				t.Fatalf("%v: polygon %v, point %v: %v", cs, closure, p, closed)
			}
			some = some || r.has(p)
		}
		if some && r.empty {
			t.Fatalf("%v is drawn as empty", cs)
		}
		if !r.empty { // then the mean of the corners is in it
			var mean Point
			for _, p := range r.corners {
				for axis, x := range p {
					mean[axis] = mean[axis].AddMul(num.RatFrac(1, int64(len(r.corners))), x)
				}
			}
			if !r.has(mean) {
				t.Fatalf("%v is drawn as %v, but is empty", cs, r.corners)
			}
		}
		for _, e := range r.edges {
			for _, p := range []Point{e.from, e.to} {
				if !e.by.Expr.Eval(p[:]).IsZero() || !inside(closure, p) {
					t.Fatalf("%v: edge %v to %v", cs, e.from, e.to)
				}
			}
		}
		for _, d := range r.dots {
			if r.has(d.at) == d.open {
				t.Fatalf("%v: dot %v", cs, d)
			}
		}
	})
}

func TestEdges(t *testing.T) {
	f := Figure{Layers: []Layer{{Sets: sets{set("x >= 0", "y >= 0", "x + y < 3", "2*x + 2*y <= 6", "y <= 9")}}}}
	r := newRegion(f.Layers[0].Sets[0], f.chooseView())
	if len(r.edges) != 3 || len(r.dots) != 3 || len(r.corners) != 3 {
		t.Fatalf("a triangle with %d edges, %d dots", len(r.edges), len(r.dots))
	}
	open := 0
	for _, e := range r.edges {
		if e.open {
			open++
		}
	}
	for _, d := range r.dots {
		if d.open {
			open++
		}
	}
	if open != 3 {
		t.Errorf("%d edges and vertices are open, want 1 and 2", open)
	}
}

// TestView checks that all vertices are well inside of a chosen view.
func TestView(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cs := rapid.SliceOfN(constraints, 0, 5).Draw(t, "set")
		f := Figure{Layers: []Layer{{Sets: sets{cs}}}}
		v := f.chooseView()
		if v.span(0).Sign() <= 0 || v.span(1).Sign() <= 0 {
			t.Fatalf("%v: the view is %v", cs, v)
		}
		for _, p := range landmarks(cs) {
			for axis, x := range p {
				if !v[0][axis].Less(x) || !x.Less(v[1][axis]) {
					t.Fatalf("%v: %v is not inside %v", cs, p, v)
				}
			}
		}
	})
	mine := [2]Point{{num.RatOf(0), num.RatOf(0)}, {num.RatOf(1), num.RatOf(100)}}
	f := Figure{View: mine}
	if f.chooseView() != box(mine) {
		t.Error("the given view is not taken")
	}
}

func TestTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := num.RatFrac(rapid.Int64Range(-1000, 1000).Draw(t, "lo"), rapid.Int64Range(1, 50).Draw(t, "den"))
		span := num.RatFrac(rapid.Int64Range(1, 1<<40).Draw(t, "n"), rapid.Int64Range(1, 1<<40).Draw(t, "d"))
		hi := lo.Add(span)
		most := rapid.IntRange(3, 12).Draw(t, "most")
		ts := ticks(lo, hi, most)
		if len(ts) > most+1 || len(ts) < (most-2)/3 {
			t.Fatalf("%d ticks, at most %d wanted", len(ts), most)
		}
		seen := map[string]bool{}
		for _, x := range ts {
			if x.at.Less(lo) || hi.Less(x.at) || seen[x.text] {
				t.Fatalf("%v to %v: %v", lo, hi, ts)
			}
			seen[x.text] = true
		}
	})
	var texts []string
	for _, x := range ticks(num.RatFrac(-1, 4), num.RatOf(1), 6) {
		texts = append(texts, x.text)
	}
	if got := strings.Join(texts, " "); got != "0 0.5 1" && got != "-0.25 0 0.25 0.5 0.75 1" {
		t.Errorf("ticks %s", got)
	}
}

// TestWellFormed reads random pictures as XML, also with names and numbers that
// nobody would choose.
func TestWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := Figure{Title: rapid.String().Draw(t, "title"), X: rapid.String().Draw(t, "x")}
		for range rapid.IntRange(0, 8).Draw(t, "layers") {
			l := Layer{Label: rapid.String().Draw(t, "label"), Integers: rapid.Bool().Draw(t, "integers")}
			for range rapid.IntRange(0, 2).Draw(t, "sets") {
				cs := rapid.SliceOfN(constraints, 0, 4).Draw(t, "set")
				for i := range cs {
					if rapid.IntRange(0, 5).Draw(t, "wide") == 0 {
						cs[i].Expr = cs[i].Expr.AddConst(num.RatOfInt(num.Pow2(100)))
					}
				}
				l.Sets = append(l.Sets, cs)
			}
			f.Layers = append(f.Layers, l)
		}
		var b, again bytes.Buffer
		if Draw(&b, f) != nil || Draw(&again, f) != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Fatal("two drawings differ")
		}
		if strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") {
			t.Fatal("a coordinate is no number")
		}
		d := xml.NewDecoder(&b)
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	})
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestErrors(t *testing.T) {
	if err := Draw(broken{}, Figure{}); err == nil || err.Error() != "full" {
		t.Errorf("the writer's error is lost: %v", err)
	}
	defer func() {
		if r := recover(); r != "plot: Draw of layer 0 with a constraint over 3 dimensions, not 2" {
			t.Errorf("panic: %v", r)
		}
	}()
	Draw(io.Discard, Figure{Layers: []Layer{{Sets: sets{{linear.X(2).LE(linear.X(0))}}}}})
}
