package lsp

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/lang"
)

func TestPositions(t *testing.T) {
	x := newText([]byte("aä𝄞b\r\n\xff\rc\n"))
	for _, at := range []struct {
		p      position
		offset int
	}{
		{position{0, 0}, 0}, {position{0, 1}, 1}, {position{0, 2}, 3}, {position{0, 4}, 7}, {position{0, 5}, 8},
		{position{1, 0}, 10}, {position{1, 1}, 11}, {position{2, 0}, 12}, {position{3, 0}, 14},
	} {
		if got := x.offset(at.p); got != at.offset {
			t.Errorf("offset of %v is %d, want %d", at.p, got, at.offset)
		}
		if got := x.position(at.offset); got != at.p {
			t.Errorf("position of %d is %v, want %v", at.offset, got, at.p)
		}
	}
	for p, want := range map[position]int{{0, 3}: 7, {0, 99}: 8, {9, 0}: 14, {-1, 2}: 0, {1, -5}: 10} {
		if got := x.offset(p); got != want {
			t.Errorf("offset of %v is %d, want %d", p, got, want)
		}
	}
	y := newText([]byte("  int ä1 = 42;\n\tx"))
	for p, want := range map[lang.Pos]span{
		{Line: 1, Col: 7}: {position{0, 6}, position{0, 8}}, {Line: 1, Col: 13}: {position{0, 11}, position{0, 13}},
		{Line: 1, Col: 15}: {position{0, 13}, position{0, 14}}, {Line: 2}: {position{1, 1}, position{1, 2}}, {Line: 7, Col: 3}: {position{1, 2}, position{1, 2}},
		{Line: 1, Col: 99}: {position{0, 14}, position{0, 14}},
	} {
		if got := y.token(p); got != want {
			t.Errorf("the token at %v is %v, want %v", p, got, want)
		}
	}
}

// Whatever an editor sends: positions lie in the text, and come back as they went.
func TestPositionsOfAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := newText(rapid.SliceOf(rapid.SampledFrom([]byte("a\n\r\xc3\xa4\xf0\x9d\x84\x9e\xff"))).Draw(t, "text"))
		p := position{rapid.IntRange(-1, 9).Draw(t, "line"), rapid.IntRange(-1, 9).Draw(t, "character")}
		i := x.offset(p)
		if i < 0 || i > len(x.bytes) || x.offset(x.position(i)) != i {
			t.Fatalf("%v is at %d, which is %v", p, i, x.position(i))
		}
		y := x.edit(contentChange{&span{p, position{p.Line + 1, 0}}, "b"})
		if len(y.bytes) < 1 || y.bytes[i] != 'b' {
			t.Fatalf("edited at %d: %q", i, y.bytes)
		}
		x.token(lang.Pos{File: "x", Line: p.Line, Col: p.Character})
	})
}
