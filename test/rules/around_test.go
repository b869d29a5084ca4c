package rules_test

import (
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/test"
)

// Where bounds are not checked, an index outside of an array that is a member leads to the members around,
// as on a machine. What they hold then is not known; everything else is as it was.
func TestAroundAMember(t *testing.T) {
	const head = test.Decls + "struct s { char name[8]; int v; }; int g; static void set(struct s *p, int i) { p->name[i] = 1; } "
	for _, c := range []struct {
		name, src string
		want      whet.Verdict
	}{
		{"the next member", `int main(void) { struct s s = {"", 0}; set(&s, 8); if (s.v) reach_error(); return 0; }`, whet.Unknown},
		{"the next member, with any index", `int main(void) { struct s s = {"", 0}; set(&s, __VERIFIER_nondet_int() & 15); if (s.v) reach_error(); return 0; }`, whet.Unknown},
		{"another variable", `int main(void) { struct s s = {"", 0}; set(&s, __VERIFIER_nondet_int() & 15); if (g) reach_error(); return 0; }`, whet.Safe},
		{"what is read there", `int main(void) { struct s s = {"", 1}, *p = &s; set(p, 0); int i = __VERIFIER_nondet_int() & 15; if (p->name[i] == 3) reach_error(); return 0; }`, whet.Unknown},
		{"inside", `int main(void) { struct s s = {"", 0}; set(&s, __VERIFIER_nondet_int() & 7); if (s.v) reach_error(); return 0; }`, whet.Safe},
		{"in a record around", `struct o { int before; struct s s; int after; }; int main(void) { struct o o = {0, {"", 0}, 0}; set(&o.s, __VERIFIER_nondet_int() & 15); if (o.after) reach_error(); return 0; }`, whet.Unknown},
	} {
		r := test.Verify(t, head+c.src, whet.Options{Checks: []string{"none"}})
		// A bug may be found where it does not rest on what is not known.
		if r.Verdict != c.want && !(c.want == whet.Unknown && r.Verdict == whet.Unsafe) {
			t.Errorf("%s: %s, not %s: %s", c.name, r.Verdict, c.want, r.Reason)
		}
	}
}
