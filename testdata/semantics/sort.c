// exit: 100
// qsort and bsearch call what the program compares with; equal elements may come in any order.
#include <stdlib.h>
#include <string.h>
#define CHECK(n, c) if (!(c)) return n
struct word { const char *text; int count; };
static int ints(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int down(const void *a, const void *b) { return ints(b, a); }
static int texts(const void *a, const void *b) { return strcmp(((const struct word *)a)->text, ((const struct word *)b)->text); }
int main(void) {
  int a[5] = { 4, -1, 3, 9, 0 }, key = 3;
  qsort(a, 5, sizeof a[0], ints);
  CHECK(1, a[0] == -1 && a[1] == 0 && a[2] == 3 && a[3] == 4 && a[4] == 9);
  int *p = bsearch(&key, a, 5, sizeof a[0], ints);
  CHECK(2, p == a + 2);
  key = 5;
  CHECK(3, bsearch(&key, a, 5, sizeof a[0], ints) == NULL);
  qsort(a + 1, 3, sizeof a[0], down);
  CHECK(4, a[0] == -1 && a[1] == 4 && a[2] == 3 && a[3] == 0 && a[4] == 9);
  struct word w[3] = { { "pear", 1 }, { "apple", 2 }, { "fig", 3 } }, k = { "pear", 0 };
  qsort(w, 3, sizeof w[0], texts);
  CHECK(5, w[0].count == 2 && w[1].count == 3 && w[2].count == 1 && strcmp(w[2].text, "pear") == 0);
  struct word *f = bsearch(&k, w, 3, sizeof w[0], texts);
  CHECK(6, f == &w[2]);
  qsort(a, 1, sizeof a[0], ints);
  qsort(a, 0, sizeof a[0], ints);
  CHECK(7, a[0] == -1 && a[1] == 4);
  CHECK(8, bsearch(&key, a, 0, sizeof a[0], ints) == NULL);
  return 100;
}
