// exit: 100
// for, while, do: break and continue, empty parts, scopes.
#define CHECK(n, c) if (!(c)) return n

int main(void) {
  int n = 0, i = 100;
  for (int i = 0; i < 3; i++) n += i;
  CHECK(1, n == 3 && i == 100);
  for (;;) { if (++n > 10) break; }
  CHECK(2, n == 11);
  do n--; while (n > 5);
  CHECK(3, n == 5);
  do { n++; if (n == 7) continue; if (n > 8) break; } while (n != 7);
  CHECK(4, n == 7);
  while (n) { n--; if (n & 1) continue; i += n; }
  CHECK(5, i == 112);
  int c = 0;
  for (i = 0; i < 4; i++) { if (i == 2) continue; c = c * 10 + i; }
  CHECK(6, c == 13 && i == 4);
  for (i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { if (j > i) break; c++; }
  CHECK(7, c == 19);
  unsigned char u;
  int rounds = 0;
  for (u = 250; u >= 250; u++) rounds++;
  CHECK(8, rounds == 6 && u == 0);
  do { } while (0);
  do c = 1; while (c++ < 0);
  CHECK(9, c == 2);
  return 100;
}
