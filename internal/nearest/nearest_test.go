package nearest

import "testing"

func TestName(t *testing.T) {
	names := []string{"value", "value-full", "octagon", "polyhedra"}
	for written, want := range map[string]string{
		"vlaue": "value", "valu": "value", "Value": "value", "value-ful": "value-full", "octogon": "octagon",
		"poly": "polyhedra", "polyheder": "polyhedra", "predicates": "", "": "", "x": "", "valuefull": "value-full",
	} {
		if got := Name(written, names); got != want {
			t.Errorf("Name(%q) = %q, not %q", written, got, want)
		}
	}
}
