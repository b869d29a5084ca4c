package certify

import (
	"bytes"
	"context"
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/refine/quantified"
)

var (
	forgeries = flag.Int("forgeries", 1500, "how many certificates TestForged forges")
	forgeSeed = flag.Uint64("forge-seed", 1, "where the random numbers of TestForged begin")
)

// forged are safe programs; those that differ in one place and have a run to an error are what
// certificates are forged for.
var forged = append([]string{`
	void reach_error(void); int __VERIFIER_nondet_int(void);
	int main(void) {
		unsigned x = 0, y = 1;
		while (__VERIFIER_nondet_int()) { unsigned t = x; x = y; y = t; if (x == 2) reach_error(); }
		if (x > 1) reach_error();
		return 0;
	}`, `
	void reach_error(void); int __VERIFIER_nondet_int(void);
	int main(void) {
		unsigned i = 0, n = 0;
		while (__VERIFIER_nondet_int()) {
			for (n = 0; n < 3; ) n = n + 1;
			i = i + 2;
			if (i % 4 == 3) reach_error();
		}
		if (i % 2 != 0 || (n != 0 && n != 3)) reach_error();
		return 0;
	}`, `
	void reach_error(void); int __VERIFIER_nondet_int(void);
	int main(void) {
		int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
		if (a < -5 || a > 5 || b < 1 || b > 3) return 0;
		if (a / b > 5 || a % b > 2 || a % b < -2) reach_error();
		if ((a << b) > 40 || (a >> b) < -3 || ((a ^ b) & 64) != (a & 64)) reach_error();
		return 0;
	}`, `
	void reach_error(void); int __VERIFIER_nondet_int(void);
	int g, h;
	int low(int x) { g = g + x; return g; }
	int high(int x) { int r = low(x); r += low(1); h = r; return r; }
	int main(void) {
		int k = __VERIFIER_nondet_int();
		if (k < 0 || k > 3) return 0;
		int r = high(k);
		if (r != 2 * k + 1 || h != r || g != k + 1) reach_error();
		return 0;
	}`, `
	void reach_error(void); int __VERIFIER_nondet_int(void);
	int down(int n, int m) { int k = n; if (n > 0) m = down(n - 1, m + 1); return k == n ? m : -1; }
	int main(void) {
		int n = __VERIFIER_nondet_int();
		if (n < 0 || n > 3) return 0;
		if (down(n, 0) < 0) reach_error();
		return 0;
	}`, `
	void reach_error(void); int __VERIFIER_nondet_int(void);
	int a[4];
	int main(void) {
		int i, j = __VERIFIER_nondet_int();
		for (i = 0; i < 4; i++) a[i] = 2;
		if (j < 0 || j > 3) return 0;
		//@ assert \forall integer k; 0 <= k < 4 ==> a[k] == 2;
		if (a[j] != 2) reach_error();
		return 0;
	}`, `
	void reach_error(void); int __VERIFIER_nondet_int(void); extern int ghost;
	int main(void) {
		int i = __VERIFIER_nondet_int(), *p = &i, s = 0;
		char b[4] = {1, 1, 1, 1};
		while (s < 4) { s += b[s]; if (*p > 2) *p = 2; }
		if (s != 4 || i > 2) reach_error();
		return 0;
	}`, listPrelude + `
	int main(void) {
		struct node *p = 0;
		while (__VERIFIER_nondet_int()) { struct node *t = malloc(sizeof *t); t->h = 1; t->n = p; p = t; }
		for (; p; p = p->n) if (p->h != 1) reach_error();
		return 0;
	}`, `
	void reach_error(void); int __VERIFIER_nondet_int(void);
	int main(void) {
		int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), i, a[9];
		if (n < 0 || n > 9) return 0;
		for (i = 1; i < n; i++) if (a[i] < a[i - 1]) a[i] = a[i - 1];
		if (0 <= x && x < y && y < n && a[x] > a[y]) reach_error();
		return 0;
	}`}, proved...)

// forgers are the ways in which genuine certificates are made.
var forgers = map[string]struct {
	engine string
	engines.Options
}{
	"value": {engine: "value"}, "value-full": {engine: "value-full"}, "arrays": {engine: "arrays"}, "widening": {engine: "widening"},
	"predicate": {engine: "predicate"}, "value+predicate": {engine: "value+predicate"},
	"cells":    {"quantified", engines.Options{Method: quantified.ByCells}},
	"backward": {"quantified", engines.Options{Method: quantified.Backward}},
	"heap":     {"quantified", engines.Options{Method: quantified.ByHeap}},
	"segments": {engine: "segments"},
	"pdr":      {engine: "pdr"},
	"bmc":      {engine: "bmc"}, "unwinding": {"bmc", engines.Options{NoInduction: true}},
}

// limited is a context that ends after so much work.
func limited(t testing.TB, units int) context.Context {
	ctx, stop := effort.Limit(context.Background(), int64(units))
	t.Cleanup(stop)
	return ctx
}

// target is a program with a run to an error, and genuine certificates of its safe sibling.
type target struct {
	p  *cfa.Program
	cs []*cert.Certificate
}

// targets makes the unsafe siblings of the programs, few of each. The engines do so much work for a
// certificate.
func targets(t testing.TB, r *rand.Rand, most, work int) []target {
	var out []target
	made := map[string]int{}
	for _, text := range forged {
		p := lowered(t, text)
		var cs []*cert.Certificate
		for _, name := range slices.Sorted(maps.Keys(forgers)) {
			o := forgers[name]
			o.Selection = true
			ctx := limited(t, work)
			res := refine.Run(ctx, p, refine.Options{Engine: engines.Must(o.engine, o.Options)})
			if res.Verdict != refine.Safe {
				continue
			}
			if c := Certificate(ctx, p, res); c != nil {
				cs = append(cs, c)
				made[name]++
			}
		}
		if len(cs) == 0 {
			t.Errorf("no certificates for%s", text)
			continue
		}
		all := mutants(p)
		r.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
		n := 0
		for _, q := range all {
			if n < most && reaches(q) {
				out, n = append(out, target{q, cs}), n+1
			}
		}
	}
	t.Logf("genuine certificates: %v", made)
	for name := range forgers {
		if made[name] == 0 {
			t.Errorf("no certificates by %s", name)
		}
	}
	return out
}

// reaches tries inputs until a run comes to an error.
func reaches(p *cfa.Program) bool {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		var in interp.Inputs = interp.Func(func(interp.Query) (num.Int, bool) { return num.Of(int64(r.IntN(9)) - 3), true })
		if seed%3 == 2 {
			in = interp.Random(seed)
		}
		if o := interp.Run(context.Background(), p, in, interp.Options{MaxSteps: 2000}); o.Kind == interp.ErrorFound {
			return true
		}
	}
	return false
}

// TestForged: no certificate is accepted for a program with a run to an error. Most are read from a
// file as well, since that is how they come.
func TestForged(t *testing.T) {
	r := rand.New(rand.NewPCG(*forgeSeed, 0))
	ts := targets(t, r, 4+*forgeries/2000, 15_000+10**forgeries)
	count, looked, most := map[string]int{}, 0, *forgeries
	if testing.Short() {
		most = min(most, 200)
	}
	for n := range most {
		g := ts[r.IntN(len(ts))]
		from := g.cs[r.IntN(len(g.cs))]
		// Each in a builder of its own, which keeps what is tried apart from what was before.
		var file bytes.Buffer
		if err := cert.Write(&file, from); err != nil {
			t.Fatal(err)
		}
		own, err := cert.Read(&file)
		if err != nil {
			t.Fatal(err)
		}
		c, how := newForger(g.p, r).forge(own)
		if n%8 > 0 {
			file.Reset()
			if err := cert.Write(&file, c); err != nil {
				t.Fatal(err)
			}
			text := file.String()
			if c, err = cert.Read(strings.NewReader(text)); err != nil {
				count["unreadable"]++
				continue
			}
		}
		for _, k := range how {
			count[k]++
		}
		if _, err := cert.Check(limited(t, 20_000), g.p, c); err == nil {
			var text strings.Builder
			cert.Write(&text, c) //nolint:errcheck // into memory
			t.Fatalf("forgery %d (%s) was accepted for a program with a run to an error:\n%s\n%s", n, strings.Join(how, ", "), printed(g.p), text.String())
		}
		looked++
	}
	t.Logf("%d forgeries for %d programs, %d of them read and checked: %v", most, len(ts), looked, count)
	if looked < most/2 {
		t.Errorf("only %d of %d forgeries were looked at", looked, most)
	}
	for _, name := range forgerNames() {
		if count[name] == 0 {
			t.Errorf("none by way of %s", name)
		}
	}
}

func printed(p *cfa.Program) string {
	var out strings.Builder
	p.WriteText(&out) //nolint:errcheck // into memory
	return out.String()
}
