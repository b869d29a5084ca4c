package segments_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/refinetest"
	"github.com/whet-mc/whet/refine/segments"
)

const selection = `
int main(void) {
  int n = __VERIFIER_nondet_int(), a[n], i, j, s, t;
  for (i = 0; i < n - 1; i++) {
    s = i;
    for (j = i + 1; j < n; j++) if (a[j] < a[s]) s = j;
    t = a[i]; a[i] = a[s]; a[s] = t;
  }
  for (i = 0; i < n - 1; i++) __VERIFIER_assert(a[i] <= a[i + 1]);
}`

const bubble = `
int main(void) {
  int n = __VERIFIER_nondet_int(), a[n], i, j, t;
  for (i = 0; i < n - 1; i++)
    for (j = 0; j < n - 1 - i; j++)
      if (a[j] > a[j + 1]) { t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
  for (i = 0; i < n - 1; i++) __VERIFIER_assert(a[i] <= a[i + 1]);
}`

const find = `
int main(void) {
  int a[1000], e = __VERIFIER_nondet_int(), i = 0, x;
  while (i < 1000 && a[i] != e) i++;
  for (x = 0; x < i; x++) __VERIFIER_assert(a[x] != e);
}`

const flagged = `
int main(void) {
  int last = __VERIFIER_nondet_int(), a = 0, b = 0, c, found;
  while (1) {
    found = 0;
    for (c = 0; c < 200000; c++) if (c == last) found = 1;
    a += 3; b += 3;
    if (found == 1 && c == last) a++;
    __VERIFIER_assert(a == b && c == 200000);
  }
}`

const largest = `
int main(void) {
  int n = __VERIFIER_nondet_int(), a[n], m, i;
  if (n < 1) return 0;
  m = a[0];
  for (i = 1; i < n; i++) if (a[i] > m) m = a[i];
  for (i = 0; i < n; i++) __VERIFIER_assert(a[i] <= m);
}`

const insertion = `
int main(void) {
  int n = __VERIFIER_nondet_int(), a[n], i, j, k;
  for (i = 1; i < n; i++) {
    k = a[i];
    for (j = i - 1; j >= 0 && a[j] > k; j--) a[j + 1] = a[j];
    a[j + 1] = k;
  }
  for (i = 0; i < n - 1; i++) __VERIFIER_assert(a[i] <= a[i + 1]);
}`

const until = `
int main(void) {
  int a[1000], again = 1, i, t, x, y;
  while (again) {
    again = 0;
    for (i = 1; i < 1000; i++)
      if (a[i - 1] > a[i]) { t = a[i]; a[i] = a[i - 1]; a[i - 1] = t; again = 1; }
  }
  for (x = 0; x < 1000; x++) for (y = x + 1; y < 1000; y++) __VERIFIER_assert(a[x] <= a[y]);
}`

const flag = `
int main(void) {
  int n = __VERIFIER_nondet_int(), a[n], i, low = 0, high = n, t;
  while (low < high)
    if (a[low] >= 0) low++;
    else { high--; t = a[low]; a[low] = a[high]; a[high] = t; }
  _Bool first = 1;
  for (i = 0; i < n; i++) {
    if (first) { if (a[i] < 0) first = 0; }
    else __VERIFIER_assert(a[i] < 0);
  }
}`

const partition = `
int main(void) {
  int n = __VERIFIER_nondet_int(), a[n], i, at = 0, t, pivot = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++)
    if (a[i] < pivot) { t = a[i]; a[i] = a[at]; a[at] = t; at++; }
  if (0 <= x && x < at && at <= y && y < n) __VERIFIER_assert(a[x] < a[y]);
}`

// sums wrap around
const sums = `
int main(void) {
  unsigned a[1000], b[1000], c[1000], n = __VERIFIER_nondet_uint(), i;
  if (n > 1000) return 0;
  for (i = 0; i < n; i++) c[i] = a[i] + b[i];
  for (i = 0; i < n; i++) __VERIFIER_assert(c[i] == a[i] + b[i]);
}`

const spread = `
int main(void) {
  int n = __VERIFIER_nondet_int(), a[n], b[2 * n + 1], i;
  for (i = 0; i < n; i++) { b[2 * i + 1] = a[i]; b[2 * i] = 0; }
  for (i = 0; i < n; i++) __VERIFIER_assert(b[2 * i + 1] == a[i]);
}`

// values that follow polynomials
const triangle = `
int main(void) {
  int n = __VERIFIER_nondet_int(), a[n], i, j, s = 0;
  if (n < 1) return 0;
  for (i = 0; i < n; i++) { a[i] = 0; s = s + i + 1; }
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) a[j] = a[j] + (i + 1);
  for (i = 0; i < n; i++) __VERIFIER_assert(2 * a[i] == n * (n + 1) && a[i] == s);
}`

// each array sums up the one before; that 0*0 is 0 takes a lemma about products
const squares = `
int main(void) {
  int n = __VERIFIER_nondet_int(), i, a[n], b[n];
  if (n < 1) return 0;
  a[0] = 1; b[0] = 0;
  for (i = 1; i < n; i++) a[i] = a[i - 1] + 2;
  for (i = 1; i < n; i++) b[i] = b[i - 1] + a[i - 1];
  for (i = 0; i < n; i++) __VERIFIER_assert(b[i] == i * i);
}`

// What holds of the sum at the end holds of it on the way, but in the first round. In words of 64 bits
// the solver would branch without end.
const rounds = `
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) return 0;
  int a[n], i; long long s[1];
  for (i = 0; i < n; i++) a[i] = i % 3;
  for (i = 1; i <= n; i++) {
    if (i == 1) s[0] = 0;
    else s[0] = s[0] + a[i - 1];
  }
  __VERIFIER_assert(s[0] <= 2 * n);
}`

// what holds of every third cell
const strides = `
int main(void) {
  int n = __VERIFIER_nondet_int(), a[n], b[n], i, k = __VERIFIER_nondet_int();
  for (i = 0; i < n; i += 3) b[i] = a[i];
  for (i = 1; i < n; i += 3) b[i] = 5;
  if (k >= 0 && k < n && k % 3 == 0) __VERIFIER_assert(b[k] == a[k]);
}`

// one index is a multiple of the other
const gather = `
int main(void) {
  int n = __VERIFIER_nondet_int(), a[n], b[n], i, j;
  for (i = 1, j = 0; i < n; i += 2, j++) a[j] = b[i];
  for (j = 0; 2 * j + 1 < n; j++) __VERIFIER_assert(a[j] == b[2 * j + 1]);
}`

// every cell is read at its own index, and was set at a multiple of a counter
const halves = `
int main(void) {
  int n = __VERIFIER_nondet_int(), a[2 * n], i;
  for (i = 1; i <= n; i++) a[2 * i - 2] = 1;
  for (i = 1; i <= n; i++) a[2 * i - 1] = 7;
  for (i = 0; i < 2 * n; i++) __VERIFIER_assert(a[i] == 1 || a[i] == 7);
}`

// what was said of one array is so of another
const swap = `
int main(void) {
  int n = __VERIFIER_nondet_int(), a[n], b[n], c[n], i, t;
  for (i = 0; i < n; i++) c[i] = a[i] + 1;
  for (i = n - 1; i >= 0; i--) { t = a[i]; a[i] = b[i]; b[i] = t; }
  for (i = 0; i < n; i++) __VERIFIER_assert(c[i] == b[i] + 1);
}`

// from both ends, in the heap
const ends = `
void *malloc(unsigned long);
int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  if (n < 1 || n > 1000 || n % 2 != 0) return 0;
  int *a = malloc(n * sizeof(int)), *b = malloc(n * sizeof(int));
  for (i = 0; i < n / 2; i++) { b[n - i - 1] = a[n - i - 1]; b[i] = a[i]; }
  for (i = 0; i < n; i++) __VERIFIER_assert(b[i] == a[i]);
}`

const transpose = `
int main(void) {
  int n = 100, a[n][n], b[n][n], i, j;
  for (i = 0; i < 100; i++) for (j = 0; j < 100; j++) b[j][i] = a[i][j];
  for (i = 0; i < 100; i++) for (j = 0; j < 100; j++) __VERIFIER_assert(b[i][j] == a[j][i]);
}`

// What is sorted or sought in arrays of any length is proved, and the proofs are accepted; what only
// looks like it is not.
func TestPrograms(t *testing.T) {
	for _, c := range []struct {
		name, text string
		change     []string // of the text
		safe       bool
	}{
		{"selection sort", selection, nil, true},
		{"selection sort that leaves one out", selection, []string{"j < n;", "j < n - 1;"}, false},
		{"bubble sort", bubble, nil, true},
		{"insertion sort", insertion, nil, true},
		{"bubble sort until nothing changes", until, nil, true},
		{"rearranging in place", flag, nil, true},
		{"rearranging, and what is 0 wrongly", flag, []string{"a[low] >= 0", "a[low] > 0"}, false},
		{"partition", partition, nil, true},
		{"search", find, nil, true},
		{"search of another", find, []string{"a[x] != e", "a[x] != e + 1"}, false},
		{"sums of cells", sums, nil, true},
		{"sums of other cells", sums, []string{"c[i] == a[i] + b[i]", "c[i] >= a[i]"}, false},
		{"every other cell", spread, nil, true},
		{"triangle numbers", triangle, nil, true},
		{"squares", squares, nil, true},
		{"a sum but for the first round", rounds, nil, true},
		{"a sum that is 0 but for the first round", rounds, []string{"i % 3", "0", "s[0] <= 2 * n", "s[0] == 0"}, true},
		{"strides", strides, nil, true},
		{"gathered", gather, nil, true},
		{"halves", halves, nil, true},
		{"swapped arrays", swap, nil, true},
		{"arrays that are swapped but for a cell", swap, []string{"i >= 0", "i > 0"}, false},
		{"from both ends", ends, nil, true},
		{"a flag behind a loop", flagged, nil, true},
		{"a flag behind a loop, one round later", flagged, []string{"&& c == last)", "&& c == last + 1)"}, false},
		{"an array of arrays", transpose, nil, true},
		{"the largest", largest, nil, true},
		{"the largest but the first", largest, []string{"m = a[0]", "m = 0"}, false},
		{"the smallest", largest, []string{"a[i] > m", "a[i] < m"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			arith := cfa.Int
			if c.text == sums || c.text == rounds {
				arith = cfa.Machine
			}
			p := refinetest.Lower(t, refinetest.Prelude+strings.NewReplacer(c.change...).Replace(c.text), arith)
			prover := &certify.Prover{Program: p}
			steps := 0
			out := refine.Run(t.Context(), p, refine.Options{Engine: segments.Engine{}, NoTests: true, Confirm: prover.Confirm, Observe: func(it *refine.Iteration) {
				if strings.Contains(it.Deeper, "claims about segments") {
					steps++
				}
			}})
			if safe := out.Verdict == refine.Safe; safe != c.safe || out.Verdict == refine.Unsafe || steps == 0 {
				t.Errorf("%v (%s), %d steps", out.Verdict, out.Reason, steps)
			}
		})
	}
}

// Polynomials are what proves some programs: without them these are open.
func TestNoPolynomials(t *testing.T) {
	out := refine.Run(t.Context(), refinetest.Lower(t, refinetest.Prelude+triangle, cfa.Int), refine.Options{Engine: segments.Engine{NoPolynomials: true}, NoTests: true})
	if out.Verdict == refine.Safe {
		t.Error("safe")
	}
}

// The claims are written for people, with what they are about.
func TestClaims(t *testing.T) {
	p := refinetest.Lower(t, refinetest.Prelude+selection, cfa.Int)
	out := refine.Run(t.Context(), p, refine.Options{Engine: segments.Engine{}, NoTests: true})
	var all []string
	for _, i := range out.Invariants(context.Background()) {
		all = append(all, i.ACSL...)
	}
	if !slices.ContainsFunc(all, func(s string) bool {
		return strings.HasPrefix(s, `\forall integer p, q; `) && strings.HasSuffix(s, "a[p] <= a[q]")
	}) {
		t.Errorf("nothing about pairs of cells:\n%s", strings.Join(all, "\n"))
	}
}

// What the engine is not made for is said.
// What a flag says behind a loop needs that it is guessed.
func TestNoOrders(t *testing.T) {
	out := refine.Run(t.Context(), refinetest.Lower(t, refinetest.Prelude+flagged, cfa.Machine), refine.Options{Engine: segments.Engine{NoOrders: true}, NoTests: true})
	if out.Verdict != refine.Unknown {
		t.Errorf("%v (%s)", out.Verdict, out.Reason)
	}
}

func TestUnsuited(t *testing.T) {
	for text, why := range map[string]string{
		`int a[9]; int main(void) { int i = 0; i++; __VERIFIER_assert(i == 9 || a[i]); }`:                                                 "no loop",
		`int a[9]; int f(int i) { while (i == 4) i++; return i > 5 ? a[i] : f(i + 1); } int main(void) { __VERIFIER_assert(f(0) == 0); }`: "recursion",
		`int a[9]; int main(void) { for (int i = 0; i < 9; i++) a[i] = i; __VERIFIER_assert(a[3] == 4); }`:                                "do not exclude",
	} {
		out := refine.Run(t.Context(), refinetest.Lower(t, refinetest.Prelude+text, cfa.Machine), refine.Options{Engine: segments.Engine{}, NoTests: true})
		if out.Verdict != refine.Unknown || !strings.Contains(out.Reason.Text, why) {
			t.Errorf("%s: %v (%s)", text, out.Verdict, out.Reason)
		}
	}
}
