// exit: 100
// A pointer that is copied byte by byte, through characters and a buffer, points where the original does.
#define CHECK(n, c) if (!(c)) return n

struct node { int key; struct node *next; };
static void copy(char *d, const char *s, unsigned n) {
  while (n--)
    *d++ = *s++;
}
int x = 1, y = 2;
int main(void) {
  int *p = &x, *q = &y, *r;
  char buf[sizeof p];
  char *s = (char *)&p, *d = (char *)&r;
  for (unsigned i = 0; i < sizeof p; i++)
    d[i] = s[i];
  x = 5;
  CHECK(1, *r == 5);
  *r = 7;
  CHECK(2, x == 7 && *q == 2);
  copy(buf, (char *)&q, sizeof q);
  copy((char *)&r, buf, sizeof r);
  *r = 9;
  CHECK(3, y == 9);
  struct node a = {1, 0}, b = {2, &a}, c;
  copy((char *)&c, (char *)&b, sizeof b);
  c.next->key = 11;
  CHECK(4, a.key == 11 && c.key == 2);
  return 100;
}
