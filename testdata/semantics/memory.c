// exit: 100
// malloc, calloc, realloc-free use of dynamic objects; lists and trees.
#define CHECK(n, c) if (!(c)) return n

#include <stdlib.h>
#include <string.h>
struct node { int key; struct node *l, *r; };
static struct node *insert(struct node *t, int k) {
  if (!t) { t = calloc(1, sizeof *t); if (!t) exit(100); t->key = k; return t; }
  if (k < t->key) t->l = insert(t->l, k); else t->r = insert(t->r, k);
  return t;
}
static int walk(const struct node *t, int n) { return t ? walk(t->r, walk(t->l, n) * 10 + t->key) : n; }
int main(void) {
  int *a = malloc(5 * sizeof *a);
  if (!a) return 100;
  for (int i = 0; i < 5; i++) a[i] = i;
  int *b = calloc(3, sizeof(int));
  if (!b) return 100;
  CHECK(1, b[0] == 0 && b[2] == 0 && a != b);
  memcpy(b, a + 2, 3 * sizeof(int));
  CHECK(2, b[0] == 2 && b[2] == 4);
  memset(a, 0xff, 5 * sizeof(int));
  CHECK(3, a[4] == -1 && b[2] == 4);
  memmove(b + 1, b, 2 * sizeof(int));
  CHECK(4, b[0] == 2 && b[1] == 2 && b[2] == 3);
  free(a);
  free(b);
  struct node *t = 0;
  int keys[] = { 5, 2, 8, 1, 9, 3 };
  for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) t = insert(t, keys[i]);
  CHECK(5, walk(t, 0) == 123589);
  char *s = malloc(4);
  if (!s) return 100;
  strcpy(s, "abc");
  CHECK(6, s[2] == 'c' && s[3] == 0);
  free(s);
  free(0);
  struct node **v = malloc(2 * sizeof *v);
  if (!v) return 100;
  v[0] = t; v[1] = t->l;
  CHECK(7, v[1]->key == 2 && v[0]->r->key == 8);
  return 100;
}
