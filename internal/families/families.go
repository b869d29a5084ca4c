// Package families writes the five families of programs with arrays of Table 4 of Armando, Benerecetti and Mantovani,
// "Abstraction Refinement of Linear Programs with Arrays" (TACAS 2007), for tests and benchmarks. Each family has a
// program for every size N, and the same program with a bug. The originals were not published; these follow the
// paper's description.
package families

import (
	"fmt"
	"strings"
)

// Family is one of the families.
type Family struct {
	Name string
	Text func(n int, bug bool) string

	// Eureka, Other and Cells are figures from the paper. Eureka is the greatest size that EUREKA solved, with the time
	// that it took. Other is the same for the best other tool. Cells is the number of array cells that EUREKA refined.
	Eureka, Other string
	Cells         string

	// Sizes are the sizes that benchmarks and the table of results measure.
	Sizes []int
}

// All returns the families in the paper's order.
func All() []Family {
	return []Family{
		{"string copy", StringCopy, "1000 in 153.78 s", "CBMC 221", "1 of 2N", []int{10, 100, 1000, 10000}},
		{"Gray code", Gray, "25 in 230.26 s", "CBMC 48", "16 of 28", []int{5, 25, 48}},
		{"partition", Partition, "40 in 178.02 s", "CBMC 7", "1 of N", []int{7, 40, 200}},
		{"bubble sort", Bubble, "8 in 91.92 s", "CBMC 12", "N of N", []int{4, 8, 12}},
		{"selection sort", Selection, "6 in 104.42 s", "CBMC, SATABS 6", "N of N", []int{4, 6, 8}},
	}
}

// head is the beginning of all programs.
const head = `extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
static void check(int c) { if (!c) reach_error(); }
`

// program returns a program. In text, $N stands for the size, and {|right|wrong|} for right, or, with bug, for wrong.
func program(text string, n int, bug bool) string {
	var b strings.Builder
	b.WriteString(head)
	for {
		before, rest, ok := strings.Cut(text, "{|")
		b.WriteString(before)
		if !ok {
			break
		}
		choice, after, _ := strings.Cut(rest, "|}")
		right, wrong, _ := strings.Cut(choice, "|")
		if bug {
			right = wrong
		}
		b.WriteString(right)
		text = after
	}
	return strings.ReplaceAll(b.String(), "$N", fmt.Sprint(n))
}

// StringCopy copies a string whose last cell is 0, and asserts that the copy ends inside of the array.
func StringCopy(n int, bug bool) string {
	return program(`
char src[$N], dst[$N];
int main(void) {
  int i;
  for (i = 0; i < $N; i = i + 1)
    src[i] = __VERIFIER_nondet_char();
  src[$N - 1] = 0;
  i = 0;
  while (src[i] != 0) {
    dst[i] = src[i];
    i = i + 1;
  }
  check(i {|<=|<|} $N - 1);
  return 0;
}
`, n, bug)
}

// Gray counts n steps of the Gray code with two values and six digits, and asserts that successive
// code words differ in one digit, by 1.
func Gray(n int, bug bool) string {
	return program(`
int g[7], up[7], lim[7], old[7];
int main(void) {
  int i, j, d, changed, step;
  for (i = 0; i < 7; i = i + 1) {
    g[i] = 0;
    old[i] = 0;
    up[i] = 1;
    lim[i] = 2;
  }
  step = 0;
  while (step < $N && g[6] == 0) {
    i = 0;
    j = g[0] + up[0];
    while (j >= lim[i] || j < 0) {
      {|up[i] = -up[i]|g[i] = 0|};
      i = i + 1;
      j = g[i] + up[i];
    }
    g[i] = j;
    changed = 0;
    for (i = 0; i < 7; i = i + 1) {
      d = g[i] - old[i];
      if (d != 0) {
        changed = changed + 1;
        check(d == 1 || d == -1);
      }
      old[i] = g[i];
    }
    check(changed == 1);
    step = step + 1;
  }
  return 0;
}
`, n, bug)
}

// Partition is the partition step of quicksort around a[0], which also stops the scan from the right. The assertion
// states that this scan does not leave the array.
func Partition(n int, bug bool) string {
	return program(`
int a[$N];
int main(void) {
  int i, j, x, t;
  for (i = 0; i < $N; i = i + 1)
    a[i] = __VERIFIER_nondet_int();
  x = a[0];
  i = 1;
  j = $N - 1;
  while (i <= j) {
    while (i <= j && a[i] <= x)
      i = i + 1;
    while (a[j] {|>|>=|} x) {
      j = j - 1;
      check(j >= 0);
    }
    if (i < j) {
      t = a[i];
      a[i] = a[j];
      a[j] = t;
    }
  }
  t = a[0];
  a[0] = a[j];
  a[j] = t;
  return 0;
}
`, n, bug)
}

// sorted is the end of a program that asserts that its array is sorted.
const sorted = `
  for (i = 0; i < $N - 1; i = i + 1)
    check(a[i] <= a[i + 1]);
  return 0;
}
`

// Bubble is bubble sort. It asserts that the array is sorted.
func Bubble(n int, bug bool) string {
	return program(`
int a[$N];
int main(void) {
  int i, j, t;
  for (i = 0; i < $N; i = i + 1)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < $N - 1; i = i + 1) {
    for (j = 0; j < $N - {|1|2|} - i; j = j + 1) {
      if (a[j] > a[j + 1]) {
        t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
    }
  }`+sorted, n, bug)
}

// Selection is selection sort. It asserts that the array is sorted.
func Selection(n int, bug bool) string {
	return program(`
int a[$N];
int main(void) {
  int i, j, m, t;
  for (i = 0; i < $N; i = i + 1)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < $N - 1; i = i + 1) {
    m = i;
    for (j = i + {|1|2|}; j < $N; j = j + 1) {
      if (a[j] < a[m])
        m = j;
    }
    t = a[i];
    a[i] = a[m];
    a[m] = t;
  }`+sorted, n, bug)
}
