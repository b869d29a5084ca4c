// exit: 100
// Arguments behind the dots: numbers, pointers, floating ones and records, lists that are handed on
// and copied, calls within calls and through pointers, recursion, names that are promoted.
#include <stdarg.h>
#include <stddef.h>
#define CHECK(n, c) if (!(c)) return n
struct point { int x, y; };
struct large { char text[40]; long n; };
enum color { RED, GREEN = 7 };

static int sum(int n, ...) {
  va_list ap;
  int s = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++)
    s = s * 10 + va_arg(ap, int);
  va_end(ap);
  return s;
}

static long long each(const char *f, va_list ap) {
  long long r = 0;
  for (; *f; f++)
    switch (*f) {
    case 'i': r += va_arg(ap, int); break;
    case 'u': r += va_arg(ap, unsigned); break;
    case 'l': r += va_arg(ap, long long); break;
    case 's': r += va_arg(ap, const char *)[1]; break;
    case 'd': r += (long long)(va_arg(ap, double) * 2); break;
    case 'D': r += (long long)va_arg(ap, long double); break;
    case 'p': { struct point p = va_arg(ap, struct point); r += p.x * 100 + p.y; break; }
    case 'L': r += va_arg(ap, struct large).text[3]; break;
    case 'f': r += va_arg(ap, int (*)(int, ...))(2, 3, 4); break;
    case 'n': *va_arg(ap, int *) = (int)r; break;
    }
  return r;
}

static long long all(const char *f, ...) {
  va_list ap, copy;
  long long a, b;
  va_start(ap, f);
  va_copy(copy, ap);
  a = each(f, ap);
  b = each(f, copy);
  va_end(copy);
  va_end(ap);
  va_start(ap, f); // again
  if (each(f, ap) != a)
    a = -1;
  va_end(ap);
  return a == b ? a : -2;
}

static int down(int n, ...) { // each activation has its own
  va_list ap;
  int first, second;
  va_start(ap, n);
  first = va_arg(ap, int);
  if (n > 0)
    first += down(n - 1, first + n, n * 2);
  second = va_arg(ap, int);
  va_end(ap);
  return first * 3 + second;
}

static struct point made(int n, ...) {
  va_list ap;
  struct point p;
  va_start(ap, n);
  p.x = va_arg(ap, int);
  p.y = n > 1 ? *va_arg(ap, int *) : 0;
  va_end(ap);
  return p;
}

static int first(va_list *ap) { return va_arg(*ap, int); }
static int through(int n, ...) {
  va_list ap;
  int r;
  va_start(ap, n);
  r = first(&ap);
  r = r * 10 + first(&ap);
  va_end(ap);
  return r;
}

int main(void) {
  CHECK(1, sum(0) == 0 && sum(3, 1, 2, 3) == 123);
  CHECK(2, sum(sum(1, 2), sum(2, 0, 4), sum(1, 5)) == 45);
  struct point p = { 4, 5 };
  struct large l = { "abcd", 3 };
  short h = -3;
  char c = 'x';
  float f = 1.5f;
  int n = 0;
  CHECK(3, all("iiui", h, c, 4000000000u, GREEN) == -3 + 'x' + 4000000000ll + 7);
  CHECK(4, all("lsdD", 1ll << 40, "AB", f, (long double)9) == (1ll << 40) + 'B' + 3 + 9);
  CHECK(5, all("pLfn", p, l, sum, &n) == 405 + 'd' + 34 && n == 405 + 'd' + 34);
  CHECK(6, down(2, 5, 6) == ((5 + (7 + (8 * 3 + 2)) * 3 + 4)) * 3 + 6);
  int (*volatile q)(int, ...) = sum;
  CHECK(7, q(2, 7, 8) == 78 && (h ? sum : down)(1, 9) == 9);
  int k = 3;
  CHECK(8, made(2, 1, &k).y == 3 && made(1, made(1, 6).x + 1).x == 7);
  CHECK(9, through(2, 4, 2) == 42);
  CHECK(10, sum(2, k++, sum(1, 1)) == 31 && k == 4);
  return 100;
}
