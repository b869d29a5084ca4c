// exit: 100
// Jumps forward, backward, out of and into blocks.
#define CHECK(n, c) if (!(c)) return n

static int search(int key) {
  int i, j, a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
  for (i = 0; i < 2; i++)
    for (j = 0; j < 3; j++)
      if (a[i][j] == key) goto found;
  return -1;
found:
  return i * 10 + j;
}
static int computed(int i) {
  static void *tab[] = { &&a, &&b, &&c };
  int r = 0;
  goto *tab[i];
a: r += 1;
b: r += 10;
c: r += 100;
  return r;
}
int main(void) {
  int n = 0;
again:
  n++;
  if (n < 5) goto again;
  CHECK(1, n == 5);
  goto inside;
  {
    n = 0;
  inside:
    n++;
  }
  CHECK(2, n == 6);
  CHECK(3, search(5) == 11);
  CHECK(4, search(9) == -1);
  CHECK(5, computed(0) == 111 && computed(1) == 110 && computed(2) == 100);
  int k = 0;
  goto loop;
  while (k < 10) {
    k += 2;
  loop:
    k++;
  }
  CHECK(6, k == 10);
  return 100;
}
