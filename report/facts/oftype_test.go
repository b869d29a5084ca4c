package facts

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/difftest"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
)

// What the type of a variable says anyway is marked, and is not shown to people.
func TestOfType(t *testing.T) {
	word := &cfa.Var{ID: 1, Name: "i", Range: cfa.Range{Bits: 8, Signed: true}}
	slots := []cells.Slot{{Var: word}, {Arr: &cfa.Array{Name: "a", Elem: cfa.Range{Bits: 8}}, Idx: cells.Index{Num: num.Of(1)}}, {Var: &cfa.Var{Name: "x"}}}
	for text, want := range map[string]bool{
		"i <= 127": true, "i <= 126": false, "i >= -128": true, "i >= -127": false, "i <= 128": true, "i = 127": false, "i < 128": false,
		"a <= 255": true, "a >= 0": true, "a >= 1": false, "x <= 127": false, "i - a <= 127": false,
	} {
		c, err := linear.Parse(text, []string{"i", "a", "x"})
		if err != nil {
			t.Fatal(err)
		}
		if got := cells.OfType(c.Primitive(), slots); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	v := &Invariants{Constraints: []Constraint{{Text: "i <= 127", OfType: true}, {Text: "i >= 0"}}}
	if got, want := v.BeyondTypes([][]int{{0, 1}, {0}}), [][]int{{1}, {}}; difftest.Values(want, got) != "" {
		t.Errorf("%v, not %v", got, want)
	}
}

// What a pointer is compared with is said as C does.
func TestPointerText(t *testing.T) {
	p := &cfa.Var{Name: "p", Type: &lang.Type{Kind: lang.Pointer, Size: 8, Elem: &lang.Type{Kind: lang.Integer, Size: 4, Bits: 32}}}
	n := &cfa.Var{Name: "n", Type: &lang.Type{Kind: lang.Integer, Size: 8, Bits: 64}}
	b := &invariantBuilder{words: new(cfa.Program).Words()}
	for text, want := range map[string]string{"p >= 1048556": "p != NULL", "p >= 4096": "p != NULL", "p <= 4095": "p == NULL", "p = 0": "p == NULL", "n >= 4096": "", "p - n <= 0": ""} {
		c, err := linear.Parse(text, []string{"p", "n"})
		if err != nil {
			t.Fatal(err)
		}
		if got := b.pointer(c.Primitive(), []cells.Slot{{Var: p}, {Var: n}}); got != want {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	}
}
