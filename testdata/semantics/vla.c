// exit: 100
// inputs: 4
// Arrays of variable length: sizes at run time, parameters, rows.
#define CHECK(n, c) if (!(c)) return n
extern int __VERIFIER_nondet_int(void);

static int trace(int n, int m[n][n]) { int t = 0; for (int i = 0; i < n; i++) t += m[i][i]; return t; }
static int sum(int n, int a[n]) { int t = 0; for (int i = 0; i < n; i++) t += a[i]; return t; }
int main(void) {
  int n = __VERIFIER_nondet_int(); // 4
  int a[n], b[n + 1];
  CHECK(1, sizeof a == 4 * sizeof(int) && sizeof b / sizeof *b == 5);
  for (int i = 0; i < n; i++) a[i] = i * i;
  CHECK(2, sum(n, a) == 14);
  n = 3;
  CHECK(3, sizeof a == 16);         // the length stays what it was
  int m[n][n];
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m[i][j] = i * 10 + j;
  CHECK(4, trace(n, m) == 33);
  CHECK(5, sizeof m[0] == 3 * sizeof(int));
  int (*row)[n] = &m[1];
  CHECK(6, (*row)[2] == 12 && row[1][0] == 20);
  int t = 0;
  for (int k = 1; k < 4; k++) { int v[k]; v[k - 1] = k; t += v[k - 1] + sizeof v; }
  CHECK(7, t == 6 + 4 * 6);
  CHECK(8, &m[2][0] - &m[0][0] == 6);
  return 100;
}
