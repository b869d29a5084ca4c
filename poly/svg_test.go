package poly

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

func picture(t *testing.T, o SVGOptions, layers ...SVGLayer) string {
	t.Helper()
	var b bytes.Buffer
	if err := SVG(&b, o, layers...); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(b.Bytes())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return b.String()
		} else if err != nil {
			t.Fatalf("%v in %s", err, b.String())
		}
	}
}

func TestSVG(t *testing.T) {
	// The projection of a pyramid on two of its dimensions, in the order asked for.
	pyramid := Of(3, linear.Rationals, parseAll("x2 >= 0", "x0 + x2 <= 2", "x0 - x2 >= -2", "x1 + x2 < 3", "x1 - x2 >= -2")...)
	got := picture(t, SVGOptions{Title: "Pyramid & base", Names: []string{"a", "b", "c"}, X: 1, Y: 0},
		SVGLayer{Label: "base", Sets: []*Polyhedron{pyramid}, Marks: [][]num.Rat{{num.RatOf(1), num.RatOf(2), num.RatOf(0)}}})
	for _, part := range []string{"Pyramid &amp; base", ">b &lt; 3<", ">b &gt;= -2<", ">a &lt;= 2<", ">a &gt;= -2<", ">base<"} {
		if !strings.Contains(got, part) {
			t.Errorf("no %q in %s", part, got)
		}
	}
	if strings.Contains(got, "c &") {
		t.Errorf("dimension c in %s", got)
	}
	u := UnionOf(2, linear.Integers,
		Of(2, linear.Integers, parseAll("x0 >= 0", "x0 <= 2", "x1 >= x0", "x1 <= 3")...),
		Of(2, linear.Integers, parseAll("x0 >= 4", "x1 >= 2*x0 - 9")...))
	layer := SVGLayer{Label: "u", Sets: u.Disjuncts(), Quiet: true}
	quiet := picture(t, SVGOptions{}, layer)
	if quiet != picture(t, SVGOptions{}, layer) {
		t.Error("two pictures of the same differ")
	}
	if strings.Contains(quiet, "&lt;=") || !strings.Contains(quiet, ">x1<") {
		t.Errorf("constraints, or no names of axes, in %s", quiet)
	}
	layer.Sets = []*Polyhedron{Bottom(2, linear.Rationals), Top(2, linear.Rationals)}
	picture(t, SVGOptions{View: [2][2]num.Rat{{}, {num.RatOf(1), num.RatOf(2)}}}, layer)
}

func TestSVGFails(t *testing.T) {
	p := Top(2, linear.Rationals)
	if err := SVG(failing{}, SVGOptions{}, SVGLayer{Sets: []*Polyhedron{p}}); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
	for want, f := range map[string]func(){
		"SVG of dimensions 0 and 2 of a polyhedron with 2 dimensions": func() {
			_ = SVG(io.Discard, SVGOptions{Y: 2}, SVGLayer{Sets: []*Polyhedron{p}})
		},
		"SVG of dimensions 0 and 1 of a point with 1 coordinates": func() {
			_ = SVG(io.Discard, SVGOptions{}, SVGLayer{Marks: [][]num.Rat{{num.RatOf(1)}}})
		},
		"SVG on a nil *Polyhedron": func() { _ = SVG(io.Discard, SVGOptions{}, SVGLayer{Sets: []*Polyhedron{nil}}) },
	} {
		func() {
			defer func() {
				if got, ok := recover().(string); !ok || !strings.Contains(got, want) {
					t.Errorf("panic %q, want %q", got, want)
				}
			}()
			f()
		}()
	}
}

var errFull = errors.New("full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }
