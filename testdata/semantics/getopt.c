// exit: 100
// getopt and getopt_long as glibc has them: arguments without options are moved to the end.
#define _GNU_SOURCE
#include <getopt.h>
#include <unistd.h>
#include <string.h>
#include <stddef.h>
#define CHECK(n, c) if (!(c)) return n

static char *v[8];
static int count, seen, verbose;
static void args(char *a, char *b, char *c, char *d, char *e) {
  char *list[5];
  int i;
  list[0] = a; list[1] = b; list[2] = c; list[3] = d; list[4] = e;
  v[0] = "tool";
  for (i = 0; i < 5 && list[i]; i++) v[i + 1] = list[i];
  count = i + 1;
  v[count] = NULL;
  optind = 0;
  opterr = 0;
}
/* What was found, as digits: the option's place in "abox?:" and how far optarg is from null. */
static int digit(int c) { const char *s = "abox?:"; char *p = strchr(s, c); return c == -1 ? 0 : p ? p - s + 1 : 9; }
static int all(const char *options) {
  int c;
  seen = 0;
  while ((c = getopt(count, v, options)) != -1) { seen = seen * 10 + digit(c); if (optarg && c == 'o') seen = seen * 10 + optarg[0] - '0'; }
  return seen;
}
static const struct option longs[] = {
  { "all", no_argument, NULL, 'a' }, { "output", required_argument, NULL, 'o' }, { "verbose", no_argument, &verbose, 7 },
  { "ok", optional_argument, NULL, 'x' }, { "other", no_argument, NULL, 'b' }, { NULL, 0, NULL, 0 } };
static int longer(int only) {
  int c, at = -1;
  seen = 0;
  while ((c = only ? getopt_long_only(count, v, "ab:o:", longs, &at) : getopt_long(count, v, ":abo:", longs, &at)) != -1) {
    seen = seen * 10 + (c == 0 ? 8 : digit(c));
    if (optarg && c == 'o') seen = seen * 10 + optarg[0] - '0';
  }
  return seen * 10 + at + 1;
}
int main(void) {
  args("-a", "-b", NULL, NULL, NULL);
  CHECK(1, all("abo:") == 12 && optind == 3);
  args("-ab", "-o5", "rest", NULL, NULL);
  CHECK(2, all("abo:") == 1235 && optind == 3 && !strcmp(v[optind], "rest"));
  args("one", "-a", "two", "-o", "7");
  CHECK(3, all("abo:") == 137 && optind == 4 && !strcmp(v[4], "one") && !strcmp(v[5], "two") && !strcmp(v[1], "-a") && !strcmp(v[3], "7"));
  args("one", "-a", NULL, NULL, NULL);
  CHECK(4, all("+abo:") == 0 && optind == 1);
  args("one", "-a", "two", NULL, NULL);
  CHECK(5, all("-abo:") == 919 && optind == 4);
  args("-z", "-a", NULL, NULL, NULL);
  CHECK(6, all("abo:") == 51 && optopt == 'z');
  args("-a", "-o", NULL, NULL, NULL);
  CHECK(7, all("abo:") == 15 && optopt == 'o');
  args("-a", "-o", NULL, NULL, NULL);
  CHECK(8, all(":abo:") == 16);
  args("x", "-a", "--", "-b", "y");
  CHECK(9, all("ab") == 1 && optind == 3 && !strcmp(v[2], "--") && !strcmp(v[3], "x") && !strcmp(v[4], "-b"));
  args("-", "-o", "3", NULL, NULL);
  CHECK(10, all("o::") == 3 && optind == 2 && !strcmp(v[2], "-") && !strcmp(v[3], "3"));
  args("--all", "--output=4", "f", "--verbose", NULL);
  CHECK(11, longer(0) == 13483 && verbose == 7 && optind == 4 && !strcmp(v[4], "f"));
  args("--output", "6", "--ok", "--ok=1", "--ver");
  CHECK(12, longer(0) == 364483);
  args("--o", "--none", "--all=3", "-z", NULL);
  CHECK(13, longer(0) == 55550 && optopt == 'z');
  args("--output", NULL, NULL, NULL, NULL);
  CHECK(14, longer(0) == 60 && optopt == 'o');
  args("-all", "-b3", "-ok", "-oth", "--out=2");
  CHECK(15, longer(1) == 1242322);
  return 100;
}
