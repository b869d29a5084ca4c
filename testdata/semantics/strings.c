// exit: 100
// String literals are arrays; initialisers copy them.
#define CHECK(n, c) if (!(c)) return n

#include <string.h>
static const char *names[] = { "zero", "one", "two" };
static char fixed[4] = "abcd";       // no room for the terminator
static char longer[8] = "xy";
static int length(const char *s) { const char *e = s; while (*e) e++; return e - s; }
int main(void) {
  char a[] = "hello", *p = a;
  CHECK(1, sizeof a == 6 && a[5] == 0);
  a[0] = 'j';
  CHECK(2, p[0] == 'j' && length(p) == 5);
  CHECK(3, names[1][2] == 'e' && length(names[0]) == 4);
  CHECK(4, fixed[3] == 'd');
  CHECK(5, longer[1] == 'y' && longer[2] == 0 && longer[7] == 0);
  CHECK(6, "abc"[1] == 'b' && *"q" == 'q' && sizeof "abc" == 4);
  CHECK(7, length("con" "cat\0enated") == 6);
  CHECK(8, strlen(names[2]) == 3 && strcmp("abc", "abd") < 0 && strcmp(a, "jello") == 0);
  char b[10];
  strcpy(b, a + 1);
  CHECK(9, b[0] == 'e' && strlen(b) == 4);
  memcpy(b + 1, "XYZ", 2);
  CHECK(10, b[1] == 'X' && b[2] == 'Y' && b[3] == 'o');
  CHECK(11, memcmp("ab\0c", "ab\0d", 3) == 0);
  CHECK(12, strchr(a, 'l') - a == 2 && strchr(a, 'z') == 0);
  const char *s = "end";
  s++;
  CHECK(13, *s == 'n' && s[1] == 'd');
  struct { char t[3]; int n; } r = { "no", 5 };
  CHECK(14, r.t[1] == 'o' && r.n == 5);
  char two[2][3] = { "ab", { 'c' } };
  CHECK(15, two[0][1] == 'b' && two[1][0] == 'c' && two[1][1] == 0);
  CHECK(16, "\xe4"[0] == -28);
  CHECK(17, strncmp("abcdef", "abcxyz", 3) == 0);
  return 100;
}
