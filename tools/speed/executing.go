package main

import (
	"fmt"
	"log"
	"path/filepath"
	"strings"
)

// Verification compared with execution.

// executed are programs without inputs: each has a single run to verify.
var executed = []struct{ name, text string }{
	{"arithmetic, 3 million rounds", `int main(void) {
  unsigned h = 1;
  for (unsigned i = 0; i < 3000000u; i++) {
    h = h * 33u ^ (h >> 7);
    h += i;
  }
  if (h == 12345)
    reach_error();
  return 0;
}`},
	{"sieve of Eratosthenes to a million", `unsigned char s[1000001];
int main(void) {
  int c = 0;
  for (int i = 2; i <= 1000000; i++)
    if (!s[i]) {
      c++;
      for (long j = (long)i * i; j <= 1000000; j += i)
        s[j] = 1;
    }
  if (c != 78498)
    reach_error();
  return 0;
}`},
	{"Fibonacci numbers by recursion, 26", `int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
  if (fib(26) != 121393)
    reach_error();
  return 0;
}`},
	{"product of matrices, 60 by 60", `struct matrix { int a[60][60]; } x, y, z;
static void multiply(struct matrix *r, const struct matrix *p, const struct matrix *q) {
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 60; j++) {
      int sum = 0;
      for (int k = 0; k < 60; k++)
        sum += p->a[i][k] * q->a[k][j];
      r->a[i][j] = sum;
    }
}
int main(void) {
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 60; j++) {
      x.a[i][j] = i * j % 7;
      y.a[i][j] = i + j;
    }
  multiply(&z, &x, &y);
  if (z.a[1][1] < 0)
    reach_error();
  return 0;
}`},
	{"bubble sort of 600 numbers", `int a[600];
int main(void) {
  unsigned s = 1;
  for (int i = 0; i < 600; i++) {
    s = s * 1103515245u + 12345u;
    a[i] = s >> 17;
  }
  for (int i = 0; i < 600; i++)
    for (int j = 0; j + 1 < 600 - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  for (int i = 0; i + 1 < 600; i++)
    if (a[i] > a[i + 1])
      reach_error();
  return 0;
}`},
	{"a search tree of 20000 records", `struct node {
  unsigned key;
  struct node *left, *right;
} pool[20000];
int main(void) {
  struct node *root = 0;
  unsigned s = 1;
  int used = 0;
  for (int i = 0; i < 20000; i++) {
    s = s * 1103515245u + 12345u;
    struct node **at = &root;
    while (*at && (*at)->key != s)
      at = s < (*at)->key ? &(*at)->left : &(*at)->right;
    if (!*at) {
      *at = &pool[used++];
      (*at)->key = s;
    }
  }
  if (used > 20000)
    reach_error();
  return 0;
}`},
	{"a hash of 64 bits, 1 million rounds", `int main(void) {
  unsigned long x = 88172645463325252ul, h = 14695981039346656037ul;
  for (int i = 0; i < 1000000; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    h = (h ^ (x & 255)) * 1099511628211ul;
  }
  if (h == 0)
    reach_error();
  return 0;
}`},
	{"Newton's iteration, 300000 rounds", `int main(void) {
  double sum = 0;
  for (int i = 1; i <= 30000; i++) {
    double x = i;
    for (int k = 0; k < 10; k++)
      x = (x + i / x) / 2;
    sum += x;
  }
  if (!(sum > 1))
    reach_error();
  return 0;
}`},
}

// executing compares the verification of programs without inputs with their execution.
func executing(b *bench) (string, error) {
	var out strings.Builder
	out.WriteString("| program | auto | the engine `exhaustive` alone | compiled without optimisation, and run | with sanitizers |\n|---|---|---|---|---|\n")
	for _, p := range executed {
		file, err := b.program("executed.c", "#include <stdlib.h>\nvoid reach_error(void);\n"+p.text+"\n")
		if err != nil {
			return "", err
		}
		stub, err := b.program("stub.c", "#include <stdlib.h>\nvoid reach_error(void) { abort(); }\n")
		if err != nil {
			return "", err
		}
		plain, checked := filepath.Join(b.dir, "plain"), filepath.Join(b.dir, "checked")
		if gcc := (command{"gcc"}); !gcc.missing() {
			b.run(command{"gcc", "-O0", "-o", plain, file, stub})
			b.run(command{"gcc", "-O0", "-fsanitize=address,undefined", "-o", checked, file, stub})
		}
		o := b.beside(b.runs, command{b.whet, "verify", "--timeout", b.limit.String(), file},
			command{b.whet, "verify", "--engine", "exhaustive", "--timeout", b.limit.String(), file}, command{plain}, command{checked})
		for k := range o[:2] {
			if !strings.Contains(o[k].text, "VERDICT: safe") {
				log.Printf("%s: not proved", p.name)
				o[k].failed = true
			}
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s |\n", p.name, o[0].time(), o[1].time(), o[2].time(), o[3].time())
	}
	return out.String(), nil
}
