package lower

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
)

// A table that never changes is read by comparisons of the index, and what is read is what it was.
func TestTables(t *testing.T) {
	for _, c := range []struct {
		name, src string
		reads     bool // some read of the array stays
	}{
		{name: "a table", src: `static const int t[8] = {1, 1, 1, 5, 5, -2, 0, 0}; int get(int i) { return t[i]; }`, reads: true},
		{name: "an index in range", src: `static const unsigned char t[8] = {1, 1, 1, 5, 5, 254, 0, 0}; int get(int i) { return (int)t[i & 7] << 24 >> 24; }`},
		{name: "a table that is changed", src: `static int t[8] = {1, 1, 1, 5, 5, 3, 0, 0}; int get(int i) { t[5] = -2; return t[i & 7]; }`, reads: true},
		{name: "a table that is changed by a constant", src: `static int t[8] = {1, 1, 1, 5, 5, 3}; int get(int i) { static int once; if (!once) { once = 1; t[5] -= 5; } return t[i & 7]; }`, reads: true},
	} {
		p := load(t, `extern void reach_error(void); extern int __VERIFIER_nondet_int(void);`+c.src+`
			int main(void) { int i = __VERIFIER_nondet_int(); if (i < 0 || i > 7) return 0; int v = get(i);
			switch (i) { case 0: case 1: case 2: if (v != 1) reach_error(); break; case 3: case 4: if (v != 5) reach_error(); break;
			case 5: if (v != -2) reach_error(); break; default: if (v != 0) reach_error(); } return 0; }`, lang.LP64, cfa.Machine)
		reads := false
		for _, e := range p.Edges {
			cfa.Reads(e.Op, nil, func(a *cfa.Array) { reads = reads || a.Len == 8 })
		}
		if reads != c.reads {
			t.Errorf("%s: reads stay: %v", c.name, reads)
		}
		for i := range int64(8) {
			if o := runOn(p, i); o.Kind != interp.Exited {
				t.Errorf("%s: %d: %v %s", c.name, i, o.Kind, o.Reason)
			}
		}
	}
}
